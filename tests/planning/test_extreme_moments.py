"""When something was highest: the moment of one row; when most of it was sold: a period."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

HOURS = pd.date_range("2024-05-01 00:00", periods=40 * 24, freq="h")
WEATHER = pd.DataFrame({
    "measured_at": HOURS,
    "station": ["north", "south", "harbour"] * 320,
    "temperature_c": [12 + (place * 7) % 11 + (9 if place == 500 else 0) for place in range(960)],
    "wind_speed_ms": [3 + place % 9 - (8 if place == 77 else 0) for place in range(960)],
})  # fmt: skip
CONCERTS = pd.DataFrame({
    "held_on": pd.date_range("2022-01-01", periods=300, freq="2D"),
    "hall": ["big", "small", "open air"] * 100,
    "visitors": [100 + (place * 13) % 57 + (900 if place == 123 else 0) for place in range(300)],
    "ticket_sales": [1000 + (place * 17) % 91 + 5 * place for place in range(300)],
})  # fmt: skip


@pytest.mark.parametrize(
    ("frame", "question", "moment"),
    [
        (WEATHER, "When was the highest temperature measured?", "2024-05-21 20:00"),
        (WEATHER, "When was the wind speed lowest?", "2024-05-04 05:00"),
        (CONCERTS, "When did we have the largest crowd of visitors?", "2022-09-04"),
    ],
)
def test_the_moment_of_one_row(frame, question, moment):
    found = autoviz.ask(frame, question, reader="embedded")
    stamp = pd.Timestamp(moment)
    assert len(found.table) == 1 and found.table.iloc[0, 0] == stamp
    assert found.answer.startswith(f"{stamp.day} {stamp:%b %Y}")


def test_periods_where_amounts_or_averages_are_meant():
    for question in ("When did we have the most ticket sales?", "When were the highest temperatures?"):
        frame = CONCERTS if "sales" in question else WEATHER
        assert len(autoviz.ask(frame, question, reader="embedded").table) > 1
