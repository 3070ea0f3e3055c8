"""Casting: columns brought to another type on every engine, what does not fit made missing and counted."""

from __future__ import annotations

from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd

from autoviz.columns import DType, described, is_date, is_text
from autoviz.errors import ColumnError
from autoviz.frames import Frame
from autoviz.frames.plain import having
from autoviz.shaping.conditions import FALSE_WORDS, TRUE_WORDS
from autoviz.writings import Writing, pandas_numbers, read_numbers

NUMBER = r"^\s*(?:[-+]?[$€£]?|[$€£][-+])(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\s*$"
"""A number as people write it: a sign, a currency, commas between thousands; 1,5 is none, it could mean 15 or 1.5."""
NOISE = r"[$€£,\s]"


def cast_column(frame: Frame, column: str, to: str, writing: Writing | None = None) -> Frame:
    """The frame with the column as number, integer, text or boolean; values that do not fit are missing.

    Text becomes numbers by its writing; without one, where it can mean but one number.
    """
    dtype = frame.collect_schema()[column]
    if is_date(dtype) or dtype == nw.Duration:
        raise ColumnError(
            f"{column!r} holds {described(dtype)}, which stay what they are",
            "Take a part of it with derive_column (year, month …), or group by a time grain.",
        )
    if dtype == nw.Boolean and to in ("number", "integer"):
        raise ColumnError(
            f"{column!r} holds yes and no, which need no casting", "Sums and averages take them as 1 and 0 already."
        )
    if isinstance(frame, nw.DataFrame):
        native: pd.DataFrame = frame.to_native()
        return nw.from_native(having(native, {column: _pandas_cast(native[column], to, writing)}))
    return frame.with_columns(_cast(nw.col(column), dtype, to, writing).alias(column))


def _pandas_cast(cells: pd.Series[Any], to: str, writing: Writing | None) -> pd.Series[Any]:
    if to == "text":
        return _pandas_text(cells)
    if to == "boolean":
        words = _pandas_text(cells).str.strip().str.lower().str.removesuffix(".0")
        known = {**dict.fromkeys(TRUE_WORDS, True), **dict.fromkeys(FALSE_WORDS, False)}
        return words.map(known).astype("boolean")
    numbers = cells.astype(float) if pd.api.types.is_numeric_dtype(cells.dtype) else _pandas_numbers(cells, writing)
    return numbers if to == "number" else _whole(numbers)


def _pandas_text(cells: pd.Series[Any]) -> pd.Series[Any]:
    return cells.astype(str).where(cells.notna(), None)


def _pandas_numbers(cells: pd.Series[Any], writing: Writing | None) -> pd.Series[Any]:
    if writing is not None:
        return pandas_numbers(cells, writing)
    text = _pandas_text(cells)
    plain = text.where(text.fillna("").str.match(NUMBER)).str.replace(NOISE, "", regex=True)
    return pd.to_numeric(plain, errors="coerce").astype(float)


def _whole(numbers: pd.Series[Any]) -> pd.Series[Any]:
    finite = numbers.where(numbers.abs() < 2**63)
    return np.trunc(finite).astype("Int64") if finite.hasnans else finite.astype("int64")


def _cast(cells: nw.Expr, dtype: DType, to: str, writing: Writing | None) -> nw.Expr:
    if to == "text":
        return _cast_text(cells, dtype)
    if to == "boolean":
        return _cast_flag(cells, dtype)
    numbers = _cast_number(cells, dtype, writing)
    if to == "number":
        return numbers
    # DuckDB would round; every other engine cuts off.
    return nw.when(numbers >= 0).then(numbers.floor()).otherwise(numbers.ceil()).cast(nw.Int64)


def _cast_text(cells: nw.Expr, dtype: DType) -> nw.Expr:
    if dtype != nw.Boolean:
        return cells.cast(nw.String)
    # SQL writes flags in lower case, pandas does not.
    return nw.when(cells).then(nw.lit("True")).otherwise(nw.when(~cells).then(nw.lit("False")))


def _cast_number(cells: nw.Expr, dtype: DType, writing: Writing | None) -> nw.Expr:
    if not is_text(dtype):
        return cells.cast(nw.Float64)
    text = cells.cast(nw.String)
    if writing is not None:
        return read_numbers(text, writing)
    return nw.when(text.str.contains(NUMBER)).then(text.str.replace_all(NOISE, "")).cast(nw.Float64)


def _cast_flag(cells: nw.Expr, dtype: DType) -> nw.Expr:
    if dtype == nw.Boolean:
        return cells
    if dtype.is_numeric():
        return nw.when(cells.is_in([0, 1])).then(cells == 1)
    words = cells.cast(nw.String).str.strip_chars().str.to_lowercase()
    return nw.when(words.is_in([*TRUE_WORDS, *FALSE_WORDS])).then(words.is_in(list(TRUE_WORDS)))
