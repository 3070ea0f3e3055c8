"""What words plainly mean is not lost to a rule: units of a length, none of what is counted, both ways left open."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz

RNG = np.random.default_rng(11)
N = 240
START = pd.Timestamp("2023-03-01 06:00") + pd.to_timedelta(RNG.integers(0, 20_000, N), "min")
TRIPS = pd.DataFrame({
    "trip": range(N),
    "start_time": START,
    "end_time": START + pd.to_timedelta(RNG.integers(5, 90, N), "min"),
    "Distance (km)": RNG.normal(4, 1, N).round(2),
    "bike": RNG.choice(["cargo", "classic", "electric"], N),
})  # fmt: skip
MONTHS = pd.date_range("2021-01-01", periods=24, freq="MS")
SHOPS = pd.DataFrame({
    "shop": ["Kendal"] * 24 + ["Luton"] * 24,
    "month": [*MONTHS, *MONTHS],
    "footfall": [*range(100, 124), *range(300, 276, -1)],
})  # fmt: skip
SHIFTS = pd.DataFrame({
    "run": range(90),
    "machine": ["M1", "M2", "M3"] * 30,
    "units": RNG.integers(100, 300, 90),
    "downtime [min]": [None if place % 10 == 9 else (place % 4) * 12 for place in range(90)],
})  # fmt: skip


def test_a_length_in_kilometres_is_no_time():
    found = autoviz.ask(TRIPS, "average trip length in km for each kind of bike", reader="embedded")
    expected = TRIPS.groupby("bike")["Distance (km)"].mean()
    assert dict(zip(found.table["bike"], found.table.iloc[:, -1], strict=True)) == pytest.approx(expected.to_dict())


@pytest.mark.parametrize(("question", "opens"), [
    ("has Kendal's footfall been rising or falling?", "Footfall"),
    ("is Kendal's footfall falling over time?", "No:"),
    ("is Luton's footfall falling over time?", "Yes:"),
])  # fmt: skip
def test_what_leaves_both_ways_open_has_no_yes(question, opens):
    found = autoviz.ask(SHOPS, question, reader="embedded")
    assert found.answer.startswith(opens)
    assert "in Jan 2021" in found.answer and "1 Jan" not in found.answer


def test_none_of_what_is_counted_is_zero_and_not_unknown():
    found = autoviz.ask(SHIFTS, "in how many runs was there no downtime at all?", reader="embedded")
    assert str((SHIFTS["downtime [min]"] == 0).sum()) in found.answer


def test_one_year_of_days_is_a_course_of_shorter_periods():
    days = pd.date_range("2021-01-01", "2021-12-31")
    stations = ["A"] * 365 + ["B"] * 365
    weather = pd.DataFrame({"station": stations, "date": [*days, *days], "tmax": RNG.normal(15, 5, 730)})
    found = autoviz.ask(weather, "plot the daily tmax over the year, one line per station", reader="embedded")
    assert found.charts[0].mark == "line" and found.charts[0].color == "station"
    assert len(found.table) > 24


def test_a_word_that_is_spelt_right_is_no_mistyped_value():
    deals = pd.DataFrame({
        "plan": ["Team", "Starter", "Business"] * 40, "rep": ["Ann", "Bob", "Cid", "Dee"] * 30, "mrr": range(120)
    })  # fmt: skip
    found = autoviz.ask(deals, "who is our best rep in terms of mrr?", reader="embedded")
    best = deals.groupby("rep")["mrr"].sum()
    assert best.idxmax() in found.answer.split(",")[0] and f"{best.max():,}" in found.answer


def test_capitals_that_are_short_for_something_stay():
    found = autoviz.ask(TRIPS.rename(columns={"Distance (km)": "MRR (USD)"}), "total MRR by bike", reader="embedded")
    assert found.answer.startswith("Total MRR")
