"""Charts: one function per tool, each a thin call of the module that draws its marks."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from autoviz.drawing.bars import draw_bars
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.grids import draw_correlations, draw_grid
from autoviz.drawing.histograms import draw_histogram
from autoviz.drawing.lines import draw_lines
from autoviz.drawing.points import draw_points
from autoviz.drawing.shares import draw_pie, draw_treemap
from autoviz.drawing.spreads import draw_spread
from autoviz.measures.sampling import sampled
from autoviz.model.labels import Layout, Mark
from autoviz.table import Outcome, Table

MOST_COLLECTED = 1_000_000
"""A chart collects at most so many rows from a lazy engine; past it a sample stands for them, and it is said."""


def plot_line(
    df: Table, *, x: str, y: str, more_y: tuple[str, ...], color: str | None, facet: str | None, title: str | None,
    grain: str | None, sort: str, max_series: int | None, other: bool | None, max_points: int | None, stated: bool,
) -> Outcome:  # fmt: skip
    """A metric along an ordered axis."""
    encoding = _collected(Encoding(df, "line", x, (y, *more_y), color, facet, grain=grain, title=title))
    return draw_lines(encoding, sort=sort, max_series=max_series, other=other, max_points=max_points, stated=stated)


def plot_area(
    df: Table, *, x: str, y: str, more_y: tuple[str, ...], color: str | None, facet: str | None, title: str | None,
    grain: str | None, sort: str, max_series: int | None, other: bool | None, max_points: int | None, stated: bool,
) -> Outcome:  # fmt: skip
    """A metric along an ordered axis, filled down to zero and stacked by colour."""
    encoding = _collected(Encoding(df, "area", x, (y, *more_y), color, facet, grain=grain, title=title))
    return draw_lines(encoding, sort=sort, max_series=max_series, other=other, max_points=max_points, stated=stated)


def plot_bar(
    df: Table, *, x: str, y: str, more_y: tuple[str, ...], color: str | None, facet: str | None, layout: str | None,
    sort: str, order: str | None, title: str | None, grain: str | None, max_series: int | None, other: bool | None,
    stated: bool,
) -> Outcome:  # fmt: skip
    """A metric per category or period."""
    standing = cast(Layout | None, layout)
    encoding = Encoding(df, "bar", x, (y, *more_y), color, facet, layout=standing, grain=grain, title=title)
    encoding = _collected(encoding)
    return draw_bars(encoding, sort=sort, order=order, max_series=max_series, other=other, stated=stated)


def plot_scatter(
    df: Table, *, x: str, y: str, color: str | None, size: str | None, label: str | None, facet: str | None,
    trend: str | None, title: str | None, max_series: int | None, max_points: int | None, stated: bool,
) -> Outcome:  # fmt: skip
    """One metric against another."""
    encoding = _collected(Encoding(df, "scatter", x, (y,), color, facet, size, label, title=title))
    return draw_points(encoding, trend=trend, max_series=max_series, max_points=max_points, stated=stated)


def plot_histogram(
    df: Table, *, x: str, color: str | None, facet: str | None, bins: int | None, width: float | None,
    title: str | None, max_series: int | None, stated: bool,
) -> Outcome:  # fmt: skip
    """Rows per bin of a column of numbers, counted by the engine that holds them."""
    encoding = Encoding(df, "histogram", x, (), color, facet, title=title)
    return draw_histogram(encoding, bins=bins, width=width, max_series=max_series, stated=stated)


def plot_box(
    df: Table, *, y: str, x: str | None, color: str | None, facet: str | None, sort: str, order: str | None,
    title: str | None, max_series: int | None, max_points: int | None, stated: bool,
) -> Outcome:  # fmt: skip
    """The quartiles of a metric within groups."""
    encoding = _spread("box", df, y, x, color, facet, title)
    return draw_spread(
        encoding, sort=sort, order=order, max_series=max_series, max_points=max_points, stated=stated
    )


def plot_violin(
    df: Table, *, y: str, x: str | None, color: str | None, facet: str | None, sort: str, order: str | None,
    title: str | None, max_series: int | None, max_points: int | None, stated: bool,
) -> Outcome:  # fmt: skip
    """The shape of a metric's distribution within groups."""
    encoding = _spread("violin", df, y, x, color, facet, title)
    return draw_spread(
        encoding, sort=sort, order=order, max_series=max_series, max_points=max_points, stated=stated
    )


def plot_pie(
    df: Table, *, x: str, y: str, facet: str | None, sort: str, order: str | None, title: str | None, stated: bool
) -> Outcome:
    """The parts of a whole as slices."""
    encoding = _collected(Encoding(df, "pie", x, (y,), None, facet, title=title))
    return draw_pie(encoding, sort=sort, order=order, stated=stated)


def plot_heatmap(
    df: Table, *, x: str | None, y: str | None, value: str | None, color: str | None, columns: tuple[str, ...],
    method: str, title: str | None, grain: str | None, stated: bool,
) -> Outcome:  # fmt: skip
    """A metric over two categories, or the correlations between columns, as shades."""
    if x is None or y is None:
        encoding = _collected(Encoding(df, "heatmap", None, columns))
        return draw_correlations(encoding, columns, method, title)
    metric, down = (value, y) if value is not None else (y, color)
    return draw_grid(
        _collected(Encoding(df, "heatmap", x, (metric,), down, grain=grain, title=title)), stated=stated
    )


def plot_treemap(df: Table, *, x: str, y: str, color: str | None, title: str | None, stated: bool) -> Outcome:
    """The parts of a whole as nested rectangles."""
    return draw_treemap(_collected(Encoding(df, "treemap", x, (y,), color, title=title)), stated=stated)


def _spread(
    mark: Mark, df: Table, y: str, x: str | None, color: str | None, facet: str | None, title: str | None
) -> Encoding:
    return _collected(Encoding(df, mark, x, (y,), color, facet, title=title))


def _collected(encoding: Encoding) -> Encoding:
    """The chart over all rows, or over a sample where a lazy engine holds too many to collect."""
    frame, notes = sampled(encoding.table.frame, MOST_COLLECTED, "Drawn")
    return replace(encoding, table=replace(encoding.table, frame=frame), notes=notes) if notes else encoding
