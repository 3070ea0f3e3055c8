"""Calendar arithmetic: truncation to a grain on every engine, cycles such as weekdays, and ranges of periods."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, TypeVar

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.errors import ParameterError, did_you_mean
from autoviz.model.labels import CALENDAR_GRAINS, CYCLIC_GRAINS

Stamps = TypeVar("Stamps", pd.Timestamp, pd.DatetimeIndex, "pd.Series[Any]")

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
CYCLE_LABELS: dict[str, dict[int, str]] = {
    "weekday": dict(enumerate(_DAYS, start=1)),
    "month_of_year": dict(enumerate(_MONTHS, start=1)),
    "hour_of_day": {hour: f"{hour:02d}:00" for hour in range(24)},
}
"""For each cyclic grain the numbers that `cyclic` gives, in order, with what to show for them."""

_EVERY = {"hour": "1h", "day": "1d", "month": "1mo", "quarter": "1q", "year": "1y"}
_RANGES = {"hour": "h", "day": "D", "week": "W-MON", "month": "MS", "quarter": "QS", "year": "YS"}
_OFFSETS: dict[str, dict[str, int]] = {
    "hour": {"hours": 1}, "day": {"days": 1}, "week": {"weeks": 1},
    "month": {"months": 1}, "quarter": {"months": 3}, "year": {"years": 1},
}  # fmt: skip


def truncate(dates: nw.Expr, grain: str) -> nw.Expr:
    """The start of the period that each time stamp lies in; weeks start on Monday.

    The expression must give naive time stamps, as after `parse_column` or `local_time`.
    """
    _known(grain, CALENDAR_GRAINS)
    # Spark truncates into time stamps with a zone; the cast takes it off again and costs nothing elsewhere.
    if grain != "week":
        return dates.dt.truncate(_EVERY[grain]).cast(nw.Datetime("us"))
    return (dates.dt.truncate("1d") - _days_since_monday(dates) * nw.lit(timedelta(days=1))).cast(nw.Datetime("us"))


def cyclic(dates: nw.Expr, grain: str) -> nw.Expr:
    """The place in a cycle as a number: weekday 1 (Monday) to 7, month 1 to 12, hour 0 to 23."""
    _known(grain, CYCLIC_GRAINS)
    if grain == "weekday":
        return nw.when(~dates.is_null()).then(_days_since_monday(dates) + 1)
    return dates.dt.month() if grain == "month_of_year" else dates.dt.hour()


def period_start(stamp: pd.Timestamp, grain: str) -> pd.Timestamp:
    """The start of the period that one time stamp lies in."""
    _known(grain, CALENDAR_GRAINS)
    if grain == "hour":
        return stamp.floor("h")
    day = stamp.normalize()
    if grain == "week":
        return day - pd.Timedelta(days=day.weekday())
    if grain == "day":
        return day
    month = {"month": day.month, "quarter": 3 * day.quarter - 2, "year": 1}[grain]
    return day.replace(month=month, day=1)


def period_range(first: Any, last: Any, grain: str) -> pd.DatetimeIndex:
    """The starts of all periods from the one that holds the first time stamp to the one that holds the last."""
    start = period_start(pd.Timestamp(first), grain)
    return pd.date_range(start, period_start(pd.Timestamp(last), grain), freq=_RANGES[grain]).as_unit("us")


def add_periods(stamps: Stamps, count: int, grain: str) -> Stamps:
    """The time stamps moved by so many periods; the last of a month stays inside its month."""
    _known(grain, CALENDAR_GRAINS)
    offset: Any = pd.DateOffset(**{unit: count * size for unit, size in _OFFSETS[grain].items()})  # type: ignore[arg-type]
    moved: Stamps = stamps + offset
    return moved


def periods_later(stamps: pd.Series[Any], count: int, unit: str) -> pd.Series[Any]:
    """Time stamps moved by so many periods of the language, which has decades too."""
    moved = pd.to_datetime(stamps)
    return add_periods(moved, 10 * count, "year") if unit == "decade" else add_periods(moved, count, unit)


def previous_year(stamps: Stamps, grain: str) -> Stamps:
    """The same period a year before; for weeks 52 weeks before, so that Mondays stay Mondays."""
    return add_periods(stamps, -52, "week") if grain == "week" else add_periods(stamps, -1, "year")


def _days_since_monday(dates: nw.Expr) -> nw.Expr:
    # Sunday is 7 on every engine but PySpark, where it is 0; both come out as 6. A missing date has no weekday, which
    # pandas cannot cast to an integer; what stands in for it is lost again, since nothing minus a day is nothing.
    return (dates.dt.weekday().fill_null(1).cast(nw.Int64) + 6) % 7


def _known(grain: str, grains: tuple[str, ...]) -> None:
    if grain not in grains:
        raise ParameterError(f"There is no grain {grain!r} here", did_you_mean(grain, grains, "grains"))
