"""Periods that the data cover only in part are found before rows are left out."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.frames import open_frame
from autoviz.model.requirements import AnyOf, Filter
from autoviz.shaping.choosing import chosen_by
from autoviz.table import Lineage, Table


@pytest.fixture
def sales() -> pd.DataFrame:
    """Every day from January to March; the West stops selling ten days before the end."""
    days = pd.date_range("2024-01-01", "2024-03-31")
    both = pd.DataFrame({"date": np.repeat(days, 2), "region": ["West", "East"] * len(days)})
    both["revenue"] = np.linspace(10.5, 99.5, len(both))
    late = (both["region"] == "West") & (both["date"] > "2024-03-21")
    return both[~late].reset_index(drop=True)


def incomplete(analysis: autoviz.Analysis) -> list[str]:
    notes = [note for step in analysis.record.provenance.steps for note in step.notes]
    return [name for note in notes for name in note.data.get("incomplete", [])]


def test_a_group_that_stops_early_does_not_make_a_period_incomplete(sales):
    assert incomplete(autoviz.ask(sales, "total revenue by month where region is West")) == []


def test_a_period_that_the_whole_data_do_not_fill_stays_incomplete(sales):
    short = sales[sales["date"] < "2024-03-15"]
    found = incomplete(autoviz.ask(short, "total revenue by month where region is West"))
    assert any("Mar" in name or "2024-03" in name for name in found)


def visits(zone: str | None = None) -> pd.DataFrame:
    """A visit every third day or so over two years, none in the first days of 2024."""
    days = pd.date_range("2023-03-01", "2025-02-26", freq="3D", tz=zone)
    days = days[~((days >= pd.Timestamp("2024-01-01", tz=zone)) & (days < pd.Timestamp("2024-01-12", tz=zone)))]
    names = [f"v{at}" for at in range(len(days))]
    return pd.DataFrame({"id": names, "day": days, "fee": np.linspace(10.5, 99.5, len(days))})


@pytest.mark.parametrize("zone", [None, "Europe/Stockholm"])
def test_a_year_within_the_data_is_complete_though_nothing_came_in_its_first_days(zone):
    assert incomplete(autoviz.ask(visits(zone), "total fee by month in 2024")) == []


def test_a_bound_within_a_month_leaves_it_incomplete():
    found = incomplete(autoviz.ask(visits(), "total fee by month where day is before 2024-06-15"))
    assert "2024-06-01" in found


def test_the_end_of_the_data_still_cuts_a_year_that_goes_on():
    assert incomplete(autoviz.ask(visits(), "total fee by quarter in 2025"))[0] == "2025-01-01"


def test_a_condition_that_is_no_bound_asks_the_rows_that_are_left():
    table = Table(open_frame(visits()), {"day": Lineage("day", reach=("2023-03-01", "2025-02-26", 3.0))})
    either = AnyOf(filters=(Filter(column="day", op="<", value="2023-06-01"), Filter(column="fee", op=">", value=90)))
    assert chosen_by(table, table, ("day", "fee"), (either,)).of("day").reach is None
    assert chosen_by(table, table, ("day",), None).of("day").reach is None


def test_years_in_numbers_are_kept_by_as_numbers():
    waves = pd.DataFrame({"person": np.repeat(np.arange(40), 3), "year": [87, 88, 89] * 40, "wage": np.arange(120.0)})
    assert autoviz.ask(waves, "average wage by person in 88").answer
    table = Table(open_frame(waves), {"year": Lineage("year", reach=("1987-01-01", "1989-12-31", 365.0))})
    kept = (Filter(column="year", op=">=", value=88), Filter(column="year", op="<", value=89))
    assert chosen_by(table, table, ("year",), kept).of("year").reach is None
