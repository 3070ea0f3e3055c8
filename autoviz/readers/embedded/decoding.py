"""Decoding: the network's scores as a Reading: requirements, intent, confidence and the next best readings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from autoviz.linking.links import Aliases, Match, link, links_of
from autoviz.model.intent import Intent, IntentScore
from autoviz.model.labels import ANALYSIS_LABELS, AnalysisLabel
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import (
    Aggregation,
    AnyOf,
    Bins,
    Constraint,
    Derive,
    Filter,
    Having,
    Requirements,
    Time,
)
from autoviz.readers.embedded import agreeing, conditions, shown_as
from autoviz.readers.embedded.absence import absent, asks_nothing, unheld_bounds, unused_dates
from autoviz.readers.embedded.choosing import Roles, aggregate, assignments, chosen, flag, log_softmax
from autoviz.readers.embedded.heads import INTENTS, LABELS, POINTERS
from autoviz.readers.embedded.network import Answers, Network
from autoviz.readers.embedded.ties import different, first_date_first, shares_of
from autoviz.readers.embedded.values import compared, completed

EVEN = 0.5
INTENT_OF_MARK = {
    "histogram": "distribution_analysis",
    "box": "distribution_analysis",
    "violin": "distribution_analysis",
    "scatter": "correlation_analysis",
    "pie": "composition",
}
LABELS_OF_MARK: dict[str, tuple[AnalysisLabel, ...]] = {
    "histogram": ("distribution",),
    "box": ("distribution",),
    "violin": ("distribution",),
    "scatter": ("correlation",),
}
DERIVED_NAMES = {"sum": "{} + {}", "difference": "{} - {}", "product": "{} × {}", "ratio": "{} per {}"}


def read(question: str, profile: DatasetProfile, network: Network, aliases: Aliases) -> Reading:
    """What a normalised question asks of a profile."""
    matches = link(question, profile, aliases)
    answers = network.answers(question, profile, matches)
    uses = conditions.uses(question, answers, matches)
    uses, whole = conditions.without_whole_columns(uses, profile)
    filtered = conditions.filtered(uses)
    found = [_with_time(answers, profile, roles) for roles in assignments(answers, profile, matches, filtered)]
    lacking, doubt = absent(question, answers)
    if not found or asks_nothing(question, answers, matches):
        return _nothing(answers, matches, lacking, doubt)
    shares = shares_of([roles.score for roles in found])
    found = [_split_by(roles, whole) for roles in found]
    asked = _Asked(question, answers, profile, matches, uses)
    found, shares = first_date_first(found, shares, matches, profile)
    made = [_requirements(asked, roles) for roles in found]
    readings = [item.replaced(not_found=(*lacking, *item.not_found)) for item in made]
    intent = _intent(answers, readings[0], found[0])
    others = different(readings, shares)
    return Reading(
        requirements=readings[0],
        intent=intent,
        confidence=shares[0] * (1.0 - doubt),
        alternatives=others,
        mark=found[0].mark,  # type: ignore[arg-type]
    )


def _nothing(answers: Answers, matches: Sequence[Match], lacking: tuple[str, ...], doubt: float) -> Reading:
    """Where no roles fit: a first look at the data."""
    links = links_of(matches, frozenset())
    requirements = Requirements(analysis=("summary",), outputs=("table",), links=links, not_found=lacking)
    intent = _intent(answers, requirements, None)
    return Reading(requirements=requirements, intent=intent, confidence=EVEN * (1.0 - doubt))


@dataclass(frozen=True)
class _Asked:
    """The question, what was found in it and what the network says of it."""

    question: str
    answers: Answers
    profile: DatasetProfile
    matches: Sequence[Match]
    uses: Sequence[conditions.Use]

    def says(self, label: str) -> bool:
        """Whether the network hears this analysis in the question."""
        return bool(self.answers.scores["labels"][LABELS.index(label)] > 0)


def _requirements(asked: _Asked, roles: Roles) -> Requirements:
    answers, profile = asked.answers, asked.profile
    roles = agreeing.of_points(_measured_by_condition(asked, _every_measure(asked, roles)), profile)
    derive = _derive(answers)
    filters, bins = _filters(asked, roles)
    roles, thing = _counting(asked, _grouping(asked, roles, filters))
    time = _time(answers, profile, roles)
    metrics = (derive.name,) if derive else roles.metrics
    if roles.mark in ("scatter", "histogram") and roles.x and not time and _holds_numbers(profile, roles.x):
        metrics = tuple(dict.fromkeys((roles.x, *metrics)))
    labels = _labels(asked, roles, time, kept=bool(filters))
    groups = _groups(roles, metrics, time) or agreeing.shared(labels, filters)
    stated = _aggregations(answers, roles, metrics, derive, labels, conditions.quantile(asked.uses))
    if thing:
        stated = (Aggregation(metric=thing, func="nunique"),)
    labels = _summing_up(labels, stated, groups)
    main = stated[0] if stated else None
    held = tuple(agreeing.on_groups(item, main, profile) if groups else item for item in filters)
    measured = (*stated, *((derive,) if derive else ()), *held, *bins)
    unheld = () if groups or time else unheld_bounds(asked.uses)
    constraints = _constraints(asked, roles, labels, main, measured, bounded=not unheld)
    named = _named(constraints)
    others = (time.column if time else None, roles.size)
    used = frozenset((*metrics, *groups, *(name for name in others if name), *named))
    return Requirements(
        metrics=metrics,
        group_by=groups,
        time=time,
        analysis=labels,
        outputs=shown_as.outputs(answers, roles, labels, summed_up=bool(groups and (stated or roles.counted))),
        constraints=constraints,
        links=links_of(asked.matches, used),
        not_found=(*unused_dates(answers, asked.uses, set(named)), *unheld),
    )


def _summing_up(
    labels: tuple[AnalysisLabel, ...], stated: Sequence[Aggregation], groups: Sequence[str]
) -> tuple[AnalysisLabel, ...]:
    """The labels that the stated functions leave: rows as they stand are not summed up, a summary has few quantiles."""
    if stated and labels == ("lookup",) and groups:
        return ("compare",)
    if labels == ("lookup",) and any(item.func in ("sum", "mean", "median") for item in stated):
        return ("total",)
    if labels == ("summary",) and any(item.func == "quantile" for item in stated):
        return ("total",)
    return labels


def _constraints(
    asked: _Asked,
    roles: Roles,
    labels: tuple[AnalysisLabel, ...],
    main: Aggregation | None,
    measured: tuple[Constraint, ...],
    *,
    bounded: bool,
) -> tuple[Constraint, ...]:
    """What is measured of which rows, and all that follows from it, each once.

    Without groups there is nothing to hold against a bound on groups, so that it is left out.
    """
    answers = asked.answers
    metric, func = (main.metric, main.func) if main else (None, "sum")
    found: tuple[Constraint, ...] = (
        *measured,
        *conditions.numbers(answers, asked.uses, metric, func),
        *shown_as.ordering(answers, roles),
        *shown_as.change(answers, labels),
        *shown_as.wish(answers, roles),
    )
    kept = [item for item in found if bounded or not isinstance(item, Having)]
    return tuple({item.model_dump_json(): item for item in kept}.values())


def _grouping(asked: _Asked, roles: Roles, filters: Sequence[Constraint]) -> Roles:
    """The roles as the conditions leave them: what splits the result, and what is left to measure."""
    roles = agreeing.of_many(agreeing.of_something(roles, filters), filters, asked.matches)
    side_by_side = compared(filters, asked.matches, asked.question)
    return _split_by(roles, [side_by_side]) if side_by_side else roles


def _counting(asked: _Asked, roles: Roles) -> tuple[Roles, str | None]:
    """Whether rows are counted or different things, and the column that tells these apart."""
    if roles.metrics:
        roles = agreeing.of_rows(asked.question, roles, aggregate(asked.answers, roles.metrics[0]), asked.profile)
    if not roles.metrics and roles.x is None and asked.says("total"):
        roles = replace(roles, counted=True)  # a total of nothing in particular is one of rows
    roles = agreeing.of_amounts(asked.question, roles, asked.matches, asked.profile)
    if asked.says("share"):
        return roles, None  # what has several rows may be in several groups, so that its shares would not add up
    bounded = any(item.use == "having" for item in asked.uses)  # what has so many of something is listed
    thing = agreeing.counted_thing(asked.question, roles, asked.matches, asked.profile, bounded)
    return (agreeing.counting(roles, thing) if thing else roles), thing


def _holds_numbers(profile: DatasetProfile, column: str) -> bool:
    return isinstance(profile.by_name[column].minimum, (int, float))


def _filters(asked: _Asked, roles: Roles) -> tuple[tuple[Constraint, ...], tuple[Bins, ...]]:
    """The conditions on rows, and the bins of a histogram."""
    uses = agreeing.on_one_clock(asked.uses, roles.x, asked.matches, asked.profile, asked.question)
    found = conditions.filters(asked.answers, asked.profile, uses)
    bins: tuple[Bins, ...] = ()
    if roles.mark == "histogram":
        found, bins = conditions.bins_not_filters(found, roles.x)
    used = {roles.x, roles.color, roles.facet, *roles.metrics} - {None}
    return completed(found, asked.matches, asked.profile, {name for name in used if name}), bins


def _every_measure(asked: _Asked, roles: Roles) -> Roles:
    """A correlation of nothing in particular is one of all measures."""
    if roles.x or len(roles.metrics) > 1 or not asked.says("correlation"):
        return roles
    measures = tuple(column.name for column in asked.profile.columns if column.metric)
    return replace(roles, metrics=measures, mark="heatmap", counted=False) if len(measures) > 2 else roles


def _measured_by_condition(asked: _Asked, roles: Roles) -> Roles:
    """Groups held against more than there are rows are not counted: what the condition speaks of is measured."""
    bounds = [item for item in asked.uses if item.use == "having" and (item.candidate.number or 0) > asked.profile.rows]
    if not roles.counted or not bounds:
        return roles
    measures = [column.name for column in asked.profile.columns if column.metric]
    scores = asked.answers.scores["memberships"][:, 0]
    known = [name for name in measures if name in asked.answers.encoded.columns and name != roles.x]
    pointed = bounds[0].column if bounds[0].column in known else None
    best = pointed or max(known, key=lambda name: scores[asked.answers.encoded.columns.index(name)], default=None)
    return replace(roles, metrics=(best,), counted=False) if best else roles


def _split_by(roles: Roles, whole: Sequence[str]) -> Roles:
    """Columns all of whose values are listed are what the chart is split by."""
    taken = {roles.x, roles.color, roles.facet, *roles.metrics}
    new = next((name for name in whole if name not in taken), None)
    if new is None or roles.mark in ("pie", "table"):
        return roles
    if roles.x is None and roles.mark not in ("histogram", "scatter"):
        return replace(roles, x=new)
    return replace(roles, color=new) if roles.color is None else replace(roles, facet=roles.facet or new)


def _with_time(answers: Answers, profile: DatasetProfile, roles: Roles) -> Roles:
    """A line chart that is asked for without saying over what runs over the frame's dates."""
    dates = [column.name for column in profile.of_kind("temporal") if column.name in answers.encoded.columns]
    if roles.x is not None or roles.mark not in ("line", "area", "table") or not dates or not roles.metrics:
        return roles
    if chosen(answers, "mark") not in ("line", "area") or not flag(answers, "chart_stated"):
        return roles
    scores = answers.scores["pointers"][POINTERS.index("x")]
    best = max(dates, key=lambda name: float(scores[answers.encoded.columns.index(name) + 1]))
    return replace(roles, x=best, mark=chosen(answers, "mark"))


