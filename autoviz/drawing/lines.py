"""Lines and areas: a metric along an ordered axis, one line per series."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any

import pandas as pd

from autoviz.drawing.axes import value_axis, value_format, x_axis
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.facets import Panel, across, axes, panels
from autoviz.drawing.finish import finished
from autoviz.drawing.incomplete import gap_note, gaps, incomplete_band, incomplete_note, incomplete_places
from autoviz.drawing.lint import passed
from autoviz.drawing.order import in_places
from autoviz.drawing.rows import Rows, X, Y, cells, gathered
from autoviz.drawing.series import Strand, folded, strands, trimmed
from autoviz.drawing.theme import faded
from autoviz.drawing.thinning import thinned_lines
from autoviz.drawing.titles import category_title, chart_title, values_title
from autoviz.table import Outcome

OPEN = "circle-open"
"""The mark of a period that the data does not fill."""
MARKERS_UP_TO = 40
"""A line of so few points shows each of them."""


def draw_lines(
    encoding: Encoding, *, sort: str, max_series: int | None, other: bool | None, max_points: int | None, stated: bool
) -> Outcome:
    """A line or area chart."""
    rows = gathered(encoding)
    warnings = passed(encoding, rows, stated=stated)
    rows, resolved = folded(trimmed(rows, encoding), encoding, max_series, other)
    rows = _along_x(rows, sort)
    found = gaps(encoding, rows)
    rows = thinned_lines(rows, max_points)
    if found and encoding.mark == "line":
        rows, resolved["breaks"] = found.broken(rows), found.unit
    resolved["sort"] = sort if sort != "auto" else "none" if rows.kind == "category" else "x"
    drawn = panels(rows)
    traces = [
        trace for panel in drawn for strand in strands(rows, encoding, panel) for trace in _line(encoding, rows, strand)
    ]
    title = chart_title(encoding, over_time=rows.kind == "date")
    notes = (*warnings, *incomplete_note(encoding, rows), *gap_note(encoding, found.absent))
    return finished(traces, _layout(encoding, rows, drawn), encoding, rows, title, notes=notes, resolved=resolved)


def _along_x(rows: Rows, sort: str) -> Rows:
    """The rows in the order of the axis, in which the line connects them; `none` keeps categories as they come."""
    if rows.kind != "category":
        return rows.having(rows.data.sort_values(X, kind="stable"))
    order = rows.order(X)
    if order is None or sort == "none":
        return rows
    return rows.having(in_places(rows.data, X, order))


def _layout(encoding: Encoding, rows: Rows, drawn: list[Panel]) -> dict[str, Any]:
    layout = axes(
        drawn, x_axis(rows, encoding, across=across(drawn)),
        value_axis(rows, encoding, from_zero=encoding.mark == "area"),
        (category_title(encoding, encoding.x or ""), values_title(encoding)), own_scales=rows.own_scales,
    )  # fmt: skip
    layout["hovermode"] = "x unified" if _unified(rows) else "closest"
    if encoding.mark == "area":
        layout["shapes"] = incomplete_band(encoding, rows, drawn)
        layout["legend"] = {"traceorder": "reversed" if encoding.additive else "normal"}
    return layout


def _unified(rows: Rows) -> bool:
    """Whether one label tells the values of all lines at a place."""
    return rows.has_series and not rows.has_panels


def _line(encoding: Encoding, rows: Rows, strand: Strand) -> list[dict[str, Any]]:
    """One series, and the dashed way to or from a period that the data does not fill."""
    data = strand.data
    marked = incomplete_places(encoding, rows) if encoding.mark == "line" else []
    hollow = [position for position, moment in enumerate(data[X]) if moment in marked] if marked else []
    few = len(data) <= MARKERS_UP_TO and not rows.has_panels
    broken = bool(data[Y].isna().any())  # a point between two breaks is seen by its mark alone
    value = f"<b>%{{y:{value_format(encoding, rows.data[Y])}}}</b>"
    trace = {
        "type": "scatter", "x": cells(data[X]), "y": cells(data[Y]), **strand.legend, **strand.panel.axes,
        "mode": "lines+markers" if few or hollow or broken else "lines", "line": {"color": strand.color, "width": 2.25},
        "hovertemplate": value if _unified(rows) else f"%{{x}}: {value}" + strand.no_extra,
    }  # fmt: skip
    if encoding.mark == "area":
        return [{**trace, **_filled(encoding, strand)}]
    if not hollow:
        return [{**trace, "marker": {"size": 6 if few else 4, "color": strand.color}}]
    dashes = [_dash(data, position, strand) for position in hollow] if len(data) > 1 else []
    return [_broken(trace, hollow, 6 if few else 4 if broken else 0), *dashes]


def _broken(trace: dict[str, Any], hollow: list[int], size: int) -> dict[str, Any]:
    """The line with an empty point beside each incomplete period, so that the way there can be dashed."""
    x, y = list(trace["x"]), list(trace["y"])
    marks = [OPEN if position in hollow else "circle" for position in range(len(x))]
    for position in sorted(hollow, reverse=True):
        gap = position if position else position + 1
        x.insert(gap, x[position])
        y.insert(gap, math.nan)
        marks.insert(gap, "circle")
    sizes = [7 if mark == OPEN else size for mark in marks]
    color = trace["line"]["color"]
    edge = {"color": color, "width": 1.25}
    marker = {"color": color, "opacity": 1, "size": sizes, "symbol": marks, "line": edge}
    return {**trace, "x": x, "y": y, "marker": marker}


def _dash(data: pd.DataFrame, position: int, strand: Strand) -> dict[str, Any]:
    """A dashed segment; it is told by its start and step, so that x and y arrays hold data and nothing else."""
    start, end = (position - 1, position) if position else (0, 1)
    places = cells(data[X].iloc[[start, end]])
    step = places[1] - places[0]
    return {
        "type": "scatter", "x0": places[0], "dx": step.total_seconds() * 1000 if isinstance(step, timedelta) else step,
        "y": cells(data[Y].iloc[[start, end]]), "mode": "lines",
        "line": {"color": strand.color, "width": 2, "dash": "dot"}, "hoverinfo": "skip", **strand.legend,
        "showlegend": False, **strand.panel.axes,
    }  # fmt: skip


def _filled(encoding: Encoding, strand: Strand) -> dict[str, Any]:
    fill: dict[str, Any] = {"mode": "lines", "line": {"color": strand.color, "width": 1.25}}
    if strand.name is not None and encoding.additive:
        return {**fill, "stackgroup": f"stack{strand.panel.suffix}", "fillcolor": faded(strand.color, 0.75)}
    return {**fill, "fill": "tozeroy", "fillcolor": faded(strand.color, 0.25)}

