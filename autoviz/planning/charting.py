"""Charting: which chart shows what was asked, from the labels and the kinds of the columns; the user's word wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from autoviz.model.labels import CYCLIC_GRAINS, Layout
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Aggregation, ChartWish, Requirements
from autoviz.planning.views import View
from autoviz.query.check import result_types
from autoviz.query.language import COUNT_ROWS, Call, Column, Constant, Query, columns_of, conjuncts
from autoviz.query.types import Type

PIE_SLICES = 8
ALONG_TIME = ("bar", "line", "area", "table")
OF_GROUPS = (*ALONG_TIME, "pie", "treemap")
"""Marks that show a number for each group, so that one of them may stand for another."""
FEWEST_YEARS = 4
"""Years that are fewer are compared like groups; a line shows how things went over more of them."""
COLOURS = 12


@dataclass(frozen=True)
class Encoding:
    """A mark and the columns on its axes."""

    mark: str
    x: str | None = None
    color: str | None = None
    facet: str | None = None
    layout: Layout | None = None


ONE_GROUP = "a heatmap shades what two groups have in common; for one, bars are drawn."


def choose_mark(requirements: Requirements, profile: DatasetProfile) -> str:
    """The chart that the user named, else the template's own, else the one that the labels and kinds call for."""
    wish = requirements.constraint(ChartWish)
    if _no_numbers(requirements, profile):
        return "table"
    if wish and wish.mark:
        return wish.mark
    if "chart" not in requirements.outputs:
        return "table"
    fitting, usual = _fitting_mark(requirements, profile), requirements.usual_chart
    if fitting not in OF_GROUPS or not (requirements.group_by or requirements.time):
        return fitting
    return _usual(usual, along=requirements.time is not None) or fitting


def drawable(requirements: Requirements) -> Requirements:
    """Requirements whose chart can show them: bars for the heatmap of one group, and a word on it."""
    wish, query, time = requirements.constraint(ChartWish), requirements.query, requirements.time
    if wish is None or wish.mark != "heatmap" or "correlation" in requirements.analysis:
        return requirements
    fields = {*requirements.group_by, *([time.column] if time else []), wish.x, wish.color, wish.facet} - {None}
    keys = len(query.by) if query is not None else len(fields)
    return requirements.drawn_as("bar").assuming(ONE_GROUP) if keys == 1 else requirements


def _usual(mark: str | None, *, along: bool) -> str | None:
    """The mark of a template where it can show groups, or a course along time."""
    return mark if mark in (ALONG_TIME if along else OF_GROUPS) else None


def _fitting_mark(requirements: Requirements, profile: DatasetProfile) -> str:
    labels = set(requirements.analysis)
    if "correlation" in labels and len(requirements.metrics) >= 2:
        return "scatter" if len(requirements.metrics) == 2 else "heatmap"
    if "distribution" in labels and requirements.metrics:
        return "box" if requirements.group_by else "histogram"
    if "share" in labels and not requirements.time:
        return "pie" if _few(requirements.group_by, profile) else "bar"
    if requirements.time:
        if requirements.time.grain in CYCLIC_GRAINS or labels & {"rank"}:
            return "bar"
        return "area" if "share" in labels and requirements.group_by else "line"
    if "anomaly" in labels and requirements.metrics:
        return "box"
    return "bar" if requirements.group_by else "table"


def _no_numbers(requirements: Requirements, profile: DatasetProfile) -> bool:
    """Whether one text of each group is asked for, the first or the last, so that there is nothing to measure."""
    of = {item.metric: item.func for item in requirements.all(Aggregation)}
    texts = [name for name in requirements.metrics if name in profile.by_name and not profile.by_name[name].metric]
    ends = [name for name in texts if of.get(name) in ("min", "max") and profile.by_name[name].kind != "temporal"]
    return bool(ends) and len(ends) == len(requirements.metrics)


def _few(groups: tuple[str, ...], profile: DatasetProfile) -> bool:
    return len(groups) == 1 and (distinct(groups[0], profile) or PIE_SLICES + 1) <= PIE_SLICES


def distinct(column: str, profile: DatasetProfile) -> int | None:
    """How many values a column has, where that is known."""
    entry = profile.by_name.get(column)
    return entry.distinct if entry else None


