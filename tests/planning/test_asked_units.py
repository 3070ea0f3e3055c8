"""Times are told in the unit that a question asks for, whatever unit their column has."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

CALLS = pd.DataFrame({
    "agent": ["Ann", "Bo", "Cy"] * 40,
    "talk (s)": [200 + 7 * (place % 30) for place in range(120)],
    "hold_minutes": [place % 9 + 1 for place in range(120)],
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "expected", "unit"),
    [
        ("total talk hours per agent", CALLS.groupby("agent")["talk (s)"].sum() / 3600, "hours"),
        ("total talk in hours by agent", CALLS.groupby("agent")["talk (s)"].sum() / 3600, "hours"),
        ("average talk in minutes per agent", CALLS.groupby("agent")["talk (s)"].mean() / 60, "minutes"),
        ("average talk in seconds per agent", CALLS.groupby("agent")["talk (s)"].mean(), "seconds"),
    ],
)
def test_a_time_is_told_in_the_unit_asked_for(question, expected, unit):
    found = autoviz.ask(CALLS, question, reader="embedded")
    assert found.table.set_index("agent").iloc[:, -1].to_dict() == pytest.approx(expected.to_dict())
    assert f" {unit}" in found.answer and "divided" not in found.answer
    assert found.proof.verdict == "proven"
    assert unit in str(found.figures[0].layout.yaxis.title.text)


@pytest.mark.parametrize("question", ["total hold minutes per agent", "agents with talk above 300 seconds"])
def test_the_name_of_a_column_and_a_bound_ask_for_no_unit(question):
    found = autoviz.ask(CALLS, question, reader="embedded")
    assert "/ 60" not in found.sql and "/ 3600" not in found.sql


def test_what_the_reading_divides_by_itself_is_told_in_its_unit():
    stops = pd.DataFrame({"shft": ["E", "L", "N"] * 40, "dwn_min": [place % 50 for place in range(120)]})
    found = autoviz.ask(stops, "How many hours of downtime in total on each shift?", reader="embedded")
    hours = stops.groupby("shft")["dwn_min"].sum() / 60
    assert found.table.set_index("shft").iloc[:, -1].to_dict() == pytest.approx(hours.to_dict())
    assert "hours" in found.answer and "divided" not in found.answer


def test_an_order_by_name_stays_one_by_name():
    found = autoviz.ask(CALLS, "total talk hours by agent sorted by agent", reader="embedded")
    assert found.table["agent"].is_monotonic_increasing or found.table["agent"].is_monotonic_decreasing


def test_a_time_between_dates_is_not_divided_into_the_unit_that_it_has():
    opened = pd.date_range("2024-03-01 08:00", periods=90, freq="7h")
    took = pd.to_timedelta([20 + 11 * (place % 40) for place in range(90)], unit="min")
    answered = opened + took
    tickets = pd.DataFrame({
        "Opened At": opened, "First Reply At": answered, "queue": ["a", "b", "c"] * 30,
        "Closed At": answered + pd.Timedelta(hours=3), "replies": [1, 2, 3] * 30,
    })  # fmt: skip
    hours = (took.to_series(index=tickets.index).dt.total_seconds() / 3600).groupby(tickets["queue"]).median()
    found = autoviz.ask(tickets, "median first reply time by queue in hours", reader="embedded")
    assert found.table.set_index("queue").iloc[:, -1].to_dict() == pytest.approx(hours.to_dict())
    assert "divided" not in found.answer
