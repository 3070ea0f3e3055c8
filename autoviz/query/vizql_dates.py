"""Conditions on dates as VizQL filters: from one day to another, or whole periods up to an anchor."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from autoviz.query.formulas import DataField
from autoviz.query.language import Call, Column, Constant, Moment
from autoviz.query.vizql_ranges import Filter, against, bounds, present

Days = tuple[date | None, date | None]
"""The first day that is let in, and the first after it that is not; None where there is no such bound."""
_MONTHS = {"year": 12, "quarter": 3, "month": 1}


def date_filter(found: DataField, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """The filter of a date without a time: a period up to its last day, or from a day to a day, both taken in."""
    low, high, left = _interval(tests, whole_days=True)
    if low is not None and high is not None:
        if high <= low:
            return {}, list(tests)
        begun = _begun(low, high)
        if begun:
            return {"filterType": "DATE", "periodType": begun, "dateRangeType": "TODATE", **_anchor(high)}, left
    made = bounds("QUANTITATIVE_DATE", "minDate", "maxDate", _iso(low), _iso(high and high - timedelta(days=1)))
    return (made, left) if made else present("QUANTITATIVE_DATE", tests)


def moment_filter(found: DataField, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """The filter of a date with its time: the last n years, months or days, the whole of the last day among them.

    A bound of a range is a day at midnight, so that a last one lets in more than it should; the calculation tests it.
    """
    low, high, left = _interval(tests, whole_days=False)
    if low is None and high is None:
        return present("QUANTITATIVE_DATE", tests)
    if low is None or high is None:
        return bounds("QUANTITATIVE_DATE", "minDate", "maxDate", _iso(low), _iso(high)), list(tests) if high else left
    if high <= low:
        return {}, list(tests)
    unit, count = _counted(low, high)
    last = {"dateRangeType": "CURRENT"} if count == 1 else {"dateRangeType": "LASTN", "rangeN": count}
    return {"filterType": "DATE", "periodType": unit, **last, **_anchor(high)}, left


def _begun(low: date, high: date) -> str:
    """The month or the year that begins with the first day and ends within a month after the last."""
    for word, unit in (("month", "MONTHS"), ("year", "YEARS")):
        span = _period(word, low)
        if span is not None and high.day > 1 and high < span[1]:
            return unit
    return ""


def _counted(low: date, high: date) -> tuple[str, int]:
    """How many whole periods lie between two days, in the longest that fit.

    Not in weeks and quarters, which begin where the calendar of the data source says.
    """
    months = (high.year - low.year) * 12 + high.month - low.month
    if low.day == high.day == 1:
        return ("YEARS", months // 12) if low.month == high.month == 1 else ("MONTHS", months)
    return "DAYS", (high - low).days


def _anchor(high: date) -> Filter:
    return {"anchorDate": _iso(high - timedelta(days=1))}


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _interval(tests: Sequence[Any], *, whole_days: bool) -> tuple[date | None, date | None, list[Any]]:
    """The days that all tests let in, and the tests that no such interval says."""
    low: date | None = None
    high: date | None = None
    left = []
    for test in tests:
        found = _days(test, whole_days)
        if found is None:
            left.append(test)
            continue
        low = max(filter(None, (low, found[0])), default=None)
        high = min(filter(None, (high, found[1])), default=None)
    return low, high, left


def _days(test: Any, whole_days: bool) -> Days | None:
    """The days that a test lets in: it holds a date, its year or its period against a span of days."""
    match test:
        case Call(
            op=op, args=(Call(op="date part", args=(Constant(value="year"), Column())), Constant(value=year))
        ) if isinstance(year, int):
            return _sides(op, (date(year, 1, 1), date(year + 1, 1, 1))) if 1 <= year < 9999 else None
        case Call(op=op, args=(Call(op="period", args=(Constant(value=word), Column())), Moment(at=at))):
            day = _midnight(at)
            return _sides(op, None if day is None else _period(str(word), day))
    sign, value = against(test) or ("", None)
    day = _midnight(value) if isinstance(value, str) else None
    if day is None or not (whole_days or sign in (">=", "<")):
        return None
    return _sides(sign, (day, day + timedelta(days=1)))


def _sides(op: str, span: tuple[date, date] | None) -> Days | None:
    """What a comparison with a span of days lets in; the span itself, or what lies on one side of it."""
    if span is None:
        return None
    first, after = span
    sides: dict[str, Days] = {
        "=": span, ">=": (first, None), ">": (after, None), "<": (None, first), "<=": (None, after)
    }  # fmt: skip
    return sides.get(op)


def _period(word: str, day: date) -> tuple[date, date] | None:
    """The period that begins with a day, where one does."""
    months = _MONTHS.get(word)
    if months is None or day.day != 1 or (day.month - 1) % months:
        return None
    after = day.year * 12 + day.month - 1 + months
    return day, date(after // 12, after % 12 + 1, 1)


def _midnight(at: str) -> date | None:
    """The day of a moment that is the first of its day."""
    day, _, time = at.replace("T", " ").partition(" ")
    if time.strip("0:."):
        return None
    try:
        return date.fromisoformat(day)
    except ValueError:
        return None
