"""Columns: their types in words, the kinds that tools ask for, and names that are not taken."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import narwhals.stable.v2 as nw
import numpy as np

from autoviz.errors import ColumnError
from autoviz.frames import Frame, to_pandas
from autoviz.table import Table

if TYPE_CHECKING:
    import pandas as pd

DType = nw.dtypes.DType
Schema = Mapping[str, DType]


def steady(values: pd.Series[Any]) -> pd.Series[Any]:
    """Floats to nine significant digits, to be compared by: last bits differ between processors and runs."""
    if getattr(values.dtype, "kind", "") != "f":
        return values
    part, power = np.frexp(values.to_numpy("float64", na_value=np.nan))
    return values.__class__(np.ldexp(np.round(part, 9), power), index=values.index)


def steady_number(value: float) -> float:
    """One number to nine significant digits, as `steady` has them in a column."""
    part, power = math.frexp(value)
    return math.ldexp(round(part, 9), power)


def is_text(dtype: DType) -> bool:
    """Whether a column holds text, plain or in categories."""
    return dtype in (nw.String, nw.Categorical) or isinstance(dtype, nw.Enum) or dtype == nw.Enum


def is_date(dtype: DType) -> bool:
    """Whether a column holds dates, with or without a time of day."""
    return dtype in (nw.Date, nw.Datetime)


def is_number(dtype: DType) -> bool:
    """Whether a column can be summed: numbers, and flags as zero and one."""
    return dtype.is_numeric() or dtype == nw.Boolean


def time_zone(dtype: DType) -> str | None:
    """The zone of a column of dates, where it has one."""
    return dtype.time_zone if isinstance(dtype, nw.Datetime) else None


def described(dtype: DType) -> str:
    """A column type in words."""
    if is_text(dtype):
        return "text"
    if is_date(dtype):
        return "dates"
    if dtype == nw.Boolean:
        return "yes or no"
    return "numbers" if dtype.is_numeric() else f"values of type {dtype}"


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name itself, or with the first number that makes it new."""
    names = set(taken)
    number, name = 2, wanted
    while name in names:
        name, number = f"{wanted}_{number}", number + 1
    return name


def missing_marked(frame: Frame) -> Frame:
    """The frame with NaN as missing on the engines that tell the two apart; to a reader both are no value."""
    floats = [name for name, dtype in frame.collect_schema().items() if dtype.is_float()]
    if isinstance(frame, nw.DataFrame) or not floats:
        return frame
    return frame.with_columns(nw.col(*floats).fill_nan(None))


def one_row(frame: Frame) -> dict[str, Any]:
    """The only row of a frame as plain values, collected; None where the engine gives null or NaN."""
    table = to_pandas(frame)
    return {str(name): plain(table[name].iloc[0]) for name in table.columns}


def plain(value: Any) -> Any:
    """A cell as a plain Python value; null, NaN and NaT are None."""
    import pandas as pd

    if value is None or (pd.api.types.is_scalar(value) and pd.isna(value)):
        return None
    return value.item() if hasattr(value, "item") else value


def need_numbers(table: Table, columns: Iterable[str], purpose: str) -> None:
    """Refuse a column that is missing or holds no numbers."""
    schema = table.schema
    for column in columns:
        table.need(column)
        if not is_number(schema[column]):
            raise ColumnError(
                f"{purpose} of {column!r} cannot be taken: it holds {described(schema[column])}, not numbers",
                f"{_listed(schema)} Or count the rows, or use cast_types first.",
            )


def need_dates(table: Table, column: str, purpose: str) -> None:
    """Refuse a column that is missing or holds no dates."""
    table.need(column)
    dtype = table.schema[column]
    if not is_date(dtype):
        raise ColumnError(
            f"{purpose} needs dates, but {column!r} holds {described(dtype)}", "Read it as dates first: parse_datetime."
        )


def _listed(schema: Schema) -> str:
    names = [repr(name) for name, dtype in schema.items() if is_number(dtype)]
    return f"Columns of numbers: {', '.join(names[:12])}." if names else "There is no column of numbers here."
