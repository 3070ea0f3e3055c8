"""Cutting texts by numbers that differ from row to row, which every engine does with a function of its own."""

from __future__ import annotations

from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.frames import Frame, engine_of
from autoviz.frames.plain import having
from autoviz.query.language import Call, Cases, Constant, Expr, When, all_of

CUTS = ("left", "right", "substring")
_NONE = Constant(value=0)


def is_cut(part: Any) -> bool:
    """Whether a text is cut by numbers that are not stated, or that count from its other end."""
    return isinstance(part, Call) and part.op in CUTS and not all(map(_is_stated, part.args[1:]))


def _is_stated(number: Expr) -> bool:
    return isinstance(number, Constant) and isinstance(number.value, (int, float)) and number.value >= 0


def spans(call: Call) -> tuple[Expr, Expr, Expr]:
    """The text, missing where a number is; the letters before the cut, and the letters that it takes, none below zero.

    A count below zero leaves so many letters out at the other end, as DuckDB has it.
    """
    text, *numbers = call.args
    before, taken = _SPANS[call.op](Call(op="length", args=(text,)), *numbers)
    known = all_of([Call(op="not", args=(Call(op="is null", args=(number,)),)) for number in numbers])
    return Cases(whens=(When(condition=known, value=Call(op="as text", args=(text,))),)), before, taken


def _left(size: Expr, count: Expr) -> tuple[Expr, Expr]:
    return _NONE, _least_zero(_when(count, count, _plus(size, count)))


def _right(size: Expr, count: Expr) -> tuple[Expr, Expr]:
    taken = _when(count, Call(op="least", args=(count, size)), _least_zero(_plus(size, count)))
    return Call(op="-", args=(size, taken)), taken


def _substring(size: Expr, first: Expr, count: Expr | None = None) -> tuple[Expr, Expr]:
    """From the first letter, which is number 1, or so many from the end; a count below zero takes those before it."""
    before = _when(first, _least_zero(_plus(first, Constant(value=-1))), _least_zero(_plus(size, first)))
    if count is None:
        return before, size
    # Number 0 is no letter, but counts.
    none = Call(op="=", args=(first, _NONE))
    taken = Cases(whens=(When(condition=none, value=_least_zero(_plus(count, Constant(value=-1)))),), otherwise=count)
    start = _when(taken, before, _least_zero(_plus(before, taken)))
    return start, _when(taken, taken, Call(op="-", args=(before, start)))


_SPANS: dict[str, Any] = {"left": _left, "right": _right, "substring": _substring}


def _plus(one: Expr, other: Expr) -> Expr:
    return Call(op="+", args=(one, other))


def _least_zero(number: Expr) -> Expr:
    return Call(op="greatest", args=(number, _NONE))


def _when(number: Expr, then: Expr, otherwise: Expr) -> Expr:
    """One of two values by whether a number is zero or more."""
    return Cases(whens=(When(condition=Call(op=">=", args=(number, _NONE)), value=then),), otherwise=otherwise)


def with_letters(frame: Frame, text: str, before: str, taken: str) -> Frame:
    """The frame with a column of text cut by two columns of numbers: the letters before, and how many are taken."""
    native: Any = frame.to_native()
    if isinstance(frame, nw.DataFrame):
        return nw.from_native(having(native, {text: _pandas(native, text, before, taken)}))
    of_engine = {"polars": _polars, "pyspark": _pyspark, "duckdb": _duckdb}
    cut: nw.LazyFrame[Any] = nw.from_native(of_engine[engine_of(frame)](native, text, before, taken))
    return cut


def _polars(native: Any, text: str, before: str, taken: str) -> Any:
    import polars as pl

    cut = pl.col(text).str.slice(pl.col(before).cast(pl.Int64), pl.col(taken).cast(pl.UInt64))
    return native.with_columns(cut.alias(text))


def _pyspark(native: Any, text: str, before: str, taken: str) -> Any:
    from pyspark.sql import functions

    start, count = (functions.col(f"`{name}`").cast("int") for name in (before, taken))
    return native.withColumn(text, functions.col(f"`{text}`").substr(start + 1, count))


def _duckdb(native: Any, text: str, before: str, taken: str) -> Any:
    from duckdb import ColumnExpression, FunctionExpression, StarExpression

    start, count = (ColumnExpression(name).cast("bigint") for name in (before, taken))
    cut = FunctionExpression("substring", ColumnExpression(text), start + 1, count)
    return native.select(StarExpression(exclude=[text]), cut.alias(text))


def _pandas(rows: pd.DataFrame, text: str, before: str, taken: str) -> pd.Series[Any]:
    cells = zip(rows[text], rows[before], rows[taken], strict=True)
    cut = [None if pd.isna(cell) else cell[int(first) : int(first + count)] for cell, first, count in cells]
    return pd.Series(cut, index=rows.index, dtype="str")
