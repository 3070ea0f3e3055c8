"""Spreads: box and violin plots of how the values of a metric lie within groups."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from autoviz.drawing.alt import value_text
from autoviz.drawing.axes import category_axis, value_axis, value_format
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.facets import Panel, axes, panels
from autoviz.drawing.finish import finished
from autoviz.drawing.lint import passed
from autoviz.drawing.numbers import compact
from autoviz.drawing.order import arranged, in_places, labels
from autoviz.drawing.rows import PANEL, SERIES, Rows, X, Y, cells, gathered
from autoviz.drawing.series import Strand, folded, strands, trimmed
from autoviz.drawing.theme import PALETTE
from autoviz.drawing.titles import category, category_title, spread_title, values_title
from autoviz.listing import counted, listed
from autoviz.model.provenance import Note
from autoviz.table import Outcome

BEYOND = "beyond"
"""The name of marks for what lies beyond an axis."""
MOST_ROWS = 5000
"""Up to so many rows all values are drawn that a box leaves out, and that a violin is made of."""
MOST_OUTLIERS = 60
"""Past it so many beyond each box."""
VIOLIN_VALUES = 401
"""A violin of more rows is drawn from so many evenly spaced quantiles per group; its shape stays the same."""
MOST_GROUPS = 30
BOX_PARTS = ("x", "q1", "median", "q3", "lowerfence", "upperfence", "y")
FURTHEST = 1.5
"""Values further from all whiskers than so many times their reach would press the boxes flat."""


def draw_spread(
    encoding: Encoding, *, sort: str, order: str | None, max_series: int | None, max_points: int | None, stated: bool
) -> Outcome:
    """A box or violin plot."""
    rows = gathered(encoding, categories=True)
    rows = rows if X in rows.data else rows.having(rows.data.assign(**{X: ""}))
    warnings = passed(encoding, rows, stated=stated)
    rows = _known(rows)
    rows, resolved = folded(trimmed(rows, encoding), encoding, max_series, None, pooled=True)
    resolved.pop("other", None)
    rows = _fewer_groups(_as_labels(rows), encoding)
    middles = rows.data[Y].groupby(rows.data[X], sort=False).median()
    places = arranged(rows.data[X], middles, rows.order(X), sort, order)
    rows = rows.having(in_places(rows.data, X, places))
    drawn = panels(rows)
    whole = len(rows.data) <= (max_points or MOST_ROWS)
    traces = [_trace(encoding, rows, strand, whole) for panel in drawn for strand in strands(rows, encoding, panel)]
    title = spread_title(encoding, encoding.y[0], [encoding.x, encoding.color])
    cut = _cut(rows)
    notes = (*warnings, *_thinning(encoding, rows, whole), *_cut_note(encoding, rows, cut))
    layout = _layout(encoding, rows, drawn, places)
    if cut is not None:
        traces += [trace for panel in drawn for trace in _marks(panel, cut)]
        layout = _within(layout, drawn, cut)
    resolved |= {} if whole else {"summarised": True}
    return finished(traces, layout, encoding, rows, title, notes=notes, resolved=resolved)


def _known(rows: Rows) -> Rows:
    missing = int(rows.data[Y].isna().sum())
    if not missing:
        return rows
    message = f"Not drawn: {missing:,} of {counted(len(rows.data), 'row')}, without a value."
    return rows.having(rows.data[rows.data[Y].notna()], Note(kind="nulls", message=message, data={"rows": missing}))


def _as_labels(rows: Rows) -> Rows:
    """Boxes stand on labels: dates and many numbers too."""
    if rows.kind == "category":
        return rows
    values = rows.data[X]
    named = labels(values) if rows.kind == "date" else values.map(lambda value: f"{value:g}")
    order: list[Hashable] = list(named[values.sort_values().index].drop_duplicates())
    return replace(rows.having(rows.data.assign(**{X: named}), **{X: order}), kind="category")


def _fewer_groups(rows: Rows, encoding: Encoding) -> Rows:
    sizes = rows.data[X].value_counts()
    if len(sizes) <= MOST_GROUPS:
        return rows
    kept = set(sizes.index[:MOST_GROUPS])
    what = category(encoding, encoding.x or "")
    message = f"The {MOST_GROUPS} of {len(sizes)} values of {what} with the most rows are drawn."
    note = Note(kind="other", message=message, data={"values": len(sizes), "drawn": MOST_GROUPS})
    return rows.having(rows.data[rows.data[X].isin(kept)], note)


def _layout(encoding: Encoding, rows: Rows, drawn: list[Panel], places: list[Hashable]) -> dict[str, Any]:
    along = category_axis(places) if encoding.x else {**category_axis(places), "showticklabels": False, "ticks": ""}
    apart = rows.has_series and encoding.color != encoding.x
    titles = (category_title(encoding, encoding.x) if encoding.x else "", values_title(encoding))
    layout = axes(drawn, along, value_axis(rows, encoding, from_zero=False), titles)
    mode = "group" if apart else "overlay"
    return {**layout, "boxmode": mode} if encoding.mark == "box" else {**layout, "violinmode": mode}


def _trace(encoding: Encoding, rows: Rows, strand: Strand, whole: bool) -> dict[str, Any]:
    data = strand.data
    shared = {
        "name": "", **strand.legend, **strand.panel.axes, "yhoverformat": value_format(encoding, rows.data[Y]),
        "marker": {"color": strand.color, "size": 4, "opacity": 0.7}, "line": {"color": strand.color, "width": 1.75},
    }  # fmt: skip
    if encoding.mark == "violin":
        values = data if whole else _quantiles(data)
        return {"type": "violin", "x": cells(values[X]), "y": cells(values[Y]), **shared, "points": False,
                "box": {"visible": True, "width": 0.18}, "spanmode": "hard", "scalemode": "width"}  # fmt: skip
    return {**shared, "type": "box", "boxpoints": "outliers", **_boxes(data, None if whole else MOST_OUTLIERS)}


def _boxes(data: pd.DataFrame, most: int | None) -> dict[str, Any]:
    """Quartiles, whiskers of one and a half boxes, and at most so many of the values beyond, per group.

    Plotly would work the quartiles out in a way of its own, so that a box did not lie where the table says. The ends of
    the whiskers stand among the values, for it draws no box at all where the first has none.
    """
    found: dict[str, list[Any]] = {key: [] for key in BOX_PARTS}
    for name, part in data.groupby(X, sort=False, observed=True):
        values = np.sort(part[Y].to_numpy(dtype=float))
        low, middle, high = np.quantile(values, [0.25, 0.5, 0.75])
        inside = values[(values >= low - 1.5 * (high - low)) & (values <= high + 1.5 * (high - low))]
        beyond = values[(values < inside[0]) | (values > inside[-1])]
        row = (name, low, middle, high, inside[0], inside[-1])
        for key, value in zip(found, row, strict=False):
            found[key].append(value if key == "x" else float(value))
        found["y"].append([float(value) for value in (*row[-2:], *_evenly(beyond, most or len(beyond)))])
    return found


def _cut(rows: Rows) -> tuple[float, float] | None:
    """Where the axis ends so that the boxes can be seen; None where they can be anyway."""
    if not len(rows.data):
        return None
    keys = [rows.data[role] for role in (X, SERIES, PANEL) if role in rows.data]
    grouped = rows.data[Y].astype(float).groupby(keys, sort=False, observed=True)
    low, high = grouped.quantile(0.25), grouped.quantile(0.75)
    bottom, top = float((low - 1.5 * (high - low)).min()), float((high + 1.5 * (high - low)).max())
    least, most = float(rows.data[Y].min()), float(rows.data[Y].max())
    bottom, top = max(bottom, least), min(top, most)
    reach = top - bottom
    if reach <= 0 or (most - top <= FURTHEST * reach and bottom - least <= FURTHEST * reach):
        return None
    below = least if bottom - least <= FURTHEST * reach else bottom - 0.4 * reach
    above = most if most - top <= FURTHEST * reach else top + 0.4 * reach
    return below - 0.04 * (above - below), above + 0.04 * (above - below)


def _cut_note(encoding: Encoding, rows: Rows, cut: tuple[float, float] | None) -> tuple[Note, ...]:
    """How many values lie beyond the axis, and how far."""
    if cut is None:
        return ()
    values = rows.data[Y].astype(float)
    parts = [
        f"{counted(len(beyond), 'value')} {word} {compact(end)} ({reach} {value_text(encoding, furthest)})"
        for beyond, word, end, reach, furthest in (
            (values[values > cut[1]], "above", cut[1], "up to", float(values.max())),
            (values[values < cut[0]], "below", cut[0], "down to", float(values.min())),
        )
        if len(beyond)
    ]
    message = f"Beyond the axis, marked with a triangle: {listed(parts)}."
    return (Note(kind="thinned", message=message, data={"low": cut[0], "high": cut[1]}),)


def _marks(panel: Panel, cut: tuple[float, float]) -> list[dict[str, Any]]:
    """A triangle at the edge of the axis over each group that goes on beyond it."""
    marks = []
    for edge, symbol, beyond in (
        (cut[1], "triangle-up", panel.data[panel.data[Y] > cut[1]]),
        (cut[0], "triangle-down", panel.data[panel.data[Y] < cut[0]]),
    ):
        counts = beyond[X].value_counts(sort=False)
        if len(counts):
            marks.append({
                "type": "scatter", "mode": "markers", "x": cells(pd.Series(counts.index)), "y": [edge] * len(counts),
                "marker": {"symbol": symbol, "size": 10, "color": PALETTE[3]}, "showlegend": False, "name": BEYOND,
                "customdata": [counted(int(count), "value") for count in counts], "cliponaxis": False,
                "hovertemplate": "%{x}: %{customdata} beyond the axis<extra></extra>", **panel.axes,
            })  # fmt: skip
    return marks


def _within(layout: dict[str, Any], drawn: list[Panel], cut: tuple[float, float]) -> dict[str, Any]:
    """The layout with its value axes ending where they were cut."""
    names = [f"yaxis{panel.suffix}" for panel in drawn]
    return {**layout, **{name: {**layout[name], "range": list(cut), "autorange": False} for name in names}}


def _evenly(values: np.ndarray[Any, Any], count: int) -> np.ndarray[Any, Any]:
    """So many of sorted values, the first and the last among them."""
    return values if len(values) <= count else values[np.linspace(0, len(values) - 1, count).astype(int)]


def _quantiles(data: pd.DataFrame) -> pd.DataFrame:
    parts = []
    for name, part in data.groupby(X, sort=False, observed=True):
        values = _evenly(np.sort(part[Y].to_numpy(dtype=float)), VIOLIN_VALUES)
        parts.append(pd.DataFrame({X: name, Y: values}))
    return pd.concat(parts, ignore_index=True)


def _thinning(encoding: Encoding, rows: Rows, whole: bool) -> tuple[Note, ...]:
    """What is said where not every value is on the figure."""
    if whole:
        return ()
    boxes = f"Boxes are computed from {len(rows.data):,} rows; at most {MOST_OUTLIERS} values beyond each are drawn."
    shapes = f"Each shape is drawn from {VIOLIN_VALUES} evenly spaced quantiles of {len(rows.data):,} rows."
    message = boxes if encoding.mark == "box" else shapes
    return (Note(kind="thinned", message=message, data={"rows": len(rows.data)}),)
