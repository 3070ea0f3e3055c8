"""The conditions of a Query as VizQL filters: one for a field where a filter says it, one calculation for the rest."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from autoviz.query.formulas import NUMBERS, DataField, Fields, UnsaidError, field_of, formula
from autoviz.query.language import Call, Column, Constant, Member, conjuncts, parts_of
from autoviz.query.vizql_dates import date_filter, moment_filter
from autoviz.query.vizql_members import member_filter
from autoviz.query.vizql_ranges import Filter, against, bounds, present

_WORDS = {"contains": "contains", "starts with": "startsWith", "ends with": "endsWith"}
_LARGEST_SET = 1000


def row_filters(condition: Any, fields: Fields, taken: str = "") -> list[Filter]:
    """The filters that leave the rows for which the condition holds.

    A field takes one filter at most, and only a range takes a calculation; so all that no filter of its own says is
    one calculation that gives 1 for the rows that stay. A field that is taken has a filter already.
    """
    tests = conjuncts(condition)
    filters = [_among(test, fields) for test in tests if isinstance(test, Member)]
    occupied = {taken, *(item["field"]["fieldCaption"] for item in filters)}
    if len(occupied) <= len(filters):
        raise UnsaidError("two conditions choose the same field by its groups")
    by_field: dict[str, list[Any]] = {}
    rest: list[Any] = []
    for test in (item for item in tests if not isinstance(item, Member)):
        name = _subject(test)
        caption = field_of(name, fields).caption if name else taken
        (rest if caption in occupied else by_field.setdefault(caption, [])).append(test)
    for caption, own in by_field.items():
        made, left = _field_filter(field_of(caption, fields), own)
        filters += made
        rest += left
    if rest:
        text = " AND ".join(formula(test, fields) for test in rest)
        filters.append(
            {
                "field": {"calculation": f"IF {text} THEN 1 ELSE 0 END"},
                "filterType": "QUANTITATIVE_NUMERICAL",
                "quantitativeFilterType": "MIN",
                "min": 1,
            }
        )
    return filters


def _among(test: Member, fields: Fields) -> Filter:
    found = member_filter(test, fields)
    if found is None:
        raise UnsaidError("no filter chooses the values that a query gives")
    return found


def _subject(test: Any) -> str | None:
    """The only column of a test that holds it against constants."""
    names = {part.name for part in parts_of(Column, test)}
    return next(iter(names)) if len(names) == 1 else None


def _field_filter(found: DataField, tests: Sequence[Any]) -> tuple[list[Filter], list[Any]]:
    """The filter of a field, and the tests that it does not say."""
    if found.aggregated:
        raise UnsaidError(f"{found.caption!r} is summarised by its own formula and cannot choose rows")
    if found.column_class in ("GROUP", "BIN"):
        raise UnsaidError(f"Tableau does not filter by {found.caption!r}, which is a {found.column_class.lower()}")
    present_only = [_without_missing(test) for test in tests]
    missing_too = all(inner is not None for inner in present_only)
    asked = [inner for inner in present_only if inner is not None] if missing_too else list(tests)
    for way in _WAYS.get(found.data_type, ()):
        made, left = way(found, asked)
        if missing_too and made:
            made = _with_missing(made)
        if made:
            whole = [test for test, inner in zip(tests, asked, strict=True) if any(item is inner for item in left)]
            return [{"field": {"fieldCaption": found.caption}, **made}], whole
    return [], list(tests)


def _without_missing(test: Any) -> Any:
    """The test of `test or is null`; None where missing values are not let in."""
    match test:
        case Call(op="or", args=(inner, Call(op="is null", args=(Column(),)))):
            return inner
        case Call(op="or", args=(Call(op="is null", args=(Column(),)), inner)):
            return inner
    return None


def _with_missing(made: Filter) -> Filter:
    """The filter that lets missing values in as well, or nothing where it cannot."""
    if made["filterType"] == "SET":
        values = [item for item in made["values"] if item is not None]
        return {**made, "values": values if made["exclude"] else [*values, None]}
    ranged = made["filterType"] == "DATE" or made.get("quantitativeFilterType") in ("RANGE", "MIN", "MAX")
    return {**made, "includeNulls": True} if ranged else {}


Way = Callable[[DataField, Sequence[Any]], tuple[Filter, list[Any]]]


def _members(found: DataField, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """One of some values, or none of them; a comparison holds for no missing value."""
    if found.measure and found.data_type in NUMBERS:
        return {}, list(tests)
    for test in tests:
        values, exclude = _listed(test)
        if values is not None and len(values) <= _LARGEST_SET:
            made = {"filterType": "SET", "values": values, "exclude": exclude}
            return made, [item for item in tests if item is not test]
    return {}, list(tests)


def _listed(test: Any) -> tuple[list[Any] | None, bool]:
    match test:
        case Column():
            return [True], False
        case Call(op="not", args=(Column(),)):
            return [False], False
        case Call(op="is null", args=(Column(),)):
            return [None], False
        case Call(op="not", args=(Call(op="is null", args=(Column(),)),)):
            return [None], True
        case Call(op="in", args=(Column(), *values)) if all(isinstance(item, Constant) for item in values):
            return [item.value for item in values if isinstance(item, Constant)], False
        case Call(op="not", args=(Call(op="in" | "or") as inner,)):
            among, exclude = _listed(inner)
            return (None, False) if among is None or exclude else (list(dict.fromkeys((*among, None))), True)
        case Call(op="or", args=parts):
            return _either(parts), False
    op, value = against(test) or ("", None)
    if op not in ("=", "!=") or value is None:
        return None, False
    return ([value], False) if op == "=" else ([value, None], True)


def _either(tests: Sequence[Any]) -> list[Any] | None:
    """The values of several tests of which one must hold, where each lists its own."""
    lists = [_listed(test) for test in tests]
    if any(values is None or exclude for values, exclude in lists):
        return None
    return list(dict.fromkeys(value for values, _ in lists for value in values or ()))


def _matched(found: DataField, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """Pieces of a text. Whether casing counts is the server's affair, so the calculation tests them as well.

    What must not be in a text is left to the calculation: a filter that ignores casing would leave out too much.
    """
    made: Filter = {}
    for test in tests:
        match test:
            case Call(
                op="contains" | "starts with" | "ends with" as op, args=(Column(), Constant(value=str() as text))
            ):
                made.setdefault(_WORDS[op], text)
    return ({"filterType": "MATCH", **made} if made else {}), list(tests)


def _range(found: DataField, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """From a least to a largest number, both taken in; a bound that is not is the next number beside it."""
    low, high = -math.inf, math.inf
    left = []
    for test in tests:
        op, value = against(test) or ("", None)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or op not in _SIDES:
            left.append(test)
            continue
        least, most = _SIDES[op](value, found.data_type == "INTEGER")
        low, high = max(low, least), min(high, most)
    if low > high:
        return {}, list(tests)
    ends = [None if math.isinf(end) else end for end in (low, high)]
    made = bounds("QUANTITATIVE_NUMERICAL", "min", "max", *ends)
    return (made, left) if made else present("QUANTITATIVE_NUMERICAL", tests)


def _above(value: float, whole: bool) -> float:
    return math.floor(value) + 1 if whole else math.nextafter(value, math.inf)


def _below(value: float, whole: bool) -> float:
    return math.ceil(value) - 1 if whole else math.nextafter(value, -math.inf)


_SIDES: dict[str, Callable[[float, bool], tuple[float, float]]] = {
    "=": lambda value, whole: (value, value),
    ">=": lambda value, whole: (value, math.inf),
    "<=": lambda value, whole: (-math.inf, value),
    ">": lambda value, whole: (_above(value, whole), math.inf),
    "<": lambda value, whole: (-math.inf, _below(value, whole)),
}
"""Comparison with a number, and whether the field is of whole numbers → the least and the largest that it lets in."""

_WAYS: dict[str, tuple[Way, ...]] = {
    "STRING": (_members, _matched),
    "BOOLEAN": (_members,),
    "INTEGER": (_members, _range),
    "REAL": (_range,),
    "DATE": (date_filter,),
    "DATETIME": (moment_filter,),
}
"""Type of a field → the filters that can say something of it, the first that does."""
