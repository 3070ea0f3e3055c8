"""The condition of a Query as typed filters, as far as they can say it."""

from __future__ import annotations

from typing import Any

from autoviz.model.requirements import AnyOf, Filter
from autoviz.query import language

COMPARED = ("=", "!=", "<", "<=", ">", ">=")
TEXTUAL = ("contains", "starts with", "ends with")


def filters_of(condition: Any) -> tuple[Filter | AnyOf, ...] | None:
    """A condition as typed filters; None where it says more than they can."""
    found: list[Filter | AnyOf] = []
    for test in language.conjuncts(condition):
        if isinstance(test, language.Call) and test.op == "or":
            parts = [_filter(item) for item in test.args]
            if any(part is None for part in parts):
                return None
            found.append(AnyOf(filters=tuple(part for part in parts if part is not None)))
            continue
        made = _filter(test)
        if made is None:
            return None
        found.append(made)
    return tuple(found)


def _filter(test: Any) -> Filter | None:
    if not isinstance(test, language.Call) or not test.args:
        return None
    if test.op == "not" and isinstance(test.args[0], language.Call) and test.args[0].op == "is null":
        return _nullness(test.args[0], "not null")
    if test.op == "is null":
        return _nullness(test, "is null")
    column, *values = test.args
    constants = all(isinstance(value, language.Constant | language.Moment) for value in values)
    if not isinstance(column, language.Column) or not constants:
        return None
    plain = [value.at if isinstance(value, language.Moment) else value.value for value in values]  # type: ignore[union-attr]
    if test.op == "in":
        return Filter(column=column.name, op="in", value=tuple(plain))
    if test.op in (*COMPARED, *TEXTUAL) and len(plain) == 1:
        return Filter(column=column.name, op=test.op, value=plain[0])  # type: ignore[arg-type]
    return None


def _nullness(test: language.Call, op: Any) -> Filter | None:
    column = test.args[0]
    return Filter(column=column.name, op=op) if isinstance(column, language.Column) else None
