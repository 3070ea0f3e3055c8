"""What two moments of a row tell: how long something took, and that it happened at all."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.lasting import lasting
from autoviz.profile import profile
from autoviz.query.language import Call, Column, Constant, Named, Query
from autoviz.query.sql import to_sql


@pytest.fixture(autouse=True)
def own_project(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(tmp_path))


def ask(frame: pd.DataFrame, question: str) -> autoviz.Analysis:
    return autoviz.ask(frame, question, reader="embedded")


def only(asked: autoviz.Analysis) -> float:
    assert asked.table is not None and len(asked.table) == 1
    return float(asked.table.iloc[0, -1])


def tickets() -> pd.DataFrame:
    draw = np.random.default_rng(9)
    opened = pd.Timestamp("2024-01-02 08:00") + pd.to_timedelta(np.sort(draw.integers(0, 260000, 300)), "min")
    agents = draw.choice(["Mia", "Noah", "Olga"], 300)
    minutes = (draw.gamma(2, 400, 300) * pd.Series(agents).map({"Mia": 1, "Noah": 2, "Olga": 0.5})).round()
    return pd.DataFrame(
        {"ticket": np.arange(300), "agent": agents, "opened_at": opened,
         "closed_at": opened + pd.to_timedelta(minutes, "min")}
    )  # fmt: skip


def test_time_between_two_moments_is_told_in_hours_and_not_in_midnights():
    frame = tickets()
    hours = (frame["closed_at"] - frame["opened_at"]).dt.total_seconds() / 3600
    asked = ask(frame, "how long does it take to close a ticket")
    assert only(asked) == pytest.approx(hours.mean())
    assert asked.answer == f"Average time from opened at to closed at is {hours.mean():.2f} hours."
    assert ask(frame, "which agent is the fastest").answer.startswith(hours.groupby(frame["agent"]).mean().idxmin())


def test_how_long_asks_for_one_figure():
    frame = tickets()
    dates = (Column(name="closed_at"), Column(name="opened_at"))
    between = Named(name="days", expr=Call(op="time between", args=(Constant(value="day"), *dates)))
    rows = Requirements(query=Query(then=(between,), shown=("days",)), outputs=("chart", "table"))
    reading = Reading(requirements=rows, intent=Intent(primary="lookup", confidence=1.0, reasoning=""), confidence=1.0)
    query = lasting("how long are tickets open, in days", reading, profile(frame)).requirements.query
    minutes = 'date_diff(\'minute\', "opened_at", "closed_at")'
    assert to_sql(query) == f'SELECT avg({minutes} / 1440) AS "average_days_from_opened_at_to_closed_at" FROM t'
    listed = lasting("list the days", reading, profile(frame)).requirements.query
    assert listed is not None and not listed.measures and len(listed.then) == 1, "rows stay rows, told to the minute"


def bookings() -> pd.DataFrame:
    draw = np.random.default_rng(12)
    booked = pd.Timestamp("2024-01-01") + pd.to_timedelta(np.sort(draw.integers(0, 300, 200)), "D")
    cancelled = pd.Series(booked + pd.to_timedelta(draw.integers(1, 20, 200), "D")).where(draw.random(200) < 0.2)
    channels = draw.choice(["web", "phone"], 200)
    return pd.DataFrame(
        {"booking_id": np.arange(200), "channel": channels, "booked_on": booked, "cancelled_on": cancelled}
    )


def test_what_was_done_has_a_date():
    frame = bookings()
    count = int(frame["cancelled_on"].notna().sum())
    assert only(ask(frame, "how many bookings were cancelled")) == count
    assert only(ask(frame, "how many bookings were not cancelled")) == 200 - count
    most = frame[frame["cancelled_on"].notna()]["channel"].value_counts()
    asked = ask(frame, "which channel has the most cancellations")
    assert asked.answer.startswith(most.idxmax().capitalize()) and f" {most.max()}" in asked.answer
