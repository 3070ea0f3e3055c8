"""Matching: fitted conditions as one expression that every engine evaluates alike, missing values included."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from functools import reduce
from operator import and_, eq, ge, gt, le, lt, or_
from typing import Any

import narwhals.stable.v2 as nw

from autoviz.columns import DType, is_date, is_text
from autoviz.model.requirements import AnyOf, Filter, Filters
from autoviz.table import Table

_COMPARED: dict[str, Callable[[Any, Any], Any]] = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}


def matching(table: Table, conditions: Filters, match_case: bool) -> nw.Expr:
    """Which rows meet all conditions. Missing values meet only negative ones: they are not the thing excluded."""
    return reduce(and_, (_either(table, item, match_case) for item in conditions))


def _either(table: Table, item: Filter | AnyOf, match_case: bool) -> nw.Expr:
    if isinstance(item, Filter):
        return _test(table, item, match_case)
    return reduce(or_, (_test(table, part, match_case) for part in item.filters))


def _test(table: Table, item: Filter, match_case: bool) -> nw.Expr:
    dtype = table.schema[item.column]
    cells = _cells(table, item.column, dtype)
    if item.op in ("is null", "not null"):
        return cells.is_null() if item.op == "is null" else ~cells.is_null()
    if item.op in ("!=", "not in", "not contains"):
        positive = {"!=": "=", "not in": "in", "not contains": "contains"}[item.op]
        return ~_holds(cells, dtype, positive, item.value, match_case) | cells.is_null()
    return _holds(cells, dtype, item.op, item.value, match_case) & ~cells.is_null()


def _cells(table: Table, column: str, dtype: DType) -> nw.Expr:
    # Polars and Spark order NaN above every number; pandas takes it for missing, and so does a reader.
    if dtype.is_float() and isinstance(table.frame, nw.LazyFrame):
        return nw.col(column).fill_nan(None)
    return nw.col(column)


def _holds(cells: nw.Expr, dtype: DType, op: str, value: Any, match_case: bool) -> nw.Expr:
    if is_date(dtype):
        wanted = tuple(map(_instant, value)) if isinstance(value, tuple) else _instant(value)
        return _compared(cells, op, wanted)
    if is_text(dtype) or dtype == nw.Object:
        return _text_holds(cells, dtype, op, value, match_case)
    if dtype.is_float() and isinstance(value, tuple):
        # Polars refuses to look for whole numbers among others.
        value = tuple(map(float, value))
    return _compared(cells, op, value)


def _compared(cells: nw.Expr, op: str, value: Any) -> nw.Expr:
    if op == "between":
        within: nw.Expr = (cells >= value[0]) & (cells <= value[1])  # is_between takes a text for a column's name
        return within
    if op == "in":
        return cells.is_in(list(value))
    result: nw.Expr = _COMPARED[op](cells, value)
    return result


def _text_holds(cells: nw.Expr, dtype: DType, op: str, value: Any, match_case: bool) -> nw.Expr:
    # A missing cell would make the mask of an object column unusable in pandas 2; `_test` rules it out again.
    text = (cells if dtype == nw.String else cells.cast(nw.String)).fill_null("")
    if not match_case and op not in ("<", "<=", ">", ">=", "between"):
        text = text.str.to_lowercase()
        value = tuple(map(str.lower, value)) if isinstance(value, tuple) else value.lower()
    if op == "contains":
        return text.str.contains(value, literal=True)
    if op == "starts with":
        return text.str.starts_with(value)
    if op == "ends with":
        return text.str.ends_with(value)
    return _compared(text, op, value)


def _instant(written: str) -> datetime | date:
    return datetime.fromisoformat(written)
