"""Batches: sheets put together anew for each epoch, their columns shuffled, as arrays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

CLS, SEP, PAD = 101, 102, 0
NOBODY = -1
"""Who owns numbers and dates; other items follow their column."""
MOST_TOKENS, MOST_COLUMNS = 320, 48
FEWER, STRANGE, MOST_STRANGERS = 0.4, 0.25, 4
"""How often columns that are not meant are left out, how often columns of another table stand beside, and how many."""
EVEN = 16
"""Arrays are filled up to a multiple of this: batches of few different shapes are computed twice as quickly."""
LACKING = 1
"""A reading of so few words says only that the table lacks something."""


@dataclass
class Coded:
    """One example as numbers: pieces of the sheet, the items' tokens, and what is to be written."""

    table: int
    question: list[int]
    items: list[tuple[int, list[int], str]]
    """Mark, token ids and grammar token of values, numbers and dates; those of columns lie with the table."""
    owners: list[int]
    """The column each of them belongs to, or -1."""
    target: list[str]
    weight: float = 1.0


Table = list[tuple[list[int], str]]
"""The columns of a table: token ids and grammar token of each."""
Laid = tuple[list[int], int, list[int], list[str]]
"""Token ids, where the items begin, the place of each item, and its grammar token."""


def laid_out(example: Coded, table: Table, chance: random.Random, shuffled: bool) -> Laid:
    """The sheet of an example, its columns in a random order where they are shuffled."""
    owned: dict[int, list[int]] = {}
    for at, owner in enumerate(example.owners):
        owned.setdefault(owner, []).append(at)
    ids = [CLS, *example.question, SEP]
    split = len(ids)
    places: list[int] = []
    tokens: list[str] = []

    def added(piece: list[int], token: str) -> bool:
        if len(ids) + len(piece) > MOST_TOKENS:
            return False
        places.append(len(ids))
        tokens.append(token)
        ids.extend(piece)
        return True

    for column in _order(example, table, chance, shuffled):
        if not added(*table[column]):
            break
        all(added(*example.items[at][1:]) for at in owned.get(column, ()))
    for at in owned.get(NOBODY, ()):
        added(*example.items[at][1:])
    return ids, split, places, tokens


def _order(example: Coded, table: Table, chance: random.Random, shuffled: bool) -> list[int]:
    """The columns shown; of very many all that the target reads."""
    order = list(range(len(table)))
    if shuffled:
        chance.shuffle(order)
    if len(order) <= MOST_COLUMNS:
        return order
    wanted = set(example.target)
    chosen = sorted(order, key=lambda at: table[at][1] not in wanted)[:MOST_COLUMNS]
    return chance.sample(chosen, len(chosen)) if shuffled else sorted(chosen)


def varied(example: Coded, tables: list[Table], chance: random.Random) -> tuple[Coded, Table]:
    """An example with another table around what it reads: without some of the other columns, beside strange ones."""
    own = tables[example.table]
    kept = _kept(example, own, chance)
    places = {column: at for at, column in enumerate(kept)}
    items = [
        (item, places.get(owner, NOBODY))
        for item, owner in zip(example.items, example.owners, strict=True)
        if owner == NOBODY or owner in places
    ]
    made = replace(example, items=[item for item, _ in items], owners=[owner for _, owner in items])
    return made, [own[at] for at in kept] + _strangers(example, own, tables, chance)


def _kept(example: Coded, own: Table, chance: random.Random) -> list[int]:
    wanted = set(example.target)
    owners = {owner for owner, item in zip(example.owners, example.items, strict=True) if item[2] in wanted}
    rest = [at for at, (_, token) in enumerate(own) if token not in wanted and at not in owners]
    if len(rest) < 3 or chance.random() >= FEWER:
        return list(range(len(own)))
    left = set(chance.sample(rest, chance.randint(0, len(rest) - len(rest) // 3)))
    return [at for at in range(len(own)) if at not in left]


def _strangers(example: Coded, own: Table, tables: list[Table], chance: random.Random) -> Table:
    if len(example.target) <= LACKING or len(own) > MOST_COLUMNS // 2 or chance.random() >= STRANGE:
        return []
    taken = {token for _, token in own}
    others = [column for column in chance.choice(tables) if column[1] not in taken]
    return chance.sample(others, min(len(others), chance.randint(1, MOST_STRANGERS)))


@dataclass
class _Row:
    """One example as a batch holds it; `wanted` and `groups` name words and items by the same numbers."""

    ids: list[int]
    split: int
    places: list[int]
    groups: list[int]
    wanted: list[int]
    words: list[int]
    points: list[int]
    used: list[bool]
    weight: float


def batch(
    examples: list[Coded], tables: list[Any], words: dict[str, int], chance: random.Random, shuffled: bool = True
) -> dict[str, Any] | None:
    """The arrays of some examples; those whose target a sheet lacks are left out."""
    rows = [_row(example, tables[example.table], words, chance, shuffled) for example in examples]
    found = [row for row in rows if row is not None]
    return _arrays(found, 1) if found else None


def varied_batch(
    examples: list[Coded], tables: list[Any], words: dict[str, int], chance: random.Random
) -> dict[str, Any] | None:
    """The same with every table varied, in one of few shapes."""
    rows = [_row(*varied(example, tables, chance), words, chance, True) for example in examples]
    found = [row for row in rows if row is not None]
    return _arrays(found, EVEN) if found else None


def _row(
    example: Coded, table: Table, words: dict[str, int], chance: random.Random, shuffled: bool
) -> _Row | None:
    ids, split, places, tokens = laid_out(example, table, chance, shuffled)
    numbers: dict[str, int] = {}
    groups = [
        words[token] if token in words else numbers.setdefault(token, len(words) + len(numbers)) for token in tokens
    ]
    first = {token: at for at, token in reversed(list(enumerate(tokens)))}
    if any(token not in words and token not in first for token in example.target):
        return None
    said = [words.get(token, 0) for token in example.target]
    points = [-1 if token in words else first[token] for token in example.target]
    return _Row(
        ids, split, places, groups, [words.get(token, numbers.get(token, -1)) for token in example.target],
        [words["start"], *said[:-1]], [-1, *points[:-1]], [token in example.target for token in tokens], example.weight,
    )  # fmt: skip


def _arrays(rows: list[_Row], even: int) -> dict[str, Any]:
    ids = _filled([row.ids for row in rows], PAD, even)
    sheet = np.arange(ids.shape[1])
    return {
        "ids": ids,
        "types": (sheet >= np.array([[row.split] for row in rows])).astype(np.int64),
        "mask": (sheet < np.array([[len(row.ids)] for row in rows])).astype(np.int64),
        "places": _filled([row.places for row in rows], 0, even),
        "groups": _filled([row.groups for row in rows], -1, even),
        "wanted": _filled([row.wanted for row in rows], -1, even),
        "words": _filled([row.words for row in rows], 0, even),
        "points": _filled([row.points for row in rows], -1, even),
        "used": _filled([row.used for row in rows], 0, even).astype(np.float32),
        "weight": np.array([row.weight for row in rows], np.float32),
    }


def _filled(lists: Sequence[Sequence[int]], empty: int, even: int) -> Any:
    width = -(-max(map(len, lists)) // even) * even
    made = np.full((len(lists), width), empty, np.int64)
    for row, values in enumerate(lists):
        made[row, : len(values)] = values
    return made
