"""Two parts of one date as two groups: by weekday and hour."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz

POWER = pd.DataFrame({
    "ts": pd.date_range("2023-01-01", periods=2000, freq="h"),
    "power_kw": np.random.default_rng(1).gamma(2, 6, 2000).round(2),
})  # fmt: skip


@pytest.mark.parametrize("question", ["average power by weekday and hour", "heatmap of power by hour and weekday"])
def test_weekdays_and_hours_are_groups_of_their_own(question):
    found = autoviz.ask(POWER, question, reader="embedded")
    when = POWER["ts"].dt
    wanted = POWER.groupby([when.day_name().str[:3], when.hour])["power_kw"].mean()
    got = found.table.set_index(["weekday_of_ts", "hour_of_ts"])["power_kw"]
    assert got.round(6).to_dict() == wanted.round(6).to_dict()
    assert found.figure.data[0].type == "heatmap"
    assert found.proof.verdict == "proven"


def test_one_part_stays_one_and_months_of_years_run_on():
    assert len(autoviz.ask(POWER, "average power by weekday", reader="embedded").table) == 7
    monthly = autoviz.ask(POWER, "average power by year and month", reader="embedded").table
    assert len(monthly) == 3


def test_a_heatmap_of_one_group_is_drawn_as_bars_with_a_word():
    found = autoviz.ask(POWER, "average power by weekday as a heatmap", reader="embedded")
    assert found.figure.data[0].type == "bar"
    assert any("a heatmap shades what two groups" in told for told in found.assumed)


def test_columns_that_are_called_so_are_meant_first():
    flights = pd.DataFrame({"year": [2020, 2021] * 24, "month": [*range(1, 13)] * 4, "delay": range(48)})
    found = autoviz.ask(flights, "average delay by year and month", reader="embedded").table
    assert {"year", "month"} <= {*found.columns} or len(found) == 24


@pytest.mark.parametrize("question", ["monthly sales 2024 compared to 2023", "compare sales by month in 2023 and 2024"])
def test_months_of_two_years_stand_side_by_side(question):
    draw = np.random.default_rng(3)
    days = pd.Timestamp("2022-06-01") + pd.to_timedelta(np.sort(draw.integers(0, 1000, 1500)), "D")
    orders = pd.DataFrame({"ordered": days, "sales": draw.gamma(2, 40, 1500).round(2)})
    found = autoviz.ask(orders, question, reader="embedded")
    both = orders[orders["ordered"].dt.year.isin([2023, 2024])]
    wanted = both.groupby([both["ordered"].dt.month_name().str[:3], both["ordered"].dt.year.astype(str)])["sales"].sum()
    got = found.table.set_index(["month_of_ordered", "year of ordered"]).iloc[:, 0]
    assert got.round(6).to_dict() == wanted.round(6).to_dict()
    assert found.figure.layout.barmode == "group" and found.proof.verdict == "proven"
    course = autoviz.ask(orders, "sales by month from 2023 to 2024", reader="embedded")
    assert len(course.table) == 24
