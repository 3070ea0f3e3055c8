"""Deriving: a new column from others: arithmetic of numbers, or a part of a date."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add, mul, sub

import narwhals.stable.v2 as nw

from autoviz.columns import is_number, need_dates, need_numbers
from autoviz.errors import ParameterError
from autoviz.frames import Frame
from autoviz.frames.dates import CYCLE_LABELS, cyclic, local_time
from autoviz.table import Table

ARITHMETIC = ("sum", "difference", "product", "ratio")
WEEKDAYS = tuple(CYCLE_LABELS["weekday"].values())


def check_derivation(table: Table, name: str, op: str, columns: Sequence[str]) -> None:
    """Refuse a name that is taken, a wrong number of columns, and columns of the wrong kind."""
    if name in table.columns:
        raise ParameterError(f"There is a column {name!r} already", "Give the new column another name.")
    if op not in ARITHMETIC:
        if len(columns) != 1:
            raise ParameterError(f"The {op} is taken of one column of dates, not of {len(columns)}", "Name one column.")
        need_dates(table, columns[0], f"The {op}")
        return
    exactly = 2 if op in ("difference", "ratio") else None
    if len(columns) < 2 or (exactly and len(columns) != exactly):
        wanted = "exactly two columns" if exactly else "two columns or more"
        raise ParameterError(f"A {op} needs {wanted}, not {len(columns)}", "Name them in order.")
    need_numbers(table, columns, f"The {op}")


def derived(frame: Frame, op: str, columns: Sequence[str]) -> nw.Expr:
    """The new column as an expression; a ratio with nothing below the line is missing."""
    if op not in ARITHMETIC:
        return _part(local_time(frame, columns[0]), op)
    schema = frame.collect_schema()
    cells = [_number(name, flag=schema[name] == nw.Boolean) for name in columns if is_number(schema[name])]
    if op == "ratio":
        return nw.when(cells[1] != 0).then(cells[0].cast(nw.Float64) / cells[1].cast(nw.Float64))
    operation = {"sum": add, "difference": sub, "product": mul}[op]
    total: nw.Expr = reduce(operation, cells)
    return total


def _number(name: str, *, flag: bool) -> nw.Expr:
    return nw.col(name).cast(nw.Int64) if flag else nw.col(name)


def _part(dates: nw.Expr, op: str) -> nw.Expr:
    if op == "quarter":
        return (dates.dt.month() + 2) // 3
    if op == "weekday":
        labels = CYCLE_LABELS["weekday"]
        return cyclic(dates, "weekday").replace_strict(
            list(labels), list(labels.values()), default=None, return_dtype=nw.String
        )
    part: nw.Expr = getattr(dates.dt, op)()
    return part
