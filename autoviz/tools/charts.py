"""Charts: one function per tool, each a thin call of the module that draws its marks."""

from __future__ import annotations

from typing import cast

from autoviz.drawing.bars import draw_bars
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.lines import draw_lines
from autoviz.drawing.points import draw_points
from autoviz.model.labels import Layout
from autoviz.table import Outcome, Table


def plot_line(
    df: Table, *, x: str, y: str, more_y: tuple[str, ...], color: str | None, facet: str | None, title: str | None,
    grain: str | None, sort: str, max_series: int | None, other: bool | None, max_points: int | None, stated: bool,
) -> Outcome:  # fmt: skip
    """A metric along an ordered axis."""
    encoding = Encoding(df, "line", x, (y, *more_y), color, facet, grain=grain, title=title)
    return draw_lines(encoding, sort=sort, max_series=max_series, other=other, max_points=max_points, stated=stated)


def plot_area(
    df: Table, *, x: str, y: str, more_y: tuple[str, ...], color: str | None, facet: str | None, title: str | None,
    grain: str | None, sort: str, max_series: int | None, other: bool | None, max_points: int | None, stated: bool,
) -> Outcome:  # fmt: skip
    """A metric along an ordered axis, filled down to zero and stacked by colour."""
    encoding = Encoding(df, "area", x, (y, *more_y), color, facet, grain=grain, title=title)
    return draw_lines(encoding, sort=sort, max_series=max_series, other=other, max_points=max_points, stated=stated)


def plot_bar(
    df: Table, *, x: str, y: str, more_y: tuple[str, ...], color: str | None, facet: str | None, layout: str | None,
    sort: str, order: str | None, title: str | None, grain: str | None, max_series: int | None, other: bool | None,
    stated: bool,
) -> Outcome:  # fmt: skip
    """A metric per category or period."""
    encoding = Encoding(df, "bar", x, (y, *more_y), color, facet, layout=cast(Layout | None, layout), grain=grain,
                        title=title)
    return draw_bars(encoding, sort=sort, order=order, max_series=max_series, other=other, stated=stated)


def plot_scatter(
    df: Table, *, x: str, y: str, color: str | None, size: str | None, facet: str | None, trend: str | None,
    title: str | None, max_series: int | None, max_points: int | None, stated: bool,
) -> Outcome:  # fmt: skip
    """One metric against another."""
    encoding = Encoding(df, "scatter", x, (y,), color, facet, size, title=title)
    return draw_points(encoding, trend=trend, max_series=max_series, max_points=max_points, stated=stated)
