"""Claimed: of which of two groups a claim is made: the one named first, or the end of a course (autumn to spring)."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence

from autoviz.answering.facts import said_by_flag
from autoviz.answering.form import Form
from autoviz.answering.shape import Row
from autoviz.drawing.scales import places
from autoviz.drawing.titles import readable

_WORDS = re.compile(r"[^\W_]+(?:[/-][^\W_]+)*")
_BEGINS = re.compile(r"\b(from|between|since|after)\b(?:\s+[\w'-]+){0,2}\s*$", re.IGNORECASE)
"""What opens a course right before the name of where it begins: from the autumn, between the years 2001/02."""
_JOINS = {"from": r"\b(?:to|until|till|into|through)\b", "between": r"\band\b"}
"""What leads on to where it ends."""
_THAN = re.compile(r"\b(?:than|versus|vs|against|(?:compared?|relative) (?:to|with))\b", re.IGNORECASE)
_MONTH = re.compile(r"([A-Z][a-z]{2}) (\d{4})")
_DENIED = re.compile(r"\b(?:non|not|no|without|never)[\s-]*$", re.IGNORECASE)
_SHORTEST = 3
"""Letters of a part of a name by which it can be told in a sentence."""


def claimed_of(first: Row, second: Row, form: Form) -> tuple[Row, Row, bool] | None:
    """The group that is claimed of, the one that it is held against, and whether a course leads from this to that; None
    where no word says which of the two is meant: a code for women is not known by their name."""
    at = {id(row): named_at(row, form, other) for row, other in ((first, second), (second, first))}
    one, other = sorted((first, second), key=lambda row: at[id(row)])
    end = len(form.text)
    if at[id(other)] < end:
        return (other, one, True) if _leads(form, at[id(one)], at[id(other)]) else (one, other, False)
    if at[id(one)] < end:
        before = form.text[: at[id(one)]]
        if form.changing and _BEGINS.search(before):
            return other, one, True
        flagged = any(said_by_flag(value) is not None for value in one.group.values())  # of which no word is the name
        held = form.comparative and not flagged and _THAN.search(before)
        return (other, one, False) if held else (one, other, False)
    steps = places([first.label, second.label]) if form.changing else None
    if steps is None or steps[first.label] == steps[second.label]:
        return None
    return (second, first, True) if steps[first.label] < steps[second.label] else (first, second, True)


def claimed_among(rows: Sequence[Row], form: Form) -> tuple[Row, Row, bool] | None:
    """The same of several groups or periods of which the question holds two against each other, or leads from one to
    the other; None where it does neither."""
    at = {id(row): named_at(row, form) for row in rows}
    named = sorted((row for row in rows if at[id(row)] < len(form.text)), key=lambda row: at[id(row)])
    if len(named) != 2 or at[id(named[0])] == at[id(named[1])]:
        return None
    one, other = named
    if _leads(form, at[id(one)], at[id(other)]):
        return other, one, True
    held = _THAN.search(form.text, at[id(one)], at[id(other)])
    return (one, other, False) if held else None


def named_at(row: Row, form: Form, other: Row | None = None) -> int:
    """Where the question names a group, in full or by a word of its name that the other group lacks."""
    if row.label in {word for _, _, word in form.sides}:
        return form.place_of(row.label)
    whole = form.place_of_group(next(iter(row.group.values())) if len(row.group) == 1 else None, own_name(row))
    if whole < len(form.text):
        return whole
    if other is not None and (coded := _coded(row, other)):  # union firms are those whose union is 1
        at = form.place_of(coded)
        return whole if _DENIED.search(form.text[:at]) else at
    if row.period:
        return min((form.place_of(name) for name in _names_of_period(row.period)), default=whole)
    parts = set(_parts(own_name(row))) - set(_parts(own_name(other))) if other is not None else ()
    return min((form.place_of(part) for part in parts), default=whole)


def _coded(row: Row, other: Row) -> str:
    """What a column of 0 and 1 is called, of the group with a 1; empty for any other."""
    if len(row.group) != 1 or list(row.group.values()) != [1] or list(other.group.values()) != [0]:
        return ""
    return readable(next(iter(row.group)))


def _names_of_period(label: str) -> tuple[str, ...]:
    """What a question may call a period otherwise: January 2024, or January alone."""
    hit = _MONTH.fullmatch(label)
    if hit is None:
        return (label.split(maxsplit=1)[0],) if label.startswith("Q") else ()
    month = next(name for name in calendar.month_name if name.startswith(hit[1]))
    return f"{month} {hit[2]}", month


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
