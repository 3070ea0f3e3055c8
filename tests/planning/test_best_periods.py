"""The best or worst month is the month of all of its rows, and one that is asked for is told alone."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def turbines() -> pd.DataFrame:
    """Four turbines by month; most birds were hit in September, though a single turbine had its worst in May."""
    rows = []
    for at, month in enumerate(pd.date_range("2023-01-01", periods=24, freq="MS")):
        for number in range(4):
            strikes = 3 if month == pd.Timestamp("2024-09-01") else 5 if (at, number) == (4, 2) else at % 2
            revenue = 40_000.5 + 900 * number + (9_000 if month == pd.Timestamp("2023-11-01") else 37 * at)
            rows.append((f"T0{number}", month, revenue, strikes))
    return pd.DataFrame(rows, columns=["turbine", "month", "revenue_eur", "bird_strikes"])


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("worst month ever for bird strikes", "Sep 2024"),
        ("what was our best month?", "Nov 2023"),
        ("best month for revenue", "Nov 2023"),
        ("best year for revenue", "2023"),
    ],
)
def test_the_best_period_is_told_first(turbines, question, start):
    assert autoviz.ask(turbines, question).answer.startswith(start)


def test_best_months_in_the_plural_are_a_list(turbines):
    answer = autoviz.ask(turbines, "best months for revenue").answer
    assert "Nov 2023" in answer
    assert "ahead of" not in answer


def test_the_hottest_of_days_with_one_row_each_is_that_row():
    """The number of its rows, which every day has one of, says nothing."""
    days = pd.date_range("2023-01-01", periods=365)
    heat = [round(20 - abs(at - 200) / 10 + (6.25 if at == 190 else 0), 2) for at in range(365)]
    weather = pd.DataFrame({"date": days, "rain_mm": [float(at % 7) for at in range(365)], "temp_max": heat})
    answer = autoviz.ask(weather, "hottest day", reader="embedded").answer
    assert str(max(heat)) in answer and "rows" not in answer


def test_years_in_numbers_tell_no_days():
    crashes = [place * 7 % 50 for place in range(80)]
    trial = pd.DataFrame({"year": [1961, 1962] * 40, "day": range(80), "crashes": crashes})
    assert "49" in autoviz.ask(trial, "worst day", reader="embedded").answer
