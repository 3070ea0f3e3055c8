"""Summaries: measures per group, computed by the engine that holds the rows, collected to pandas and in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.columns import Schema, free_name, is_text, need_numbers
from autoviz.errors import ParameterError
from autoviz.frames import Frame, overall, to_pandas
from autoviz.frames.plain import having
from autoviz.listing import listed
from autoviz.model.provenance import Note
from autoviz.shaping.filling import missing_counts
from autoviz.table import Lineage, Table

Key = nw.Expr | nw.Series[Any]
"""What rows are grouped by: an expression over the frame, or a column that lies beside it."""
NUMERIC_ONLY = ("sum", "mean", "median", "std", "quantile")
WHOLE = ("count", "nunique")


@dataclass(frozen=True)
class Summary:
    """One row per group, and how many missing values of each column its measures passed over."""

    rows: pd.DataFrame
    missing: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Measure:
    """One aggregate of one column under its name in the result; no column counts rows."""

    name: str
    column: str | None
    func: str
    quantile: float | None = None


def measures_of(metrics: Sequence[str], keys: Sequence[str], func: str, quantile: float | None) -> list[Measure]:
    """The measures under the names of their columns; no metric counts rows."""
    if not metrics:
        return [Measure(free_name("count", keys), None, "count")]
    found: list[Measure] = []
    for metric in dict.fromkeys(metrics):
        name = free_name(func, (*keys, *metrics, *(one.name for one in found))) if metric in keys else metric
        found.append(Measure(name, metric, func, quantile))
    return found


def check_measures(table: Table, measures: Sequence[Measure]) -> None:
    """Refuse a missing column, a missing quantile, and arithmetic on what is no number."""
    table.need(*(measure.column for measure in measures))
    for measure in measures:
        if measure.func == "quantile" and measure.quantile is None:
            raise ParameterError("A quantile was asked for, but not which", "Give quantile, for example 0.9.")
        if measure.column is not None and measure.func in NUMERIC_ONLY:
            need_numbers(table, (measure.column,), f"The {measure.func}")


def aggregated(table: Table, measure: Measure) -> Lineage:
    """Where a measure's column comes from; an aggregate of an aggregate says so."""
    if measure.column is None:
        return Lineage(source="", aggregate="count")
    before = table.of(measure.column)
    if measure.func == "mean" and table.schema[measure.column] == nw.Boolean:
        return Lineage(before.source, made_by="share")  # the mean of yes and no is how many of them are yes
    made_by = f"{measure.func} of {before.aggregate}" if before.aggregate else before.made_by
    unit = before.unit if measure.func not in WHOLE else None
    return Lineage(before.source, aggregate=measure.func, quantile=measure.quantile, unit=unit, made_by=made_by)


def summarised(frame: Frame, keys: Mapping[str, Key], measures: Sequence[Measure]) -> Summary:
    """The measures per group of the keys as pandas; rows where a key is missing are a group of their own."""
    schema = frame.collect_schema()
    # DuckDB takes a.b for a column of a table a, so that keys have plain names until they are collected.
    plain = {name: f"key {place}" if isinstance(frame, nw.LazyFrame) else name for place, name in enumerate(keys)}
    inner = {plain[name]: key.alias(plain[name]) for name, key in keys.items()}
    ready, columns = _ready(frame, inner, measures, schema)
    missing = missing_counts(frame, list(columns)) if isinstance(frame, nw.DataFrame) else None
    full = {column for column in columns if keys and missing is not None and column not in missing}
    made = {
        name: part
        for measure in measures
        for name, part in _expressions(measure, columns, bool(keys), measure.column in full).items()
    }
    gaps = gap_names(columns, (*inner, *made)) if missing is None else {}
    made |= {name: gap_count(columns[column]) for column, name in gaps.items()}
    expressions = [part.alias(name) for name, part in made.items()]
    grouped = ready.group_by(*inner).agg(*expressions) if keys else overall(ready, *expressions)
    result = to_pandas(grouped)
    if isinstance(frame, nw.LazyFrame):
        result = result.rename(columns={found: name for name, found in plain.items()})
    values = {measure.name: _finished(result, measure, schema, measure.column in full) for measure in measures}
    rows = pd.DataFrame({**{key: result[key] for key in keys}, **values}, copy=False)
    return Summary(rows, gaps_in(result, gaps) if missing is None else missing)


def gap_names(columns: Iterable[str], taken: Iterable[str]) -> dict[str, str]:
    """For each column a new name, for how many values of it are missing in a group.

    A lazy engine counts them beside the measures, since it would read all its rows again for them.
    """
    used = list(taken)
    return {column: free_name(f"missing {place}", used) for place, column in enumerate(columns)}


def gap_count(column: str) -> nw.Expr:
    """How many values of a column are missing in a group."""
    return nw.col(column).len() - nw.col(column).count()


def gaps_in(result: pd.DataFrame, gaps: Mapping[str, str]) -> dict[str, int]:
    """How many values of each column are missing in all groups together, for those that lack any."""
    found = {column: int(result[name].sum()) for column, name in gaps.items()}
    return {column: count for column, count in found.items() if count}


