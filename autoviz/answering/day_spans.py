"""Day spans: two bounds of a date as the period that they enclose, in words."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

from autoviz.query.language import Call, Constant, Moment

_ISO = re.compile(r"\d{4}-\d\d-\d\d")


def spanned(one: Any, other: Any) -> str:
    """Two bounds of the same date as one period: 'in 2024', 'in Mar 2024', 'from 2024-01-05 to 2024-02-10'."""
    bounds = (one, other)
    days = [day_of(item.args[1]) if isinstance(item, Call) and len(item.args) == 2 else None for item in bounds]
    if None in days:
        return ""
    if one.args[0] != other.args[0]:
        return ""
    low = next((item for item in bounds if item.op == ">="), None)
    high = next((item for item in bounds if item.op in ("<", "<=")), None)
    if low is None or high is None:
        return ""
    first, last = (day_of(item.args[1]) for item in (low, high))
    assert first is not None and last is not None
    if high.op == "<" and last > first:
        last -= timedelta(days=1)
    return period_words(first, last)


def day_of(expr: Any) -> date | None:
    """The day that a moment or a date written as text means."""
    text = expr.at if isinstance(expr, Moment) else expr.value if isinstance(expr, Constant) else None
    if not isinstance(text, str) or not _ISO.match(text):
        return None
    return date.fromisoformat(text[:10])


def period_words(first: date, last: date) -> str:
    """A span of days as the period that it fills, where it fills one."""
    after = last + timedelta(days=1)
    if first == last:
        return f"on {first.isoformat()}"
    if (first.month, first.day, after.month, after.day) == (1, 1, 1, 1):
        return f"in {first.year}" if first.year == last.year else f"from {first.year} to {last.year}"
    if first.day == 1 and after.day == 1 and (first.year, first.month) == (last.year, last.month):
        return f"in {first:%b %Y}"
    if first.day == 1 and after.day == 1 and (last.month - first.month, first.month % 3) == (2, 1):
        return f"in Q{(first.month + 2) // 3} {first.year}"
    return f"from {first.isoformat()} to {last.isoformat()}"
