"""The conditions of a Query as VizQL filters: one for a field where a filter says it, one calculation for the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

from autoviz.query.formulas import NUMBERS, DataField, Fields, UnsaidError, field_of, formula
from autoviz.query.language import Call, Column, Constant, Moment, conjuncts

Filter = dict[str, Any]
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
_WORDS = {"contains": "contains", "starts with": "startsWith", "ends with": "endsWith"}
_LARGEST_SET = 1000


def row_filters(condition: Any, fields: Fields, taken: str = "") -> list[Filter]:
    """The filters that leave the rows for which the condition holds.

    A field takes one filter at most, and only a range takes a calculation; so all that no filter of its own says is
    one calculation that gives 1 for the rows that stay. A field that is taken has a filter already.
    """
    by_field: dict[str, list[Any]] = {}
    rest: list[Any] = []
    for test in conjuncts(condition):
        name = _subject(test)
        caption = field_of(name, fields).caption if name else taken
        (rest if caption == taken else by_field.setdefault(caption, [])).append(test)
    filters: list[Filter] = []
    for caption, tests in by_field.items():
        made, left = _field_filter(field_of(caption, fields), tests)
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


def _subject(test: Any) -> str | None:
    """The only column of a test that holds it against constants."""
    names = {part.name for part in _columns(test)}
    return next(iter(names)) if len(names) == 1 else None


def _columns(test: Any) -> list[Column]:
    from autoviz.query.language import parts_of

    return list(parts_of(Column, test))


def _field_filter(found: DataField, tests: Sequence[Any]) -> tuple[list[Filter], list[Any]]:
    """The filter of a field, and the tests that it does not say."""
    if found.aggregated:
        raise UnsaidError(f"{found.caption!r} is summarised by its own formula and cannot choose rows")
    if found.column_class in ("GROUP", "BIN"):
        raise UnsaidError(f"Tableau does not filter by {found.caption!r}, which is a {found.column_class.lower()}")
    for way in _WAYS.get(found.data_type, ()):
        made, left = way(found, tests)
        if made:
            return [{"field": {"fieldCaption": found.caption}, **made}], left
    return [], list(tests)


Way = Callable[[DataField, Sequence[Any]], tuple[Filter, list[Any]]]


def _against(test: Any) -> tuple[str, Any] | None:
    """The operator and the constant that a column is held against."""
    match test:
        case Call(op="=" | "!=" | "<" | "<=" | ">" | ">=" as op, args=(Column(), Constant() | Moment() as value)):
            return op, _plain(value)
        case Call(op="=" | "!=" | "<" | "<=" | ">" | ">=" as op, args=(Constant() | Moment() as value, Column())):
            return _FLIPPED[op], _plain(value)
    return None


def _plain(value: Constant | Moment) -> Any:
    return value.at if isinstance(value, Moment) else value.value


def _members(found: DataField, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """One of some values, or none of them; a comparison holds for no missing value."""
    for test in tests:
        values, exclude = _listed(test)
        if values is None or len(values) > _LARGEST_SET or (found.measure and found.data_type in NUMBERS):
            continue
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
        case Call(op="not", args=(Call(op="in", args=(Column(), *values)),)) if all(
            isinstance(item, Constant) for item in values
        ):
            return [*(item.value for item in values if isinstance(item, Constant)), None], True
    found = _against(test)
    if found is None or found[0] not in ("=", "!=") or found[1] is None:
        return None, False
    return ([found[1]], False) if found[0] == "=" else ([found[1], None], True)


def _matched(found: DataField, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """A piece of a text. Whether casing counts is the server's affair, so the calculation tests it as well."""
    for test in tests:
        match test:
            case Call(
                op="contains" | "starts with" | "ends with" as op, args=(Column(), Constant(value=str() as text))
            ):
                return {"filterType": "MATCH", _WORDS[op]: text}, list(tests)
    return {}, list(tests)


