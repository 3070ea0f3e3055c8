"""What one pass over the whole frame says of each column: missing values, range, mean, distinct values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype, is_object_dtype, is_string_dtype

from autoviz.frames.dates.dialects import quoted_name

BLOCK = 100
"""Columns that one query is asked about: a plan of thousands of cells takes an engine more than its share of time."""


class Totals(NamedTuple):
    """Counts and range of a whole column; None where the engine was not asked."""

    missing: int
    minimum: Any = None
    maximum: Any = None
    mean: float | None = None
    distinct: int | None = None
    infinite: int = 0


def table_totals(table: pd.DataFrame) -> dict[str, Totals]:
    """The totals of a pandas table, by vectorised operations alone."""
    return {name: _series_totals(table[name]) for name in table.columns}


def lazy_totals(frame: nw.LazyFrame[Any]) -> tuple[int, dict[str, Totals]]:
    """The number of rows and the totals of every column of a lazy frame, from one query for each block of columns."""
    schema, rows, totals = list(frame.collect_schema().items()), 0, dict[str, Totals]()
    for start in range(0, len(schema), BLOCK):
        block = dict(schema[start : start + BLOCK])
        row = _row(frame, block)
        rows, cells = int(row[0]), iter(row[1:])
        for name in block:
            present, minimum, maximum, mean, distinct, infinite = (next(cells) for _ in range(6))
            mean = None if mean is None else float(mean)
            totals[name] = Totals(rows - int(present), minimum, maximum, mean, distinct, int(infinite or 0))
    return rows, totals


def _row(frame: nw.LazyFrame[Any], schema: Mapping[str, Any]) -> Sequence[Any]:
    """The number of rows, and six cells for each column."""
    engine = frame.implementation
    if engine.is_polars():
        return _polars_row(frame.to_native(), schema)
    return (_duckdb_row if engine.is_duckdb() else _spark_row)(frame.to_native(), schema)


def _series_totals(column: pd.Series[Any]) -> Totals:
    missing = int(column.isna().sum())
    dtype = column.dtype
    if missing == len(column) or dtype.kind == "c":
        return Totals(missing)
    if is_numeric_dtype(dtype) and not is_bool_dtype(dtype):
        return _number_totals(column, missing)
    dated = isinstance(dtype, (pd.DatetimeTZDtype, pd.PeriodDtype)) or dtype.kind in "Mm"
    if dated:
        return Totals(missing, column.min(), column.max())
    return _text_totals(column, missing) if is_string_dtype(dtype) or is_object_dtype(dtype) else Totals(missing)


def _text_totals(column: pd.Series[Any], missing: int) -> Totals:
    """The range of texts that may sort as dates do; for other texts the smallest and the largest mean nothing."""
    some = column.head(100).dropna()
    if some.empty or not all(isinstance(text, str) and text[:4].isdigit() for text in some):
        return Totals(missing)
    present = column.dropna()
    try:
        return Totals(missing, present.min(), present.max())
    except TypeError:
        return Totals(missing)


def _number_totals(column: pd.Series[Any], missing: int) -> Totals:
    minimum, maximum = column.min(), column.max()
    infinite = 0
    if np.isinf(float(minimum)) or np.isinf(float(maximum)):
        finite = column[np.isfinite(column.to_numpy(dtype=float, na_value=np.nan))]
        infinite = len(column) - missing - len(finite)
        if finite.empty:
            return Totals(missing, infinite=infinite)
        column, minimum, maximum = finite, finite.min(), finite.max()
    return Totals(missing, minimum, maximum, float(column.mean()), infinite=infinite)


def _ordered(dtype: Any) -> bool:
    """Whether a smallest and a largest value mean something."""
    return bool(dtype.is_numeric() or dtype.is_temporal() or dtype == nw.String)


def _polars_row(native: Any, schema: Mapping[str, Any]) -> Sequence[Any]:
    import polars as pl

    cells = [pl.len().alias("rows")]
    for number, (name, dtype) in enumerate(schema.items()):
        column = pl.col(name)
        plain = column.fill_nan(None) if dtype.is_float() else column
        finite = pl.when(plain.is_finite()).then(plain) if dtype.is_float() else column
        nothing = pl.lit(None)
        parts = [
            plain.count(),
            finite.min() if _ordered(dtype) else nothing,
            finite.max() if _ordered(dtype) else nothing,
            finite.mean() if dtype.is_numeric() else nothing,
            column.to_physical().approx_n_unique() if _ordered(dtype) else nothing,
            plain.is_infinite().sum() if dtype.is_float() else nothing,
        ]
        cells += [part.alias(f"{number}_{place}") for place, part in enumerate(parts)]
    return native.lazy().select(cells).collect().row(0)  # type: ignore[no-any-return]


def _duckdb_row(native: Any, schema: Mapping[str, Any]) -> Sequence[Any]:
    # Named before they are summarised, or DuckDB takes twice as long to plan what each of them is for each aggregate.
    shown, cells = [], ["count(*)"]
    for number, (name, dtype) in enumerate(schema.items()):
        column, plain, finite = quoted_name(name), f"c{number}", f"c{number}"
        if dtype.is_float():
            finite = f"f{number}"
            shown.append(f"CASE WHEN isfinite({column}) THEN {column} END AS {finite}")
            column = f"CASE WHEN NOT isnan({column}) THEN {column} END"
        shown.append(f"{column} AS {plain}")
        local = "::TIMESTAMP" if isinstance(dtype, nw.Datetime) else ""
        cells += [
            f"count({plain})",
            f"min({finite}){local}" if _ordered(dtype) else "NULL",
            f"max({finite}){local}" if _ordered(dtype) else "NULL",
            f"avg({finite})" if dtype.is_numeric() else "NULL",
            f"approx_count_distinct({plain})" if _ordered(dtype) else "NULL",
            f"count({plain}) - count({finite})" if dtype.is_float() else "NULL",
        ]
    return native.project(", ".join(shown)).aggregate(", ".join(cells)).fetchall()[0]  # type: ignore[no-any-return]


def _spark_row(native: Any, schema: Mapping[str, Any]) -> Sequence[Any]:
    from pyspark.sql import functions as f

    cells = [f.count(f.lit(1))]
    for name, dtype in schema.items():
        column = f.col("`" + name.replace("`", "``") + "`")
        plain = f.when(~f.isnan(column), column) if dtype.is_float() else column
        finite = f.when(f.abs(plain) != float("inf"), plain) if dtype.is_float() else column
        nothing = f.lit(None)
        cells += [
            f.count(plain),
            f.min(finite) if _ordered(dtype) else nothing,
            f.max(finite) if _ordered(dtype) else nothing,
            f.avg(finite) if dtype.is_numeric() else nothing,
            f.approx_count_distinct(column) if _ordered(dtype) else nothing,
            f.count(f.when(f.abs(plain) == float("inf"), 1)) if dtype.is_float() else nothing,
        ]
    return native.agg(*[cell.alias(f"c{number}") for number, cell in enumerate(cells)]).first()  # type: ignore[no-any-return]
