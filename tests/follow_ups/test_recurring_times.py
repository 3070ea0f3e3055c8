"""Follow-ups that keep the weekends, the Mondays or the summers of what was asked before, or leave them out."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.readers.embedded.network import shipped

pytestmark = pytest.mark.skipif(shipped() is None, reason="needs the networks")

DAYS = pd.date_range("2023-01-02", periods=360)
VISITS = pd.DataFrame({
    "visited_on": np.tile(DAYS, 2),
    "pool": np.repeat(["Lido", "Baths"], 360),
    "guests": np.random.default_rng(6).integers(20, 400, 720),
})  # fmt: skip
WEEKEND = VISITS["visited_on"].dt.day_of_week >= 5


@pytest.mark.parametrize(("text", "kept"), [
    ("weekends only", WEEKEND),
    ("only weekdays", ~WEEKEND),
    ("without weekends", ~WEEKEND),
    ("and on sundays?", VISITS["visited_on"].dt.day_of_week == 6),
    ("only in summer", VISITS["visited_on"].dt.month.isin([6, 7, 8])),
])  # fmt: skip
def test_rows_of_such_times_are_kept_or_left_out(text, kept):
    session = autoviz.Session(VISITS, reader="embedded")
    session.ask("total guests by pool")
    found = session.ask(text).table.set_index("pool").iloc[:, -1]
    assert dict(found) == dict(VISITS[kept].groupby("pool")["guests"].sum())


def test_other_such_times_make_way():
    session = autoviz.Session(VISITS, reader="embedded")
    session.ask("total guests by pool")
    session.ask("weekends only")
    found = session.ask("and only on mondays").table.set_index("pool").iloc[:, -1]
    mondays = VISITS[VISITS["visited_on"].dt.day_of_week == 0]
    assert dict(found) == dict(mondays.groupby("pool")["guests"].sum())


def test_a_part_of_the_day_that_dates_do_not_tell_is_told():
    session = autoviz.Session(VISITS, reader="embedded")
    session.ask("total guests by pool")
    with pytest.raises(autoviz.AutovizError, match="evening"):
        session.ask("only in the evening")


def test_groups_by_weekday_stay_groups():
    session = autoviz.Session(VISITS, reader="embedded")
    session.ask("total guests by pool")
    assert len(session.ask("by weekday").table) == 14
