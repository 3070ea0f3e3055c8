"""What is asked for per thing is its average, where each row is such a thing."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.planning.each_row import averaged_of_rows
from autoviz.profile import profile

DRAW = np.random.default_rng(8)
CALLS = pd.DataFrame({
    "call_id": np.arange(70001, 70161),
    "desk": DRAW.choice(["East", "North", "South"], 160),
    "kind": DRAW.choice(["New", "Re-call", "Sales"], 160),
    "caller": DRAW.choice([f"Caller {number}" for number in range(30)], 160),
    "transfers": DRAW.integers(0, 6, 160),
    "minutes": DRAW.gamma(2.0, 4.0, 160).round(1),
})  # fmt: skip


@pytest.mark.parametrize("column", ["transfers", "minutes"])
@pytest.mark.parametrize("question", ["{} per call by desk", "{} per call for each desk"])
def test_what_is_asked_for_per_row_is_averaged(question: str, column: str) -> None:
    found = autoviz.ask(CALLS, question.format(column), reader="embedded").table
    assert found.iloc[:, 1].tolist() == pytest.approx(CALLS.groupby("desk")[column].mean().tolist())


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("transfers per call by desk", "average transfers by desk"),
        ("which desk has the most transfers per call", "which desk has the most average transfers"),
        ("average transfers per call", "average transfers per call"),
        ("transfers per caller", "transfers per caller"),
        ("minutes per desk", "minutes per desk"),
        ("calls per day", "calls per day"),
        ("calls with more than 3 transfers per call", "calls with more than 3 transfers per call"),
        ("distribution of transfers per call", "distribution of transfers per call"),
    ],
)
def test_only_the_things_that_rows_are_are_averaged_over(question: str, meant: str) -> None:
    assert averaged_of_rows(question, profile(CALLS)) == meant


def test_where_several_rows_are_one_thing_it_is_left_alone() -> None:
    lines = pd.concat([CALLS, CALLS], ignore_index=True)
    assert averaged_of_rows("transfers per call by desk", profile(lines)) == "transfers per call by desk"
