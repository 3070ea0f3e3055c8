"""What the trained model is told about each column of a profile, beside the words themselves."""

from __future__ import annotations

from collections.abc import Sequence
from math import log1p

import numpy as np
from numpy.typing import NDArray

from autoviz.linking.links import Match
from autoviz.linking.names import forms
from autoviz.linking.text import words
from autoviz.linking.vocabulary import Vocabulary, vocabulary
from autoviz.model.labels import KINDS
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.readers.embedded.candidates import CANDIDATE_TYPES, MAX_CANDIDATES, Candidate, span_candidates

__all__ = ["CANDIDATE_TYPES", "COLUMN_FEATURES", "MAX_CANDIDATES", "Candidate", "column_features", "span_candidates"]

_MENTION_FEATURES = (
    "exact_name", "dominated", "any_match", "best_score", "name_score", "abbreviation_score", "fuzzy_score",
    "synonym_score", "alias_score", "type_score", "value_match", "value_score", "first_mention", "mentions",
    "longest_phrase", "rivals", "beaten",
)  # fmt: skip
_NAME_FEATURES = ("words_present", "weighted_overlap", "name_words")
_COLUMN_FEATURES = ("metric", "log_distinct", "distinct_share", "missing_share", "only_of_kind")
COLUMN_FEATURES: tuple[str, ...] = (
    *_MENTION_FEATURES, *_NAME_FEATURES, *(f"kind_{kind}" for kind in KINDS), *_COLUMN_FEATURES
)  # fmt: skip
_EXACT = 0.9
_COUNTED = 4
"""Counts are cut here and divided by it, so that every feature lies between 0 and 1."""


def column_features(question: str, profile: DatasetProfile, matches: Sequence[Match]) -> NDArray[np.float32]:
    """One row of COLUMN_FEATURES per column of the profile, each between 0 and 1; `matches` are those of `link`."""
    known = vocabulary(profile)
    said = {form for word in words(question) for form in forms(word.lower)}
    kinds = [column.kind for column in profile.columns]
    rows = [
        (
            *_mentioned(question, column.name, matches),
            *_named(known, index, said),
            *(float(column.kind == kind) for kind in KINDS),
            *_described(column, profile.rows, kinds.count(column.kind) == 1),
        )
        for index, column in enumerate(profile.columns)
    ]
    return np.array(rows, dtype=np.float32).reshape(len(rows), len(COLUMN_FEATURES))


def _mentioned(question: str, name: str, matches: Sequence[Match]) -> tuple[float, ...]:
    own = [match for match in matches if match.column == name]
    clear = [match for match in own if not match.dominated]
    best = max(clear, key=lambda match: match.score, default=None)
    values = [match.score for match in clear if match.value is not None]
    others = [match for match in matches if match.column != name and not match.dominated]
    rivals = {match.column for match in others if best and match.start < best.end and best.start < match.end}
    return (
        float(any(match.kind in ("name", "plural") and match.score >= _EXACT for match in clear)),
        float(len(clear) < len(own)),
        float(bool(clear)),
        best.score if best else 0.0,
        _best(clear, "name", "plural"),
        _best(clear, "abbreviation"),
        _best(clear, "fuzzy"),
        _best(clear, "synonym"),
        _best(clear, "alias"),
        _best(clear, "type"),
        float(bool(values)),
        max(values, default=0.0),
        min((match.start for match in clear), default=len(question)) / max(len(question), 1),
        _counted(len({match.start for match in clear if match.value is None})),
        _counted(max((len(words(match.phrase)) for match in clear), default=0)),
        _counted(len(rivals)),
        _beaten(best, others),
    )


def _best(matches: list[Match], *kinds: str) -> float:
    return max((match.score for match in matches if match.kind in kinds), default=0.0)


def _beaten(best: Match | None, others: list[Match]) -> float:
    """By how much another column fits the same words better."""
    if best is None:
        return 0.0
    shared = [other.score for other in others if other.start < best.end and best.start < other.end]
    return max(max(shared, default=0.0) - best.score, 0.0)


def _counted(number: int) -> float:
    return min(number, _COUNTED) / _COUNTED


def _named(known: Vocabulary, index: int, said: set[str]) -> tuple[float, ...]:
    """How much of the name the question has, wherever its words stand."""
    parts = known.words[index]
    present = [bool(forms(part) & said) for part in parts]
    weighted = sum(weight for weight, there in zip(known.weights[index], present, strict=True) if there)
    return sum(present) / len(parts), weighted, _counted(len(parts))


def _described(column: ColumnProfile, rows: int, only_of_kind: bool) -> tuple[float, ...]:
    distinct = column.distinct if column.distinct is not None else column.rows
    return (
        float(column.metric),
        min(log1p(distinct) / log1p(1e6), 1.0),
        min(distinct / max(rows, 1), 1.0),
        min(column.missing / max(rows, 1), 1.0),
        float(only_of_kind),
    )
