"""Treating: what a question wants done with rows or values beside its analysis, read from the registry's examples.

The phrases that ask for it are taken out, so that the rest reads as the question for the analysis alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from autoviz.answering.sides import is_condition
from autoviz.linking.links import Aliases, Match, best_matches, link, to_link
from autoviz.linking.names import forms
from autoviz.linking.phrases import Phrase, may_hold_one, phrases
from autoviz.model.intent import Intent
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Alternative, Reading
from autoviz.model.requirements import (
    AgainstRest,
    AnyOf,
    Constraint,
    Cumulative,
    Filter,
    Link,
    Requirements,
    SavePath,
    Statistic,
    Time,
    WithoutOutliers,
)
from autoviz.query.language import Aggregate, Cases, Column, Query, Window, parts_of
from autoviz.readers.embedded.statistics_asked import FINDINGS, in_two, with_named, without_outliers
from autoviz.registry.treatments import treatments

_INTENTS = {
    "summary": "general_eda", "compare": "comparative_analysis", "distribution": "distribution_analysis",
    "correlation": "correlation_analysis", "anomaly": "anomaly_detection",
}  # fmt: skip
"""The intent of the analysis that a statistic needs."""
OF_THE_DATA = ("completeness", "duplicates")
"""Statistics of the rows themselves, whatever they measure."""
ALONE = 0.85
"""How sure a reading is of a question that names a treatment and nothing else: only its user is certain."""
_SAVED = "save"


@dataclass(frozen=True)
class Treated:
    """The rest of a question, what its other phrases ask for, and how they were read."""

    rest: str
    constraints: tuple[Constraint, ...] = ()
    links: tuple[Link, ...] = ()
    named: tuple[Match, ...] = ()
    """The columns that the question names, in the order of its words."""
    claimed: bool = False
    """Whether a difference is only claimed, so that it is tested where it can be, and else read as it stands."""

    @property
    def beside(self) -> bool:
        """Whether something stands beside the analysis: outliers left out, groups tested, rows against the rest."""
        tested = any(isinstance(item, Statistic) and item.kind == "significance" for item in self.constraints)
        return tested or any(isinstance(item, (WithoutOutliers, AgainstRest)) for item in self.constraints)

    @property
    def sayable(self) -> bool:
        """Whether a Query may have in it all that stands beside the analysis: the rest, parts of equal size, a running
        total."""
        return bool(self.constraints) and all(
            isinstance(item, (AgainstRest, Cumulative))
            or (isinstance(item, Statistic) and item.kind == "percentiles")
            for item in self.constraints
        )

    @property
    def alone(self) -> bool:
        """Whether nothing but the treatment is asked for, so that the rows themselves are wanted."""
        showing = set(treatments().showing.split())
        left = re.findall(r"[\w']+", self.rest.casefold())
        return bool(self.constraints) and all(forms(word) & showing for word in left)


def treated(question: str, profile: DatasetProfile, aliases: Aliases, money: str | None = None) -> Treated:
    """The treatments that a normalised question asks for, and what is left of it."""
    if not may_hold_one(question):
        return Treated(question)
    for said in _saving():
        saved = said.fullmatch(question)
        if saved and not _is_result(saved["what"]):
            return _with_path(treated(saved["what"], profile, aliases, money), saved)
    matches = best_matches(link(question, profile, aliases))
    found = [(item, item.constraint) for item in phrases(question, profile, matches, money)]
    asked = [(item, constraint) for item, constraint in found if constraint is not None]
    whole = _treated(question, asked, matches)
    if whole.alone:
        return whole
    return _treated(question, [_of_some_rows(item, constraint) for item, constraint in asked], matches)


@cache
def _saving() -> tuple[re.Pattern[str], ...]:
    """What is saved may stand within the phrase ('save sales by region to a.csv') or, with any ending, before it.

    A file of an ending that cannot be written is read too, so that it is refused and not passed over.
    """
    verbs = "|".join(next(group for group in treatments().same if _SAVED in group))
    to_file = r"(?:to|into|in|as)\s+(?:(?:a|the)\s+)?(?:file\s+)?(?P<path>[\w~./\\:-]*\w\.[^\W\d_]\w{0,6}(?:\.\w+)?)"
    return (
        re.compile(rf"(?:please\s+)?(?:{verbs})\s+(?P<what>.*?)\s+(?P<where>{to_file})[\s.?!]*", re.IGNORECASE),
        re.compile(
            rf"(?P<what>.+?)[\s,;]+(?:(?:and|then)\s+)*(?P<where>(?:{verbs})\s+(?:\w+\s+){{0,3}}{to_file})[\s.?!]*",
            re.IGNORECASE,
        ),
    )


def _is_result(what: str) -> bool:
    """Whether nothing is named but the result of what was asked before: it, the table, these rows."""
    known = {*treatments().passed_over.split(), *treatments().showing.split()}
    return all(forms(word) & known for word in re.findall(r"[\w']+", what.casefold()))


def _with_path(asked: Treated, saved: re.Match[str]) -> Treated:
    link = Link(phrase=saved["where"], target=_SAVED, kind="label", score=1.0)
    path = SavePath(path=saved["path"])
    return replace(asked, constraints=(*asked.constraints, path), links=(*asked.links, link))


def _of_some_rows(item: Phrase, constraint: Constraint) -> tuple[Phrase, Constraint]:
    """What is asked of the data under conditions or by groups: the rest is read as one about rows."""
    if not isinstance(constraint, Statistic) or constraint.kind not in OF_THE_DATA:
        return item, constraint
    left = treatments().shares if constraint.method == "share" else treatments().rows
    rows = replace(item, treatment=item.treatment.replaced(leaves=left))
    if constraint.kind == "duplicates" or not constraint.columns:
        return rows, constraint
    gaps = tuple(Filter(column=column, op="is null") for column in constraint.columns)
    return rows, gaps[0] if len(gaps) == 1 else AnyOf(filters=gaps)


def _treated(question: str, asked: Sequence[tuple[Phrase, Constraint]], matches: Sequence[Match]) -> Treated:
    return Treated(
        _rest(question, [item for item, _ in asked]) if asked else question,
        tuple(dict.fromkeys(constraint for _, constraint in asked)),
        tuple(one for item, constraint in asked for one in _links(question, item, constraint, matches)),
        tuple(sorted((one for one in matches if one.value is None), key=lambda one: one.start)),
        bool(asked) and all(item.treatment.claimed for item, _ in asked),
    )


def says_itself(query: Query | None, asked: Treated, profile: DatasetProfile) -> bool:
    """Whether a Query has in it what stands beside the analysis: two sides, parts of equal size, a running total."""
    if query is None or not asked.sayable:
        return False
    windows = list(parts_of(Window, query))
    tiles = any(part.func == "tiles" for part in windows)
    said = {
        AgainstRest: any(_is_two_fold(key.expr, profile) for key in query.by),
        Statistic: tiles or any(part.func == "quantile" for part in parts_of(Aggregate, query)),
        Cumulative: any(part.func in ("sum", "count") and part.along for part in windows),
    }
    return all(said[type(item)] for item in asked.constraints)


def _is_two_fold(expr: Any, profile: DatasetProfile) -> bool:
    """Whether groups have two sides: a condition, classes, or a column of two values."""
    if isinstance(expr, Column) and expr.name in profile.by_name:
        return profile.by_name[expr.name].distinct == 2
    return is_condition(expr) or isinstance(expr, Cases)


def rows_wanted(asked: Treated, profile: DatasetProfile) -> Reading:
    """The rows themselves, treated as asked; or a finding that names its columns and needs nothing else."""
    told = ", ".join(link.phrase for link in asked.links if link.kind == "label")
    why = f"nothing is asked for beside {told!r}"
    requirements = Requirements(analysis=("lookup",), outputs=("table",), links=asked.links)
    whole = _added(requirements, asked, profile)
    intent = Intent(primary=_INTENTS.get(whole.analysis[0], "lookup"), confidence=1.0, reasoning=why)
    return Reading(requirements=whole, intent=intent, confidence=ALONE)


def with_treatments(reading: Reading, asked: Treated, profile: DatasetProfile) -> Reading:
    """The reading of the rest, and of every alternative to it, with the treatments added."""
    others = tuple(
        Alternative(requirements=_added(item.requirements, asked, profile), confidence=item.confidence)
        for item in reading.alternatives
    )
    whole = _added(reading.requirements, asked, profile)
    intent = reading.intent
    if whole.time != reading.requirements.time and whole.time:
        told = f"{intent.reasoning}; what is asked for runs over time"
        intent = intent.replaced(primary="time_series_investigation", reasoning=told)
    elif whole.analysis != reading.requirements.analysis:
        told = f"{intent.reasoning}; {', '.join(item.kind for item in whole.all(Statistic))} asked for"
        intent = intent.replaced(primary=_INTENTS.get(whole.analysis[0], intent.primary), reasoning=told)
    return reading.replaced(requirements=whole, intent=intent, alternatives=others)


def _added(requirements: Requirements, asked: Treated, profile: DatasetProfile) -> Requirements:
    links = {one.phrase: one for one in (*requirements.links, *asked.links)}
    found = _as_one(asked.constraints)
    whole = requirements.replaced(constraints=(*requirements.constraints, *found), links=tuple(links.values()))
    if whole.constraint(Cumulative) or whole.statistic("seasonality"):
        whole = _over_time(whole, profile)
    if _of_the_data(whole):
        rows = tuple(item for item in whole.constraints if isinstance(item, (Filter, AnyOf)))
        told = (*rows, *found)
        return whole.replaced(metrics=(), time=None, analysis=("summary",), outputs=("table",), constraints=told)
    whole = with_named(in_two(without_outliers(whole, profile), profile), asked.named, profile)
    for kind, judged in FINDINGS.items():
        if whole.statistic(kind):
            return judged(whole, profile)
    return whole


def _as_one(found: Sequence[Constraint]) -> tuple[Constraint, ...]:
    """Phrases that ask for the same finding, such as a test and its level, as one; each shape is one of its own.

    A test of normality by name is the one by which normality is told.
    """
    kept: dict[str, Constraint] = {}
    if any(isinstance(item, Statistic) and item.method == "shapiro" for item in found):
        found = [item for item in found if not (isinstance(item, Statistic) and item.method == "normality")]
    for place, item in enumerate(found):
        apart = not isinstance(item, Statistic) or item.kind == "shape"
        before = kept.get(item.kind) if not apart else None
        said = {} if before is None else {name: value for name, value in before if value not in (None, ())}
        key = f"{item.kind} {place}" if apart else item.kind
        kept[key] = item.replaced(**said) if isinstance(before, Statistic) else item
    return tuple(kept.values())


def _of_the_data(requirements: Requirements) -> bool:
    """Whether the rows themselves are judged, rather than what they measure."""
    return any(requirements.statistic(kind) for kind in OF_THE_DATA)


def _over_time(requirements: Requirements, profile: DatasetProfile) -> Requirements:
    """A running total runs over the frame's dates where the question does not say over what."""
    dates = profile.of_kind("temporal")
    if requirements.time or not requirements.analysis or not dates:
        return requirements
    return requirements.replaced(
        time=Time(column=dates[0].name),
        group_by=tuple(name for name in requirements.group_by if name != dates[0].name),
        analysis=("trend",),
        outputs=tuple(dict.fromkeys(("chart", *requirements.outputs))),
    )


def _rest(question: str, found: Sequence[Phrase]) -> str:
    """The question without the phrases, and without the words that tied them to it."""
    pieces: list[str] = []
    at = 0
    for item in found:
        before, leaves = question[at : item.start].strip(), item.treatment.leaves
        pieces += [before, leaves] if leaves else [_untied(before, end=True)]
        at = item.end
    after = question[at:].strip()
    pieces.append(after if after.startswith(("?", "!")) else _untied(after, end=False))
    return " ".join(piece for piece in pieces if piece).strip(" ,;.")


def _untied(text: str, end: bool) -> str:
    """The text without the words at one end that led to a phrase or on from it."""
    words = text.strip(" ,;:.").split()
    joining = treatments().joining.split()
    place = -1 if end else 0
    while words and words[place].casefold().strip(",;") in joining:
        words.pop(place)
    return " ".join(words)


def _links(question: str, item: Phrase, constraint: Constraint, matches: Sequence[Match]) -> Iterator[Link]:
    yield Link(phrase=question[item.start : item.end], target=constraint.kind, kind="label", score=1.0)
    columns = item.slots.get("{column}") or item.slots.get("{columns}", ())
    yield from (to_link(one) for one in matches if one.column in columns and item.start <= one.start < item.end)
