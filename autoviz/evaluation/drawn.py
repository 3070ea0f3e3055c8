"""Drawn numbers: what a plotly figure shows, compared with the numbers of the right chart."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

Point = tuple[str, float | str]

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONGEST_NAME = len("september")
_MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2})[t ](\d{2}:\d{2})(?::00)?(?:\.0+)?$")


def data_matches(figure: Any, gold: Sequence[Sequence[Any]]) -> bool:
    """Whether the figure shows the gold numbers, on either axis; zeros and gaps do not count."""
    wanted = _points((row[0], row[1]) for row in gold)
    shown = Counter(point for trace in figure.data for point in _trace_points(trace).elements())
    return wanted in (shown, _turned(shown))


def _trace_points(trace: Any) -> Counter[Point]:
    names, values = (trace.labels, trace.values) if trace.type in ("pie", "treemap") else (trace.x, trace.y)
    if getattr(trace, "orientation", None) == "h":
        names, values = values, names
    if names is None or values is None:
        return Counter()
    return _points(zip(names, values, strict=False))


def _points(pairs: Iterable[tuple[Any, Any]]) -> Counter[Point]:
    found: Counter[Point] = Counter()
    for name, value in pairs:
        size = _number(value)
        if size is not None and size != 0:
            found[(str(_number(name)), size)] += 1
    return found


def _turned(points: Counter[Point]) -> Counter[Point]:
    """The same points with the axes exchanged."""
    turned: Counter[Point] = Counter()
    for (name, value), count in points.items():
        size = _number(name)
        if size is not None:
            turned[(str(value), size)] += count
    return turned


def _number(value: object) -> float | str | None:
    """A number to six significant digits, None where there is none, a folded label where it is text."""
    if isinstance(value, np.datetime64):
        value = str(value)  # one in nanoseconds would pass for a number
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        label = _label(value)
        return float(label) if label.isdecimal() else label
    return None if math.isnan(number) else float(f"{number:.6g}")


def _label(value: object) -> str:
    """A label in one form: whole days without a time, years as years, days and months by three letters."""
    text = str(value).strip().casefold()
    moment = _MOMENT.match(text)
    if moment:
        day, clock = moment.groups()
        text = day if clock == "00:00" else f"{day} {clock}"
    if text.isalpha() and len(text) <= _LONGEST_NAME and text[:3] in (*_DAYS, *_MONTHS):
        return text[:3]
    if len(text) == len("2000-01-01") and text.endswith("-01-01"):
        return text[:4]
    return text
