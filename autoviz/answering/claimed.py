"""Claimed: of which of two groups a claim is made: the one named first, or the end of a course (autumn to spring)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from autoviz.answering.form import Form
from autoviz.answering.shape import Row
from autoviz.drawing.scales import places

_WORDS = re.compile(r"[^\W_]+(?:[/-][^\W_]+)*")
_BEGINS = re.compile(r"\b(from|between|since|after)\b(?:\s+[\w'-]+){0,2}\s*$", re.IGNORECASE)
"""What opens a course right before the name of where it begins: from the autumn, between the years 2001/02."""
_JOINS = {"from": r"\b(?:to|until|till|into|through)\b", "between": r"\band\b"}
"""What leads on to where it ends."""
_SHORTEST = 3
"""Letters of a part of a name by which it can be told in a sentence."""


def claimed_of(first: Row, second: Row, form: Form) -> tuple[Row, Row, bool]:
    """The group that is claimed of, the one that it is held against, and whether a course leads from this to that."""
    at = {id(row): named_at(row, form, other) for row, other in ((first, second), (second, first))}
    one, other = sorted((first, second), key=lambda row: at[id(row)])
    end = len(form.text)
    if at[id(other)] < end:
        return (other, one, True) if _leads(form, at[id(one)], at[id(other)]) else (one, other, False)
    if at[id(one)] < end:
        begins = form.changing and _BEGINS.search(form.text[: at[id(one)]])
        return (other, one, True) if begins else (one, other, False)
    steps = places([first.label, second.label]) if form.changing else None
    if steps is None or steps[first.label] == steps[second.label]:
        return first, second, False
    return (second, first, True) if steps[first.label] < steps[second.label] else (first, second, True)


def course_among(rows: Sequence[Row], form: Form) -> tuple[Row, Row] | None:
    """The two of several groups between which the question speaks of a course, where it begins first."""
    named = sorted((row for row in rows if named_at(row, form) < len(form.text)), key=lambda row: named_at(row, form))
    if len(named) != 2 or not _leads(form, named_at(named[0], form), named_at(named[1], form)):
        return None
    return named[0], named[1]


def named_at(row: Row, form: Form, other: Row | None = None) -> int:
    """Where the question names a group, in full or by a word of its name that the other group lacks."""
    whole = form.place_of_group(next(iter(row.group.values())) if len(row.group) == 1 else None, own_name(row))
    if whole < len(form.text) or other is None:
        return whole
    parts = set(_parts(own_name(row))) - set(_parts(own_name(other)))
    return min((form.place_of(part) for part in parts), default=whole)


def own_name(row: Row) -> str:
    """What a question would call a group: its own value, without the name of its column."""
    values = [value for value in row.group.values() if value is not None]
    return str(values[0]) if len(values) == 1 and not row.period else row.label


def _leads(form: Form, one: int, other: int) -> bool:
    """Whether a course begins at the first of two places in the question and ends at the second."""
    opened = _BEGINS.search(form.text[:one])
    joined = _JOINS.get(opened[1].casefold()) if opened else None
    if joined is None or (opened and opened[1].casefold() == "between" and not form.changing):
        return False
    return re.search(joined, form.text[one:other], re.IGNORECASE) is not None


def _parts(name: str) -> list[str]:
    return [part for part in _WORDS.findall(name.casefold()) if len(part) >= _SHORTEST]
