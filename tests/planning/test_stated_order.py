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


ARRIVALS = pd.DataFrame({"arrived": pd.to_datetime("2024-01-01") + pd.to_timedelta(DRAW.integers(0, 5000, 400), "h")})


@pytest.mark.parametrize("question", ["at what hour do most arrivals come?", "on which weekday do most arrive?"])
def test_hours_and_weekdays_run_through_the_calendar(question: str) -> None:
    asked = autoviz.ask(ARRIVALS, question, reader="embedded")
    labels = [str(label) for label in asked.figures[0].data[0].x]
    hours = [str(hour) for hour in range(24)]
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    assert labels in ([hour for hour in hours if hour in labels], days, [day[:3] for day in days])
    assert "the most" in asked.answer


def test_a_stated_order_is_kept() -> None:
    asked = autoviz.ask(ARRIVALS, "number of rows by weekday, sorted by number", reader="embedded")
    drawn = [int(count) for count in asked.figures[0].data[0].y]
    assert drawn in (sorted(drawn), sorted(drawn, reverse=True))