def in_order(result: pd.DataFrame, keys: Iterable[str], table: Table) -> pd.DataFrame:
    """Rows sorted by the keys, missing ones last; labels in their own order, cells of mixed types by their text."""
    names = list(keys)
    orders = {name: list(order) for name in names if (order := table.of(name).order)}
    labelled = result
    if orders:
        labelled = result.astype({name: pd.CategoricalDtype(order, ordered=True) for name, order in orders.items()})
    if not names:
        return labelled
    try:
        return labelled.sort_values(names, na_position="last", kind="stable", ignore_index=True)
    except TypeError:
        return labelled.sort_values(names, kind="stable", ignore_index=True, key=lambda cells: cells.astype(str))


def missing_note(missing: Mapping[str, int]) -> tuple[Note, ...]:
    """How many missing values of each column the measures passed over."""
    if not missing:
        return ()
    each = listed([f"{count:,} of {column!r}" for column, count in missing.items()])
    return (Note(kind="nulls", message=f"Missing values were left out: {each}.", data={"passed_over": dict(missing)}),)


def missing_keys_note(result: pd.DataFrame, keys: Iterable[str]) -> tuple[Note, ...]:
    """Which keys have a group of rows where they are missing."""
    missing = [key for key in keys if result[key].hasnans]
    if not missing:
        return ()
    message = f"Rows with no value in {', '.join(map(repr, missing))} form a group of their own."
    return (Note(kind="nulls", message=message, data={"keys": missing}),)


def _ready(
    frame: Frame, keys: Mapping[str, Key], measures: Sequence[Measure], schema: Schema
) -> tuple[Frame, dict[str, str]]:
    """The columns that are read, each measure's under a name that is no key, flags as numbers and NaN as missing."""
    counted = {measure.column for measure in measures if measure.func in NUMERIC_ONLY}
    columns: dict[str, str] = {}
    expressions = list(keys.values())
    for column in dict.fromkeys(measure.column for measure in measures if measure.column is not None):
        columns[column] = free_name(column, keys)
        cells = nw.col(column)
        if schema[column] == nw.Boolean and column in counted:
            cells = cells.cast(nw.Int64)
        elif schema[column].is_float() and isinstance(frame, nw.LazyFrame):
            cells = cells.fill_nan(None)
        expressions.append(cells.alias(columns[column]))
    compared = {str(item.column) for item in measures if item.func in ("min", "max") and item.column is not None}
    texts = [column for column in compared if is_text(schema[column])]
    return (_as_text(frame, texts).select(*expressions) if expressions else frame), columns


def _as_text(frame: Frame, columns: Sequence[str]) -> Frame:
    """Text that has a first and a last: categories have none, nor has pandas 2 where a text is missing."""
    if not columns:
        return frame
    if isinstance(frame, nw.LazyFrame):
        return frame.with_columns(nw.col(*columns).cast(nw.String))
    native: pd.DataFrame = frame.to_native()
    return nw.from_native(having(native, {column: native[column].astype("string") for column in columns}))


def _expressions(measure: Measure, columns: dict[str, str], grouped: bool, full: bool) -> dict[str, nw.Expr]:
    """What the engine computes for a measure, by the names that it has in the result; `full`: each group has values."""
    if measure.column is None:
        return {measure.name: nw.len()}
    cells = nw.col(columns[measure.column])
    if measure.func == "quantile":
        # Of all rows pandas works out what lies between two whole numbers in their own type, which may be too narrow.
        cells = cells if grouped else cells.cast(nw.Float64)
        return {measure.name: cells.quantile(measure.quantile or 0.0, interpolation="linear")}
    if measure.func == "sum":
        return {measure.name: cells.sum(), **({} if full else {f"{measure.name} filled": cells.count()})}
    if measure.func != "nunique":
        return {measure.name: getattr(cells, measure.func)()}
    # narwhals counts a missing value as one more distinct value; it is taken off again in `_finished`.
    return {
        measure.name: cells.n_unique(),
        f"{measure.name} filled": cells.count(),
        f"{measure.name} rows": cells.len(),
    }


def _finished(result: pd.DataFrame, measure: Measure, schema: Schema, full: bool) -> pd.Series:
    values = result[measure.name]
    if measure.column is not None and measure.func == "nunique":
        values = values - (result[f"{measure.name} filled"] < result[f"{measure.name} rows"]).astype(int)
    if measure.column is not None and measure.func == "sum" and not full:
        values = values.where(result[f"{measure.name} filled"] > 0)  # a sum of nothing is not 0
    if isinstance(values.dtype, pd.StringDtype) and values.hasnans:
        return pd.Series(values.astype(object).where(values.notna(), None).tolist(), index=values.index)
    whole = measure.column is None or measure.func in WHOLE
    if measure.func == "sum" and measure.column is not None:
        whole = schema[measure.column].is_integer() or schema[measure.column] == nw.Boolean
    # DuckDB sums integers in 128 bits, which arrive as floats.
    return values.astype("int64") if whole and not values.hasnans else values
