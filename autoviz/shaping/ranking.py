"""Ranking: rows in order of a column, the first of them kept, the rest left out or put together as Other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.columns import DType, free_name, is_date, is_text, steady
from autoviz.errors import ColumnError, ParameterError
from autoviz.frames import Frame
from autoviz.frames.plain import having
from autoviz.table import Table

OTHER = "Other"
ADDITIVE = (None, "sum", "count")
"""Aggregates whose parts add up; None is a column as the user gave it."""


def in_rank(frame: Frame, by: Sequence[str], descending: bool) -> Frame:
    """The rows by these columns, those without a value last; rows that tie keep their order, where they have one."""
    if isinstance(frame, nw.DataFrame):
        native: pd.DataFrame = frame.to_native()
        order = native.sort_values(list(by), ascending=not descending, kind="stable", na_position="last", key=steady)
        return nw.from_native(order)
    # Rows of a lazy frame have no order of their own, so the other columns decide between those that tie.
    ties = [name for name, dtype in frame.collect_schema().items() if name not in by and sortable(dtype)]
    return frame.sort(*by, *ties, descending=[*(descending for _ in by), *(False for _ in ties)], nulls_last=True)


def refuse_other(table: Table, by: str) -> None:
    """The rest can be put together only where its parts add up."""
    story = table.of(by)
    if not _adds_up(table, by):
        raise ParameterError(
            f"The {story.made_by or story.aggregate} of the rest cannot be made from its parts in {by!r}",
            "Leave other off, or rank by a sum or a count.",
        )


def label_column(table: Table, by: str) -> str:
    """The first column that holds labels, for the rest to be put under."""
    schema = table.schema
    labels = [name for name in table.columns if name != by and is_text(schema[name])]
    if not labels:
        raise ColumnError("There are no labels to put the rest under", "Name their column, or leave other off.")
    return labels[0]


def best_values(rows: pd.DataFrame, column: str, by: str, n: int, descending: bool, func: str) -> list[Any]:
    """The first n values of a column by the metric over all their rows, the best first."""
    totals = rows.groupby(column, sort=False, observed=True)[by].agg(func)
    return list(totals.sort_values(ascending=not descending, kind="stable", key=steady).head(n).index)


def with_other(rows: pd.DataFrame, kept: pd.Series[bool], label: str, keys: Sequence[str], sums: Sequence[str]) -> Any:
    """The kept rows, and the rest summed per key under one label; what cannot be summed is missing there."""
    best = rows[kept]
    if len(best) == len(rows):
        return rows
    rest = having(rows[~kept], {label: free_name(OTHER, best[label].astype(str))})
    summed = rest.groupby([*keys, label], sort=False, dropna=False, observed=True, as_index=False)[list(sums)].sum()
    both = pd.concat([having(best, {label: best[label].astype(object)}), summed], ignore_index=True)
    return both[list(rows.columns)]


def summable(table: Table, keys: Sequence[str]) -> list[str]:
    """The columns of numbers whose parts add up."""
    schema = table.schema
    return [name for name in table.columns if name not in keys and schema[name].is_numeric() and _adds_up(table, name)]


def keys_beside(table: Table, label: str) -> list[str]:
    """The other columns that tell the rows of a summary apart: labels, dates, cycles of time."""
    schema = table.schema
    return [name for name in table.columns if name != label and _is_key(table, name, schema[name])]


def _is_key(table: Table, name: str, dtype: DType) -> bool:
    return table.of(name).aggregate is None and bool(is_text(dtype) or is_date(dtype) or table.of(name).grain)


def _adds_up(table: Table, name: str) -> bool:
    story = table.of(name)
    return story.aggregate in ADDITIVE and story.made_by in ("", "share")


def sortable(dtype: DType) -> bool:
    """Whether rows can be put in order by a column of this type."""
    return not dtype.is_nested() and dtype not in (nw.Object, nw.Unknown)
