"""Levels summed: a running total holds at its row; its total over rows, or an average nobody asked for, is told."""

from __future__ import annotations

from collections.abc import Container

from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.takings import average_words
from autoviz.query.language import Aggregate, Column, Query, parts_of

_OF_ROWS = 0.5
"""What is left of the probability where rows of a running total are put together and nobody asked for that."""


def with_levels_told(reading: Reading, profile: DatasetProfile, question: str) -> Reading:
    """A reading that adds up a running total, or averages it where no average is asked for, told and less likely."""
    running = {column.name: column.running for column in profile.columns if column.running}
    asked = reading.requirements
    if not running:
        return reading
    averaged = bool(average_words() & {word.lower for word in words(question)})
    queries = queries_of(asked, profile, suiting(profile))
    summed = [name for query in queries for name in _put_together(query, "sum", running)]
    meant = [name for query in queries for name in _put_together(query, "mean", running) if not averaged]
    told = tuple(
        f"{name} is put together over rows, though it is a running total of {running[name]}."
        for name in dict.fromkeys((*summed, *meant))
    )
    doubted = summed or (meant and not any(query.by for query in queries))
    left = reading.confidence * (_OF_ROWS if doubted else 1)
    return reading.replaced(requirements=asked.assuming(*told), confidence=left)


def _put_together(query: Query, func: str, running: Container[str]) -> list[str]:
    """The running totals whose rows a Query puts together by a function."""
    found = [part.args[0] for part in parts_of(Aggregate, query) if part.func == func and part.args]
    return [column.name for column in found if isinstance(column, Column) and column.name in running]
