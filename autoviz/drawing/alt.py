"""Alt text: what a chart shows, how far it reaches and where its extremes lie, for those who cannot see it."""

from __future__ import annotations

from typing import Any

import pandas as pd

from autoviz.columns import steady
from autoviz.drawing.axes import is_fraction
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.numbers import compact, period_label
from autoviz.drawing.order import spoken_grain
from autoviz.drawing.rows import PANEL, SERIES, Rows, X, Y
from autoviz.listing import few, listed

_NAMES = {
    "bar": "Bar chart", "line": "Line chart", "area": "Area chart", "scatter": "Scatter plot",
    "histogram": "Histogram", "box": "Box plot", "violin": "Violin plot", "pie": "Pie chart", "heatmap": "Heatmap",
    "treemap": "Treemap",
}  # fmt: skip


def alt_text(encoding: Encoding, rows: Rows, title: str) -> str:
    """A few sentences: the kind of chart, its subject, its range and its extremes."""
    opening = f"{_NAMES[encoding.mark]}: {title}."
    if not len(rows.data):
        return f"{opening} There is nothing to draw."
    return " ".join(filter(None, (opening, _reach(encoding, rows), _parts(rows), _extremes(encoding, rows))))


def _reach(encoding: Encoding, rows: Rows) -> str:
    """From where to where the x axis goes."""
    if X not in rows.data:
        return ""
    values = rows.data[X]
    if rows.kind == "category":
        names = [str(name) for name in values.drop_duplicates()]
        return f"Categories: {listed(few(names, 5))}."
    return f"From {_place(encoding, rows, values.min())} to {_place(encoding, rows, values.max())}."


def _parts(rows: Rows) -> str:
    told = []
    for role, word in ((SERIES, "series"), (PANEL, "panels")):
        if role in rows.data:
            names = [str(name) for name in rows.order(role) or rows.data[role].drop_duplicates()]
            told.append(f"{len(names)} {word}: {listed(names)}." if len(names) > 1 else f"{listed(names)}.")
    return " ".join(told)


def _extremes(encoding: Encoding, rows: Rows) -> str:
    if Y not in rows.data or rows.own_scales or not rows.data[Y].notna().any():
        return ""
    heights = steady(rows.data[Y].astype(float))
    if heights.nunique() == 1:
        return f"All values are {value_text(encoding, float(rows.data[Y].iloc[0]))}."
    high, low = rows.data.iloc[int(heights.argmax())], rows.data.iloc[int(heights.argmin())]
    return f"Highest: {_point(encoding, rows, high)}; lowest: {_point(encoding, rows, low)}."


def _point(encoding: Encoding, rows: Rows, row: pd.Series[Any]) -> str:
    where = [str(row[role]) for role in (SERIES, PANEL) if role in row]
    if X in row:
        where.append(_place(encoding, rows, row[X]))
    place = ", ".join(dict.fromkeys(where))
    return f"{value_text(encoding, float(row[Y]))} ({place})" if place else value_text(encoding, float(row[Y]))


def _place(encoding: Encoding, rows: Rows, value: Any) -> str:
    if rows.kind == "date":
        return period_label(value.to_pydatetime(), spoken_grain(rows.data[X], encoding.period))
    if rows.kind == "number":
        return f"{value:g}" if abs(value) < 10_000 else compact(float(value))
    return str(value)


def value_text(encoding: Encoding, value: float) -> str:
    """A value of the metric in a sentence, with its unit."""
    unit = encoding.measure.unit
    if is_fraction(encoding.measure):
        return f"{value:.1%}"
    return f"{compact(value)}{unit}" if unit == "%" else f"{compact(value)} {unit}" if unit else compact(value)
