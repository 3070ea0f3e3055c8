"""Stretches of time: the days that a date or a period of a question covers, and how far they lie apart."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, timedelta
from typing import NamedTuple


class DateRange(NamedTuple):
    """The first and the last day that a date in the question covers, in ISO form, and its grain."""

    first: str
    last: str
    grain: str
    """month, quarter, year, month_of_year for a month without a year that the data has more than once, or day for a day
    and for every other stretch of days."""


class Period(NamedTuple):
    """A stretch of time relative to the data: n units back from its last date, 0 the running unit, -n whole units."""

    n: int
    unit: str


def resolve_period(n: int, unit: str, last_date: str, spacing_days: float | None = None) -> tuple[str, str]:
    """From when to when a period reaches, counted from the data's last date; monthly data reach to the month's end."""
    if unit == "hour":
        moment = datetime.fromisoformat(last_date)
        return (moment - timedelta(hours=max(n, 1))).isoformat(), moment.isoformat()
    last = date.fromisoformat(last_date[:10])
    if n > 0:
        return shifted(last + timedelta(days=1), unit, -n).isoformat(), last.isoformat()
    running = _start_of(last, unit)
    if n == 0:
        return running.isoformat(), last.isoformat()
    following = shifted(running, unit, 1)
    end = following if _reach(last, spacing_days) >= following - timedelta(days=1) else running
    return shifted(end, unit, n).isoformat(), (end - timedelta(days=1)).isoformat()


def _reach(last: date, spacing_days: float | None) -> date:
    """The last day that the data's last date stands for."""
    for least, unit in ((360, "year"), (80, "quarter"), (27, "month"), (6, "week")):
        if spacing_days and spacing_days >= least:
            return shifted(_start_of(last, unit), unit, 1) - timedelta(days=1)
    return last


def _start_of(day: date, unit: str) -> date:
    if unit == "week":
        return day - timedelta(days=day.weekday())
    if unit == "day":
        return day
    month = {"month": day.month, "quarter": (day.month - 1) // 3 * 3 + 1}.get(unit, 1)
    return date(day.year, month, 1)


def shifted(day: date, unit: str, n: int) -> date:
    """The day n units later, the last day of a month staying in it."""
    if unit in ("day", "week"):
        return day + timedelta(days=n * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + n * {"month": 1, "quarter": 3, "year": 12}[unit]
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def covering(year: int, month: int, months: int, grain: str) -> DateRange:
    """So many months from the first of one on."""
    first = date(year, month, 1)
    last = shifted(first, "month", months) - timedelta(days=1)
    return DateRange(first.isoformat(), last.isoformat(), grain)


def one_day(year: int, month: int, day: int) -> DateRange | None:
    """A single day; None where the calendar has no such."""
    try:
        found = date(year, month, day).isoformat()
    except ValueError:
        return None
    return DateRange(found, found, "day")
