"""Filters as conditions of the query language: what each keeps, said exactly."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from autoviz.linking.stretches import DateRange
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.requirements import AnyOf, Filter, Filters
from autoviz.query.language import Call, Column, Constant, Moment, all_of
from autoviz.shaping.moments import Moment as Stretch
from autoviz.shaping.moments import moment

_NEGATIVE = {"!=": "=", "not in": "in", "not contains": "contains"}
_TEXT_TESTS = ("contains", "starts with", "ends with")


def condition_of(filters: Filters, profile: DatasetProfile) -> Any:
    """One condition that holds where all of these filters do; None where there are none."""
    return all_of([_either(item, profile) for item in filters])


def during(time: str, period: DateRange, profile: DatasetProfile) -> Any:
    """The rows of a period; years in numbers are read as they are written."""
    column = profile.by_name[time]
    if isinstance(column.minimum, int):
        return Call(op="=", args=(Column(name=time), Constant(value=column.year_cell(int(period.first[:4])))))
    return condition_of((Filter(column=time, op="between", value=(period.first, period.last)),), profile)


def _either(item: Filter | AnyOf, profile: DatasetProfile) -> Any:
    if isinstance(item, Filter):
        return _test(item, profile)
    return Call(op="or", args=tuple(_test(part, profile) for part in item.filters))


def _test(item: Filter, profile: DatasetProfile) -> Any:
    column = Column(name=item.column)
    if item.op == "is null" or (item.op == "=" and item.value is None):
        return Call(op="is null", args=(column,))
    if item.op == "not null" or (item.op == "!=" and item.value is None):
        return Call(op="not", args=(Call(op="is null", args=(column,)),))
    entry = profile.by_name.get(item.column)
    if item.op in _NEGATIVE:
        excluded = Call(op="not", args=(_test(item.replaced(op=_NEGATIVE[item.op]), profile),))
        if entry is not None and not entry.lacks:
            return excluded
        # What is missing is not the thing excluded, so it stays.
        return Call(op="or", args=(excluded, Call(op="is null", args=(column,))))
    values = item.value if isinstance(item.value, tuple) else (item.value,)
    if entry is not None and entry.kind == "temporal":
        return _dated(item.op, column, [moment(value, None, item.column) for value in values])
    if all(isinstance(value, str) for value in values):
        return _worded(item.op, column, [str(value) for value in values], entry.values if entry else ())
    return _compared(item.op, column, values)


def _compared(op: str, column: Any, values: tuple[Scalar, ...]) -> Any:
    constants = tuple(Constant(value=value) for value in values)
    if op == "between":
        lower, upper = constants
        return Call(op="and", args=(Call(op=">=", args=(column, lower)), Call(op="<=", args=(column, upper))))
    return Call.model_validate({"op": op, "args": (column, *constants)})


def _worded(op: str, column: Any, values: list[str], known: tuple[Scalar, ...]) -> Any:
    """Text is compared whatever its casing; where the cells are known, by how they are written."""
    if op not in ("=", "in", *_TEXT_TESTS):
        return _compared(op, column, tuple(values))
    wanted = {value.lower() for value in values}
    spelled = [value for value in known if isinstance(value, str) and value.lower() in wanted]
    if op in _TEXT_TESTS or {value.lower() for value in spelled} != wanted:
        lowered = Call(op="lower", args=(column,))
        return _compared(op, lowered, tuple(value.lower() for value in values))
    return _compared("=" if len(spelled) == 1 else "in", column, tuple(spelled))


def _dated(op: str, column: Any, stretches: list[Stretch]) -> Any:
    """A date covers all of its day, month or year."""
    first = stretches[0]
    if op == "between":
        return Call(op="and", args=(_at(">=", column, first.start), _until(column, stretches[1])))
    if op == "<=":
        return _until(column, first)
    if op == ">":
        return _at(">" if first.exact else ">=", column, first.end)
    if op in ("<", ">="):
        return _at(op, column, first.start)
    tests = tuple(_during(column, item) for item in stretches)
    return tests[0] if len(tests) == 1 else Call(op="or", args=tests)


def _during(column: Any, stretch: Stretch) -> Any:
    if stretch.exact:
        return _at("=", column, stretch.start)
    return Call(op="and", args=(_at(">=", column, stretch.start), _until(column, stretch)))


def _until(column: Any, stretch: Stretch) -> Any:
    return _at("<=" if stretch.exact else "<", column, stretch.end)


def _at(op: str, column: Any, instant: datetime) -> Any:
    midnight = instant == datetime(instant.year, instant.month, instant.day)
    written = instant.date().isoformat() if midnight else instant.isoformat(sep=" ")
    return Call.model_validate({"op": op, "args": (column, Moment(at=written))})
