"""Numbers and dates are written as people write them."""

from __future__ import annotations

from datetime import datetime

import pandas as pd
import pytest

from autoviz.answering.rendering import label
from autoviz.drawing.numbers import compact, date_ticks, hover_format, period_label
from autoviz.drawing.order import labels


@pytest.mark.parametrize(("value", "text"), [
    (0, "0"), (3, "3"), (-12.5, "-12.5"), (0.01234, "0.0123"), (999, "999"), (1234, "1,234"), (9999, "9,999"),
    (9999.7, "10.0k"), (12345, "12.3k"), (518_000, "518k"), (999_999, "1.00M"), (1_200_000, "1.20M"),
    (-2.5e9, "-2.50B"), (3e12, "3.00T"), (float("nan"), "unknown"), (1e-7, "1e-07"),
])  # fmt: skip
def test_a_number_fits_on_a_bar(value: float, text: str) -> None:
    assert compact(value) == text


@pytest.mark.parametrize(("values", "form"), [
    ([1, 2, 3], ",.0f"), ([], ",.0f"), ([float("nan")], ",.0f"), ([20_000.5], ",.0f"), ([2000.25], ",.1f"),
    ([12.345], ",.2f"), ([0.001], ",.3~g"),
])  # fmt: skip
def test_hover_text_has_the_digits_that_the_size_calls_for(values: list[float], form: str) -> None:
    assert hover_format(values) == form


@pytest.mark.parametrize(("grain", "text"), [
    ("hour", "5 Mar 2023, 14:00"), ("day", "5 Mar 2023"), ("week", "week of 5 Mar 2023"), ("month", "Mar 2023"),
    ("quarter", "Q1 2023"), ("year", "2023"), (None, "5 Mar 2023"),
])  # fmt: skip
def test_a_period_is_named(grain: str | None, text: str) -> None:
    assert period_label(datetime(2023, 3, 5, 14), grain) == text


@pytest.mark.parametrize(("last", "grain", "step"), [
    (datetime(2023, 9, 1), "month", "M1"),
    (datetime(2025, 6, 1), "month", "M3"),
    (datetime(2043, 6, 1), "month", "M24"),
    (datetime(2025, 6, 1), "quarter", "M3"),
    (datetime(2030, 1, 1), "year", "M12"),
    (datetime(2123, 1, 1), "year", "M120"),
])  # fmt: skip
def test_ticks_stand_on_whole_periods_and_are_at_most_a_dozen(last: datetime, grain: str, step: str) -> None:
    assert date_ticks(datetime(2023, 1, 1), last, grain)["dtick"] == step


def test_dates_without_a_grain_are_left_to_plotly() -> None:
    assert date_ticks(datetime(2023, 1, 1), datetime(2023, 5, 1), None) == {}


def test_a_number_that_names_a_group_has_no_dust_of_its_arithmetic() -> None:
    assert list(labels(pd.Series([0.1 + 0.2, 1.1 * 1.1, 3.0]))) == [0.3, 1.21, 3]
    assert [label(0.1 + 0.2), label(2.0), label(2.5)] == ["0.3", "2", "2.5"]
