"""Calendar of the query language: periods, parts and names of dates, and the time between two of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import narwhals.stable.v2 as nw

from autoviz.errors import ParameterError
from autoviz.frames.dates import cyclic, truncate
from autoviz.shaping.conversion import day_number, days_in_month, moved
from autoviz.shaping.typed import DATES, IN_WORDS, Kind, Typed

NAMES: dict[str, tuple[str, ...]] = {
    "weekday": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "month": (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ),
}  # fmt: skip
"""What `date name` gives, in the order of the calendar."""
_LENGTHS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400}
Operation = Callable[[Sequence[Typed]], Typed]


def _dates(value: Typed, purpose: str) -> nw.Expr:
    if value.kind == "nothing" or (value.is_constant and value.kind == "text"):
        return value.to("time").expr
    if value.kind not in DATES:
        raise ParameterError(
            f"The {purpose} is taken of dates, not of {IN_WORDS[value.kind]}",
            "Read the column as dates first: as date, or parse_datetime.",
        )
    return value.expr


def _period(values: Sequence[Typed]) -> Typed:
    grain = str(values[0].constant)
    dates = _dates(values[1], grain)
    kind: Kind = "time" if grain == "hour" else "date"
    if grain != "decade":
        return Typed(truncate(dates, grain), kind)
    first = day_number(_whole(dates.dt.year()) // 10 * 10, nw.lit(1), nw.lit(1))
    return Typed(moved(truncate(dates, "day"), first - _days(dates), timedelta(days=1)), kind)


def _part(values: Sequence[Typed]) -> Typed:
    part = str(values[0].constant)
    dates = _dates(values[1], part)
    parts: dict[str, Callable[[], nw.Expr]] = {
        "quarter": lambda: (_whole(dates.dt.month()) + 2) // 3,
        "week": lambda: _iso_week(dates),
        "weekday": lambda: cyclic(dates, "weekday"),
        "day of year": dates.dt.ordinal_day,
    }
    found = parts[part]() if part in parts else getattr(dates.dt, part)()
    return Typed(_whole(found), "integer")


def _name(values: Sequence[Typed]) -> Typed:
    """Monday, January: in English, whatever the engine speaks."""
    kind = str(values[0].constant)
    dates = _dates(values[1], kind)
    number = cyclic(dates, "weekday") if kind == "weekday" else dates.dt.month()
    names = NAMES[kind]
    named = _whole(number).replace_strict(
        list(range(1, len(names) + 1)), list(names), default=None, return_dtype=nw.String
    )
    return Typed(named, "text")


def _between(values: Sequence[Typed]) -> Typed:
    """How many boundaries of the unit lie between two times; weeks are whole ones, as DuckDB counts them."""
    unit = str(values[0].constant)
    first, second = (_dates(value, "time between") for value in values[1:])
    if unit in ("month", "year"):
        return Typed(_months(second, unit) - _months(first, unit), "integer")
    if unit != "week":
        return Typed(_ticks(second, unit) - _ticks(first, unit), "integer")
    days = _days(second) - _days(first)
    return Typed(nw.when(days < 0).then(-(-days // 7)).otherwise(days // 7), "integer")


def _later(values: Sequence[Typed]) -> Typed:
    """A date so many units later; the last of a month stays inside its month."""
    unit = str(values[0].constant)
    (date, count) = values[1:] if values[1].kind in DATES else (values[2], values[1])
    dates, number = _dates(date, "later date"), count.to("integer").expr
    if unit in _LENGTHS:
        kind: Kind = date.kind if unit in ("day", "week") else "time"
        return Typed(moved(dates, number, timedelta(seconds=_LENGTHS[unit])), kind)
    months = _months(dates, "month") + number * (12 if unit == "year" else 1)
    year, month = (months - 1) // 12, (months - 1) % 12 + 1
    last, day = days_in_month(year, month), _whole(dates.dt.day())
    clamped = nw.when(day > last).then(last).otherwise(day)
    return Typed(moved(dates, day_number(year, month, clamped) - _days(dates), timedelta(days=1)), date.kind)


def _whole(number: nw.Expr) -> nw.Expr:
    # Polars counts years in 16 bits, in which a century of days does not fit.
    return number.cast(nw.Int64)


def _days(dates: nw.Expr) -> nw.Expr:
    return day_number(_whole(dates.dt.year()), _whole(dates.dt.month()), _whole(dates.dt.day()))


def _months(dates: nw.Expr, unit: str) -> nw.Expr:
    year = _whole(dates.dt.year())
    return year if unit == "year" else year * 12 + _whole(dates.dt.month())


def _ticks(dates: nw.Expr, unit: str) -> nw.Expr:
    ticks = _days(dates)
    for part, size in (("hour", 24), ("minute", 60), ("second", 60)):
        if _LENGTHS[unit] > _LENGTHS[part]:
            break
        ticks = ticks * size + _whole(getattr(dates.dt, part)())
    return ticks


def _iso_week(dates: nw.Expr) -> nw.Expr:
    """The week that holds the Thursday belongs to the year of that Thursday."""
    thursday = moved(dates, 4 - cyclic(dates, "weekday"), timedelta(days=1))
    return (_whole(thursday.dt.ordinal_day()) - 1) // 7 + 1


CALENDAR: dict[str, Operation] = {
    "period": _period, "date part": _part, "date name": _name, "time between": _between, "later": _later
}  # fmt: skip
