"""A question and a profile as the arrays that the trained reader takes, in training and at run time alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from autoviz.linking.links import Match
from autoviz.linking.literals import literals
from autoviz.linking.names import split_name
from autoviz.linking.text import Word
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.readers.embedded.features import CANDIDATE_TYPES, Candidate, column_features, span_candidates
from autoviz.readers.embedded.heads import MAX_COLUMNS, MAX_QUESTION_TOKENS, MAX_TOKENS
from autoviz.readers.embedded.open_words import open_words

FEWEST_COLUMNS = 24
HINTS, LONGEST_HINT = 3, 18


@dataclass(frozen=True)
class Place:
    """A run of question tokens that may mean a column (its slot), by name or by value, and how surely."""

    first: int
    last: int
    slot: int
    by_value: bool
    score: float


@dataclass(frozen=True)
class Encoded:
    """One question over one profile: tokens, who they belong to, features, links and places of values."""

    ids: tuple[int, ...]
    owners: tuple[int, ...]
    """The slot of the column that a token describes, -1 for the question's own tokens and the separators."""
    question_tokens: int
    columns: tuple[str, ...]
    features: NDArray[np.float32]
    links: tuple[Place, ...]
    candidates: tuple[Candidate, ...]
    spans: tuple[tuple[int, int], ...]
    """The tokens of each candidate, the last one excluded."""
    words: tuple[Word, ...]
    """The words that no link explains."""
    word_spans: tuple[tuple[int, int], ...]


def encode(question: str, profile: DatasetProfile, matches: Sequence[Match], tokenizer: Any) -> Encoded:
    """The arrays of one normalised question."""
    found = span_candidates(question, profile, matches, literals(question, profile))
    tokens = tokenizer.encode(question)
    spoken = min(len(tokens.ids) - 1, MAX_QUESTION_TOKENS - 1)
    start, offsets = [*tokens.ids[:spoken], _special(tokenizer, "[SEP]")], tokens.offsets[:spoken]
    features = column_features(question, profile, matches)
    kept, blocks = _fitting(profile, matches, tokenizer, MAX_TOKENS - len(start))
    ids, owners = list(start), [-1] * len(start)
    for slot, block in enumerate(blocks):
        ids += [*block, _special(tokenizer, "[SEP]")]
        owners += [slot] * len(block) + [-1]
    slots = {profile.columns[index].name: slot for slot, index in enumerate(kept)}
    places = [(candidate, _tokens(offsets, candidate.start, candidate.end)) for candidate in found]
    seen = [(candidate, run) for candidate, run in places if run is not None]
    unlinked = [(word, _tokens(offsets, word.start, word.end)) for word in open_words(question, matches, found)]
    unread = [(word, run) for word, run in unlinked if run is not None]
    return Encoded(
        tuple(ids),
        tuple(owners),
        len(start),
        tuple(slots),
        features[kept],
        _links(matches, slots, offsets),
        tuple(candidate for candidate, _ in seen),
        tuple(run for _, run in seen),
        tuple(word for word, _ in unread),
        tuple(run for _, run in unread),
    )


def _special(tokenizer: Any, name: str) -> int:
    number: int = tokenizer.token_to_id(name)
    return number


def _tokens(offsets: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int] | None:
    """The tokens that overlap a stretch of characters; the special tokens have none."""
    inside = [at for at, (first, last) in enumerate(offsets) if first < end and last > start and last > first]
    return (inside[0], inside[-1] + 1) if inside else None


def _links(matches: Sequence[Match], slots: dict[str, int], offsets: Sequence[tuple[int, int]]) -> tuple[Place, ...]:
    found = []
    for match in matches:
        run = _tokens(offsets, match.start, match.end) if match.column in slots else None
        if run is not None:
            score = match.score * (0.5 if match.dominated else 1.0)
            found.append(Place(*run, slots[match.column], match.kind == "value", score))
    return tuple(found)


