"""Void: a reading of which nothing can come, and tests that say nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from autoviz.errors import QueryError
from autoviz.linking.flag_phrases import flag_values, none_value
from autoviz.linking.links import Match, link
from autoviz.linking.moments import calendar_of, moments
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.absences import lacked
from autoviz.query.check import check
from autoviz.query.language import (
    COMPARISONS,
    Aggregate,
    Call,
    Column,
    Constant,
    Query,
    Window,
    all_of,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.readers.embedded.open_words import is_content
from autoviz.writings.unit_words import currency_of, dimension_of

MOSTLY = 0.9
"""The least share of the rows that have a value of their own, where a column hardly has one twice."""
NOTHING = 0.01
"""What is less than this share of a number changes nothing where it is taken from it."""
_ADDED = ("count", "distinct")
"""What is 0 of no rows, which is a number."""


def is_void(reading: Reading, profile: DatasetProfile) -> bool:
    """Whether a Query is none of this table, as where a number is held against a date, measures the time from a date to
    itself or holds a column against itself, takes a measure from itself or from what is measured otherwise, divides one
    by itself, counts different amounts, groups by whether a number lies on one side of another on which it always does
    (year < 10), or every measure of it hangs on rows whose number lies beyond all that its column holds: year = 12."""
    query = reading.requirements.query
    if query is None:
        return False
    try:
        check(query, profile)
    except QueryError:
        return True
    if any(call.op == "time between" and call.args[1] == call.args[2] for call in parts_of(Call, query)):
        return True
    if any(call.op in ("-", "/") and call.args[0] == call.args[1] for call in parts_of(Call, query)):
        return True
    if any(call.op in COMPARISONS and call.args[0] == call.args[1] for call in parts_of(Call, query)):
        return True
    if any(_counts_amounts(item.expr, profile) for item in query.measures):
        return True
    if _runs_over_things(query, profile):
        return True
    if any(_is_of_unlike(call, profile) for call in parts_of(Call, query)):
        return True
    if query.source is None and any(_is_one_sided(key.expr, profile) for key in query.by):
        return True
    return bool(query.measures) and all(any(_of_none(item.expr, profile)) for item in query.measures)


def _runs_over_things(query: Query, profile: DatasetProfile) -> bool:
    """Whether rows of a panel are held against the one before, which is of another thing: what France had before is
    not what Finland had."""
    things = profile.things
    if things is None or not things.panel or query.grouped or query.source is not None:
        return False
    kept = {*columns_of(query.where)}
    steps = [window for window in parts_of(Window, query) if window.func in ("previous", "next")]
    return any(not {*things.columns} & {*columns_of(window.within), *kept} for window in steps)


def _is_of_unlike(call: Call, profile: DatasetProfile) -> bool:
    """Whether pieces and euros, or euros and hours, are added up or taken from each other, or texts and dates are, or
    numbers of which one always vanishes beside the other: years that people live, and people."""
    match call:
        case Call(op="+" | "-", args=(Column() as one, Window(func="previous" | "next", args=(Column() as other,)))):
            return any(not profile.by_name[name].metric for name in {one.name, other.name} & profile.by_name.keys())
        case Call(op="+" | "-", args=(Column(name=one), Column(name=other))):
            columns = [profile.by_name[name] for name in (one, other) if name in profile.by_name]
            kinds = {_measured_in(column) for column in columns}
            return len(kinds - {""}) > 1 or any(_vanishes(small, large) for small, large in permutations(columns, 2))
    return False


def _vanishes(small: ColumnProfile, large: ColumnProfile) -> bool:
    """Whether all values of a column are next to nothing beside the least of another."""
    most, least = small.maximum, large.minimum
    numbers = isinstance(most, int | float) and isinstance(least, int | float)
    return numbers and 0 < most < NOTHING * least  # type: ignore[operator]


def _measured_in(column: ColumnProfile) -> str:
    """What a column is measured in: pieces, money, time; nothing where that is not known."""
    if column.unit:
        return dimension_of(column.unit) or ("money" if currency_of(column.unit) else "")
    return "pieces" if column.meaning == "count" else ""


def _counts_amounts(expr: Any, profile: DatasetProfile) -> bool:
    """Whether different values are counted of a column that measures something and hardly has one twice."""
    match expr:
        case Aggregate(func="distinct", args=(Column(name=name),)) if name in profile.by_name:
            column = profile.by_name[name]
            return column.metric and (column.distinct or 0) > MOSTLY * profile.rows
    return False


def without_void_tests(query: Query, profile: DatasetProfile) -> Query:
    """The Query without tests that a column is given, or above 0, which it is in every row; where one is missing in
    none and counts from 0 on, or says none by a value, that is what is missing: who took no classes; unprofitable is
    what has no profit above 0."""
    full = {column.name: column for column in profile.columns if column.missing == 0}
    tests = conjuncts(query.where)
    kept = [_zero(test, full) for test in tests if _given(test) not in full and not _is_above_none(test, full)]
    return query.replaced(where=all_of(kept)) if tuple(kept) != tests else query


def without_unsaid_flags(text: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    """A Query without the tests of yes or no that no word of the question is left for: orders of May are not those that
    were returned."""
    query = asked.query
    tests = conjuncts(query.where) if query is not None else ()
    flags = {test: name for test in tests if (name := _flag_tested(test, profile))}
    if query is None or not flags:
        return asked
    matches = link(text, profile)
    unsaid = {*flags.values()} - {match.column for match in matches}
    if not unsaid or _has_open_words(text, matches, profile):
        return asked
    kept = tuple(test for test in tests if flags.get(test) not in unsaid)
    return asked.replaced(query=query.replaced(where=all_of(kept)))


def _flag_tested(test: Any, profile: DatasetProfile) -> str | None:
    """The column of yes and no that a test is about."""
    match test:
        case Column(name=name) | Call(op="not", args=(Column(name=name),)) | Call(op="=", args=(Column(name=name), _)):
            column = profile.by_name.get(name)
            return str(name) if column is not None and flag_values(column) is not None else None
    return None


def _has_open_words(text: str, matches: Sequence[Match], profile: DatasetProfile) -> bool:
    """Whether a question has words of a meaning of their own that are no names, values, dates or numbers."""
    dates = moments(text, calendar_of(profile, text))
    taken = [(one.start, one.end) for some in (matches, dates, number_candidates(text)) for one in some]
    return any(
        is_content(word) and not any(start < word.end and word.start < end for start, end in taken)
        for word in words(text)
    )


def of_what_is_missing(text: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    """A Query for rows without something that is missing in none, as one for those without the one other thing that the
    question names and that some rows lack: gifts that never got a receipt have an amount."""
    query = asked.query
    tests = conjuncts(query.where) if query is not None else ()
    full = {column.name for column in profile.columns if column.missing == 0}
    if query is None or not any(lacked(test) in full for test in tests):
        return asked
    named = {match.column for match in link(text, profile) if match.value is None and match.column not in full}
    if len(named) != 1:
        return asked
    other = Call(op="is null", args=(Column(name=named.pop()),))
    kept = tuple(other if lacked(test) in full else test for test in tests)
    return asked.replaced(query=query.replaced(where=all_of(kept)))


def _zero(test: Any, columns: Mapping[str, ColumnProfile]) -> Any:
    match test:
        case Call(op="is null", args=(Column(name=name) as column,)) if name in columns:
            least, flag = columns[name].minimum, flag_values(columns[name])
            none = flag[1] if flag is not None else none_value(columns[name])
            if none is not None:
                return Call(op="=", args=(column, Constant(value=none)))
            if least == 0:
                return Call(op="=", args=(column, Constant(value=0)))
            if columns[name].metric and isinstance(least, int | float) and least < 0:
                return Call(op="<=", args=(column, Constant(value=0)))
    return test


def _is_above_none(test: Any, columns: Mapping[str, ColumnProfile]) -> bool:
    """Whether a column is to be above 0 of which all values are."""
    match test:
        case Call(op=">", args=(Column(name=name), Constant(value=0))) if name in columns:
            least = columns[name].minimum
            return isinstance(least, int | float) and least > 0
    return False


def _given(test: Any) -> str | None:
    """The column that a test wants given."""
    match test:
        case Call(op="not", args=(Call(op="is null", args=(Column(name=name),)),)):
            return str(name)
    return None


def _of_none(expr: Any, profile: DatasetProfile) -> Iterator[bool]:
    for part in parts_of(Aggregate, expr):
        if part.func not in _ADDED:
            yield any(_is_beyond(test, profile) for test in conjuncts(part.where))


def _is_beyond(test: Any, profile: DatasetProfile) -> bool:
    match test:
        case Call(op="=", args=(Column(name=name), Constant(value=int() | float() as value))):
            return _lies_beyond(value, name, profile)
    return False


def _is_one_sided(test: Any, profile: DatasetProfile) -> bool:
    """Whether a column is held against a number beyond all that it holds, so that each row is on the same side."""
    match test:
        case Call(op="<" | "<=" | ">" | ">=", args=(Column(name=name), Constant(value=int() | float() as value))):
            return _lies_beyond(value, name, profile)
    return False


def _lies_beyond(value: float, name: str, profile: DatasetProfile) -> bool:
    column = profile.by_name.get(name)
    low, high = (column.minimum, column.maximum) if column is not None else (None, None)
    ranged = isinstance(low, int | float) and isinstance(high, int | float)
    return ranged and not low <= value <= high  # type: ignore[operator]
