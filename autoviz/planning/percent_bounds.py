"""Percent bounds: percents of something are no amount, and a reading that takes them for one is told and unsure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import COMPARISONS, Call, Column, Constant, Query, parts_of

_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*(?:%|percent\b|per cent\b|pct\b)", re.IGNORECASE)
_AS_NUMBER = 0.5
"""What is left of the probability where a share is read as a number of pieces."""


def with_percents_told(reading: Reading, profile: DatasetProfile, question: str) -> Reading:
    """A reading that holds what adds up against a number said in percent, told and less likely: more than 10 percent
    below plan is no plan of more than 10."""
    said = {float(number) for number in _PERCENT.findall(question)}
    queries = meant_queries(reading.requirements, profile) if said else ()
    held = dict.fromkeys(item for query in queries for item in _held(query, said, profile))
    if not held:
        return reading
    told = (f"{number:g} percent is held against {name} as a number." for name, number in held)
    return reading.replaced(
        requirements=reading.requirements.assuming(*told), confidence=reading.confidence * _AS_NUMBER
    )


def _held(query: Query, said: set[float], profile: DatasetProfile) -> Iterator[tuple[str, float]]:
    """The columns that add up, of whose rows a number in percent decides."""
    adding = {column.name for column in profile.columns if column.adds_up}
    for test in parts_of(Call, query.where):
        match test:
            case Call(op=op, args=(Column(name=name), Constant(value=int() | float() as number))) if (
                op in COMPARISONS and name in adding and float(number) in said
            ):
                yield name, float(number)
