"""Condition words: the tests of a condition in the words of people, given how they tell a value."""

from __future__ import annotations

from typing import Any, Protocol

from autoviz.answering.calendar_words import bounding_year, days_held, days_told, recurring_told
from autoviz.answering.comparing_words import COMPARED, TEXTUAL, between_words, flagged, lasting_words
from autoviz.answering.day_spans import day_of, spanned
from autoviz.answering.measure_forms import flag_noun, flag_says, is_year, same_as
from autoviz.listing import listed
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import Call, Column, Constant, Member, conjuncts


class ValueWords(Protocol):
    """Tells a value of a row; values may hold conditions in turn, so that it is handed in."""

    def __call__(self, expr: Any, profile: DatasetProfile | None = None) -> str: ...


def told_tests(condition: Any, told_as: ValueWords, profile: DatasetProfile | None) -> list[str]:
    """Each test of a condition in words, two bounds of the same value as one."""
    tests = list(conjuncts(condition))
    told = []
    while tests:
        test = tests.pop(0)
        other = next((item for item in tests if _enclosed(test, item, told_as, profile)), None)
        if other is not None:
            tests.remove(other)
            told.append(_enclosed(test, other, told_as, profile))
        else:
            told.append(_test_words(test, told_as, profile))
    return told


def _enclosed(one: Any, other: Any, told_as: ValueWords, profile: DatasetProfile | None) -> str:
    """Two bounds of the same value as one: 'age is from 13 to 19', 'in 2022'; nothing where they are none."""
    if (span := spanned(one, other)) or not (isinstance(one, Call) and isinstance(other, Call)):
        return span
    low = next((item for item in (one, other) if item.op == ">="), None)
    high = next((item for item in (one, other) if item.op in ("<", "<=")), None)
    if low is None or high is None or low.args[0] != high.args[0]:
        return ""
    first, last = low.args[1], high.args[1]
    if not (isinstance(first, Constant) and isinstance(last, Constant)):
        return ""
    if is_year(low.args[0], profile) and isinstance(first.value, int) and isinstance(last.value, int):
        end = last.value - (high.op == "<")
        return f"in {first.value}" if first.value == end else f"from {first.value} to {end}"
    below = "below " if high.op == "<" else ""
    return f"{told_as(low.args[0], profile)} is from {told_as(first)} to {below}{told_as(last)}"


def _test_words(test: Any, told_as: ValueWords, profile: DatasetProfile | None) -> str:
    if days := days_held(test):
        return f"{told_as(test.args[0].args[1], profile)} is {days_told(days)}"
    if recurring := recurring_told(test):
        return f"{told_as(test.args[0].args[1], profile)} is {recurring}"
    match test:
        case Call(op="or", args=(Call(op="not") as other, Call(op="is null", args=(same,)))) if (
            same in getattr(other.args[0], "args", ())
        ):
            return _test_words(other, told_as, profile)  # of what is missing nothing is known, so it differs too
        case Call(op="or"):
            return " or ".join(listed(told_tests(arg, told_as, profile)) for arg in test.args)
        case Call(op="and"):
            return listed(told_tests(test, told_as, profile))
        case Call(op="not"):
            return _negated(test.args[0], told_as, profile)
        case Call(op="is null"):
            return f"{told_as(test.args[0], profile)} is missing"
        case Call(op="in"):
            values = [told_as(arg) for arg in test.args[1:]]
            return f"{told_as(test.args[0])} is {' or '.join(values)}"
        case Call(op=op) if op in COMPARED:
            return _compared(test, told_as, profile)
        case Call(op=op) if op in TEXTUAL:
            return f"{told_as(test.args[0])} {TEXTUAL[op]} {told_as(test.args[1])}"
        case Column():
            return flagged(told_as(test))
        case Member():
            return f"{told_as(test.expr)} is among those chosen"
    return "a further condition holds"


def _negated(test: Any, told_as: ValueWords, profile: DatasetProfile | None) -> str:
    match test:
        case Call(op="is null"):
            return f"{told_as(test.args[0], profile)} is given"
        case Call(op="in"):
            return f"{told_as(test.args[0])} is not {' or '.join(told_as(arg) for arg in test.args[1:])}"
        case Call(op="="):
            return _compared(test.replaced(op="!="), told_as, profile)
        case Column():
            return flagged(told_as(test), holds=False)
    return f"not ({_test_words(test, told_as, profile)})"


def _compared(test: Call, told_as: ValueWords, profile: DatasetProfile | None) -> str:
    left, right = test.args
    if isinstance(left, Call) and left.op == "date part" and left.args[0] == Constant(value="year") and test.op == "=":
        return f"in {told_as(right)}"
    if is_year(left, profile) and test.op == "=" and isinstance(right, Constant) and isinstance(right.value, int):
        return f"in {right.value}"
    word = COMPARED[test.op]
    if isinstance(right, Constant) and isinstance(right.value, bool):
        return flagged(told_as(left), right.value == (test.op == "="))
    said = flag_says(left, right.value, profile) if isinstance(right, Constant) and test.op in ("=", "!=") else None
    if said is not None:
        return f"{flag_noun(told_as(left, profile))} is {'yes' if said == (test.op == '=') else 'no'}"
    same = same_as(left, right, profile) if test.op in ("=", "!=") else ""
    if same:
        return f"{told_as(left, profile)} {word} {same} {told_as(right, profile)}"
    year = bounding_year(test.op, left, right, profile)
    dated = day_of(right) is not None or year is not None or _is_date(right, profile)
    word = between_words(test.op, dated=dated)
    on = " on" if word == "is from" else ""
    held = year or lasting_words(left, right, profile) or told_as(right, profile)
    return f"{told_as(left, profile)} {word} {held}{on}"


def _is_date(value: Any, profile: DatasetProfile | None) -> bool:
    """Whether a value is a column of dates, of which one is before another and not below it."""
    column = profile.by_name.get(value.name) if profile is not None and isinstance(value, Column) else None
    return column is not None and column.kind == "temporal"