def encode(requirements: Requirements, profile: DatasetProfile, refused: frozenset[str] = frozenset()) -> Encoding:
    """Which column goes where: time or the first group on x, the next as colour, the next as facets.

    A mark that was refused, because it would mislead, gives way to another.
    """
    mark = choose_mark(requirements, profile)
    wish = requirements.constraint(ChartWish) or ChartWish()
    layout = wish.layout
    if mark in refused:
        mark, layout = _instead(mark, refused)
    rest = [name for name in requirements.group_by if name not in (wish.color, wish.facet)]
    if mark in ("scatter", "histogram"):
        x = None
    elif requirements.time and mark != "pie" and wish.x in (None, requirements.time.column):
        x = requirements.time.column
    else:
        x = wish.x if wish.x in rest else (rest[0] if rest else None)
        rest = [name for name in rest if name != x]
    color = wish.color or (rest.pop(0) if rest else None)
    facet = wish.facet or next((name for name in rest if name != color), None)
    if not (wish.x or wish.color) and x in requirements.group_by and color and _crowded(x, color, profile):
        x, color = color, x
    return Encoding(mark, x, color, facet, layout)


def _instead(mark: str, refused: frozenset[str]) -> tuple[str, Layout | None]:
    """What is drawn in place of a chart that would mislead: lines for areas, bars, and bars side by side for stacks."""
    if mark == "area" and "line" not in refused:
        return "line", None
    return "bar", "grouped" if "bar" in refused else None


def _crowded(x: str, color: str, profile: DatasetProfile) -> bool:
    """Too many colours where the other column would give few."""
    return (distinct(color, profile) or 0) > COLOURS >= (distinct(x, profile) or COLOURS + 1)


def bar_layout(encoding: Encoding, func: str | None) -> Layout | None:
    """Bars of what adds up are stacked; means and the like stand side by side; the user's word wins."""
    if encoding.layout or encoding.mark != "bar" or encoding.color is None or func is None:
        return encoding.layout
    return "stacked" if func in ("sum", "count") else "grouped"


MOST_BARS = 60
"""Groups that are known to be more are shown as a table."""


def chart_view(query: Query, wish: ChartWish, profile: DatasetProfile, usual: str | None = None) -> View | None:
    """The chart that shows a Query's result: along time, over groups, or one number against another; None for a table.

    The user's word for the mark wins, as far as the result has columns for it, and then what is usual for groups.
    """
    types = result_types(query, profile)
    keys = [item.name for item in query.by if item.name in types and query.measures]
    numbers = [name for name, type_ in types.items() if name not in keys and _is_number(type_)]
    if wish.mark == "table" or not numbers:
        return None
    if not query.grouped or not query.measures:
        return _rows_view(query, wish, types, numbers, profile)
    if not keys or _one_number(query) or _list_of_things(query, profile):
        return None
    if not wish.mark and usual == "table":
        return None
    along = next((item.name for item in query.by if _is_time(item.expr, types.get(item.name), profile)), None)
    x = wish.x if wish.x in keys else along or keys[0]
    color = next((name for name in keys if name != x), None)
    mark = wish.mark or _usual(usual, along=x == along) or ("line" if x == along else "bar")
    if not wish.mark and mark == "bar" and (distinct(x, profile) or 0) > MOST_BARS and query.limit is None:
        return None
    if mark == "scatter" and _is_number(types[x]):
        return View("draw scatter", x=x, y=numbers[0], color=color)
    return _grouped_view(mark, x, numbers, color, bool(query.order), wish.layout)


def _grouped_view(
    mark: str, x: str, numbers: list[str], color: str | None, ordered: bool, layout: Layout | None
) -> View | None:
    slots: dict[str, Any] = {"x": x, "y": numbers[0]}
    if mark in ("pie", "treemap"):
        return View(f"draw {mark}", **slots)
    if mark == "heatmap":
        return View("draw heatmap", **slots, color=color) if color else None
    more = tuple(numbers[1:4]) if color is None else ()
    if mark == "scatter" and more:
        return View("draw scatter", x=numbers[0], y=numbers[1], label=x)
    mark = mark if mark in ("bar", "line", "area") else "bar"
    sort = "none" if ordered and mark == "bar" else None
    side = layout if mark == "bar" and (color or layout == "horizontal") else None
    return View(f"draw {mark}", **slots, more_y=more or None, color=color, sort=sort, layout=side)


