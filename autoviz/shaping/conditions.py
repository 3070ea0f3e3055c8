"""Conditions: filters with their values brought to the types of their columns, dates as half-open stretches of time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain

import narwhals.stable.v2 as nw

from autoviz.columns import described, is_text, time_zone
from autoviz.errors import ColumnError, ParameterError
from autoviz.model.profile import Scalar
from autoviz.model.requirements import AnyOf, Filter, Filters
from autoviz.shaping.moments import Moment, moment
from autoviz.table import Table

TEXT_ONLY = ("contains", "not contains", "starts with", "ends with")
ORDERED = ("<", "<=", ">", ">=", "between")
TRUE_WORDS = ("true", "yes", "y", "t", "1")
FALSE_WORDS = ("false", "no", "n", "f", "0")


def fitted(table: Table, filters: Filters) -> Filters:
    """The same conditions in the types of the columns, written so that each engine and plain pandas read them alike."""
    return tuple(chain.from_iterable(_fitted_one(table, item) for item in filters))


def _fitted_one(table: Table, item: Filter | AnyOf) -> Sequence[Filter | AnyOf]:
    if isinstance(item, Filter):
        return _all_of(table, item)
    return (_any(chain.from_iterable(_one_of(table, part) for part in item.filters)),)


def _any(parts: Iterable[Filter]) -> Filter | AnyOf:
    filters = tuple(parts)
    return filters[0] if len(filters) == 1 else AnyOf(filters=filters)


def _all_of(table: Table, item: Filter) -> Sequence[Filter | AnyOf]:
    """A condition as several that must all hold."""
    plain = _without_null(item)
    if len(plain) > 1:
        return (_any(chain.from_iterable(_one_of(table, part) for part in plain)),)
    item = plain[0]
    if item.op in ("is null", "not null") or not _is_date(table, item.column):
        return (_typed(table, item),)
    moments = _moments(table, item)
    if item.op == "between":
        lower, upper = moments
        return (_compared(item, ">=", lower.start), *_until(item, upper))
    if item.op == "=" and not moments[0].exact:
        return (_compared(item, ">=", moments[0].start), *_until(item, moments[0]))
    if item.op == "not in":
        return tuple(_any(_outside(item, one)) for one in moments)
    return (_any(_one_of(table, item)),)


def _one_of(table: Table, item: Filter) -> list[Filter]:
    """A condition as several of which one must hold."""
    plain = _without_null(item)
    if len(plain) > 1:
        return [part for one in plain for part in _one_of(table, one)]
    item = plain[0]
    if item.op in ("is null", "not null") or not _is_date(table, item.column):
        return [_typed(table, item)]
    return _one_of_dates(item, _moments(table, item))


def _one_of_dates(item: Filter, moments: Sequence[Moment]) -> list[Filter]:
    if item.op in ("<", ">="):
        return [_compared(item, item.op, moments[0].start)]
    if item.op in ("<=", ">"):
        return [_bound(item, moments[0])]
    if item.op == "between":
        return [_within(item, Moment(moments[0].start, moments[1].end), moments[1].exact)]
    if item.op == "!=":
        return _outside(item, moments[0])
    if item.op == "not in":
        raise ParameterError(
            f"'not in' with dates cannot be one of several conditions of which any holds ({item.column!r})",
            "State it as a condition of its own.",
        )
    return [_within(item, one, one.exact) for one in moments]


def _without_null(item: Filter) -> tuple[Filter, ...]:
    """Missing values named in a condition become conditions of their own."""
    if item.op in ("=", "!=") and item.value is None:
        return (Filter(column=item.column, op="is null" if item.op == "=" else "not null"),)
    if item.op != "in" or None not in (values := _values(item)):
        return (item,)
    present = tuple(value for value in values if value is not None)
    missing = Filter(column=item.column, op="is null")
    return (item.replaced(value=present), missing) if present else (missing,)


def _values(item: Filter) -> tuple[Scalar, ...]:
    return item.value if isinstance(item.value, tuple) else (item.value,)


def _typed(table: Table, item: Filter) -> Filter:
    """A condition on a column that holds no dates, with values of the column's own type."""
    table.need(item.column)
    dtype = table.schema[item.column]
    if item.op in ("is null", "not null"):
        return item
    if any(value is None for value in _values(item)) and item.op != "not in":
        raise ParameterError(f"{item.op!r} on {item.column!r} needs a value", "Give one, or use 'is null'.")
    if item.op in TEXT_ONLY and not (is_text(dtype) or dtype == nw.Object):
        raise ColumnError(
            f"{item.op!r} looks into text, but {item.column!r} holds {described(dtype)}",
            "Compare it with =, <, > or between instead, or use cast_types first.",
        )
    values = tuple(own_value(value, dtype, item) for value in _values(item) if value is not None)
    return item.replaced(value=values if isinstance(item.value, tuple) else values[0])


