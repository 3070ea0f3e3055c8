"""Grids: heatmaps of a metric over two categories, and of correlations between columns."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

import pandas as pd

from autoviz.columns import steady
from autoviz.drawing.alt import value_text
from autoviz.drawing.axes import category_axis, is_fraction, value_format, x_axis
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.finish import finished
from autoviz.drawing.lint import passed
from autoviz.drawing.numbers import correlation_decimals, figures, short_of_one
from autoviz.drawing.order import by_size
from autoviz.drawing.rows import SERIES, Rows, X, Y, cells, gathered, numbers
from autoviz.drawing.theme import DIVERGING, PALE, PALE_DIVERGING, SEQUENTIAL, scale
from autoviz.drawing.titles import category, category_title, chart_title, measure_title, plain_text, readable
from autoviz.errors import ColumnError, ParameterError
from autoviz.frames import to_pandas
from autoviz.model.provenance import Note
from autoviz.table import Outcome

PAIR = {"column_a", "column_b"}
"""The columns of a table of correlations, as compute_correlations gives it."""
MOST_SIDE = 60
"""So many rows or columns of a heatmap can still be read."""
FIGURES_UP_TO = 150
"""A heatmap of so few cells shows their values in figures."""


def draw_grid(encoding: Encoding, *, stated: bool) -> Outcome:
    """A heatmap: x across, colour's column down, the metric as shade."""
    if encoding.color is None:
        raise ParameterError(
            "A heatmap needs two categories and a metric", "Give x, y and value; or columns for their correlations."
        )
    if {encoding.x, encoding.color} == PAIR:
        return _draw_pairs(encoding)
    rows = gathered(encoding, categories=True)
    warnings = passed(encoding, rows, stated=stated)
    rows = _fewer(_fewer(rows, X, category(encoding, encoding.x or "")), SERIES, category(encoding, encoding.color))
    across, down = _places(rows, X), _places(rows, SERIES)
    totals = rows.data.groupby([SERIES, X], sort=False, observed=True)[Y].sum(min_count=1).unstack(X)
    grid = [[_cell(cell) for cell in row] for row in totals.reindex(index=down, columns=across).to_numpy(dtype=float)]
    trace = {"x": cells(pd.Series(across)), "y": down, **_shaded(encoding, grid, rows)}
    layout = {
        "xaxis": {**x_axis(rows, encoding, across), **_titled(category_title(encoding, encoding.x or ""))},
        "yaxis": {**category_axis(down), **_titled(category_title(encoding, encoding.color))},
        **_shades(rows.data[Y], measure_title(encoding.table, encoding.y[0]), len(across) * len(down)),
    }
    title = chart_title(encoding, over_time=rows.kind == "date")
    down_name, shade_name = encoding.source(encoding.color), encoding.source(encoding.y[0])
    return finished([trace], _finished_layout(layout, len(down)), encoding, rows, title, notes=warnings,
                    resolved=_sides(rows, down, across), y=down_name, color=shade_name)


def draw_correlations(encoding: Encoding, columns: Sequence[str], method: str, title: str | None) -> Outcome:
    """A heatmap of how each column goes with each other, all numbers where none are named."""
    table = encoding.table
    chosen = list(columns) or [name for name, dtype in table.schema.items() if dtype.is_numeric()]
    if len(chosen) < 2:
        raise ColumnError("A heatmap of correlations needs two columns of numbers", "Name two or more of them.")
    values = to_pandas(table.frame.select(*chosen))
    kind = cast(Literal["pearson", "spearman"], method)
    square = pd.DataFrame({name: numbers(values[name], name) for name in chosen}).corr(kind)
    pairs = [(chosen[i], chosen[j], square.iloc[i, j]) for i in range(len(chosen)) for j in range(i + 1, len(chosen))]
    long = pd.DataFrame(pairs, columns=["column_a", "column_b", "r"])
    paired = Encoding(table.having(long), "heatmap", "column_a", ("r",), "column_b", title=title, notes=encoding.notes)
    outcome = _draw_pairs(paired)
    assert outcome.chart is not None
    sources = [table.of(name).source or name for name in chosen]
    chart = outcome.chart.replaced(x=sources[0], y=sources[1], more_y=tuple(sources[2:]), color=None)
    return replace(outcome, chart=chart, resolved={**outcome.resolved, "columns": chosen})


