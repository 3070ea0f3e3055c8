"""Spans: which moments of a question are the two ends of one span of time, and what is told of how spans were read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from typing import Protocol, TypeVar

from autoviz.linking.moments import SEASONS, Calendar, Moment, moments
from autoviz.linking.stretches import DateRange

_JOINED = re.compile(r"\s*(?:to|until|till|through|thru|[-–])\s*(?:the\s+)?", re.IGNORECASE)
_PAIRED = re.compile(r"\s*and\s*(?:the\s+)?", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:,|,?\s*(?:and|or|&))\s*(?:(?:on|in)\s+)?(?:the\s+)?", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\b\s*(?:the\s+)?$", re.IGNORECASE)
_VAGUE = re.compile(r"\b(?:early|mid|late)(?=[\s-]*$)", re.IGNORECASE)
"""What says about where in a period, and not from when to when."""


class Place(Protocol):
    """Something that stands somewhere in a question."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


P = TypeVar("P", bound=Place)


def ends(question: str, dates: Sequence[P]) -> Iterator[tuple[P, P]]:
    """The dates, in the order of the question, that are the first and the last of one span: June to July."""
    for one, other in pairwise(dates):
        joint = question[one.end : other.start]
        opened = _BETWEEN.search(question, 0, one.start) or "between" in question[one.start : one.end].lower()
        if _JOINED.fullmatch(joint) or (opened and _PAIRED.fullmatch(joint)):
            yield one, other


def joined(question: str, found: Sequence[Moment]) -> list[Moment]:
    """The moments of a question in their order, with the two ends of a span as one stretch of days."""
    opening = {one.start: (one, other) for one, other in ends(question, found)}
    closing = {other.start for _, other in opening.values()}
    whole = (_whole(*opening[one.start]) if one.start in opening else one for one in found if one.start not in closing)
    return [*whole]


def _whole(one: Moment, other: Moment) -> Moment:
    if not isinstance(one.value, DateRange) or not isinstance(other.value, DateRange):
        return one
    return Moment(one.start, other.end, DateRange(one.value.first, other.value.last, "day"))


def listed(question: str, dates: Sequence[P]) -> Iterator[P]:
    """The dates, in the order of the question, that stand in a list beside one another: 24 and 26 December."""
    spanning = [*ends(question, dates)]
    for pair in pairwise(dates):
        if pair not in spanning and _LISTED.fullmatch(question[pair[0].end : pair[1].start]):
            yield from pair


def vague_parts(question: str, calendar: Calendar) -> tuple[str, ...]:
    """The words that name a part of a period without saying from when to when: mid 2023 is read as 2023."""
    found = (_VAGUE.search(question, 0, one.start) for one in moments(question, calendar))
    return tuple(hit[0] for hit in found if hit)


def seasons_told(question: str, calendar: Calendar, read: str) -> tuple[str, ...]:
    """From which month to which the seasons are that a question names and its reading asks for."""
    return tuple(
        f"{question[one.start : one.end]} is {_months(one.value)}."
        for one in moments(question, calendar)
        if isinstance(one.value, DateRange) and _is_season(question, one) and one.value.first in read
    )


def _is_season(question: str, one: Moment) -> bool:
    return bool(SEASONS.keys() & {*question[one.start : one.end].lower().split()})


def _months(stretch: DateRange) -> str:
    first, last = (date.fromisoformat(day) for day in stretch[:2])
    return f"{first:%B}{'' if first.year == last.year else f' {first:%Y}'} to {last:%B %Y}"
