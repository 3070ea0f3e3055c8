"""Points: one metric against another, coloured by group or by a third metric, with an optional trend."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from autoviz.drawing.axes import logarithmic, skewed, value_axis, value_format, x_axis
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.facets import Panel, across, axes, panels
from autoviz.drawing.finish import finished
from autoviz.drawing.lint import passed
from autoviz.drawing.numbers import hover_format, short_of_one
from autoviz.drawing.rows import LABEL, SERIES, SHADE, SIZE, Rows, X, Y, cells, gathered
from autoviz.drawing.series import Strand, folded, strands, trimmed
from autoviz.drawing.theme import PALETTE, SEQUENTIAL, scale
from autoviz.drawing.thinning import thinned_points
from autoviz.drawing.titles import measure_title, pair_title, plain_text, values_title
from autoviz.drawing.trend import Trend, fitted
from autoviz.model.provenance import Note
from autoviz.table import Outcome

LARGEST = 34
SMALLER = 18
"""The diameter of the largest bubble in pixels, where they are few and where they are many."""
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "triangle-down", "star", "pentagon", "hexagon")
"""Shapes beside colours, so that groups can be told apart without seeing colour."""


def draw_points(
    encoding: Encoding, *, trend: str | None, max_series: int | None, max_points: int | None, stated: bool
) -> Outcome:
    """A scatter plot."""
    rows = gathered(encoding, shades=True)
    warnings = passed(encoding, rows, stated=stated)
    rows, resolved = folded(trimmed(rows, encoding), encoding, max_series, None, pooled=True)
    lines = _trends(rows, trend) if trend else {}
    rows = thinned_points(rows.having(rows.data[rows.data[Y].notna()]), max_points)
    drawn = panels(rows)
    traces = [
        trace for panel in drawn for strand in strands(rows, encoding, panel)
        for trace in _cloud_and_trend(encoding, rows, strand, lines)
    ]  # fmt: skip
    resolved.pop("other", None)
    layout = _layout(encoding, rows, drawn, even=trend is not None)
    return finished(traces, layout, encoding, rows, pair_title(encoding),
                    notes=(*warnings, *_trend_notes(lines, trend)), resolved=resolved)


def _layout(encoding: Encoding, rows: Rows, drawn: list[Panel], *, even: bool) -> dict[str, Any]:
    """Both axes; one whose values are pressed flat by a few is logarithmic, unless a trend needs an even scale."""
    x = {**x_axis(rows, encoding, across=across(drawn)), "showgrid": rows.kind != "category"}
    y = value_axis(rows, encoding, from_zero=False)
    x_title, y_title = measure_title(encoding.table, encoding.x or ""), values_title(encoding)
    if not even and rows.kind == "number" and skewed(rows.data[X]):
        x, x_title = {**x, **logarithmic(rows.data[X])}, f"{x_title}, logarithmic scale"
    if not even and skewed(rows.data[Y]):
        y, y_title = {**y, **logarithmic(rows.data[Y])}, f"{y_title}, logarithmic scale"
    titles = (x_title, y_title)
    layout = {**axes(drawn, x, y, titles), "hovermode": "closest"}
    if SHADE in rows.data and encoding.color is not None:
        title = {"text": plain_text(measure_title(encoding.table, encoding.color)), "side": "right"}
        layout["coloraxis"] = {"colorscale": scale(SEQUENTIAL[1:]), "colorbar": {"title": title}}
    return layout


def _cloud_and_trend(
    encoding: Encoding, rows: Rows, strand: Strand, lines: dict[tuple[Hashable, Hashable], Trend]
) -> list[dict[str, Any]]:
    data = strand.data
    cloud = {"type": "scatter", "x": cells(data[X]), "y": cells(data[Y]), "mode": "markers",
             "marker": _marker(rows, strand), "hovertemplate": _hover(encoding, rows, strand),
             **strand.legend, **strand.panel.axes}  # fmt: skip
    if LABEL in data:
        cloud |= {"hovertext": [plain_text(str(name)) for name in cells(data[LABEL])]}
    line = lines.get((strand.name, strand.panel.label))
    return [cloud] if line is None else [cloud, _trend_line(line, strand)]


def _marker(rows: Rows, strand: Strand) -> dict[str, Any]:
    data, many = strand.data, len(rows.data)
    marker: dict[str, Any] = {
        "color": strand.color, "symbol": SYMBOLS[strand.position % len(SYMBOLS)], "size": 8 if many <= 500 else 6,
        "opacity": 0.85 if many <= 200 else 0.65 if many <= 1500 else 0.4,
    }  # fmt: skip
    if SHADE in data:
        marker |= {"color": data[SHADE].astype(float).tolist(), "coloraxis": "coloraxis"}
    if SIZE in data:
        largest, widest = float(rows.data[SIZE].max() or 1), LARGEST if many <= 80 else SMALLER
        sizes = [max(0.0, value or 0.0) for value in cells(data[SIZE])]
        marker |= {"size": sizes, "sizemode": "area", "sizeref": 2 * largest / widest**2, "sizemin": 3, "opacity": 0.6}
    return marker


def _hover(encoding: Encoding, rows: Rows, strand: Strand) -> str:
    """What the point is, both measures by name, then colour and size."""
    x_name, y_name = measure_title(encoding.table, encoding.x or ""), measure_title(encoding.table, encoding.y[0])
    numeric = rows.kind == "number"
    x_format = f":{hover_format(rows.data[X].to_numpy(dtype=float, na_value=float('nan')))}" if numeric else ""
    lines = ["<b>%{hovertext}</b>"] if LABEL in rows.data else []
    lines += [f"{plain_text(x_name)}: <b>%{{x{x_format}}}</b>",
             f"{plain_text(y_name)}: <b>%{{y:{value_format(encoding, rows.data[Y])}}}</b>"]
    if encoding.size is not None:
        lines.append(f"{plain_text(measure_title(encoding.table, encoding.size))}: %{{marker.size:,}}")
    if SHADE in rows.data and encoding.color is not None:
        lines.append(f"{plain_text(measure_title(encoding.table, encoding.color))}: %{{marker.color:,}}")
    return "<br>".join(lines) + strand.no_extra


def _trends(rows: Rows, kind: str) -> dict[tuple[Hashable, Hashable], Trend]:
    """The trend of each series in each panel, from all its rows."""
    if rows.kind == "category":
        return {}
    found: dict[tuple[Hashable, Hashable], Trend] = {}
    for panel in panels(rows):
        groups = panel.data.groupby(SERIES, sort=False, observed=True) if rows.has_series else [(None, panel.data)]
        for name, data in groups:
            line = fitted(data, kind)
            if line is not None:
                found[(name, panel.label)] = line
    return found


def _trend_line(line: Trend, strand: Strand) -> dict[str, Any]:
    """A line told by its start and step, so that x and y arrays hold data and nothing else."""
    color = PALETTE[3] if strand.name is None else strand.color
    return {
        "type": "scatter", "x0": line.start, "dx": line.step, "y": line.heights, "mode": "lines", "hoverinfo": "skip",
        "line": {"color": color, "width": 2.5}, **strand.legend, "showlegend": False, **strand.panel.axes,
    }  # fmt: skip


def _trend_notes(lines: dict[tuple[Hashable, Hashable], Trend], kind: str | None) -> tuple[Note, ...]:
    if not lines:
        return ()
    word = "Straight" if kind == "linear" else "Smoothed"
    if len(lines) > 1:
        return (Note(kind="info", message=f"{word} trend lines, one per group, fitted to all rows of the group."),)
    line = next(iter(lines.values()))
    message = f"{word} trend line fitted to {line.rows:,} rows; correlation r = {line.r:.{short_of_one(line.r, 2)}f}."
    return (Note(kind="info", message=message, data={"r": line.r, "rows": line.rows}),)
