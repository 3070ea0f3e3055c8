"""Rows that are named as such come in the order that the question says."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import pytest

import autoviz

DRAW = np.random.default_rng(4)
SALES = pd.DataFrame({
    "date": pd.date_range("2022-01-01", periods=300),
    "region": DRAW.choice(["North", "South", "West"], 300),
    "revenue": DRAW.normal(120, 40, 300).round(2),
})  # fmt: skip
HIGH = SALES[SALES["revenue"] > 100]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("rows where revenue > 100 sorted by date, first 20", HIGH.head(20)),
        ("first 5 rows where revenue > 100 sorted by date", HIGH.head(5)),
        ("records with revenue over 100 ordered by revenue descending", HIGH.sort_values("revenue", ascending=False)),
    ],
)
def test_rows_come_in_the_order_that_is_said(question: str, expected: pd.DataFrame) -> None:
    asked = autoviz.ask(SALES, question)
    assert asked.table["revenue"].tolist() == expected["revenue"].tolist()
    assert asked.proof.verdict == "proven"


def test_every_engine_lists_the_same_rows() -> None:
    asked = autoviz.ask(duckdb.sql("select * from SALES"), "rows where revenue > 100 sorted by date, first 20")
    assert asked.table["revenue"].tolist() == HIGH["revenue"].head(20).tolist()


def test_groups_that_are_sorted_stay_groups() -> None:
    asked = autoviz.ask(SALES, "number of rows by region sorted by region")
    assert len(asked.table) == 3