def _draw_pairs(encoding: Encoding) -> Outcome:
    """Correlations given as pairs: filled to both sides, on a scale from -1 to 1."""
    pairs = to_pandas(encoding.table.frame.select(*encoding.columns))
    first, second, value = str(encoding.x), str(encoding.color), encoding.y[0]
    names = list(dict.fromkeys([*pairs[first], *pairs[second]]))
    known = {frozenset(pair): float(r) for *pair, r in zip(pairs[first], pairs[second], pairs[value], strict=True)}
    grid = [[1.0 if a == b else _cell(known.get(frozenset((a, b)))) for a in names] for b in names]
    labels = [str(name) for name in names]
    form = f".{correlation_decimals(list(known.values()))}f"
    sides = {**category_axis(labels), "tickmode": "array", "tickvals": labels, "ticktext": [*map(readable, labels)]}
    trace = {
        "type": "heatmap", "x": labels, "y": labels, "z": grid, "coloraxis": "coloraxis", "hoverongaps": False,
        "texttemplate": f"%{{z:{form}}}" if len(names) ** 2 <= FIGURES_UP_TO else None,
        "hovertemplate": f"%{{x}} and %{{y}}: <b>%{{z:{form}}}</b><extra></extra>",
    }  # fmt: skip
    bar = {"colorbar": {"title": {"text": "r"}}}
    shades = {"colorscale": _scale(len(names) ** 2, both=True), "cmin": -1, "cmax": 1, **bar}
    layout = {"xaxis": sides, "yaxis": sides, "coloraxis": shades}
    title = encoding.title or "Correlation between columns"
    rows = Rows(pairs.rename(columns={first: X, value: Y}), "category", notes=encoding.notes)
    alt = f"Heatmap: {title}. {_strongest(pairs, first, second, value)}".strip()
    layout = _finished_layout(layout, len(names))
    return finished([trace], layout, encoding, rows, title, alt=alt, y=encoding.source(second), color=None)


def _strongest(pairs: pd.DataFrame, first: str, second: str, value: str) -> str:
    apart = pairs[pairs[first] != pairs[second]].dropna(subset=[value])
    if not len(apart):
        return ""
    row = apart.iloc[int(steady(apart[value].abs()).argmax())]
    return f"Strongest: {row[first]} and {row[second]} (r = {row[value]:.{short_of_one(row[value], 2)}f})."


def _sides(rows: Rows, down: list[Hashable], across: list[Hashable]) -> dict[str, Any]:
    """The order of both sides for the exported code: plotly sets figures in cells by their place, not by their name.

    Dates and many numbers across are sorted there as they are here.
    """
    return {"sides": [down, cells(pd.Series(across))] if rows.kind == "category" else [down]}


def _fewer(rows: Rows, role: str, what: str) -> Rows:
    """A side with as many labels as can be read: those that most rows have, and it is said of how many."""
    counts = rows.data[role].value_counts()
    if len(counts) <= MOST_SIDE or (role == X and rows.kind == "date"):
        return rows
    kept = rows.data[rows.data[role].isin(counts.index[:MOST_SIDE])]
    message = f"Drawn: the {MOST_SIDE} most frequent of {len(counts):,} values of {what}."
    return rows.having(kept, Note(kind="other", message=message, data={"values": len(counts), "drawn": MOST_SIDE}))


def _places(rows: Rows, role: str) -> list[Hashable]:
    """The labels of one side: in their own order, else from the largest to the smallest."""
    if role == X and rows.kind != "category":
        return list(rows.data[X].sort_values().drop_duplicates())
    natural = rows.order(role)
    present = set(rows.data[role])
    if natural is not None:
        return [name for name in natural if name in present]
    return by_size(rows.data[Y].groupby(rows.data[role], sort=False).sum(), descending=True)


def _shaded(encoding: Encoding, grid: list[list[float | None]], rows: Rows) -> dict[str, Any]:
    few = sum(len(row) for row in grid) <= FIGURES_UP_TO
    return {
        "type": "heatmap", "z": grid, "coloraxis": "coloraxis", "hoverongaps": False,
        "text": _figures(encoding, grid) if few else None,
        "texttemplate": "%{text}" if few else None,
        "hovertemplate": f"%{{x}}, %{{y}}: <b>%{{z:{value_format(encoding, rows.data[Y])}}}</b><extra></extra>",
    }  # fmt: skip


def _titled(text: str) -> dict[str, Any]:
    return {"title": {"text": plain_text(text)}}


def _figures(encoding: Encoding, grid: list[list[float | None]]) -> list[list[str]]:
    """The values of the cells, all with as many decimals."""
    if is_fraction(encoding.measure):
        return [["" if cell is None else value_text(encoding, cell) for cell in row] for row in grid]
    flat = iter(figures([cell for row in grid for cell in row]))
    return [[next(flat) for _ in row] for row in grid]


def _cell(value: float | None) -> float | None:
    return None if value is None or pd.isna(value) else float(value)


def _scale(cells: int, *, both: bool) -> list[list[Any]]:
    """The colours of so many cells: pale where figures stand in them, so that each can be read."""
    if cells <= FIGURES_UP_TO:
        return scale(PALE_DIVERGING if both else PALE)
    return scale(DIVERGING if both else SEQUENTIAL)


def _shades(values: pd.Series[Any], title: str, cells: int) -> dict[str, Any]:
    """A scale from light to dark, or to both sides of zero where values lie on both."""
    both = bool((values < 0).any() and (values > 0).any())
    axis: dict[str, Any] = {"colorscale": _scale(cells, both=both),
                            "colorbar": {"title": {"text": plain_text(title), "side": "right"}}}  # fmt: skip
    if both:
        axis["cmid"] = 0
    return {"coloraxis": axis}


def _finished_layout(layout: dict[str, Any], deep: int) -> dict[str, Any]:
    """Rows from top to bottom, no grid lines, and a height that gives each row some room."""
    layout["yaxis"] = {**layout["yaxis"], "autorange": "reversed", "showgrid": False, "tickangle": 0}
    layout["xaxis"] = {**layout["xaxis"], "showline": False, "ticks": ""}
    return {**layout, "height": max(360, 180 + 34 * min(deep, 40)), "showlegend": False}

