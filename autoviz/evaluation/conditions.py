"""Conditions: filters in one comparable form, however they were written."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from typing import Any

from autoviz.model.requirements import AnyOf, Filter, Filters

Condition = tuple[str, str, Any]
"""Column, operator and value; columns and texts are folded, ranges are split into their two bounds."""

_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00)?)?$")
_WORDS_FOR_TRUTH = {"true": 1.0, "yes": 1.0, "y": 1.0, "false": 0.0, "no": 0.0, "n": 0.0}
_SAME_OPERATOR = {"==": "=", "<>": "!="}


def canonical(filters: Iterable[Filter | AnyOf]) -> frozenset[Condition]:
    """Filters that must all hold, as a set that is equal for equal meanings."""
    found: set[Condition] = set()
    barred: dict[str, set[Any]] = {}
    for item in filters:
        for column, op, value in _any_of(item) if isinstance(item, AnyOf) else _conditions(item):
            if op == "not in":
                barred.setdefault(column, set()).update(value)
            else:
                found.add((column, op, value))
    return frozenset(found | {(column, "not in", frozenset(values)) for column, values in barred.items()})


def foreign_filters(filters: Sequence[dict[str, Any]]) -> Filters:
    """Filters of a foreign suite, where `like` stands for three operators and `or` joins to the one before."""
    groups: list[list[Filter]] = []
    for item in filters:
        if item.get("joined_by") == "or" and groups:
            groups[-1].append(_foreign_filter(item))
        else:
            groups.append([_foreign_filter(item)])
    return tuple(group[0] if len(group) == 1 else AnyOf(filters=tuple(group)) for group in groups)


def _foreign_filter(item: dict[str, Any]) -> Filter:
    op, value = str(item["op"]), item.get("value")
    if op in ("like", "not like"):
        op, value = _pattern(op, str(value))
    if isinstance(value, list):
        value = tuple(value)
    return Filter.model_validate({"column": item["column"], "op": _SAME_OPERATOR.get(op, op), "value": value})


def _pattern(op: str, pattern: str) -> tuple[str, str]:
    """A `like` pattern as an operator and the text between its wildcards."""
    text = pattern.strip("%")
    if op == "not like":
        return "not contains", text
    if pattern.startswith("%"):
        return ("contains" if pattern.endswith("%") else "ends with"), text
    return ("starts with" if pattern.endswith("%") else "="), text


def _any_of(item: AnyOf) -> list[Condition]:
    """Choices on one column are a list of values; choices on several stay a set of conditions."""
    parts = [condition for part in item.filters for condition in _conditions(part)]
    columns = {column for column, _, _ in parts}
    if len(columns) == 1 and all(op == "in" for _, op, _ in parts):
        return [(columns.pop(), "in", frozenset().union(*(value for _, _, value in parts)))]
    return [("", "any of", frozenset(parts))]


def _conditions(item: Filter) -> list[Condition]:
    column = item.column.casefold()
    if isinstance(item.value, tuple):
        values = [_plain(value) for value in item.value]
        if item.op == "between":
            return [(column, ">=", values[0]), (column, "<=", values[1])]
        return [(column, item.op, frozenset(values))]
    value = _plain(item.value)
    if isinstance(value, dt.date):
        return _on_a_day(column, item.op, value)
    if item.op in ("=", "!="):
        return [(column, "in" if item.op == "=" else "not in", frozenset([value]))]
    return [(column, item.op, value)]


def _on_a_day(column: str, op: str, day: dt.date) -> list[Condition]:
    """Days are whole, so that 'after the 31st' and 'from the 1st on' are the same."""
    one = dt.timedelta(days=1)
    if op == "=":
        return [(column, ">=", day), (column, "<=", day)]
    if op == ">":
        return [(column, ">=", day + one)]
    if op == "<":
        return [(column, "<=", day - one)]
    return [(column, "not in", frozenset([day]))] if op == "!=" else [(column, op, day)]


def _plain(value: object) -> object:
    """Numbers and words for truth as floats, whole days as dates, other texts folded."""
    if value is None or isinstance(value, int | float):
        return None if value is None else float(value)
    text = str(value).strip().casefold()
    if text in _WORDS_FOR_TRUTH:
        return _WORDS_FOR_TRUTH[text]
    day = _DAY.match(text)
    if day:
        return dt.date.fromisoformat(day.group(1))
    try:
        return float(text)
    except ValueError:
        return text
