"""Averages of figures that stand for many, and what is never added up."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


def schools():
    draw = np.random.default_rng(3)
    rates = draw.uniform(40, 99, 60).round(1)
    rates[5] = np.nan
    return pd.DataFrame(
        {
            "school": [f"S{number}" for number in range(60)],
            "district": ["North", "East", "West"] * 20,
            "students": draw.integers(50, 2000, 60),
            "pass_rate": rates,
        }
    )


def test_a_rate_of_groups_says_that_they_count_alike():
    asked = autoviz.ask(schools(), "pass rate by district")
    (told,) = asked.assumed
    assert "weighted by students" in told


def test_a_named_weight_is_used():
    frame = schools()
    asked = autoviz.ask(frame, "average pass rate by district weighted by number of students")
    known = frame.dropna()
    expected = known.groupby("district").apply(lambda rows: np.average(rows["pass_rate"], weights=rows["students"]))
    assert asked.table.set_index("district").iloc[:, -1].to_dict() == pytest.approx(expected.to_dict())
    assert "average pass rate weighted by students" in asked.answer.casefold()
    assert asked.proof.verdict == "proven"


def test_an_overall_rate_is_no_sum():
    frame = schools()
    asked = autoviz.ask(frame, "what is the overall pass rate")
    assert asked.table.iloc[0, -1] == pytest.approx(frame["pass_rate"].mean())
    total = autoviz.ask(frame, "total pass rate")
    assert total.table.iloc[0, -1] == pytest.approx(frame["pass_rate"].sum())


def test_the_share_of_things_is_that_of_their_number_and_not_of_their_ids():
    draw = np.random.default_rng(7)
    loans = pd.DataFrame({"loan": range(500, 650), "status": draw.choice(["good", "bad"], 150, p=[0.8, 0.2])})
    asked = autoviz.ask(loans, "share of bad loans")
    assert asked.table.iloc[0, -1] == pytest.approx(100 * (loans["status"] == "bad").mean())
