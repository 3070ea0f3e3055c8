"""Writing: a beam of readings, each of which stays inside the grammar of the query language word by word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from autoviz.query.grammar import Vocabulary, Writer
from autoviz.query.language import Query
from autoviz.readers.embedded.decoder import Floats, Reading
from autoviz.readers.embedded.words_known import CHARTS, KINDS, START, chart_word, kind_word

BEAM = 5
LONGEST = 60
HOPELESS = 9.0
"""A reading so much less likely than the best one that is written to its end is given up."""
WITHOUT_QUERY = frozenset({"lacking"})
"""Kinds of questions that are told, not answered."""


@dataclass(frozen=True)
class Written:
    """One reading: its kind, the chart that suits it, the Query, and the log probability of all of it."""

    kind: str
    chart: str | None
    query: Query | None
    score: float
    scores: tuple[float, ...] = ()
    """The log probability of each word."""
    tokens: tuple[str, ...] = ()


@dataclass
class _Path:
    tokens: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    row: int = 0
    place: int = 0
    writer: Writer | None = field(default=None, repr=False)

    @cached_property
    def score(self) -> float:
        return sum(self.scores)


class _Words:
    """The tokens of a reading under one number each: the same constant may stand in several places of a sheet."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.number: dict[str, int] = {}
        self.groups = np.array([self.number.setdefault(token, len(self.number)) for token in tokens])
        self.tokens = list(self.number)
        firsts: dict[int, int] = {}
        for place, group in enumerate(self.groups.tolist()):
            firsts.setdefault(group, place)
        self.places = np.array([firsts[group] for group in range(len(self.tokens))])

    def merged(self, scores: Floats) -> NDArray[np.float64]:
        """Log probabilities by token instead of by place."""
        found = np.zeros((len(scores), len(self.tokens)))
        for row, values in enumerate(np.exp(scores.astype(np.float64))):
            found[row] = np.bincount(self.groups, values, len(self.tokens))
        return np.log(np.maximum(found, 1e-30))


def written(reading: Reading, vocabulary: Vocabulary, beam: int = BEAM) -> tuple[Written, ...]:
    """The likeliest readings, best first; each is a Query of the language over this table, or says there is none."""
    words = _Words(reading.tokens)
    scores, kept = reading.started(words.number[START])
    paths = [_Path()]
    done: list[Written] = []
    for at in range(1, LONGEST):
        grown = _grown(paths, words.merged(scores), words, vocabulary, beam)
        paths = []
        for path in grown:
            ended = _ended(path)
            if ended is None:
                paths.append(path)
            else:
                done.append(ended)
        best = max((one.score for one in done), default=-np.inf)
        paths = [path for path in paths if path.score > best - HOPELESS]
        if not paths or (len(done) >= beam and max(path.score for path in paths) < best):
            break
        rows = np.array([path.row for path in paths])
        places = np.array([path.place for path in paths], np.int64)
        scores, kept = reading.stepped(places, at, kept[:, :, rows])
    return tuple(sorted(done, key=lambda one: -one.score)[:beam])


def _ended(path: _Path) -> Written | None:
    kind = path.tokens[0].removeprefix("kind:")
    if kind in WITHOUT_QUERY:
        return Written(kind, None, None, path.score, path.scores, path.tokens)
    if path.writer is None or path.writer.query is None:
        return None
    return Written(
        kind, path.tokens[1].removeprefix("chart:"), path.writer.query, path.score, path.scores, path.tokens
    )


def _grown(
    paths: list[_Path], scores: NDArray[np.float64], words: _Words, vocabulary: Vocabulary, beam: int
) -> list[_Path]:
    """The best continuations of all paths, each by a token that may stand there."""
    found: list[tuple[float, int, int]] = []
    for row, path in enumerate(paths):
        known = sorted(words.number[token] for token in _allowed(path, vocabulary) & words.number.keys())
        best = np.argsort(-scores[row, known], kind="stable")[:beam]  # of equal ones the first
        found += [(path.score + scores[row, known[place]], row, known[place]) for place in best]
    found.sort(key=lambda one: (-one[0], one[1], one[2]))
    return [
        _extended(paths[row], row, number, float(scores[row, number]), words, vocabulary)
        for _, row, number in found[:beam]
    ]


def _allowed(path: _Path, vocabulary: Vocabulary) -> frozenset[str]:
    if not path.tokens:
        return frozenset(map(kind_word, KINDS))
    if len(path.tokens) == 1:
        return frozenset(map(chart_word, CHARTS))
    assert path.writer is not None
    return path.writer.allowed()


def _extended(path: _Path, row: int, number: int, score: float, words: _Words, vocabulary: Vocabulary) -> _Path:
    token = words.tokens[number]
    tokens = (*path.tokens, token)
    writer, path.writer = path.writer, None  # the best continuation goes on writing, the others start again
    if writer is not None:
        writer.push(token)
    elif len(tokens) >= 2:
        writer = Writer(vocabulary)
        for said in tokens[2:]:
            writer.push(said)
    return _Path(tokens, (*path.scores, score), row, int(words.places[number]), writer)
