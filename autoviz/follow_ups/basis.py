"""Basis: what a follow-up leans on, and what its changes of the earlier requirements have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autoviz.drawing.titles import readable
from autoviz.follow_ups.fragments import Fragment
from autoviz.model.fact import Fact
from autoviz.model.labels import Aggregate, AnalysisLabel
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Aggregation, ChartWish, Filter, Limit, Requirements, Sort, Time

_WORDS = {"sum": "total", "mean": "average", "nunique": "number of distinct"}
_GROUPS_ONLY = ("pie", "treemap")


@dataclass(frozen=True)
class Basis:
    """What a follow-up leans on: the earlier requirements, what came of them, and how words are read."""

    requirements: Requirements
    profile: DatasetProfile
    facts: tuple[Fact, ...]
    fragment: Fragment
    read: Callable[[str], Requirements]
    """What a whole question asks for."""
    function: Callable[[str], Aggregate | None]
    """The function that words ask for."""

    def columns(self, role: str) -> tuple[str, ...]:
        """The columns that the follow-up names in this role: measure, group or time."""
        found = [match.column for match in self.fragment.matches if match.value is None]
        return tuple(name for name in dict.fromkeys(found) if self.role(name) == role)

    def role(self, name: str) -> str:
        column = self.profile.by_name[name]
        return "time" if column.kind == "temporal" else "measure" if column.metric else "group"

    @property
    def said(self) -> Requirements:
        """The follow-up read as the end of the earlier question, told in plain words."""
        return self.read(f"{in_words(self.requirements)} {self.fragment.text}")


def in_words(requirements: Requirements) -> str:
    """A short question for what is measured and by what; conditions and charts are left out."""
    stated = {item.metric: item.func for item in requirements.all(Aggregation)}
    what = [f"{_WORDS.get(stated.get(name, 'sum'), stated.get(name, 'sum'))} {name}" for name in requirements.metrics]
    grain = requirements.time.grain if requirements.time else ""
    period = [grain if grain not in ("", "unknown") else requirements.time.column] if requirements.time else []
    by = [*map(readable, requirements.group_by), *period]
    return f"{' and '.join(what) or 'number of rows'}{' by ' + ' and '.join(by) if by else ''}"


def without(requirements: Requirements, *kinds: type) -> tuple[Any, ...]:
    """The constraints but those of these kinds."""
    return tuple(item for item in requirements.constraints if not isinstance(item, kinds))


def relabelled(requirements: Requirements, *new: AnalysisLabel, less: tuple[AnalysisLabel, ...] = ()) -> Requirements:
    """The same with these analyses, less others."""
    kept = [label for label in requirements.analysis if label not in less]
    return requirements.replaced(analysis=tuple(dict.fromkeys((*kept, *new))))


def over_time(base: Requirements, time: Time, facts: tuple[Fact, ...]) -> Requirements:
    """The same along time; what cannot be drawn or ranked along it goes."""
    base = unlimited(base, facts)
    wish = base.constraint(ChartWish)
    constraints = without(base, Sort, *([ChartWish] if wish and wish.mark in _GROUPS_ONLY else []))
    outputs = base.outputs if "chart" in base.outputs or base.group_by else ("chart",)
    changed = base.replaced(time=time, constraints=constraints, outputs=outputs)
    alone: tuple[AnalysisLabel, ...] = () if base.group_by else ("compare", "share")
    changed = relabelled(changed, less=("rank", "summary", "lookup", "distribution", "correlation", *alone))
    return changed if "anomaly" in changed.analysis else relabelled(changed, "trend")


def unlimited(base: Requirements, facts: tuple[Fact, ...]) -> Requirements:
    """The first few groups as a condition, so that what is added beside them does not count among the few."""
    if not base.constraint(Limit) or len(base.group_by) != 1:
        return base
    group = base.group_by[0]
    kept = tuple(dict.fromkeys(fact.group[group] for fact in facts if group in fact.group))
    chosen = (Filter(column=group, op="in", value=kept),) if kept else ()
    return relabelled(base.replaced(constraints=(*without(base, Limit, Sort), *chosen)), less=("rank",))


def any_time(profile: DatasetProfile) -> Time | None:
    """The first column of dates as a time axis."""
    column = next(iter(profile.of_kind("temporal")), None)
    return Time(column=column.name) if column else None