def _range(found: DataField, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """From a least to a largest number, both taken in; strict bounds are tested by the calculation."""
    low: Any = None
    high: Any = None
    left = []
    for test in tests:
        op, value = _against(test) or ("", None)
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            op = ""
        if op in (">=", "=") and low is None:
            low = value
        elif op == ">=":
            low = max(low, value)
        if op in ("<=", "=") and high is None:
            high = value
        elif op == "<=":
            high = min(high, value)
        if op not in (">=", "<="):
            left += [] if op == "=" and low == high == value else [test]
    made = _bounds("QUANTITATIVE_NUMERICAL", "min", "max", low, high)
    return (made, left) if made else _present("QUANTITATIVE_NUMERICAL", tests)


def _bounds(kind: str, least: str, most: str, low: Any, high: Any) -> Filter:
    if low is None and high is None:
        return {}
    side = "RANGE" if low is not None and high is not None else "MIN" if high is None else "MAX"
    ends = {name: value for name, value in ((least, low), (most, high)) if value is not None}
    return {"filterType": kind, "quantitativeFilterType": side, **ends}


def _present(kind: str, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
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


def _days(found: DataField, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """From one day to another; a time of day is beyond these filters."""
    low, high, left = _interval(tests)
    made = _bounds(
        "QUANTITATIVE_DATE", "minDate", "maxDate", _iso(low), _iso(high - timedelta(days=1)) if high else None
    )
    return (made, left) if made else _present("QUANTITATIVE_DATE", tests)


def _whole_periods(found: DataField, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """The last n years, months or days up to an anchor, which takes in the whole of the last day."""
    low, high, left = _interval(tests)
    if low is None or high is None or high <= low:
        return _present("QUANTITATIVE_DATE", tests)
    kind, count = _counted(low, high)
    last = {"dateRangeType": "CURRENT"} if count == 1 else {"dateRangeType": "LASTN", "rangeN": count}
    return {"filterType": "DATE", "periodType": kind, **last, "anchorDate": _iso(high - timedelta(days=1))}, left


def _counted(low: date, high: date) -> tuple[str, int]:
    """How many whole periods lie between two days, in the longest that fit."""
    months = (high.year - low.year) * 12 + high.month - low.month
    if low.day == high.day == 1:
        return ("YEARS", months // 12) if low.month == high.month == 1 else ("MONTHS", months)
    return "DAYS", (high - low).days


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _interval(tests: Sequence[Any]) -> tuple[date | None, date | None, list[Any]]:
    """From the first day to the one after the last, and the tests that no such interval says."""
    low: date | None = None
    high: date | None = None
    left = []
    for test in tests:
        found = _ends(test)
        if found is None:
            left.append(test)
            continue
        first, after = found
        low = first if low is None else max(low, first) if first else low
        high = after if high is None else min(high, after) if after else high
    return low, high, left


def _ends(test: Any) -> tuple[date | None, date | None] | None:
    """The first day that a test lets in and the first after it that it does not."""
    match test:
        case Call(
            op="=", args=(Call(op="date part", args=(Constant(value="year"), Column())), Constant(value=int() as year))
        ):
            return date(year, 1, 1), date(year + 1, 1, 1)
        case Call(op="=", args=(Call(op="period", args=(Constant(value=word), Column())), Moment(at=at))):
            return _period_ends(str(word), at)
    op, value = _against(test) or ("", "")
    if op in ("", "!=") or not isinstance(value, str) or _midnight(value) is None:
        return None
    day = _midnight(value)
    assert day is not None
    if op in (">=", "<"):
        return (day, None) if op == ">=" else (None, day)
    return None


def _period_ends(word: str, at: str) -> tuple[date, date] | None:
    day = _midnight(at)
    if day is None or word not in ("year", "quarter", "month"):
        return None
    months = {"year": 12, "quarter": 3, "month": 1}[word]
    if day.day != 1 or (day.month - 1) % months:
        return None
    after = day.year * 12 + day.month - 1 + months
    return day, date(after // 12, after % 12 + 1, 1)


def _midnight(at: str) -> date | None:
    """The day of a moment that is the first of its day."""
    day, _, time = at.replace("T", " ").partition(" ")
    if time.strip("0:."):
        return None
    try:
        return date.fromisoformat(day)
    except ValueError:
        return None


def _calendar_days(found: DataField, tests: Sequence[Any]) -> tuple[Filter, list[Any]]:
    """As above, with the bounds that take in their own day, which for a date without a time is the whole of it."""
    return _days(found, [_half_open(test) for test in tests])


def _half_open(test: Any) -> Any:
    op, value = _against(test) or ("", None)
    day = _midnight(value) if isinstance(value, str) else None
    if day is None or op not in ("<=", ">"):
        return test
    moved = Moment(at=(day + timedelta(days=1)).isoformat())
    return test.replaced(op="<" if op == "<=" else ">=", args=(Column(name=_columns(test)[0].name), moved))


_WAYS: dict[str, tuple[Way, ...]] = {
    "STRING": (_members, _matched),
    "BOOLEAN": (_members,),
    "INTEGER": (_members, _range),
    "REAL": (_range,),
    "DATE": (_calendar_days,),
    "DATETIME": (_whole_periods,),
}
"""Type of a field → the filters that can say something of it, the first that does."""
