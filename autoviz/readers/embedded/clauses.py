"""Clauses: a question that asks for several analyses cut where each part reads well on its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from autoviz.linking.joints import halves
from autoviz.model.reading import Reading
from autoviz.model.requirements import AnyOf, Filter

Read = Callable[[str], Reading]


def several_readings(requests: Sequence[str], read: Read, threshold: float) -> tuple[Reading, ...]:
    """One reading for each request in the order of the words; none where they are not so many questions.

    Requests beside one another that only measure something else of the same are one: revenue and units by region.
    """
    parts: list[str] = []
    for request in requests:
        again = bool(parts) and _axes(read(parts[-1])) == _axes(read(request))
        parts[-1:] = [f"{parts[-1]} and {request}"] if again else [*parts[-1:], request]
    readings = [read(part) for part in parts]
    sure = all(item.confidence > threshold and _about_something(item) for item in readings)
    return tuple(readings) if sure and len(readings) > 1 else ()


def _about_something(reading: Reading) -> bool:
    return bool(reading.requirements.named) or reading.requirements.query is not None


def _axes(reading: Reading) -> tuple[Any, ...]:
    """What an analysis is about, whatever it measures."""
    asked = reading.requirements
    if asked.query is not None:
        return (asked.query,)
    tests = [item.model_dump_json() for item in (*asked.all(Filter), *asked.all(AnyOf))]
    return set(asked.group_by), asked.time, sorted(tests), set(asked.analysis) - {"total"}


def parted(question: str, whole: Reading, read: Read, threshold: float) -> tuple[Reading, ...]:
    """Both halves, and the parts of each, as readings of their own where they ask for different analyses."""
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for cut in halves(question):
        pair = [read(half) for half in cut]
        weaker = min(item.confidence for item in pair)
        if weaker > max(best[0], threshold) and _differ(*pair):
            best = (weaker, cut)
    if not best[1]:
        return (whole,)
    found = [part for half in best[1] for part in parted(half, read(half), read, threshold)]
    return tuple(found) if all(_differ(*pair) for pair in pairwise(found)) else tuple(map(read, best[1]))


def _differ(first: Reading, second: Reading) -> bool:
    """Each asks for something of its own: another kind of analysis, or other columns altogether."""
    asked = (first.requirements, second.requirements)
    if not all(item.columns for item in asked):
        return False
    kinds_differ = not set(asked[0].analysis) & set(asked[1].analysis)
    return (first.intent.primary != second.intent.primary and kinds_differ) or not (
        set(asked[0].columns) & set(asked[1].columns)
    )
