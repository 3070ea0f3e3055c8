"""Axes: what a figure says along its sides for dates, numbers and categories."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any

import pandas as pd

from autoviz.drawing.encoding import Encoding
from autoviz.drawing.numbers import MOST_TICKS, date_ticks, hover_format, period_format
from autoviz.drawing.order import spoken_grain
from autoviz.drawing.rows import Rows, X, Y
from autoviz.table import Lineage

LONGEST_LABEL = 28
"""Longer category labels are cut on the axis; the hover text has them whole."""
FEW_COUNTED = 8
"""Counts up to this have a tick each: there is no half a row."""
FEWEST_SKEWED = 20
TIMES_THE_USUAL = 20.0
"""Values that reach further than so many times their median are drawn on a logarithmic scale, and it is said."""
SHORT_DECADES, MOST_DECADES, LONG_NUMBER = 2.5, 8, 1e9
_TURNED_FROM = 60
"""Labels of more letters than this in all do not fit side by side and are turned."""


def x_axis(
    rows: Rows, encoding: Encoding, order: Sequence[Hashable] | None = None, *, across: int = 1
) -> dict[str, Any]:
    """The settings of the axis that the groups or periods lie on, with less on it where panels stand side by side."""
    values = rows.data[X]
    if rows.kind == "date":
        grain = spoken_grain(values, encoding.period)
        ticks = _date_range(values, grain, MOST_TICKS // across)
        return {"type": "date", "hoverformat": period_format(grain), "tickangle": 0, **ticks}
    if rows.kind == "number":
        plain = years(values, encoding.table.of(encoding.x or ""), encoding.x or "")
        if not plain:
            return {"type": "linear"}
        few = {"dtick": 1} if values.max() - values.min() < MOST_TICKS // across else {}
        return {"type": "linear", "tickformat": "d", "hoverformat": "d", **few}
    places = order if order is not None else rows.order(X) or list(values.drop_duplicates())
    return category_axis(places, encoding.table.of(encoding.x or "").width)


def category_axis(order: Sequence[Hashable], width: float | None = None) -> dict[str, Any]:
    """An axis of labels in this order; long ones are cut, many are turned, and bins told from end to end."""
    names = [bin_label(name, width) for name in order] if width else [str(name) for name in order]
    axis: dict[str, Any] = {"type": "category", "categoryorder": "array", "categoryarray": list(order)}
    if width or any(len(name) > LONGEST_LABEL for name in names):
        axis |= {"tickmode": "array", "tickvals": list(order), "ticktext": [shortened(name) for name in names]}
    if sum(min(len(name), LONGEST_LABEL) + 2 for name in names) > _TURNED_FROM * 2 and len(names) > 4:
        axis["tickangle"] = -40
    return axis


def bin_label(start: Hashable, width: float) -> str:
    """A bin that is known by its lower end: 0.5–1, 20–30."""
    return f"{start:g}–{start + width:g}" if isinstance(start, (int, float)) else str(start)


def shortened(name: str) -> str:
    """A label cut to the length that an axis has room for."""
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1].rstrip()}…"


def years(values: pd.Series[Any], story: Lineage, name: str) -> bool:
    """Whether whole numbers are years, so that 1996 is not written 1,996."""
    if values.dtype.kind not in "iu" or not len(values):
        return False
    named = story.grain == "year" or any(word in (story.source or name).casefold() for word in ("year", "yr"))
    return named and bool(values.between(1000, 2999).all())


def value_axis(rows: Rows, encoding: Encoding, *, from_zero: bool) -> dict[str, Any]:
    """The settings of the axis that the metric lies on."""
    values = rows.data[Y]
    axis: dict[str, Any] = {"hoverformat": value_format(encoding, values)}
    if is_fraction(encoding.measure):
        axis["tickformat"] = ".0%"
    low, high = float(values.min()), float(values.max())
    counted = encoding.measure.aggregate in ("count", "nunique") and not encoding.measure.made_by
    near_zero = from_zero or counted or bool(low * high <= 0 or abs(low) < 0.5 * abs(high))
    axis["rangemode"] = "tozero" if near_zero else "normal"
    if counted and high <= FEW_COUNTED:
        axis["dtick"] = 1
    return axis


def skewed(values: pd.Series[Any]) -> bool:
    """Whether a few values are so far above the rest that they would press them flat on an even scale."""
    known = values.dropna().astype(float)
    return len(known) >= FEWEST_SKEWED and bool(known.min() > 0 and known.max() > TIMES_THE_USUAL * known.median())


def logarithmic(values: pd.Series[Any]) -> dict[str, Any]:
    """A logarithmic axis: ticks at 1, 2 and 5 where it is short, else at as many powers of ten as can be read."""
    known = values.dropna().astype(float)
    low, high = float(known.min()), float(known.max())
    decades = math.log10(high / low)
    if decades > SHORT_DECADES or high >= LONG_NUMBER:
        return {"type": "log", "dtick": math.ceil(decades / MOST_DECADES), "rangemode": "normal"}
    # With a format every tick has its whole number; plotly would write 2 and 5 alone between 10 and 100.
    return {"type": "log", "dtick": "D2", "tickformat": "~s" if low >= 1 else "~g", "rangemode": "normal"}


def value_format(encoding: Encoding, values: pd.Series[Any]) -> str:
    """The d3 format of the metric in hover text."""
    if is_fraction(encoding.measure):
        return ".1%"
    return hover_format(values.to_numpy(dtype=float, na_value=float("nan")))


def is_fraction(story: Lineage) -> bool:
    """Whether a metric is a share of one, to be written in per cent."""
    return story.made_by.startswith("share") and story.unit is None


def _date_range(values: pd.Series[Any], grain: str | None, most: int) -> dict[str, Any]:
    if not len(values):
        return {}
    return {"nticks": most, **date_ticks(values.min().to_pydatetime(), values.max().to_pydatetime(), grain, most)}