def _time(answers: Answers, profile: DatasetProfile, roles: Roles) -> Time | None:
    if roles.x is None or profile.by_name[roles.x].kind != "temporal" or roles.mark == "histogram":
        return None
    grain = chosen(answers, "grain")
    return Time.model_validate({"column": roles.x, "grain": "unknown" if grain == "none" else grain})


def _groups(roles: Roles, metrics: tuple[str, ...], time: Time | None) -> tuple[str, ...]:
    taken = {*metrics, *((time.column,) if time else ())}
    wanted = (roles.x, roles.color, roles.facet)
    return tuple(name for name in wanted if name is not None and name not in taken)


def _derive(answers: Answers) -> Derive | None:
    op = chosen(answers, "derive")
    if op == "none":
        return None
    scores = answers.scores["pointers"]
    picks = [int(scores[POINTERS.index(name)].argmax()) for name in ("derive_first", "derive_second")]
    if not all(picks) or picks[0] == picks[1]:
        return None
    first, second = (answers.encoded.columns[pick - 1] for pick in picks)
    return Derive.model_validate(
        {"op": op, "columns": (first, second), "name": DERIVED_NAMES[op].format(first, second)}
    )


def _aggregations(
    answers: Answers,
    roles: Roles,
    metrics: tuple[str, ...],
    derive: Derive | None,
    labels: tuple[AnalysisLabel, ...],
    share: float | None,
) -> tuple[Aggregation, ...]:
    """The functions that the question states, and counted rows; a histogram counts by itself."""
    if roles.counted and roles.mark not in ("histogram", "scatter"):
        return (Aggregation(func="count"),)
    found = []
    for metric in metrics:
        source = derive.columns[0] if derive else metric
        func = aggregate(answers, source) if source in answers.encoded.columns else "none"
        if "rank" in labels and func in ("max", "min"):
            func = "none"  # "the most" ranks the groups; it does not ask for the largest single row of each
        if func == "quantile" and share is None:
            func = "median"
        if func != "none":
            told = {"metric": metric, "func": func, "quantile": share if func == "quantile" else None}
            found.append(Aggregation.model_validate(told))
    return tuple(found)


