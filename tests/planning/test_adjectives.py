"""Which end of a measure an adjective asks for."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def runs() -> pd.DataFrame:
    random = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "runner": [f"R{number}" for number in range(60)],
            "club": random.choice(["Tigers", "Owls", "Hares"], 60),
            "time_min": random.permutation(np.arange(40, 100)),
            "weight_kg": random.permutation(np.arange(50, 110)),
        }
    )


@pytest.mark.parametrize(
    ("question", "column", "least"),
    [
        ("fastest runner", "time_min", True),
        ("slowest runner", "time_min", False),
        ("show me the heavy runners", "weight_kg", False),
        ("which runner took the least time", "time_min", True),
    ],
)
def test_the_end_is_the_one_that_the_adjective_means(runs, question, column, least):
    ordered = runs.sort_values(column, ascending=least)
    assert autoviz.ask(runs, question).table["runner"].iloc[0] == ordered["runner"].iloc[0]


def test_who_asks_for_one_that_has_a_row_and_not_for_a_group(runs):
    aged = runs.assign(age=range(20, 80))
    assert autoviz.ask(aged, "who is the oldest").table["runner"].iloc[0] == "R59"
