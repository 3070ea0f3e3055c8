"""Agreeing: roles, groups and conditions that contradict each other, or say nothing together, made to agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from autoviz.model.labels import AnalysisLabel
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Aggregation, Constraint, Filter, Having
from autoviz.readers.embedded.choosing import Roles
from autoviz.readers.embedded.linking import Match


def of_something(roles: Roles, filters: Sequence[Constraint]) -> Roles:
    """Rows that lack a value are counted: there is nothing of it to measure."""
    absent = {item.column for item in filters if isinstance(item, Filter) and item.op == "is null"}
    if not roles.metrics or not absent.issuperset(roles.metrics):
        return roles
    return replace(roles, metrics=(), counted=True)


def of_many(roles: Roles, filters: Sequence[Constraint], matches: Sequence[Match]) -> Roles:
    """A column of which one value alone is asked for, and nothing else said, does not split what another one splits."""
    single = {item.column for item in filters if isinstance(item, Filter) and item.op == "="}
    single -= {match.column for match in matches if match.value is None}
    groups = [name for name in (roles.x, roles.color, roles.facet) if name is not None]
    kept = [name for name in groups if name not in single]
    if not kept or kept == groups or roles.mark in ("scatter", "histogram"):
        return roles
    x, color, facet = (*kept, None, None, None)[:3]
    return replace(roles, x=x, color=color, facet=facet)


def on_one_clock(
    found: tuple[Constraint, ...], roles: Roles, matches: Sequence[Match], profile: DatasetProfile
) -> tuple[Constraint, ...]:
    """Dates that narrow down are those of the time axis, unless the question names another date."""
    dates = {column.name for column in profile.of_kind("temporal")}
    said = [match for match in matches if match.value is None and not match.dominated]
    others = dates - {match.column for match in said if match.kind != "type"}
    if roles.x not in dates:
        return found
    return tuple(
        item.replaced(column=roles.x) if isinstance(item, Filter) and item.column in others and item.value else item
        for item in found
    )


def on_groups(item: Constraint, main: Aggregation | None, profile: DatasetProfile) -> Constraint:
    """A bound beyond every single value of what is summed up is one on the sums."""
    if not isinstance(item, Filter) or main is None or item.column != main.metric or main.func != "sum":
        return item
    highest = profile.by_name[item.column].maximum
    if not isinstance(item.value, (int, float)) or not isinstance(highest, (int, float)) or item.value <= highest:
        return item
    return Having(metric=None, func="sum", op=item.op, value=item.value)


def shared(labels: tuple[AnalysisLabel, ...], filters: Sequence[Constraint]) -> tuple[str, ...]:
    """The column of a value whose share is asked for, where no other one divides the whole."""
    named = [item.column for item in filters if isinstance(item, Filter) and item.op in ("=", "in")]
    return tuple(named[:1]) if "share" in labels else ()
