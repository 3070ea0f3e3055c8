"""Neighbours: a reading from schema links and the nearest example questions of the registry, with no trained model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from autoviz.embedding import Encoder
from autoviz.model.intent import Intent, IntentEntry, IntentScore
from autoviz.model.labels import Aggregate, AnalysisLabel
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Filter, Link, Requirements, Time
from autoviz.readers.base import Aliases
from autoviz.readers.embedded.linking import Match, link
from autoviz.registry.phrasings import phrasings

NEAREST = 5
SHARPNESS = 12.0
"""How quickly a vote fades with distance; fitted so that a clear nearest example gives a confidence near 0.9."""
SAME_MEANING = 0.75
MAIN_LABEL: dict[str, tuple[AnalysisLabel, ...]] = {
    "time_series_investigation": ("trend",),
    "comparative_analysis": ("compare",),
    "ranking": ("rank",),
    "composition": ("share",),
    "distribution_analysis": ("distribution",),
    "correlation_analysis": ("correlation",),
    "anomaly_detection": ("anomaly",),
    "lookup": ("lookup",),
    "general_eda": ("summary",),
}


def read(
    question: str,
    profile: DatasetProfile,
    intents: Mapping[str, IntentEntry],
    encoder: Encoder,
    aliases: Aliases,
) -> Reading:
    """The intent of the nearest examples, and the linked columns in the roles that their kinds give them."""
    matches = best_matches(link(question, profile, aliases))
    intent = nearest_intent(question, intents, encoder)
    labels = MAIN_LABEL.get(intent.primary, ("summary",))
    requirements = _requirements(question, profile, matches, labels, encoder)
    return Reading(requirements=requirements, intent=intent, confidence=intent.confidence)


def nearest_intent(question: str, intents: Mapping[str, IntentEntry], encoder: Encoder) -> Intent:
    """A vote of the example questions nearest in meaning, each weighted by its nearness."""
    texts = [(label, example) for label, entry in intents.items() for example in entry.examples]
    vectors = encoder.encode([question, *(example for _, example in texts)])
    nearness = vectors[1:] @ vectors[0]
    nearest = np.argsort(-nearness)[:NEAREST]
    weights = np.exp(SHARPNESS * (nearness[nearest] - nearness[nearest[0]]))
    votes: dict[str, float] = {}
    for place, weight in zip(nearest, weights / weights.sum(), strict=True):
        votes[texts[place][0]] = votes.get(texts[place][0], 0.0) + float(weight)
    ranked = sorted(votes.items(), key=lambda item: -item[1])
    others = tuple(IntentScore(label=label, confidence=min(score, 1.0)) for label, score in ranked[1:])
    return Intent(
        primary=ranked[0][0],
        confidence=min(ranked[0][1], 1.0),
        others=others,
        reasoning=f"nearest to the example {texts[nearest[0]][1]!r}",
    )


def best_matches(matches: Sequence[Match]) -> list[Match]:
    """Of matches over the same words the best one, by where they start."""
    chosen: list[Match] = []
    for match in sorted(matches, key=lambda item: (item.dominated, -item.score, item.start - item.end)):
        if all(match.end <= other.start or match.start >= other.end for other in chosen):
            chosen.append(match)
    return sorted(chosen, key=lambda item: item.start)


def _requirements(
    question: str, profile: DatasetProfile, matches: list[Match], labels: tuple[AnalysisLabel, ...], encoder: Encoder
) -> Requirements:
    named = dict.fromkeys(match.column for match in matches if match.value is None)
    kinds = {name: profile.column(name).kind for name in named}
    time = next((name for name, kind in kinds.items() if kind == "temporal"), None)
    if time is None and "trend" in labels:
        time = next((column.name for column in profile.of_kind("temporal")), None)
    metrics = tuple(name for name, kind in kinds.items() if kind == "numeric" and profile.column(name).metric)
    groups = tuple(name for name in named if name not in metrics and name != time)
    function = asked_function(question, encoder)
    stated = (
        (Aggregation(metric=metrics[0] if metrics and function != "count" else None, func=function),)
        if function
        else ()
    )
    filters = tuple(
        Filter(column=match.column, op="=", value=match.value) for match in matches if match.value is not None
    )
    return Requirements(
        metrics=() if function == "count" and "distribution" not in labels else metrics,
        group_by=groups,
        time=Time(column=time) if time else None,
        analysis=labels,
        outputs=("table",) if labels == ("summary",) else ("chart",),
        constraints=(*stated, *filters),
        links=tuple(to_link(match) for match in matches),
    )


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


def to_link(match: Match) -> Link:
    """A match as it is shown to the user."""
    return Link(
        phrase=match.phrase, target=match.column, kind=match.kind, score=min(match.score, 1.0), value=match.value
    )
