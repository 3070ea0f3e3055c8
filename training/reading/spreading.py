"""Spreading: the shapes of written Queries carried over to as many tables as there are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autoviz.profile import profile
from autoviz.query.grammar import tokens
from training.reading.carrying import Place, UnfitError, carried
from training.reading.sources import CSV, Key, rows_of
from training.reading.written import Example

LONGEST = 45
"""Longer Queries are left where they are."""
LEAST_ROWS, LEAST_COLUMNS, MOST_COLUMNS = 8, 2, 60
TRIES = 6
"""How many shapes are tried for each Query that is wanted."""
SMALLER = 3
"""A CSV file gets one of so many Queries of another table: there are many, and small ones."""


@dataclass(frozen=True)
class Carried:
    """A Query on a table of its own, with the written question that it takes its shape from."""

    table: Key
    example: str
    kind: str
    charts: tuple[str, ...]
    tokens: tuple[str, ...]


class Spreading:
    """Carries shapes over; says afterwards what did not fit."""

    def __init__(self, learned: Sequence[Example], chance: random.Random) -> None:
        self._chance = chance
        self._places: dict[Key, Place] = {}
        asked = [(one, tokens(one.query)) for one in learned if one.query is not None]
        self._shapes = [(one, words) for one, words in asked if len(words) <= LONGEST]
        self.refused = Counter[str]()

    def queries(self, table: Key, per: int) -> Iterator[Carried]:
        """Different Queries on a table, `per` of them at most."""
        try:
            away = self._place(table)
        except Exception as error:
            # What packages raise is their own; a table that does not open is no place for a Query.
            self.refused[f"not opened: {type(error).__name__}"] += 1
            return
        wanted = per // SMALLER if table[0] == CSV else per
        found: set[tuple[str, ...]] = set()
        for _ in range(TRIES * per if _roomy(away) else 0):
            if len(found) >= wanted:
                return
            one = self._tried(away)
            if one is not None and one.tokens not in found:
                found.add(one.tokens)
                yield one

    def _tried(self, away: Place) -> Carried | None:
        shape, words = self._chance.choice(self._shapes)
        table = (away.package, away.item)
        if shape.table == table:
            return None
        try:
            query = carried(words, self._place(shape.table), away, self._chance)
        except UnfitError as error:
            self.refused[str(error)[:18]] += 1
            return None
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # Odd cells and shapes that the carrying does not foresee; one of many is let go.
            self.refused[type(error).__name__] += 1
            return None
        return Carried(table, shape.id, shape.kind, shape.charts, tuple(tokens(query)))

    def _place(self, table: Key) -> Place:
        if table not in self._places:
            rows = rows_of(table)
            self._places[table] = Place(*table, rows, profile(rows))
        return self._places[table]


def _roomy(place: Place) -> bool:
    return len(place.rows) >= LEAST_ROWS and LEAST_COLUMNS <= len(place.names) <= MOST_COLUMNS
