"""The row of an export that adds up all others."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.export.profile_table import warnings
from autoviz.model.profile import TotalRow
from autoviz.profile import profile

MONTHS = ["2024-01", "2024-02", "2024-03", "2024-04", "2024-05"]
UNITS, COST = [3, 4, 5, 6, 7], [1.5, 2.5, 3.0, 4.0, 5.0]


def ending(label: object, units: object, cost: object, keys: list[str] = MONTHS) -> pd.DataFrame:
    return pd.DataFrame({"key": [*keys, label], "units": [*UNITS, units], "cost": [*COST, cost]})


@pytest.mark.parametrize(("frame", "row"), [
    (ending("Total", 25, 16.0), TotalRow(column="key", value="Total", sums=("units", "cost"))),
    (ending("Grand total", 25, None), TotalRow(column="key", value="Grand total", sums=("units",))),
    (ending(None, 25, 16.0, list("ABCDE")), TotalRow(column="key", sums=("units", "cost"))),
    (ending("Sum", "25", "-", list("ABCDE")).astype(str), TotalRow(column="key", value="Sum", sums=("units",))),
    (ending("Total", 25, 16.0).iloc[::-1], TotalRow(column="key", value="Total", sums=("units", "cost"))),
    (ending("Total", 8, 5.5), None),
    (ending("F", 25, 16.0, list("ABCDE")), None),
    (ending(None, 25, None, list("ABCDE")), None),
])  # fmt: skip
def test_a_row_is_a_total_by_its_sums_and_by_what_it_says_or_lacks(frame: pd.DataFrame, row: TotalRow | None) -> None:
    assert profile(frame.reset_index(drop=True)).total_row == row


@pytest.mark.parametrize(("question", "told"), [
    ("total cost", "16"), ("how many rows are there", "5"), ("which key has the highest cost", "E has"),
])  # fmt: skip
def test_it_is_left_out_and_told(question: str, told: str) -> None:
    frame = ending("TOTAL", 25, 16.0, list("ABCDE"))
    asked = autoviz.ask(frame, question, reader="embedded")
    assert told in asked.answer
    assert "the row with key TOTAL is left out: it adds up the others." in asked.assumed
    assert "The row with key TOTAL adds up the others and is left out." in warnings(profile(frame))


def test_it_is_shown_where_its_row_is_asked_for() -> None:
    asked = autoviz.ask(ending("Total", 25, 16.0, list("ABCDE")), "show rows where key is Total", reader="embedded")
    assert asked.table is not None and list(asked.table["cost"]) == [16.0]
