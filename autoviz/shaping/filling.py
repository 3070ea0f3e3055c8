"""Filling: missing values dropped or replaced, each one counted."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.columns import DType, is_date, need_numbers, one_row
from autoviz.errors import FrameError, ParameterError
from autoviz.frames import Frame, overall, to_pandas
from autoviz.model.requirements import Filter
from autoviz.shaping.conditions import own_value
from autoviz.table import Table


def missing_counts(frame: Frame, columns: Sequence[str]) -> dict[str, int]:
    """How many values each of the columns lacks, for those that lack any."""
    if not columns:
        return {}
    if isinstance(frame, nw.DataFrame):  # column by column: a frame of counts takes longer to make than to count
        return {name: count for name in columns if (count := int(frame[name].null_count()))}
    counts = one_row(frame.select(nw.col(*columns).null_count()))
    # DuckDB counts nothing at all where there are no rows.
    return {name: int(count) for name, count in counts.items() if pd.notna(count) and count}


def fill_values(table: Table, columns: Sequence[str], method: str, value: str | None) -> dict[str, Any]:
    """The value that fills each column: one stated, or the column's own mean, median or most frequent one."""
    if method == "value":
        if value is None:
            raise ParameterError("A value to fill with is missing", "Give value, for example 0 or unknown.")
        return {column: _stated(value, table.schema[column], column) for column in columns}
    if method == "mode":
        return {column: _most_frequent(table.frame, column) for column in columns}
    need_numbers(table, columns, f"The {method}")
    if not columns:
        return {}
    found = one_row(overall(table.frame, *(getattr(nw.col(column), method)() for column in columns)))
    return {column: math.nan if number is None else float(number) for column, number in found.items()}


def filled(frame: Frame, values: Mapping[str, Any]) -> Frame:
    """The frame with the missing values of each column replaced by its value."""
    schema = frame.collect_schema()
    return frame.with_columns(*(_filled_cells(nw.col(name), schema[name], value) for name, value in values.items()))


def filled_with_previous(frame: Frame, columns: Sequence[str], order_by: str | None) -> Frame:
    """The frame with each missing value replaced by the last one before it."""
    cells = nw.col(*columns).fill_null(strategy="forward")
    if order_by is not None:
        return frame.with_columns(cells.over(order_by=[order_by]))
    if isinstance(frame, nw.LazyFrame):
        raise FrameError(
            "The previous value is not known here: rows of this engine have no order of their own",
            "Give order_by, the column that the rows follow.",
        )
    return frame.with_columns(cells)


def _filled_cells(cells: nw.Expr, dtype: DType, value: Any) -> nw.Expr:
    if value is None or pd.isna(value):
        return cells
    if dtype.is_integer() and isinstance(value, float):
        return cells.cast(nw.Float64).fill_null(value)
    if dtype == nw.Categorical or isinstance(dtype, nw.Enum):
        return cells.cast(nw.String).fill_null(value)
    return cells.fill_null(value)


def _stated(value: str, dtype: DType, column: str) -> Any:
    if is_date(dtype):
        raise ParameterError(f"Missing dates of {column!r} cannot be filled with a value", "Use drop or previous.")
    return own_value(value, dtype, Filter(column=column, op="=", value=value))


def _most_frequent(frame: Frame, column: str) -> Any:
    """The most frequent value; of several the smallest, as pandas has it."""
    present = frame.select(column).filter(~nw.col(column).is_null())
    counts = present.group_by(column).agg(nw.len().alias("rows of it"))
    first = to_pandas(counts.sort("rows of it", column, descending=[True, False]).head(1))
    return first[column].iloc[0] if len(first) else None
