"""Neighbours: a reading from schema links and the nearest example questions of the registry, with no trained model."""

from __future__ import annotations

from collections.abc import Mapping

from autoviz.embedding import Encoder
from autoviz.linking.links import Aliases, Match, best_matches, link, to_link
from autoviz.linking.nearest import asked_function, nearest_intent
from autoviz.model.intent import IntentEntry
from autoviz.model.labels import AnalysisLabel
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Filter, Requirements, Time
from autoviz.profile.date_roles import main_date

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




def _requirements(
    question: str, profile: DatasetProfile, matches: list[Match], labels: tuple[AnalysisLabel, ...], encoder: Encoder
) -> Requirements:
    named = dict.fromkeys(match.column for match in matches if match.value is None)
    kinds = {name: profile.column(name).kind for name in named}
    time = next((name for name, kind in kinds.items() if kind == "temporal"), None)
    if time is None and "trend" in labels:
        date = main_date(profile, question.split())
        time = date.column if date else None
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
