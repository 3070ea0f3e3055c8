"""Basis: what a follow-up leans on, and what its changes of the earlier requirements have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autoviz.follow_ups.editing import is_period, keys_of
from autoviz.follow_ups.fragments import Fragment
from autoviz.follow_ups.mentions import Mentions
from autoviz.model.fact import Fact
from autoviz.model.labels import Aggregate, AnalysisLabel
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.requirements import Aggregation, AnyOf, ChartWish, Filter, Limit, Requirements, Sort, Time
from autoviz.query.language import Aggregate as Aggregated
from autoviz.query.language import Column, columns_of, parts_of

_GROUPS_ONLY = ("pie", "treemap")


@dataclass(frozen=True)
class Basis:
    """What a follow-up leans on: the earlier requirements, what came of them, and what its words stand for."""

    requirements: Requirements
    profile: DatasetProfile
    facts: tuple[Fact, ...]
    fragment: Fragment
    mentions: Mentions
    function: Callable[[str], Aggregate | None]
    """The function that words come nearest to."""

    def columns(self, role: str) -> tuple[str, ...]:
        """The columns that the follow-up names in this role: measure, group or time."""
        found = [match.column for match in self.fragment.matches if match.value is None]
        return tuple(name for name in dict.fromkeys(found) if self.role(name) == role)

    def role(self, name: str) -> str:
        column = self.profile.by_name[name]
        return "time" if column.kind == "temporal" else "measure" if column.metric else "group"

    @property
    def measures(self) -> tuple[str, ...]:
        """What was measured before, in fields or in the Query."""
        query = self.requirements.query
        if self.requirements.metrics or query is None:
            return self.requirements.metrics
        read = [name for item in parts_of(Aggregated, query) for name in columns_of(item.args)]
        return tuple(name for name in dict.fromkeys(read) if name in self.profile.by_name)

    @property
    def groups(self) -> tuple[str, ...]:
        """What was grouped by before, in fields or in the Query."""
        query = self.requirements.query
        if self.requirements.group_by or query is None:
            return self.requirements.group_by
        keys = [item.expr.name for item in keys_of(query).values() if isinstance(item.expr, Column)]
        return tuple(name for name in keys if name in self.profile.by_name)

    @property
    def func(self) -> Aggregate | None:
        """The function that was stated before."""
        stated = self.requirements.constraint(Aggregation)
        return stated.func if stated else None

    @property
    def periods(self) -> tuple[str, ...]:
        """The columns of dates that ran along time before, in fields or in the Query."""
        time, query = self.requirements.time, self.requirements.query
        if time or query is None:
            return (time.column,) if time else ()
        return tuple(name for item in keys_of(query).values() if is_period(item) for name in columns_of(item.expr))

    @property
    def tested(self) -> tuple[str, ...]:
        """The columns of which something was asked of the rows before, in fields or in the Query."""
        stated: list[Filter | AnyOf] = [*self.requirements.all(Filter), *self.requirements.all(AnyOf)]
        query = self.requirements.query
        return (*(name for item in stated for name in columns_tested(item)), *columns_of(query and query.where))

    @property
    def dates(self) -> str | None:
        """The column that dates are meant of: the time axis of before, or the first column of dates."""
        time = any_time(self.profile)
        return next(iter(self.periods), time.column if time else None)


def columns_tested(item: Filter | AnyOf) -> tuple[str, ...]:
    """The columns that a condition speaks of."""
    return tuple(part.column for part in item.filters) if isinstance(item, AnyOf) else (item.column,)


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
    chosen = (_one_of(group, kept),) if kept else ()
    return relabelled(base.replaced(constraints=(*without(base, Limit, Sort), *chosen)), less=("rank",))


def _one_of(column: str, values: tuple[Scalar, ...]) -> Filter | AnyOf:
    """A condition that holds for these values; what is missing is tested by its own operator."""
    given = tuple(value for value in values if value is not None)
    missing = Filter(column=column, op="is null")
    if not given:
        return missing
    among = Filter(column=column, op="in", value=given)
    return among if len(given) == len(values) else AnyOf(filters=(among, missing))


def any_time(profile: DatasetProfile) -> Time | None:
    """The first column of dates as a time axis."""
    column = next(iter(profile.of_kind("temporal")), None)
    return Time(column=column.name) if column else None
