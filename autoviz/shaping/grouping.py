"""Grouping: measures of the query language per group, computed where the rows live and collected to pandas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.columns import Schema, free_name
from autoviz.errors import ParameterError
from autoviz.frames import Frame, distinct, to_pandas
from autoviz.query.language import Aggregate, Cases, Column, Constant, Named, When, columns_of
from autoviz.query.rewriting import outer_parts, rewritten
from autoviz.shaping.changes import collected
from autoviz.shaping.computing import columns, computed, schema_of, with_readings
from autoviz.shaping.expressions import typed
from autoviz.shaping.filling import missing_counts
from autoviz.shaping.gathering import Part, gathered, needs_rows, with_numbers
from autoviz.shaping.summaries import Summary, gap_count, gap_names, gaps_in
from autoviz.shaping.typed import IN_WORDS, NUMBERS
from autoviz.table import Table

ARITHMETIC = ("sum", "mean", "median", "std", "var", "quantile", "correlation", "slope")
"""What is computed from numbers alone."""


def grouped(table: Table, keys: Sequence[Named], measures: Sequence[Named], tool: str) -> Summary:
    """The measures of each group, or of all rows without keys; without measures the different values of the keys."""
    table.need(*columns_of((tuple(keys), tuple(outer_parts(Aggregate, tuple(measures))))))
    table, (keys, measures) = with_readings(table, (tuple(keys), tuple(measures)), tool)
    aggregates = list(dict.fromkeys(outer_parts(Aggregate, tuple(measures))))
    read = columns_of((tuple(keys), tuple(aggregates)))
    schema = schema_of(table, read)
    taken = [*(item.name for item in (*keys, *measures)), *table.columns]
    parts = [_part(index, item, taken, schema) for index, item in enumerate(aggregates)]
    # Under names of their own on the way: DuckDB takes Region for region, and a.b for a column of a table a.
    inner = [item.replaced(name=free_name(f"key {place}", taken)) for place, item in enumerate(keys)]
    ready, on_the_way = _ready(table, inner, parts, tool), [item.name for item in inner]
    found = _summary(ready, on_the_way, parts) if parts else _different(ready.frame, on_the_way, measures)
    names = [item.name for item in keys]
    result = found.rows.rename(columns=dict(zip(on_the_way, names, strict=True)))
    stand_ins = {part.aggregate: Column(name=part.name) for part in parts}
    finished = {
        item.name: rewritten(item.expr, lambda part: stand_ins.get(part) if isinstance(part, Aggregate) else None)
        for item in measures
    }
    _refuse_single_rows(finished, result)
    values = columns(result, finished)
    return replace(found, rows=pd.DataFrame({**{name: result[name] for name in names}, **values}, copy=False))


def _refuse_single_rows(finished: Mapping[str, Any], result: pd.DataFrame) -> None:
    """A measure reads keys and aggregates; a plain column has many values in a group."""
    for name, value in finished.items():
        stray = next((column for column in columns_of(value) if column not in result), None)
        if stray is not None:
            raise ParameterError(
                f"The measure {name!r} reads {stray!r}, which has a value for each row, not for each group",
                "Put it into an aggregate such as sum or max, or make it a key.",
            )


def _part(index: int, aggregate: Aggregate, taken: Sequence[str], schema: Schema) -> Part:
    name = free_name(f"value {index}", taken)
    inputs = tuple(free_name(f"value {index} of {place}", taken) for place in range(max(1, len(aggregate.args))))
    if not aggregate.args:
        return Part(name, aggregate, inputs)
    kind = typed(aggregate.args[0], schema).kind
    if aggregate.func in ARITHMETIC and kind not in (*NUMBERS, "nothing"):
        raise ParameterError(
            f"The {aggregate.func} is taken of numbers, not of {IN_WORDS[kind]}",
            "Count it, or turn it into numbers first: as number.",
        )
    return Part(name, aggregate, inputs, kind)


def _inputs(part: Part) -> dict[str, Any]:
    """What an aggregate reads, as values of single rows; missing where its own condition does not hold."""
    values: tuple[Any, ...] = part.aggregate.args or (Constant(value=1),)
    if part.aggregate.where is not None:
        values = tuple(
            Cases(whens=(When(condition=part.aggregate.where, value=value),), otherwise=None) for value in values
        )
    return dict(zip(part.inputs, values, strict=True))


def _ready(table: Table, keys: Sequence[Named], parts: Sequence[Part], tool: str) -> Table:
    """Only keys and what aggregates read; rows themselves where an aggregate needs to see them in their order."""
    wanted: dict[str, Any] = {key.name: key.expr for key in keys}
    for part in parts:
        wanted |= _inputs(part)
    frame = computed(table, wanted, tool).select(*wanted) if wanted else table.frame
    ready = Table(frame)
    if isinstance(frame, nw.LazyFrame) and any(needs_rows(part.aggregate) for part in parts):
        return Table(nw.from_native(collected(ready, tool)))
    return ready


def _different(frame: Frame, names: Sequence[str], measures: Sequence[Named]) -> Summary:
    """The different values of the keys; one row where there are none, for measures that are constants."""
    if not names:
        return Summary(pd.DataFrame(index=range(1 if measures else 0)))
    return Summary(to_pandas(distinct(frame)).reset_index(drop=True))


def _summary(ready: Table, names: Sequence[str], parts: Sequence[Part]) -> Summary:
    read = {column: part.inputs[0] for part in parts if (column := _column_read(part.aggregate)) is not None}
    if isinstance(ready.frame, nw.DataFrame):
        missing = missing_counts(ready.frame, list(read.values()))
        lacking = {column: missing[name] for column, name in read.items() if name in missing}
        return Summary(gathered(ready.pandas(), names, parts), lacking)
    frame, schema = ready.frame, ready.schema
    frame = frame.with_columns(
        *(with_numbers(name, schema[name], part.kind, part.aggregate.func) for part in parts for name in part.inputs)
    )
    made: dict[str, nw.Expr] = {}
    for part in parts:
        made |= _expressions(part)
    gaps = gap_names(read, (*names, *made))
    made |= {name: gap_count(read[column]) for column, name in gaps.items()}
    made = {name: value.alias(name) for name, value in made.items()}
    summary = to_pandas(frame.group_by(*names).agg(*made.values()) if names else frame.select(*made.values()))
    finished = {part.name: _finished(summary, part) for part in parts}
    rows = pd.DataFrame({**{name: summary[name] for name in names}, **finished}, copy=False)
    return Summary(rows, gaps_in(summary, gaps))


def _column_read(aggregate: Aggregate) -> str | None:
    """The column that an aggregate reads as it stands, in all rows."""
    match aggregate:
        case Aggregate(args=(Column(name=name),), where=None):
            return name
    return None


def _expressions(part: Part) -> Mapping[str, nw.Expr]:
    """The engine's own aggregates that make up one of ours, and how many values there were."""
    cells, func = nw.col(part.inputs[0]), part.aggregate.func
    there = f"{part.name} there"
    if func == "count":
        return {part.name: cells.count() if part.aggregate.args or part.aggregate.where else nw.len()}
    if func == "distinct":
        return {part.name: cells.n_unique(), there: cells.count(), f"{part.name} rows": cells.len()}
    if func == "quantile":
        made = cells.quantile(part.aggregate.quantile or 0.0, interpolation="linear")
    else:
        made = getattr(cells, func)()
    return {part.name: made, there: cells.count()}


def _finished(summary: pd.DataFrame, part: Part) -> pd.Series[Any]:
    values, func = summary[part.name], part.aggregate.func
    if func == "count":
        return values.astype("int64")
    there = summary[f"{part.name} there"]
    if func == "distinct":
        # narwhals counts a missing value as one more.
        return (values - (there < summary[f"{part.name} rows"]).astype(int)).astype("int64")
    found = values.where(there > 0)
    if part.kind == "flag" and func in ("min", "max"):
        return found.map({0: False, 1: True})
    whole = func in ("sum", "min", "max") and part.kind in ("integer", "flag")
    # DuckDB sums integers in 128 bits, which arrive as floats.
    return found.astype("int64") if whole and not found.hasnans else found
