"""The coldest winter is told by all of its days, and what is windier in winter is held against the other months."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz

DAYS = pd.date_range("2021-01-01", "2023-12-31")
PLACE = np.arange(len(DAYS))
COLD = (DAYS >= "2021-12-01") & (DAYS < "2022-03-01")
WARMTH = 10 - 9 * np.cos(2 * np.pi * (PLACE % 365 - 15) / 365) - 2.0 * COLD
WARMTH[DAYS == "2023-01-20"] = -14.0  # the coldest day is in the milder winter
WEATHER = pd.concat([
    pd.DataFrame({"date": DAYS, "station": name, "temp": (WARMTH + shift + PLACE % 5 * 0.1).round(1),
                  "wind": 6.0 - (DAYS.month % 12 // 3 == 2) * 2.5 + PLACE % 3})
    for name, shift in (("Harbour", 0.5), ("Hill", -1.5))
])  # fmt: skip


@pytest.mark.parametrize("question", ["coldest winter", "which winter was the coldest"])
def test_the_coldest_winter_is_no_day(question: str) -> None:
    found = autoviz.ask(WEATHER, question, reader="embedded")
    assert found.answer.startswith("Winter 2021/22 has the lowest average temp")
    assert "winter is the months 12, 1, 2." in found.assumed


def test_the_coldest_winter_day_is_a_day() -> None:
    assert "2023-01-20" in autoviz.ask(WEATHER, "coldest winter day", reader="embedded").answer


@pytest.mark.parametrize(("question", "yes"), [
    ("is it windier in winter", "Yes"), ("is it windier in summer", "No"),
    ("is the average temp higher in summer", "Yes"),
])  # fmt: skip
def test_one_season_is_held_against_the_other_months(question: str, yes: str) -> None:
    found = autoviz.ask(WEATHER, question, reader="embedded")
    assert found.answer.startswith(f"{yes}: average") and "for other months" in found.answer


def test_what_is_held_against_each_other_is_said_between_the_times() -> None:
    found = autoviz.ask(WEATHER, "was summer 2022 hotter than summer 2023", reader="embedded")
    assert "average temp is" in found.answer
    cold = autoviz.ask(WEATHER, "was winter 2021/22 colder than winter 2022/23", reader="embedded")
    assert cold.answer.startswith("Yes: average temp is")


def test_what_adds_up_over_orders_is_not_held_against_other_months() -> None:
    orders = pd.DataFrame({"order_id": PLACE, "sold_on": DAYS, "sales": 20.5 + PLACE % 90, "region": "North"})
    assert "other months" not in autoviz.ask(orders, "do we sell more in winter", reader="embedded").answer
