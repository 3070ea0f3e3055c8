"""Dates by their hours: the same periods as cutting each date on its own, for every unit, gap and grain."""

from __future__ import annotations

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import pytest

from autoviz.frames.dates import truncate
from autoviz.model.labels import CALENDAR_GRAINS
from autoviz.shaping.hours import hours_of


def stamps(unit: str = "us") -> pd.Series:
    """Dates before and after 1970, on the edges of periods, and none at all."""
    texts = [
        "1969-12-31 23:59:59", "1970-01-01", "1965-02-28 12:30", "1972-02-29 23:00:00", None, "1968-03-31",
        "1971-12-27 00:00", "1971-12-26 23:59:59", "1970-07-01 00:00:01", "1965-01-01",
    ]  # fmt: skip
    return pd.Series(pd.to_datetime(texts, format="ISO8601"), index=range(5, 15)).dt.as_unit(unit)


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("grain", CALENDAR_GRAINS)
def test_periods_start_where_each_date_on_its_own_would_have_them(grain, unit):
    dates = stamps(unit)
    hours = hours_of(dates)
    assert hours is not None
    expected = nw.from_native(dates.to_frame("date")).select(truncate(nw.col("date"), grain)).to_native()["date"]
    pd.testing.assert_series_equal(hours.starts(grain).to_native(), expected, check_names=False)


def test_the_hours_that_were_seen_are_in_order_and_once_each():
    dates = pd.Series(pd.to_datetime(["2024-03-02 10:59", "2024-03-01 00:00", None, "2024-03-02 10:01"]))
    hours = hours_of(dates)
    assert hours is not None
    assert [str(hour) for hour in hours.seen()] == ["2024-03-01 00:00:00", "2024-03-02 10:00:00"]


def test_few_dates_over_centuries_are_left_to_the_calendar():
    assert hours_of(pd.Series(pd.to_datetime(["1700-01-01", "2024-01-01"]).as_unit("us"))) is None


@pytest.mark.parametrize(
    "dates",
    [
        pd.Series([], dtype="datetime64[us]"),
        pd.Series([pd.NaT, pd.NaT], dtype="datetime64[us]"),
        pd.Series(pd.array(["2024-01-01"], dtype="string")),
        pd.Series(np.arange(3)),
    ],
)
def test_what_holds_no_dates_has_no_hours(dates):
    assert hours_of(dates) is None