def _labels(asked: _Asked, roles: Roles, time: Time | None, *, kept: bool) -> tuple[AnalysisLabel, ...]:
    """The labels that the network gives, made to agree with the roles that were chosen.

    Where it hears none in a question that keeps some rows, those are what is asked for.
    """
    said = {label for label in LABELS if asked.says(label)}
    if "anomaly" in said and (roles.metrics or roles.mark == "histogram"):
        return ("anomaly",)
    if roles.mark == "scatter" and time:
        return ("lookup",)  # dots along dates: the rows as they stand
    if roles.mark in LABELS_OF_MARK:
        return LABELS_OF_MARK[roles.mark]
    if roles.mark == "heatmap" and not roles.x:
        return ("correlation",)
    said -= {"distribution", "correlation", "anomaly"}
    if len(said) > 1:
        said -= {"summary"}  # who asks for something does not ask for everything beside it
    if not time:
        said -= {"trend", "change"}
    elif "rank" in said:
        said -= {"trend"}  # periods by size are no course
    elif chosen(asked.answers, "change") != "none":
        said |= {"trend", "change"}
    elif roles.mark in ("line", "area") and not said & {"change", "anomaly", "lookup", "share"}:
        said.add("trend")
    if roles.mark == "pie":
        said = (said - {"compare", "total", "rank"}) | {"share"}
    if not said:
        alone = "lookup" if kept else "summary"
        said = {"compare"} if roles.x else {"total"} if roles.metrics or roles.counted else {alone}
    return tuple(label for label in _ANALYSIS if label in said)


