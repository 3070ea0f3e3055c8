"""Plain tables: pandas frames with names and cells of the plain types that every tool expects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd
from pandas.api.types import (
    infer_dtype,
    is_bool_dtype,
    is_datetime64_any_dtype,
    is_extension_array_dtype,
    is_float_dtype,
    is_integer_dtype,
    is_numeric_dtype,
    is_object_dtype,
)

from autoviz.errors import ColumnError


def plain_table(table: pd.DataFrame) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """A view of a pandas frame with unique text names and its index levels as columns, and warnings about both."""
    names, told = _text_names(table.columns)
    refuse_doubles(names)
    levels = _index_levels(table.index, names)
    if names == list(table.columns) and not levels and isinstance(table.index, pd.RangeIndex):
        return table, told
    view = table.copy(deep=False)
    view.columns = pd.Index(names, dtype=object)
    for position, (name, values) in enumerate(levels.items()):
        view.insert(position, name, values)
    view.index = pd.RangeIndex(len(view))
    if levels:
        listed = ", ".join(repr(name) for name in levels)
        told = (*told, f"The row index was read as {'columns' if len(levels) > 1 else 'the column'} {listed}.")
    return view, told


def refuse_doubles(names: list[str]) -> None:
    """Raise where a column name is there twice, because a request for it could mean either."""
    doubled = [repr(name) for name, count in Counter(names).items() if count > 1]
    if doubled:
        raise ColumnError(
            f"The frame has more than one column called {', '.join(doubled)}",
            "Rename them first, for example df.columns = [...]; or keep the first of each: "
            "df.loc[:, ~df.columns.duplicated()].",
        )


def scannable(column: pd.Series[Any]) -> bool:
    """Whether DuckDB reads a column as pandas does."""
    dtype = column.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return infer_dtype(dtype.categories) == "string"
    if is_object_dtype(dtype):
        return infer_dtype(column, skipna=True) in ("string", "date", "empty", "boolean")
    return not isinstance(dtype, (pd.PeriodDtype, pd.IntervalDtype, pd.SparseDtype)) and dtype.kind not in "cV"


def without_zones(table: pd.DataFrame) -> pd.DataFrame:
    """The table with times in the local time of their zone, which DuckDB would replace by that of its session."""
    zoned = [name for name in table.columns if isinstance(table[name].dtype, pd.DatetimeTZDtype)]
    return having(table, {name: table[name].dt.tz_localize(None) for name in zoned})


def having(table: pd.DataFrame, columns: Mapping[str, Any]) -> pd.DataFrame:
    """The table with these columns beside or instead of its own; pandas' own assign takes none that is called self."""
    made = table.copy(deep=False)
    for name, cells in columns.items():
        made[name] = cells
    return made


def plain_cells(table: pd.DataFrame) -> pd.DataFrame:
    """The table with every column in a plain type."""
    # Not by assign, which has an argument called self, as a column may be.
    return pd.DataFrame({name: _plain_column(table[name]) for name in table.columns}, index=table.index, copy=False)


def _text_names(columns: pd.Index[Any]) -> tuple[list[str], tuple[str, ...]]:
    """Names as text; the levels of a column MultiIndex are joined with ' / '."""
    if isinstance(columns, pd.MultiIndex):
        names = [" / ".join(text for part in parts if (text := str(part).strip())) for parts in columns]
        return names, tuple(f"The levels of the column names were joined, as in {name!r}." for name in names[:1])
    return [name if isinstance(name, str) else str(name) for name in columns], ()


def _index_levels(index: pd.Index[Any], names: list[str]) -> dict[str, Any]:
    """The index levels that hold data: named ones, several, or anything that is no running number."""
    if index.nlevels == 1 and index.name is None and is_integer_dtype(index.dtype):
        return {}
    levels: dict[str, Any] = {}
    for number in range(index.nlevels):
        label: Hashable = index.names[number]
        name = str(label) if label is not None else ("index" if index.nlevels == 1 else f"level_{number}")
        while name in levels or name in names:
            name = f"{name} (index)"
        levels[name] = index.get_level_values(number)
    return levels


def _plain_column(column: pd.Series[Any]) -> pd.Series[Any]:
    """Text, dates, decimals and nullable numbers of another engine in the types that pandas itself would use."""
    dtype = column.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return column.astype(dtype.categories.dtype)
    if is_datetime64_any_dtype(dtype):
        stamps: pd.Series[Any] = column.dt.as_unit("us")
        return stamps
    if is_extension_array_dtype(dtype) and is_numeric_dtype(dtype):
        return _plain_number(column)
    return _plain_objects(column) if is_object_dtype(dtype) else column


def _plain_objects(column: pd.Series[Any]) -> pd.Series[Any]:
    content = infer_dtype(column, skipna=True)
    if content in ("date", "datetime"):
        return pd.to_datetime(column).dt.as_unit("us")
    if content == "decimal":
        return column.astype(float)
    if content != "string":
        return column
    return pd.Series(column.where(column.notna(), float("nan")).tolist(), index=column.index, name=column.name)


def _plain_number(column: pd.Series[Any]) -> pd.Series[Any]:
    if is_bool_dtype(column.dtype):
        return column.astype(object).where(column.notna(), None) if column.hasnans else column.astype(bool)
    if column.hasnans or is_float_dtype(column.dtype):
        return column.astype(float)
    return column.astype("int64")
