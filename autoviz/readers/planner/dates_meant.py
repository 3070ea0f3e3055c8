"""Dates meant: a year or a day that the model holds against a date, written as a number or as text, as what it is."""

from __future__ import annotations

import re
from typing import Any

from autoviz.model.base import Value
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import COMPARISONS, Call, Column, Constant, Moment, Query
from autoviz.query.types import Type, column_type

FIRST_YEAR = 1000
_DAY = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?\Z")
_YEAR = re.compile(r"\d{4}\Z")


def dates_meant(query: Query, profile: DatasetProfile) -> Query:
    """The Query with dates held against dates, and years against years."""
    typed = {column.name: column_type(column) for column in profile.columns}
    dates = frozenset(name for name, type_ in typed.items() if type_ & Type.DATE and not type_ & Type.NUMBER)
    return _changed(query, dates) if dates else query


def _changed(value: Any, dates: frozenset[str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_changed(item, dates) for item in value)
    if not isinstance(value, Value):
        return value
    if isinstance(value, Call) and value.op in COMPARISONS:
        return value.replaced(args=_compared(value.args, dates))
    fields = {name: getattr(value, name) for name in type(value).model_fields}
    changed = {name: _changed(field, dates) for name, field in fields.items()}
    return value.replaced(**changed) if changed != fields else value


def _compared(args: tuple[Any, ...], dates: frozenset[str]) -> tuple[Any, ...]:
    """The two sides of a comparison: where one is a date and all others are years, its year stands there."""
    held = [arg for arg in args if isinstance(arg, Column) and arg.name in dates]
    others = [arg for arg in args if arg not in held]
    if not held or not others:
        return tuple(_changed(arg, dates) for arg in args)
    if all(_year(arg) is not None for arg in others):
        return tuple(_year_of(arg) if arg in held else Constant(value=_year(arg)) for arg in args)
    return tuple(_moment(_changed(arg, dates)) for arg in args)


def _year(arg: Any) -> int | None:
    """The year that a constant may be."""
    told = str(arg.value) if isinstance(arg, Constant) else ""
    return int(told) if _YEAR.match(told) and int(told) >= FIRST_YEAR else None


def _year_of(date: Column) -> Call:
    return Call(op="date part", args=(Constant(value="year"), date))


def _moment(arg: Any) -> Any:
    text = arg.value if isinstance(arg, Constant) else None
    return Moment(at=text) if isinstance(text, str) and _DAY.match(text) else arg
