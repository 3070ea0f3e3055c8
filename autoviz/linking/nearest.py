"""Nearest: the kind of question and the function that words ask for, by the examples nearest in meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from autoviz.embedding import Encoder, Vectors
from autoviz.model.intent import Intent, IntentEntry, IntentScore
from autoviz.model.labels import Aggregate
from autoviz.registry.phrasings import phrasings

NEAREST = 5
SHARPNESS = 12.0
"""How quickly a vote fades with distance; fitted so that a clear nearest example gives a confidence near 0.9."""
SAME_MEANING = 0.75


def nearest_intent(question: str, intents: Mapping[str, IntentEntry], encoder: Encoder) -> Intent:
    """A vote of the example questions nearest in meaning, each weighted by its nearness."""
    texts = [(label, example) for label, entry in intents.items() for example in entry.examples]
    vectors = encoder.encode([question, *(example for _, example in texts)])
    nearness = vectors[1:] @ vectors[0]
    votes = votes_of(nearness, [label for label, _ in texts])
    ranked = sorted(votes.items(), key=lambda item: -item[1])
    others = tuple(IntentScore(label=label, confidence=min(score, 1.0)) for label, score in ranked[1:])
    return Intent(
        primary=ranked[0][0],
        confidence=min(ranked[0][1], 1.0),
        others=others,
        reasoning=f"nearest to the example {texts[int(nearness.argmax())][1]!r}",
    )


def votes_of(nearness: Vectors, labels: Sequence[str]) -> dict[str, float]:
    """The labels of the nearest examples, each with the part of the vote that it has."""
    nearest = np.argsort(-nearness)[:NEAREST]
    weights = np.exp(SHARPNESS * (nearness[nearest] - nearness[nearest[0]]))
    votes: dict[str, float] = {}
    for place, weight in zip(nearest, weights / weights.sum(), strict=True):
        votes[labels[place]] = votes.get(labels[place], 0.0) + float(weight)
    return votes


def asked_function(question: str, encoder: Encoder) -> Aggregate | None:
    """The function whose example words come nearest to a phrase of the question, if one comes near enough."""
    spoken = question.casefold().split()
    phrases = [" ".join(spoken[start : start + size]) for size in (1, 2, 3) for start in range(len(spoken) - size + 1)]
    examples = [(func, words) for func, listed in phrasings().aggregates.items() for words in listed]
    vectors = encoder.encode([*phrases, *(words for _, words in examples)])
    nearness = vectors[: len(phrases)] @ vectors[len(phrases) :].T
    if not nearness.size or nearness.max() < SAME_MEANING:
        return None
    return examples[int(np.unravel_index(nearness.argmax(), nearness.shape)[1])][0]
