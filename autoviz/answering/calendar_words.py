"""Calendar words: conditions on weekdays and years, and the groups that they make, as people call them."""

from __future__ import annotations

import calendar
import operator
from collections.abc import Sequence
from typing import Any

from autoviz.answering.day_spans import day_of
from autoviz.answering.measure_forms import is_year
from autoviz.listing import listed
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import Call, Constant

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_NAMES = {frozenset({6, 7}): "weekend", frozenset(range(1, 6)): "weekdays"}
_MANY_DAYS = 3
"""More days than these are called by what they are not."""
_TESTS = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_YEARS = {
    "<": ("before {}", "{} and later"), "<=": ("up to {}", "after {}"),
    ">": ("after {}", "up to {}"), ">=": ("{} and later", "before {}"),
}  # fmt: skip


def days_held(test: Any) -> frozenset[int]:
    """The weekdays, Monday 1 to Sunday 7, for which a condition on the weekday of a date holds; none for any other."""
    match test:
        case Call(op=op, args=(Call(op="date part", args=(Constant(value="weekday"), _)), *values)):
            numbers = [item.value for item in values if isinstance(item, Constant) and isinstance(item.value, int)]
            if len(numbers) != len(values):
                return frozenset()
            if op == "in":
                return frozenset(numbers)
            if op in _TESTS:
                return frozenset(day for day in range(1, 8) if _TESTS[op](day, numbers[0]))
    return frozenset()


def day_sides(days: frozenset[int], rest: str) -> tuple[str, str]:
    """What some weekdays and the others are called: weekend and weekdays, 'Fri' and the rest."""

    def named(some: frozenset[int]) -> str:
        plain = " or ".join(DAYS[day - 1] for day in sorted(some))
        return _NAMES.get(some) or (plain if len(some) <= _MANY_DAYS else rest)

    return named(days), named(frozenset(range(1, 8)) - days)


def days_told(days: frozenset[int]) -> str:
    """When something is on these weekdays: 'on a weekend', 'on a Friday or Saturday'."""
    name = _NAMES.get(days)
    named = listed([calendar.day_name[day - 1] for day in sorted(days)], "or")
    return f"on a {name.removesuffix('s') if name else named}"


def recurring_told(test: Any) -> str:
    """When something is in months or hours that come round: 'in December, January or February', 'from 18:00 to 24:00';
    nothing where a condition is no such one."""
    match test:
        case Call(op="in" | "=", args=(Call(op="date part", args=(Constant(value=part), _)), *values)):
            held = [item.value for item in values if isinstance(item, Constant) and isinstance(item.value, int)]
            if len(held) != len(values):
                return ""
            if part == "month" and all(1 <= month <= 12 for month in held):
                return "in " + listed([calendar.month_name[month] for month in _in_a_row(held, 12, 1)], "or")
            hours = _in_a_row(held, 24, 0) if part == "hour" else []
            if len(hours) > 1 and (hours[-1] - hours[0]) % 24 == len(hours) - 1:
                return f"from {hours[0]}:00 to {hours[-1] + 1}:00"
    return ""


def _in_a_row(places: Sequence[int], many: int, least: int) -> list[int]:
    """Places of a round in order, from the one on before which there is none: December, January, February."""
    known = {place for place in places if least <= place < least + many}
    first = next((place for place in sorted(known) if (place - least - 1) % many + least not in known), least)
    return sorted(known, key=lambda place: (place - first) % many)


def year_sides(op: str, left: Any, right: Any, profile: DatasetProfile | None) -> tuple[str, str] | None:
    """What lies on both sides of a year: 'before 1990' and '1990 and later'; None where it is no bound of years."""
    year = bounding_year(op, left, right, profile)
    return None if year is None else (_YEARS[op][0].format(year), _YEARS[op][1].format(year))


def bounding_year(op: str, left: Any, right: Any, profile: DatasetProfile | None) -> int | None:
    """The year that bounds a value: of a column of years, of a date's year, or the first day of a year."""
    if op not in _YEARS:
        return None
    day = day_of(right)
    if day is not None:
        return day.year if (day.month, day.day) == (1, 1) and op in ("<", ">=") else None
    part = isinstance(left, Call) and left.op == "date part" and left.args[0] == Constant(value="year")
    is_number = isinstance(right, Constant) and isinstance(right.value, int) and not isinstance(right.value, bool)
    return right.value if is_number and (part or is_year(left, profile)) else None
