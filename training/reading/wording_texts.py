"""The texts of the wording model: prompts and questions as ids of a trimmed vocabulary, and its ids as text again."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from autoviz.errors import AutovizError
from autoviz.model.profile import DatasetProfile
from autoviz.profile import profile
from autoviz.query.grammar import parse
from autoviz.query.language import Query
from training.reading.prompts import prompt
from training.reading.sources import CSV, Key, rows_of, title_of
from training.reading.spreading import Carried
from training.reading.written import Documentation, Example

STOP = "<|im_end|>"
COMMON = 30_000
"""The first ids of the vocabulary are its most common ones; they are kept whether they are used or not."""
LONGEST_PROMPT = 420
KEPT = 640


class Prompter:
    """Writes prompts, each table profiled once."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._documentation = Documentation()
        self._known: dict[Key, tuple[DatasetProfile, dict[str, str]]] = {}

    def asked(self, found: Iterable[Example]) -> list[tuple[str, str]]:
        """Prompt and question of written examples that have a Query."""
        pairs = [(self._prompt(one.table, one.kind, one.query), one.question) for one in found if one.query]
        return [(text, question) for text, question in pairs if text is not None]

    def unasked(self, queries: Sequence[Carried]) -> Iterator[tuple[int, str]]:
        """Place and prompt of Queries that have no question yet."""
        for place, one in enumerate(queries):
            names = self._table(one.table)[0].names
            text = self._prompt(one.table, one.kind, parse(list(one.tokens), names))
            if text is not None:
                yield place, text

    def _prompt(self, table: Key, kind: str, query: Query) -> str | None:
        try:
            found, notes = self._table(table)
            return prompt(title_of(table), found, notes, kind, query, self._chance)
        except (AutovizError, KeyError, TypeError, ValueError):
            return None

    def _table(self, table: Key) -> tuple[DatasetProfile, dict[str, str]]:
        if table not in self._known:
            rows = rows_of(table)
            notes = {} if table[0] == CSV else self._documentation.of(*table, list(rows.columns))
            self._known[table] = profile(rows), notes
        return self._known[table]


def coded_texts(
    train: list[tuple[str, str]], kept: list[tuple[str, str]], asks: list[tuple[int, str]], tokenizer: Any
) -> tuple[dict[str, Any], Any]:
    """What the wording model reads, and the ids that its vocabulary keeps, sorted."""
    stop = tokenizer.token_to_id(STOP)
    learned, held = _pairs(train, tokenizer, stop), _pairs(kept, tokenizer, stop)
    wanted = _ids([text for _, text in asks], tokenizer)
    both = [ids for pair in (*learned, *held) for ids in pair]
    keep = np.array(sorted({*range(COMMON), stop}.union(*both, *wanted)))
    new = {old: at for at, old in enumerate(keep.tolist())}
    short = [at for at, ids in enumerate(wanted) if len(ids) < LONGEST_PROMPT]
    return {
        "train": [(_renumbered(ask, new), _renumbered(reply, new)) for ask, reply in learned],
        "kept": [(_renumbered(ask, new), _renumbered(reply, new)) for ask, reply in held[:KEPT]],
        "stop": new[stop],
        "asks": [_renumbered(wanted[at], new) for at in short],
        "ask_index": [asks[at][0] for at in short],
    }, keep


def question_texts(
    worded: Iterable[tuple[int, list[int]]], texts: dict[str, Any], keep: Any, tokenizer: Any
) -> list[tuple[int, str]]:
    """Place of the Query and its question; each Query may have been worded several times over."""
    index = texts["ask_index"]
    found = [(index[at % len(index)], keep[ids].tolist() if ids else []) for at, ids in worded]
    decoded = tokenizer.decode_batch([ids for _, ids in found])
    return [(place, text.strip()) for (place, _), text in zip(found, decoded, strict=True) if text.strip()]


def _pairs(found: list[tuple[str, str]], tokenizer: Any, stop: int) -> list[tuple[list[int], list[int]]]:
    asks = _ids([text for text, _ in found], tokenizer)
    replies = _ids([f" {question}" for _, question in found], tokenizer)
    return [(ask, [*reply, stop]) for ask, reply in zip(asks, replies, strict=True) if len(ask) < LONGEST_PROMPT]


def _ids(texts: list[str], tokenizer: Any) -> list[list[int]]:
    return [one.ids for one in tokenizer.encode_batch(texts, add_special_tokens=False)]


def _renumbered(ids: list[int], new: dict[int, int]) -> list[int]:
    return [new[one] for one in ids]
