"""What the trained model is told about each column and each place that may hold a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal as Choice

import numpy as np
from numpy.typing import NDArray

from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.readers.embedded.linking import Match
from autoviz.readers.embedded.literals import Literal, LiteralValue

CandidateType = Choice["value", "number", "date", "period", "quoted", "name"]
CANDIDATE_TYPES: tuple[CandidateType, ...] = ("value", "number", "date", "period", "quoted", "name")
COLUMN_FEATURES: tuple[str, ...] = ("any_match",)
MAX_CANDIDATES = 12


@dataclass(frozen=True)
class Candidate:
    """A place in the question that may hold a filter value, a limit, a bin count or a window."""

    start: int
    end: int
    phrase: str
    type: CandidateType
    values: tuple[Scalar | LiteralValue, ...]
    """For type "value": the cell value meant in each of `columns`; otherwise the literal's one value."""
    columns: tuple[str, ...]
    scores: tuple[float, ...]
    """How well the place fits each of `columns`."""


def column_features(question: str, profile: DatasetProfile, matches: Sequence[Match]) -> NDArray[np.float32]:
    """One row of COLUMN_FEATURES per column of the profile."""
    named = {match.column for match in matches}
    return np.array([[float(column.name in named)] for column in profile.columns], dtype=np.float32)


def span_candidates(
    question: str, profile: DatasetProfile, matches: Sequence[Match], literals: Sequence[Literal]
) -> list[Candidate]:
    """The places that may hold a value, longest first, at most MAX_CANDIDATES."""
    numeric = tuple(column.name for column in profile.of_kind("numeric", "ordinal", "temporal"))
    found = [
        Candidate(item.start, item.end, item.phrase, item.type, (item.value,), numeric, (1.0,) * len(numeric))
        for item in literals
        if item.type == "number"
    ]
    return sorted(found, key=lambda place: (place.start - place.end, place.start))[:MAX_CANDIDATES]
