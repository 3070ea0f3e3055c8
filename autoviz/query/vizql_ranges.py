"""What filters by range share: a column held against a constant, and the filter between two bounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autoviz.query.language import Call, Column, Constant, Moment

Filter = dict[str, Any]
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


def against(test: Any) -> tuple[str, Any] | None:
    """The operator and the constant that a column is held against."""
    match test:
        case Call(op="=" | "!=" | "<" | "<=" | ">" | ">=" as op, args=(Column(), Constant() | Moment() as value)):
            return op, _plain(value)
        case Call(op="=" | "!=" | "<" | "<=" | ">" | ">=" as op, args=(Constant() | Moment() as value, Column())):
            return _FLIPPED[op], _plain(value)
    return None


def _plain(value: Constant | Moment) -> Any:
    return value.at if isinstance(value, Moment) else value.value


def bounds(kind: str, least: str, most: str, low: Any, high: Any) -> Filter:
    """The filter from a least to a largest value, both taken in; nothing where there is neither."""
    if low is None and high is None:
        return {}
    side = "RANGE" if low is not None and high is not None else "MIN" if high is None else "MAX"
    ends = {name: value for name, value in ((least, low), (most, high)) if value is not None}
    return {"filterType": kind, "quantitativeFilterType": side, **ends}


def present(kind: str, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """Rows that have a value, or those that have none."""
    for test in tests:
        match test:
            case Call(op="not", args=(Call(op="is null", args=(Column(),)),)):
                side = "ONLY_NON_NULL"
            case Call(op="is null", args=(Column(),)):
                side = "ONLY_NULL"
            case _:
                continue
        return {"filterType": kind, "quantitativeFilterType": side}, [item for item in tests if item is not test]
    return {}, list(tests)
