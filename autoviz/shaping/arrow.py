"""Arrow: the columns of a pandas frame that an expression reads, in a form that tells missing from false and zero."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]
from pandas.api.types import infer_dtype, is_datetime64_any_dtype, is_object_dtype

from autoviz.errors import ColumnError


def arrow_columns(rows: pd.DataFrame, names: Iterable[str]) -> nw.DataFrame[Any]:
    """These columns as a frame of Arrow; a place holder stands in where none is read, so that rows are counted."""
    columns = {name: _arrow(rows[name]) for name in names}
    if not columns:
        columns = {"row": pa.array(range(len(rows)), type=pa.int64())}
    return nw.from_native(pa.table(columns), eager_only=True)


def pandas_column(cells: nw.Series[Any], index: pd.Index[Any]) -> pd.Series[Any]:
    """A computed column in the types that pandas itself would use."""
    array: Any = cells.to_native()
    if pa.types.is_string(array.type) or pa.types.is_large_string(array.type):
        return pd.Series(array.to_pylist(), index=index, dtype=None if len(array) else object)
    if pa.types.is_null(array.type):
        return pd.Series([None] * len(array), index=index, dtype=object)
    series: pd.Series[Any] = array.to_pandas()
    series.index = index
    return series


def _arrow(cells: pd.Series[Any]) -> Any:
    """One column; dates in local time and microseconds, categories as what they stand for."""
    try:
        return pa.array(_plain(cells), from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
        raise ColumnError(
            f"{cells.name!r} holds values of different types, so nothing can be computed from it",
            "Bring it to one type first with cast_types.",
        ) from error


def _plain(cells: pd.Series[Any]) -> Any:
    dtype = cells.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        kind = dtype.categories.dtype
        return _plain(cells.astype(object if isinstance(kind, pd.IntervalDtype) else kind))
    if isinstance(dtype, pd.PeriodDtype):
        return cells.dt.start_time.dt.as_unit("us")
    if is_datetime64_any_dtype(dtype):
        return cells.dt.tz_localize(None).dt.as_unit("us")
    if not is_object_dtype(dtype):
        return cells
    content = infer_dtype(cells, skipna=True)
    if content in ("date", "datetime"):
        return pd.to_datetime(cells).dt.as_unit("us")
    if content == "decimal":
        return cells.astype(float)
    return cells.astype(object).where(cells.notna(), None)
