"""Origins: where computed keys and measures come from, so that titles and axes can go on speaking of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from autoviz.columns import free_name
from autoviz.model.labels import CALENDAR_GRAINS
from autoviz.model.provenance import Note
from autoviz.query.language import Aggregate, Call, Column, Constant, Named
from autoviz.query.rewriting import outer_parts, rewritten
from autoviz.shaping.calendar import NAMES
from autoviz.shaping.computing import computed
from autoviz.shaping.periods import (
    Reach,
    end_periods,
    incomplete_note,
    incomplete_of,
    periods_story,
    reach_of,
    settled_grain,
    whole_reach,
)
from autoviz.shaping.summaries import Measure, aggregated
from autoviz.table import Lineage, Table

if TYPE_CHECKING:
    import pandas as pd

NAME_GRAINS = {"weekday": "weekday", "month": "month_of_year"}
"""Names of parts of a date → the grain that comes round with them."""
FUNCS = {"count": "count", "distinct": "nunique", "quantile": "quantile",
         **{name: name for name in ("sum", "mean", "median", "min", "max", "std")}}  # fmt: skip
"""Aggregates of the language → what a Lineage calls them."""


def settled(table: Table, values: tuple[Named, ...]) -> tuple[tuple[Named, ...], tuple[Note, ...]]:
    """The values with every period `auto` at the grain that the dates speak for."""
    notes: list[Note] = []

    def settle(part: Any) -> Any:
        if not (isinstance(part, Call) and part.op == "period" and part.args[0] == Constant(value="auto")):
            return None
        grain, told = settled_grain("unknown", lambda: reach(table, part.args[1]))
        notes.extend(told)
        return part.replaced(args=(Constant(value=grain), part.args[1]))

    return rewritten(values, settle), tuple(notes)


def reach(table: Table, dates: Any) -> Reach | None:
    """From when to when the dates of a value reach."""
    if isinstance(dates, Column):
        return reach_of(table.frame, dates.name)
    name = free_name("dates", table.columns)
    return reach_of(computed(table, {name: dates}, "period").select(name), name)


def key_origins(
    table: Table, keys: Sequence[Named], result: pd.DataFrame
) -> tuple[dict[str, Lineage], tuple[Note, ...]]:
    """The lineage of each key of a result, and what is to be said of periods that the data do not fill."""
    found: dict[str, Lineage] = {}
    notes: tuple[Note, ...] = ()
    for key in keys:
        story, told = _key_origin(table, key, result[key.name])
        found |= {key.name: story} if story is not None else {}
        notes += told
    return found, notes


def _key_origin(
    table: Table, key: Named, periods: pd.Series[Any] | None = None
) -> tuple[Lineage | None, tuple[Note, ...]]:
    """The lineage of a key, and what is to be said of its first and last periods, which rows tell without a result."""
    value = key.expr
    if isinstance(value, Column):
        return (table.of(value.name) if value.name in table.lineage or key.name != value.name else None), ()
    if (bins := _bins(value)) is not None:
        return replace(table.of(bins[0]), width=bins[1]), ()
    if not isinstance(value, Call) or value.op not in ("period", "date part", "date name"):
        return Lineage(key.name), ()
    word = str(value.args[0].value) if isinstance(value.args[0], Constant) else ""
    dates = outer_parts(Column, value.args[1])
    source = table.of(dates[0].name).source if dates else key.name
    if value.op == "date name":
        return Lineage(source, grain=NAME_GRAINS[word], order=NAMES[word]), ()
    if value.op == "date part" and word != "year":
        return (Lineage(source, grain="hour_of_day") if word == "hour" else Lineage(key.name)), ()
    if word not in CALENDAR_GRAINS or not isinstance(value.args[1], Column):
        return Lineage(key.name), ()
    seen = cache(lambda: reach(table, value.args[1]))
    whole = whole_reach(table.of(value.args[1].name), seen)
    incomplete = incomplete_of(end_periods(seen(), word) if periods is None else periods, word, whole)
    return periods_story(source, word, incomplete, whole), incomplete_note(source, word, incomplete, whole)


def _bins(value: Any) -> tuple[str, float] | None:
    """The column and the width of bins that are told by their lower ends: floor(age / 10) * 10."""
    value = _uncast(value)
    if not isinstance(value, Call) or value.op != "*":
        return None
    scales = [arg.value for arg in value.args if isinstance(arg, Constant)]
    steps = [_uncast(arg) for arg in value.args if not isinstance(arg, Constant)]
    match steps:
        case [Call(op="floor", args=(Call(op="/", args=(Column(name=name), Constant(value=width))),))] if (
            scales == [width] and isinstance(width, (int, float)) and width > 0
        ):
            return name, float(width)
    return None


def _uncast(value: Any) -> Any:
    """A value without what only says which kind of number it is."""
    while isinstance(value, Call) and value.op in ("as integer", "as number"):
        value = value.args[0]
    return value


def measure_origins(table: Table, measures: Sequence[Named]) -> dict[str, Lineage]:
    """The lineage of each measure: of a plain aggregate what `aggregate` says, of any other its own name."""
    found: dict[str, Lineage] = {}
    for item in measures:
        measure = plain_measure(item)
        found[item.name] = _own(item.name) if measure is None else aggregated(table, measure)
    return found


def _own(name: str) -> Lineage:
    """The lineage of a measure that is worked out, and so has a name of its own."""
    return Lineage(name, made_by=f"measure of {name}")


def worked_out(name: str, story: Lineage) -> bool:
    """Whether a column is a measure that only its Query can tell in words."""
    return story == _own(name)


def plain_measure(item: Named) -> Measure | None:
    """The measure that a named value is, where it is one aggregate of a column, or of all rows."""
    value = item.expr
    if not isinstance(value, Aggregate) or value.where is not None or value.func not in FUNCS or len(value.args) > 1:
        return None
    if not value.args:
        return Measure(item.name, None, "count")
    column = value.args[0]
    if not isinstance(column, Column):
        return None
    return Measure(item.name, column.name, FUNCS[value.func], value.quantile)


def computed_origins(table: Table, columns: Sequence[Named]) -> dict[str, Lineage]:
    """The lineage of columns that were worked out row by row: a renamed column keeps its own."""
    stories = {item.name: _computed_origin(table, item) for item in columns}
    return {name: story for name, story in stories.items() if story is not None}


def _computed_origin(table: Table, item: Named) -> Lineage | None:
    value = item.expr
    if isinstance(value, Column):
        return table.of(value.name)
    if isinstance(value, Call) and value.op in ("period", "date name", "date part"):
        return _key_origin(table, item)[0]
    return _own(item.name) if _reads_metric(table, value) else Lineage(item.name)


def _reads_metric(table: Table, value: Any) -> bool:
    """Whether a value is made from a column that is itself a measure."""
    stories = [table.of(part.name) for part in outer_parts(Column, value)]
    return any(story.aggregate or story.made_by for story in stories)
