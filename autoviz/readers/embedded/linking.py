"""Schema linking: which phrases of a question may name a column or one of its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal as Choice

import numpy as np
from numpy.typing import NDArray

from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.readers.embedded.names import lemma, split_name
from autoviz.readers.embedded.text import words

MatchKind = Choice["name", "plural", "fuzzy", "abbreviation", "synonym", "value", "alias", "type"]
MATCH_KINDS: tuple[MatchKind, ...] = (
    "name", "plural", "fuzzy", "abbreviation", "synonym", "value", "alias", "type"
)
Similarity = Callable[[Sequence[str]], NDArray[np.float32]]
"""Phrases in, cosine similarities [n_phrases, n_columns] out."""


@dataclass(frozen=True)
class Match:
    """A phrase of the question that may mean a column, or one value of it."""

    start: int
    end: int
    phrase: str
    column: str
    kind: MatchKind
    score: float
    value: Scalar = None
    dominated: bool = False
    """A longer or better match covers the same words."""


def link(
    question: str,
    profile: DatasetProfile,
    aliases: Mapping[str, str | dict[str, Scalar]] = {},  # noqa: B006 - read only
    similarity: Similarity | None = None,
) -> list[Match]:
    """All candidate matches of a normalised question, by where they start, best first."""
    found: list[Match] = []
    spoken = words(question)
    for column in profile.columns:
        parts = tuple(lemma(part) for part in split_name(column.name))
        for first in range(len(spoken) - len(parts) + 1):
            run = spoken[first : first + len(parts)]
            if parts and tuple(lemma(word.text.lower()) for word in run) == parts:
                start, end = run[0].start, run[-1].end
                found.append(Match(start, end, question[start:end], column.name, "name", 1.0))
    return sorted(found, key=lambda match: (match.start, -match.end, -match.score, match.column))
