"""Numbers in bands: as wide as is said, and in rounds of their own where age groups are asked for."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def patients() -> pd.DataFrame:
    random = np.random.default_rng(2)
    ages = random.integers(18, 90, 300)
    return pd.DataFrame({"patient": range(300), "age": ages, "visits": random.poisson(6, 300)})


def test_age_groups_have_ten_years_each(patients):
    asked = autoviz.ask(patients, "average visits by age group")
    wanted = patients["visits"].groupby(patients["age"] // 10 * 10).mean()
    assert asked.table.iloc[:, -1].tolist() == pytest.approx(wanted.tolist())
    assert "age 20–30" in asked.answer and any("groups of 10" in told for told in asked.requirements.assumed)


def test_bins_of_ten_are_ten_wide_and_ten_bins_are_ten(patients):
    wide = autoviz.ask(patients, "number of patients by age in bins of ten").requirements.constraints
    many = autoviz.ask(patients, "histogram of age with 12 bins").requirements.constraints
    assert [item.width for item in wide if item.kind == "bins"] == [10]
    assert [item.n for item in many if item.kind == "bins"] == [12]


def test_the_first_of_many_rows_are_named_in_the_sentence_and_in_the_title():
    films = pd.DataFrame({"film": [f"Film {place}" for place in range(60)], "gross": np.arange(60.0)})
    top = autoviz.ask(films, "top 10 films by gross")
    assert top.charts[0].title.endswith("top 10") and "Film 59" in top.answer
