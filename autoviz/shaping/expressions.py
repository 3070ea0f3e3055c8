"""Expressions: a value of the query language as a narwhals expression over a frame, with the meaning that SQL gives it.

Logic has three values: a comparison with what is missing is missing, and only what holds is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import and_, eq, ge, gt, le, lt, ne, or_
from typing import Any

import narwhals.stable.v2 as nw

from autoviz.columns import Schema
from autoviz.errors import ColumnError, ParameterError, did_you_mean
from autoviz.query.language import Aggregate, Call, Cases, Column, Constant, Member, Moment, Overall, Window
from autoviz.shaping.arithmetic import ARITHMETIC
from autoviz.shaping.calendar import CALENDAR
from autoviz.shaping.conversion import CONVERSIONS, as_flag
from autoviz.shaping.texts import TEXTS
from autoviz.shaping.typed import Typed, column, common, constant

Operation = Callable[[Sequence[Typed]], Typed]
_COMPARED: dict[str, Callable[[Any, Any], Any]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def expression(value: Any, schema: Schema) -> nw.Expr:
    """A value without aggregates and windows over the columns of a frame."""
    return typed(value, schema).expr


def condition(value: Any, schema: Schema) -> nw.Expr:
    """Where a condition holds; where it is missing it does not."""
    return as_flag(typed(value, schema)).expr.fill_null(False)


def typed(value: Any, schema: Schema) -> Typed:
    """A value with its kind."""
    if isinstance(value, Column):
        if value.name not in schema:
            raise ColumnError(
                f"There is no column {value.name!r} here", did_you_mean(value.name, list(schema), "columns")
            )
        return column(value.name, schema[value.name])
    if isinstance(value, Constant):
        return constant(value.value)
    if isinstance(value, Moment):
        return constant(datetime.fromisoformat(value.at))
    if isinstance(value, Cases):
        return _cases(value, schema)
    if isinstance(value, Call):
        return _OPERATIONS[value.op]([typed(item, schema) for item in value.args])
    raise _misplaced(value)


def _cases(value: Cases, schema: Schema) -> Typed:
    otherwise = constant(None) if value.otherwise is None else typed(value.otherwise, schema)
    results, kind = common([*(typed(item.value, schema) for item in value.whens), otherwise])
    chosen = results[-1].expr
    for item, result in zip(reversed(value.whens), reversed(results[:-1]), strict=True):
        chosen = nw.when(condition(item.condition, schema)).then(result.expr).otherwise(chosen)
    return Typed(chosen, kind)


def _comparison(op: str) -> Operation:
    def compare(values: Sequence[Typed]) -> Typed:
        (left, right), kind = common(values)
        if kind == "flag" and op not in ("=", "!="):
            left, right = left.to("integer"), right.to("integer")
        return Typed(_COMPARED[op](left.expr, right.expr), "flag")

    return compare


def _among(values: Sequence[Typed]) -> Typed:
    alike, kind = common(values)
    first, members = alike[0].expr, alike[1:]
    if kind == "flag" or not all(member.is_constant for member in members):
        return Typed(reduce(or_, (first == member.expr for member in members)), "flag")
    # Polars refuses to look for whole numbers among others.
    there: list[Any] = [float(item.constant) if kind == "number" else item.constant  # type: ignore[arg-type]
                        for item in members if item.constant is not None]  # fmt: skip
    found = first.is_in(there) if there else nw.lit(None, dtype=nw.Boolean)
    # Beside a missing member nobody knows whether the value is another one.
    return Typed(found if len(there) == len(members) else nw.when(found).then(nw.lit(True)), "flag")


def _joined(operator: Callable[[Any, Any], Any]) -> Operation:
    return lambda values: Typed(reduce(operator, (as_flag(value).expr for value in values)), "flag")


def _first_present(values: Sequence[Typed]) -> Typed:
    alike, kind = common(values)
    return Typed(nw.coalesce(*(value.expr for value in alike)), kind)


def _unless_equal(values: Sequence[Typed]) -> Typed:
    same = _comparison("=")(values).expr.fill_null(False)
    return Typed(nw.when(~same).then(values[0].expr), values[0].kind)


_OPERATIONS: Mapping[str, Operation] = {
    **ARITHMETIC, **TEXTS, **CALENDAR, **CONVERSIONS,
    **{op: _comparison(op) for op in _COMPARED},
    "in": _among, "and": _joined(and_), "or": _joined(or_),
    "not": lambda values: Typed(~as_flag(values[0]).expr, "flag"),
    "is null": lambda values: Typed(values[0].expr.is_null(), "flag"),
    "coalesce": _first_present, "nullif": _unless_equal,
}  # fmt: skip


def _misplaced(value: Any) -> ParameterError:
    if isinstance(value, Aggregate):
        return ParameterError(
            f"{value.func!r} puts rows together, which has no place in a value of a single row",
            "Put it among the measures of summarise.",
        )
    if isinstance(value, Window):
        return ParameterError(f"{value.func!r} reads other rows", "Work it out with compute_columns first.")
    if isinstance(value, (Overall, Member)):
        return ParameterError(
            "A value of another query has to be a column first", "Use attach_value, or mark_members for a list."
        )
    return ParameterError(f"{value!r} is no value", "Give a column, a constant or an operation.")