def _fitting(
    profile: DatasetProfile, matches: Sequence[Match], tokenizer: Any, room: int
) -> tuple[list[int], list[tuple[int, ...]]]:
    """The columns that fit, with as many value hints as there is room for; those the question matches go first."""
    order = _by_match(profile, matches)[:MAX_COLUMNS]
    for hints in (HINTS, 1, 0):
        blocks = {index: _block(profile.columns[index], hints, tokenizer) for index in order}
        if sum(len(block) + 1 for block in blocks.values()) <= room:
            break
    kept: list[int] = []
    for index in order:
        size = len(blocks[index]) + 1
        if size <= room:
            kept.append(index)
            room -= size
    kept.sort()
    return kept, [blocks[index] for index in kept]


def _by_match(profile: DatasetProfile, matches: Sequence[Match]) -> list[int]:
    best: dict[str, float] = {}
    for match in matches:
        best[match.column] = max(best.get(match.column, 0.0), match.score)
    return sorted(range(len(profile.columns)), key=lambda index: (-best.get(profile.columns[index].name, 0.0), index))


def _block(column: ColumnProfile, hints: int, tokenizer: Any) -> tuple[int, ...]:
    return _block_tokens(tokenizer, column.name, column.kind, _hints(column)[:hints])


@lru_cache(maxsize=8192)
def _block_tokens(tokenizer: Any, name: str, kind: str, hints: tuple[str, ...]) -> tuple[int, ...]:
    text = f"{' '.join(split_name(name))} | {kind}" + (f" | {', '.join(hints)}" if hints else "")
    return tuple(tokenizer.encode(text, add_special_tokens=False).ids[:40])


def _hints(column: ColumnProfile) -> tuple[str, ...]:
    if column.kind in ("numeric", "temporal", "identifier"):
        return ()
    texts = (str(value) for value in column.values[: 2 * HINTS])
    return tuple(text for text in texts if len(text) <= LONGEST_HINT)[:HINTS]


def dense(encoded: Encoded) -> dict[str, NDArray[Any]]:
    """The inputs of the network for one question, a batch of one."""
    tokens, columns, spans = len(encoded.ids), len(encoded.columns), max(1, len(encoded.candidates))
    owner = np.zeros((1, tokens, columns), np.float32)
    for at, slot in enumerate(encoded.owners):
        if slot >= 0:
            owner[0, at, slot] = 1.0
    named, valued = np.zeros_like(owner), np.zeros_like(owner)
    for place in encoded.links:
        aimed = valued if place.by_value else named
        run = aimed[0, place.first : place.last, place.slot]
        np.maximum(run, np.float32(place.score), out=run)
    question = np.zeros((1, tokens), np.float32)
    question[0, : encoded.question_tokens] = 1.0
    span_tokens = np.zeros((1, spans, tokens), np.float32)
    word_tokens = np.zeros((1, max(1, len(encoded.words)), tokens), np.float32)
    for places, runs in ((span_tokens, encoded.spans), (word_tokens, encoded.word_spans)):
        for row, (first, last) in enumerate(runs):
            places[0, row, first:last] = 1.0 / (last - first)
    return {
        "ids": np.array([encoded.ids], np.int64),
        "mask": np.ones((1, tokens), np.float32),
        "question": question,
        "owner": owner,
        "named": named,
        "valued": valued,
        "features": encoded.features[None].astype(np.float32),
        "span_tokens": span_tokens,
        "span_types": span_types(encoded, spans)[None],
        "span_fit": span_fit(encoded, spans)[None],
        "word_tokens": word_tokens,
    }


def span_types(encoded: Encoded, rows: int) -> NDArray[np.float32]:
    """One-hot types of the candidates."""
    types = np.zeros((rows, len(CANDIDATE_TYPES)), np.float32)
    for row, candidate in enumerate(encoded.candidates):
        types[row, CANDIDATE_TYPES.index(candidate.type)] = 1.0
    return types


def span_fit(encoded: Encoded, rows: int) -> NDArray[np.float32]:
    """How well each candidate fits each column."""
    fit = np.zeros((rows, len(encoded.columns)), np.float32)
    slots = {name: slot for slot, name in enumerate(encoded.columns)}
    for row, candidate in enumerate(encoded.candidates):
        for column, score in zip(candidate.columns, candidate.scores, strict=True):
            if column in slots:
                fit[row, slots[column]] = score
    return fit
