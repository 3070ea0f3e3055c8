"""So many of something: the column that counts it is bounded, and not what it is called by."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.readers.embedded.network import shipped

pytestmark = pytest.mark.skipif(shipped() is None, reason="needs the networks")

RNG = np.random.default_rng(9)
CAFES = pd.DataFrame({
    "cafe": [f"Cafe {at:03d}" for at in range(120)],
    "quarter": RNG.choice(["Harbour", "Old Town", "Campus"], 120),
    "review_score": RNG.integers(20, 51, 120) / 10,
    "num_review_scores": RNG.integers(1, 300, 120),
    "seats": RNG.integers(8, 90, 120),
})  # fmt: skip
SCORED = CAFES[CAFES["num_review_scores"] >= 50]


@pytest.mark.parametrize("question", [
    "how many cafes have at least 50 review scores",
    "number of cafes with at least 50 review scores",
])  # fmt: skip
def test_so_many_are_those_of_the_column_that_counts_them(question):
    assert autoviz.ask(CAFES, question, reader="embedded").table.iloc[0, -1] == len(SCORED)


def test_a_follow_up_bounds_the_count_too():
    session = autoviz.Session(CAFES, reader="embedded")
    session.ask("average review score by quarter")
    found = session.ask("only those with at least 50 review scores").table.set_index("quarter").iloc[:, -1]
    assert dict(found.round(6)) == dict(SCORED.groupby("quarter")["review_score"].mean().round(6))


@pytest.mark.parametrize("question", ["how many cafes have a review score over 4", "how many cafes score above 4"])
def test_a_bound_behind_its_column_is_one_of_it(question):
    expected = int((CAFES["review_score"] > 4).sum())
    assert autoviz.ask(CAFES, question, reader="embedded").table.iloc[0, -1] == expected
