"""Dating: hours from a column that has hours, and a word where a question leaves the date open."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Change, Filter, Link, Requirements, Time, Window
from autoviz.planning.dating import bounds_in_full, from_earlier_dates, on_fitting_date, unplaced_periods
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql


@pytest.fixture
def rides() -> DatasetProfile:
    days = pd.date_range("2024-01-01", periods=30)
    return profile(
        pd.DataFrame(
            {
                "ride_date": days,
                "pickup": days + pd.to_timedelta(range(30), unit="h"),
                "fare": [n + 0.5 for n in range(30)],
            }
        )
    )


def test_hours_move_to_the_column_that_has_them(rides):
    asked = Requirements(metrics=("fare",), time=Time(column="ride_date", grain="hour_of_day"))
    found = on_fitting_date(asked, rides, "fares by hour of the day")
    assert found.time == Time(column="pickup", grain="hour_of_day")
    assert found.assumed == ("hours are those of pickup; ride_date has none.",)


def test_a_date_that_the_question_does_not_name_is_said(rides):
    asked = Requirements(metrics=("fare",), time=Time(column="ride_date", grain="month"))
    found = on_fitting_date(asked, rides, "fares by month")
    assert found.time == asked.time
    assert found.assumed == ("time is that of ride_date; pickup would be another.",)
    assert on_fitting_date(found, rides, "fares by month") == found


def test_a_date_that_the_question_names_needs_no_word(rides):
    link = Link(phrase="ride date", target="ride_date", kind="name", score=1.0)
    asked = Requirements(metrics=("fare",), time=Time(column="ride_date", grain="month"), links=(link,))
    assert on_fitting_date(asked, rides, "fares by ride date") == asked


def test_a_date_that_only_a_condition_or_a_query_takes_is_said(rides):
    told = ("time is that of ride_date; pickup would be another.",)
    since = Requirements(constraints=(Filter(column="ride_date", op=">=", value="2024-01-10"),))
    assert on_fitting_date(since, rides, "how many rides since January 10th").assumed == told
    sql = "SELECT COUNT(*) AS n FROM t WHERE ride_date >= DATE '2024-01-10'"
    since = Requirements(query=from_sql(sql, rides.names))
    assert on_fitting_date(since, rides, "how many rides since January 10th").assumed == told
    assert on_fitting_date(since, rides, "how many with a ride date since January 10th") == since


def test_moments_are_counted_by_days_where_days_are_asked_for(rides):
    single = from_sql("SELECT pickup, COUNT(*) AS n FROM t GROUP BY 1 HAVING COUNT(*) > 1 ORDER BY 2 DESC", rides.names)
    found = on_fitting_date(Requirements(query=single), rides, "days with more than one ride").query
    assert "date_trunc('day', \"pickup\")" in to_sql(found)
    assert on_fitting_date(Requirements(query=single), rides, "moments with more than one ride").query == single


def test_times_between_are_told_from_the_earlier_date(rides):
    def read(sql: str) -> str:
        return to_sql(from_earlier_dates(from_sql(sql, rides.names), rides))

    turned = read("SELECT AVG(DATE_DIFF('hour', pickup, ride_date)) AS d FROM t")
    assert turned == read("SELECT AVG(DATE_DIFF('hour', ride_date, pickup)) FROM t")
    held = "SELECT COUNT(*) AS n FROM t WHERE DATE_DIFF('hour', pickup, ride_date) < 0"
    assert to_sql(from_sql(held, rides.names)) == read(held)


def test_how_late_something_came_is_told_from_when_it_was_due():
    days = pd.date_range("2024-01-01", periods=40)
    bills = profile(pd.DataFrame({"due": days + pd.Timedelta(days=5), "paid_on": days, "client": ["A", "B"] * 20}))
    late = from_sql("SELECT client, AVG(DATE_DIFF('day', due, paid_on)) AS d FROM t GROUP BY 1", bills.names)
    assert from_earlier_dates(late, bills) == late


@pytest.mark.parametrize(
    ("constraints", "told"),
    [
        ((), ("last month",)),
        ((Filter(column="ride_date", op=">=", value="2024-01-10"),), ()),
        ((Change(),), ()),
        ((Window(n=3),), ()),
    ],
)
def test_a_period_that_narrows_nothing_down_is_named(rides, constraints, told):
    asked = Requirements(metrics=("fare",), constraints=constraints)
    assert unplaced_periods(asked, rides, "total fare last month") == told
    assert unplaced_periods(asked, rides, "total fare") == ()


@pytest.mark.parametrize(
    ("held", "meant"),
    [
        ("'week', came, went) <= 1", "'day', came, went) <= 7"),
        ("'hour', came, went) > 2", "'minute', came, went) > 120"),
    ],
)
def test_bounds_on_times_are_held_against_what_is_counted_in_full(held, meant):
    asked, made = (
        from_sql(f"SELECT count(*) AS n FROM t WHERE date_diff({one}", ["came", "went"]) for one in (held, meant)
    )
    assert bounds_in_full(asked) == made
    assert bounds_in_full(made) == made


def test_hours_are_named_after_the_column_that_has_them():
    closed = pd.date_range("2024-01-02 08:00", periods=60, freq="25h")
    frame = pd.DataFrame({"ticket": range(60), "opened": pd.date_range("2024-01-01", periods=60), "closed_at": closed})
    found = autoviz.ask(frame, "tickets by hour of the day", reader="embedded")
    assert "hour_of_closed_at" in found.sql and "opened" not in found.sql
    assert found.record.notes == ("Assumed: hours are those of closed_at; opened has none.",)


def test_a_date_by_which_something_was_late_is_none_that_it_goes_by():
    count = range(60)
    jobs = profile(pd.DataFrame({
        "reported": pd.date_range("2024-01-01", periods=60),
        "due_date": pd.date_range("2024-01-06", periods=60),
        "completed": [pd.Timestamp("2024-01-03") + pd.Timedelta(days=at + at % 5) for at in count],
        "cost": [float(at % 7) for at in count],
    }))  # fmt: skip
    late = "SELECT date_trunc('month', reported) AS m, count(*) AS n FROM t WHERE completed > due_date GROUP BY 1"
    asked = Requirements(query=from_sql(late, jobs.names))
    told = ("time is that of reported; due_date or completed would be another.",)
    assert on_fitting_date(asked, jobs, "late jobs by month").assumed == told
