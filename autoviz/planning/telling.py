"""Telling: parts of the query language in short words, for people who read gaps and plans."""

from __future__ import annotations

from typing import Any

from autoviz.model.base import Value
from autoviz.query.language import Aggregate, Call, Cases, Column, Constant, Moment, Named, Sort, Window

_INFIX = ("+", "-", "*", "/", "//", "%", "**", "=", "!=", "<", "<=", ">", ">=", "and", "or")


def told(part: Any) -> str:
    """One part of a plan or a Query in words."""
    words = {"condition": "keep rows where", "key": "group by", "measure": "compute", "then": "work out",
             "order": "order by", "limit": "the first", "shown": "show", "within": "the first of each"}  # fmt: skip
    value = part.value[0] if part.kind == "limit" else part.value
    return f"{words.get(part.kind, part.kind)} {in_words(value)}".strip()


def in_words(value: Any) -> str:
    """A value of the language as people would write it."""
    if isinstance(value, Named):
        expression = in_words(value.expr)
        return expression if expression == value.name else f"{expression} as {value.name}"
    if isinstance(value, Column):
        return value.name
    if isinstance(value, Constant):
        return repr(value.value)
    if isinstance(value, Moment):
        return value.at
    if isinstance(value, Sort):
        return f"{in_words(value.expr)}{' from the largest' if value.descending else ''}"
    if isinstance(value, Call):
        return _call(value)
    if isinstance(value, Aggregate):
        of = f" of {', '.join(map(in_words, value.args))}" if value.args else " of rows"
        return f"{value.func}{of}{f' where {in_words(value.where)}' if value.where else ''}"
    return _other(value)


def _call(call: Call) -> str:
    args = [in_words(item) for item in call.args]
    if call.op in _INFIX:
        return f" {call.op} ".join(f"({text})" if " or " in text or " and " in text else text for text in args)
    if call.op == "in":
        return f"{args[0]} is one of {', '.join(args[1:])}"
    return f"{args[0]} {call.op}" if call.op == "is null" else f"{call.op}({', '.join(args)})"


def _other(value: Any) -> str:
    if isinstance(value, Window):
        of = f" of {', '.join(map(in_words, value.args))}" if value.args else ""
        within = f" within {', '.join(map(in_words, value.within))}" if value.within else ""
        return f"{value.func}{of}{within}"
    if isinstance(value, Cases):
        return f"cases of {in_words(value.whens[0].condition)} …"
    if isinstance(value, (tuple, list)):
        return ", ".join(in_words(item) for item in value)
    return "a query" if isinstance(value, Value) else str(value)
