"""Hours: dates of a pandas column by the hour they lie in, so that the calendar is asked per day and not per row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
from numpy.typing import NDArray

FEW_HOURS = 200_000
"""Over twenty years. Dates that reach further, and over more hours than MOST_PER_ROW for each, are cut one by one."""
MOST_PER_ROW = 4
HOUR = {"s": 3_600, "ms": 3_600_000, "us": 3_600_000_000, "ns": 3_600_000_000_000}
"""An hour in each unit that pandas counts time in."""
_STAMP = "datetime64[us]"


@dataclass(frozen=True)
class Hours:
    """All hours of whole days from the first date to the last, and the place of each row among them."""

    every: NDArray[np.datetime64]
    places: NDArray[np.int64]
    """The place after the last hour where a row has no date."""
    index: pd.Index[Any]

    def seen(self) -> pd.DatetimeIndex:
        """The hours that some date lies in, in order."""
        marked = np.zeros(len(self.every) + 1, dtype=bool)
        marked[self.places] = True
        return pd.DatetimeIndex(self.every[marked[:-1]]).as_unit("us")

    def starts(self, grain: str) -> nw.Series[Any]:
        """For each row the start of the period that its date lies in."""
        days = self.every[::24].astype("datetime64[D]")
        # In microseconds while they are days: it is the calendar that takes long, and there are 24 times as many hours.
        starts = self.every if grain == "hour" else np.repeat(_period_starts(days, grain).astype(_STAMP), 24)
        known = np.append(starts.astype(_STAMP, copy=False), np.datetime64("NaT", "us"))
        return nw.from_native(pd.Series(known[self.places], self.index), series_only=True)


def _period_starts(days: NDArray[np.datetime64], grain: str) -> NDArray[np.datetime64]:
    """As `autoviz.frames.dates.truncate` has them, for a few days and without the cost of a frame."""
    if grain == "week":
        # Day 0, the first of January 1970, was a Thursday.
        mondays: NDArray[np.datetime64] = days - (days.view("int64") + 3) % 7
        return mondays
    if grain == "quarter":
        months = days.astype("datetime64[M]")
        quarters: NDArray[np.datetime64] = months - months.view("int64") % 3
        return quarters
    return days.astype({"day": "datetime64[D]", "month": "datetime64[M]", "year": "datetime64[Y]"}[grain])


def hours_of(dates: pd.Series[Any]) -> Hours | None:
    """A column of naive dates by hours; None where there are no dates, they lie too far apart, or numpy has no part."""
    if not isinstance(dates.dtype, np.dtype) or dates.dtype.kind != "M":
        return None
    stamps = dates.to_numpy()
    hour = HOUR[np.datetime_data(stamps.dtype)[0]]
    hours = stamps.view("int64") // hour
    missing = np.isnat(stamps)
    known = hours[~missing] if missing.any() else hours
    if not len(known):
        return None
    first, last = int(known.min()) // 24 * 24, int(known.max()) // 24 * 24 + 24
    if last - first > max(FEW_HOURS, MOST_PER_ROW * len(known)):
        return None
    every = (np.arange(first, last) * hour).view(stamps.dtype)
    places = hours - first
    places[missing] = len(every)
    return Hours(every, places, dates.index)