def _rows_view(
    query: Query, wish: ChartWish, types: Mapping[str, Type], numbers: list[str], profile: DatasetProfile
) -> View | None:
    """Rows as they stand are a table, unless a chart of them is asked for."""
    ids = [name for name in numbers if name in profile.by_name and profile.by_name[name].meaning == "id"]
    numbers = [name for name in numbers if name not in ids]
    if not numbers:
        return None
    labels = [*ids, *(name for name, type_ in types.items() if name not in (*numbers, *ids))]
    if wish.mark == "scatter" and len(numbers) > 1:
        return _points_view(wish, numbers, labels, profile)
    if wish.mark == "histogram":
        return View("draw histogram", x=numbers[0])
    if wish.mark in ("box", "violin"):
        return View(f"draw {wish.mark}", x=labels[0] if labels else None, y=numbers[0])
    if wish.mark in ("line", "area"):
        along = _row_axis(query, types, numbers, labels, profile)
        measured = [name for name in numbers if name != along]
        if measured:
            groups = [name for name in labels if name != along and _parts_rows(name, query, profile)]
            more = None if groups else tuple(measured[1:4]) or None
            color = groups[0] if groups else None
            return View(f"draw {wish.mark}", x=along, y=measured[0], more_y=more, color=color)
    if wish.mark == "bar" and labels:
        return View("draw bar", x=labels[0], y=numbers[0], more_y=tuple(numbers[1:4]) or None, sort="none")
    return None


def _parts_rows(name: str, query: Query, profile: DatasetProfile) -> bool:
    """Whether rows are drawn in the colours of a column: it has few values, or those that are asked for are."""
    tests = [test for test in conjuncts(query.where) if isinstance(test, Call) and test.args[0] == Column(name=name)]
    if any(test.op == "=" for test in tests):
        return False
    return 1 < (distinct(name, profile) or 0) <= COLOURS or any(test.op == "in" for test in tests)


def _row_axis(
    query: Query, types: Mapping[str, Type], numbers: list[str], labels: list[str], profile: DatasetProfile
) -> str:
    """What rows are drawn along: time, what they are ordered by where nothing names them, else a label or number."""
    made: dict[str, Any] = {item.name: item.expr for item in query.then}
    times = (name for name in types if _is_time(made.get(name, Column(name=name)), types[name], profile))
    ordered = (name for name in columns_of(query.order) if name in numbers and not labels)
    return next(chain(times, ordered, labels, numbers))


def _points_view(wish: ChartWish, numbers: list[str], labels: list[str], profile: DatasetProfile) -> View:
    """Two numbers against each other; a further number or group colours the points, a name says what each is."""
    x = wish.x if wish.x in numbers else numbers[0]
    y, *more = [name for name in numbers if name != x]
    groups = [name for name in labels if (distinct(name, profile) or COLOURS + 1) <= COLOURS]
    named = [name for name in labels if name not in groups]
    beside = [*groups, *more]
    return View("draw scatter", x=x, y=y, color=beside[0] if beside else None, label=named[0] if named else None)


def _one_number(query: Query) -> bool:
    """Whether one row is all there is: a number is told, not drawn as a single bar."""
    if query.limit is not None and query.limit.n == 1:
        return True
    tests = [test for test in conjuncts(query.where) if isinstance(test, Call) and test.op == "="]
    fixed = {test.args[0] for test in tests if any(isinstance(arg, Constant) for arg in test.args)}
    return all(item.expr in fixed for item in query.by)


def _list_of_things(query: Query, profile: DatasetProfile) -> bool:
    """Whether rows are counted by what names each of them: every bar would have the height 1."""
    counts = all(item.expr == COUNT_ROWS for item in query.measures)
    named = any(
        isinstance(item.expr, Column) and (distinct(item.expr.name, profile) or 0) >= max(profile.rows, 2)
        for item in query.by
    )
    return query.source is None and counts and named and not query.then


def _is_time(expr: Any, type_: Type | None, profile: DatasetProfile) -> bool:
    """Whether a key runs along time: a date at a period, a date, the years of one, or a column of years."""
    column = profile.by_name.get(expr.name) if isinstance(expr, Column) else None
    if column is not None and column.meaning == "year" and (column.distinct or 0) >= FEWEST_YEARS:
        return True
    if isinstance(expr, Call) and expr.op == "date part":
        return expr.args[0] == Constant(value="year")
    return type_ is not None and bool(type_ & Type.DATE) and not type_ & Type.NUMBER


def _is_number(type_: Type) -> bool:
    return bool(type_ & Type.NUMBER) and not type_ & (Type.TEXT | Type.DATE)
