"""Readable numbers and dates: on ticks, in hover text, on bars and in sentences."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np

_SCALES = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))
SUFFIXES = tuple(suffix for _, suffix in _SCALES)
_PERIODS = {
    "hour": "%-d %b %Y, %H:%M",
    "day": "%-d %b %Y",
    "week": "week of %-d %b %Y",
    "month": "%b %Y",
    "quarter": "Q%q %Y",
    "year": "%Y",
}
"""How a period is written, in the words of d3 (which plotly uses); `%q` is the quarter."""
_TICKS = {
    "hour": "%H:%M\n%-d %b %Y",
    "day": "%-d %b\n%Y",
    "week": "%-d %b\n%Y",
    "month": "%b\n%Y",
    "quarter": "Q%q\n%Y",
    "year": "%Y",
}
"""The same for ticks: plotly writes the second line only where it changes."""
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
MOST_TICKS = 12
MOST_DECIMALS = 6
"""What lies closer to 1 than can be told with so many is 1 but for the last bits of a float."""
_ROUND = re.compile(r"\.0+(?=[kMBT]$)")


def compact(value: float) -> str:
    """A number that fits on a bar or in a sentence: 1.20M, 12.3k, 1,234, 0.0123."""
    if not math.isfinite(value):
        return "unknown"
    size = abs(value)
    for scale, suffix in _SCALES:
        if size >= scale * 0.9995 and size >= 9999.5:
            return f"{value / scale:#.3g}".rstrip(".") + suffix
    if size >= 1000:
        return f"{value:,.0f}"
    return _short(value)


def figures(values: Sequence[float | None]) -> list[str]:
    """Numbers that stand side by side, with as many decimals each: 8.2, 26.0 and 26.1; 17k, 4k and 103."""
    known = [value for value in values if value is not None and math.isfinite(value)]
    told = {value: compact(value) for value in known}
    if all(_ROUND.search(text) for text in told.values() if text.endswith(SUFFIXES)):
        told = {value: _ROUND.sub("", text) for value, text in told.items()}
    sizes = [abs(value) for value in known if value]
    digits = max(0, 2 - math.floor(math.log10(max(sizes)))) if sizes else 0
    if sizes and max(sizes) < 1000 and min(sizes) >= 10.0**-digits:
        decimals = [f"{value:.{digits}f}".partition(".")[2].rstrip("0") for value in known]
        longest = max(map(len, decimals))
        told = {value: f"{value:.{longest}f}" for value in known}
    return ["" if value is None else told.get(value, "") for value in values]


def _short(value: float) -> str:
    if 0.9 < abs(value) < 1:
        return f"{value:.{short_of_one(value, 3)}f}".rstrip("0").rstrip(".")
    text = f"{value:.3g}"
    return f"{value:.0f}" if "e+" in text else text


def short_of_one(value: float, decimals: int) -> int:
    """As many decimals, or so many more that nothing less than 1 is written as 1: 0.9996 is not 1.00."""
    if abs(value) >= 1:
        return decimals
    return next((more for more in range(decimals, MOST_DECIMALS + 1) if abs(round(value, more)) < 1), decimals)


def correlation_decimals(values: Sequence[float]) -> int:
    """With how many decimals correlations are written that stand side by side."""
    return max((short_of_one(value, 2) for value in values if math.isfinite(value)), default=2)


def hover_format(values: Sequence[float] | np.ndarray[Any, Any]) -> str:
    """The d3 format that shows these values with as many digits as their size calls for."""
    numbers = np.asarray(values, dtype=float)
    numbers = numbers[np.isfinite(numbers)]
    if not len(numbers) or bool(np.all(numbers == np.round(numbers))):
        return ",.0f"
    size = float(np.max(np.abs(numbers)))
    return ",.0f" if size >= 10_000 else ",.1f" if size >= 1000 else ",.2f" if size >= 10 else ",.3~g"


def period_format(grain: str | None) -> str:
    """The d3 format of one period in hover text."""
    return _PERIODS.get(grain or "day", _PERIODS["day"])


def period_label(moment: datetime, grain: str | None) -> str:
    """One period as text: Mar 2023, Q1 2023, 5 Mar 2023, 2023."""
    pattern = period_format(grain)
    quarter = str((moment.month - 1) // 3 + 1)
    return moment.strftime(pattern.replace("%q", quarter).replace("%-d", str(moment.day)))


def date_ticks(first: datetime, last: datetime, grain: str | None, most: int = MOST_TICKS) -> dict[str, Any]:
    """Ticks on whole periods and not more of them than can be read."""
    if grain not in _TICKS:
        return {}
    ticks: dict[str, Any] = {"tickformat": _TICKS[grain]}
    if grain in _MONTHS:
        months = (last.year - first.year) * 12 + last.month - first.month
        ticks |= {"dtick": f"M{_month_step(months, _MONTHS[grain], most)}", "tick0": _tick_start(first, grain)}
    return ticks


def _month_step(months: int, least: int, most: int) -> int:
    """The distance of ticks in months: the smallest usual one that leaves at most so many."""
    usual = [step for step in (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200) if step % least == 0]
    return next((step for step in usual if months / step <= most), usual[-1])


def _tick_start(first: datetime, grain: str) -> str:
    """Ticks count from January, and from a round year where they are years apart."""
    return f"{first.year // 10 * 10 if grain == 'year' else first.year:04d}-01-01"


def exact(value: float) -> str:
    """A number as it was said, with its thousands apart: 50,000,000; but not 2,024, which may be a year."""
    return str(value) if 1000 <= value < 3000 else f"{value:,}"


def ordinal(number: float) -> str:
    """1st, 22nd, 13th, 97.5th."""
    whole = int(number) if number == int(number) else 0
    ending = {1: "st", 2: "nd", 3: "rd"}.get(whole % 10, "th") if whole % 100 not in (11, 12, 13) else "th"
    return f"{number:g}{ending}"
