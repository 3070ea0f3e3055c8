"""Following: the memory gate, which hears whether a question refers back to the one before, and in what way."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import numpy as np

from autoviz.embedding import Encoder
from autoviz.linking.links import Aliases, Match, best_matches, link
from autoviz.linking.literals import Literal, literals
from autoviz.linking.votes import Votes
from autoviz.model.profile import DatasetProfile
from autoviz.registry.followups import followups

FRESH = "fresh"
STAND_INS = {
    "measure": "amount",
    "group": "category",
    "time": "month",
    "value": "Berlin",
    "moment": "March 2020",
    "number": "five",
}
"""What stands for a column, a value, a date or a number, alike in the examples and in what is heard."""
LINKED = 0.45
"""How well a phrase must name a column or a value to be replaced by its stand-in."""
AS_WRITTEN = 0.97
"""A question this near to an example as it is written is that example, whatever its words also name."""


@dataclass(frozen=True)
class Fragment:
    """What a question names: its links, its literals, and its words with stand-ins for both."""

    text: str
    matches: tuple[Match, ...]
    literals: tuple[Literal, ...]
    masked: str


@dataclass(frozen=True)
class Heard:
    """How likely the question stands on its own, and the ways in which it may refer back, likeliest first."""

    fresh: float
    kinds: tuple[tuple[str, float], ...]
    example: str
    """The nearest example."""


def fragment_of(text: str, profile: DatasetProfile, aliases: Aliases) -> Fragment:
    """The links and literals of a normalised question, and its words with stand-ins."""
    linked = [match for match in link(text, profile, aliases) if match.score >= LINKED]
    matches = tuple(_grouping(match, linked, text) for match in best_matches(linked))
    spans = [(match.start, match.end, _role(match, profile)) for match in matches]
    found = tuple(item for item in literals(text, profile) if item.type in ("number", "date", "period"))
    for item in found:
        if all(item.end <= start or end <= item.start for start, end, _ in spans):
            spans.append((item.start, item.end, "number" if item.type == "number" else "moment"))
    masked = text
    for start, end, role in sorted(spans, reverse=True):
        masked = f"{masked[:start]}{STAND_INS[role]}{masked[end:]}"
    return Fragment(text, matches, found, plain(masked))


def _grouping(match: Match, linked: Sequence[Match], text: str) -> Match:
    """What the same words name as a column, where they stand after by or per and name a value of another column too."""
    before = f" {text[: match.start].casefold().rstrip()}"
    if match.value is None or not before.endswith(tuple(f" {phrase}" for phrase in followups().words.axis)):
        return match
    named = [one for one in linked if (one.start, one.end) == (match.start, match.end) and one.value is None]
    return max(named, key=lambda one: one.score, default=match)


def _role(match: Match, profile: DatasetProfile) -> str:
    column = profile.by_name[match.column]
    if match.value is not None:
        return "value"
    return "time" if column.kind == "temporal" else "measure" if column.metric else "group"


def plain(text: str) -> str:
    """In lower case, without what ends a sentence."""
    return text.lower().rstrip("?.! ")


def filled(example: str) -> str:
    """An example with its placeholders as stand-ins."""
    return plain(re.sub(r"\{(\w+)\}", lambda hit: STAND_INS[hit[1]], example))


class Gate:
    """A vote of the nearest examples and of a classifier fitted to all of them, for one encoder."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        known = followups()
        listed = [(kind, filled(text)) for kind, entry in known.kinds.items() for text in entry.examples]
        self.votes = Votes(encoder, [*listed, *((FRESH, filled(text)) for text in known.fresh)])

    def hear(self, fragment: Fragment) -> Heard:
        """How a question is meant, after something was asked before it."""
        votes = self.votes
        vector, written = self._encoder.encode([fragment.masked, plain(fragment.text)])
        nearness = votes.nearness(vector)
        as_written = votes.nearness(written)
        if float(as_written.max()) > max(AS_WRITTEN, float(nearness.max())):
            vector, nearness = written, as_written  # "as a table", though a value is called Tables
        shares = votes.shares(vector)
        order = np.argsort(-shares, kind="stable")
        kinds = tuple((votes.labels[at], float(shares[at])) for at in order if votes.labels[at] != FRESH)
        return Heard(float(shares[votes.labels.index(FRESH)]), kinds, votes.examples[int(nearness.argmax())])


def gate(encoder: Encoder) -> Gate:
    """The gate over an encoder, fitted once."""
    made: Gate = _made(Gate, cast(Any, encoder))
    return made


class Likeness:
    """Similarity of questions on one scale for every encoder: 0.5 is what differs, 0.9 the same in other words."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        known = followups()
        self._same = float(np.median(self._raw(known.alike)))
        self._other = float(np.percentile(self._raw(known.different), 75))

    def _raw(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        vectors = self._encoder.encode([filled(text) for pair in pairs for text in pair])
        return [float(one @ other) for one, other in zip(vectors[::2], vectors[1::2], strict=True)]

    def of(self, one: str, other: str) -> float:
        """How alike two questions are, from 0 to 1."""
        if plain(one) == plain(other):
            return 1.0
        first, second = self._encoder.encode([plain(one), plain(other)])
        reach = max(self._same - self._other, 1e-6)
        return float(np.clip(0.5 + 0.4 * (float(first @ second) - self._other) / reach, 0.0, 1.0))


def likeness(encoder: Encoder) -> Likeness:
    """The scale for an encoder, made once."""
    made: Likeness = _made(Likeness, cast(Any, encoder))
    return made


@lru_cache(maxsize=8)
def _made(kind: Callable[[Any], Any], encoder: Any) -> Any:
    return kind(encoder)