_ANALYSIS: tuple[AnalysisLabel, ...] = ANALYSIS_LABELS  # type: ignore[assignment]


def _intent(answers: Answers, requirements: Requirements, roles: Roles | None) -> Intent:
    shares = np.exp(log_softmax(answers.scores["intent"]))
    ranked = sorted(zip(INTENTS, shares.tolist(), strict=True), key=lambda item: -item[1])
    primary, confidence = ranked[0]
    fitting = INTENT_OF_MARK.get(roles.mark) if roles else "general_eda"
    if "anomaly" in requirements.analysis:
        fitting = "anomaly_detection"
    if fitting and fitting != primary:
        primary = fitting
    others = [IntentScore(label=label, confidence=share) for label, share in ranked if label != primary]
    several = flag(answers, "two_analyses")
    if several:  # whichever comes second is meant as much as the first
        others[0] = others[0].replaced(confidence=max(others[0].confidence, EVEN))
    asked = ", ".join(requirements.keys[:4])
    return Intent(
        primary=primary,
        confidence=confidence,
        others=tuple(others) if several else (),
        reasoning=f"the trained reader finds {asked}",
    )


def _named(constraints: Sequence[Constraint]) -> list[str]:
    """The columns that filters name."""
    groups = [item.filters for item in constraints if isinstance(item, AnyOf)]
    single = [item for item in constraints if isinstance(item, Filter)]
    return [item.column for item in (*single, *(entry for group in groups for entry in group))]