def own_value(value: Scalar, dtype: nw.dtypes.DType, item: Filter) -> Scalar:
    """A value in the type of the column that it is compared with, or an error that says why it has none."""
    if dtype == nw.Boolean:
        return _flag(value, item)
    if dtype.is_numeric():
        return _number(value, item)
    if is_text(dtype) or dtype == nw.Object:
        if item.op in ORDERED and not isinstance(value, str):
            raise ColumnError(
                f"{item.column!r} holds text, so {value!r} cannot be compared with it by size",
                "Turn the column into numbers first with cast_types.",
            )
        return _text(value)
    raise ColumnError(f"{item.column!r} holds {described(dtype)}, which no condition can compare",
                      "Only 'is null' and 'not null' work on it.")


def _text(value: Scalar) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _flag(value: Scalar, item: Filter) -> bool:
    word = _text(value).strip().lower()
    if word not in (*TRUE_WORDS, *FALSE_WORDS):
        raise ParameterError(f"{value!r} is neither yes nor no, but {item.column!r} holds only these",
                             "Use true or false.")
    return word in TRUE_WORDS


def _number(value: Scalar, item: Filter) -> float | int:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    try:
        number = float(str(value).strip())
        if math.isnan(number):
            raise ValueError("not a number")
    except ValueError as error:
        raise ParameterError(f"{value!r} is no number, but {item.column!r} holds numbers",
                             f"Give a number for {item.column!r}, or name another column.") from error
    return int(number) if number.is_integer() else number


def _is_date(table: Table, column: str) -> bool:
    table.need(column)
    return table.schema[column] in (nw.Date, nw.Datetime)


def _moments(table: Table, item: Filter) -> list[Moment]:
    if item.op in TEXT_ONLY:
        raise ColumnError(f"{item.op!r} looks into text, but {item.column!r} holds dates",
                          "Use between, or = with a year or month such as 2024-03.")
    zone = time_zone(table.schema[item.column])
    return [moment(value, zone, item.column) for value in _values(item) if value is not None]


def _compared(item: Filter, op: str, at: datetime) -> Filter:
    # A bare date after <= or > would cover its whole day when it is read again.
    written = at.isoformat(sep=" ") if op in ("<=", ">") else _written(at)
    return item.replaced(op=op, value=written)


def _written(at: datetime) -> str:
    return at.date().isoformat() if at == datetime(at.year, at.month, at.day) else at.isoformat(sep=" ")


def _bound(item: Filter, one: Moment) -> Filter:
    """`<=` reaches to the end of a day or month, `>` begins after it."""
    if one.exact:
        return _compared(item, item.op, one.start)
    return _compared(item, "<" if item.op == "<=" else ">=", one.end)


def _until(item: Filter, upper: Moment) -> tuple[Filter]:
    return (_compared(item, "<=" if upper.exact else "<", upper.end),)


def _within(item: Filter, one: Moment, exact: bool) -> Filter:
    last = one.end if exact else one.last
    return item.replaced(op="between", value=(_written(one.start), last.isoformat(sep=" ")))


def _outside(item: Filter, one: Moment) -> list[Filter]:
    after = _compared(item, ">" if one.exact else ">=", one.end)
    return [_compared(item, "<", one.start), after, Filter(column=item.column, op="is null")]
