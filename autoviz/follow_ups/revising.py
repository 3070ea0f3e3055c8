"""Revising: the requirements of the earlier question with only that changed which a follow-up names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from autoviz.follow_ups.basis import Basis, any_time, over_time, relabelled, unlimited, without
from autoviz.follow_ups.restyling import STYLES
from autoviz.linking.moments import DateRange
from autoviz.model.base import Value
from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.requirements import (
    Aggregation,
    AnyOf,
    Change,
    ChartWish,
    Derive,
    Filter,
    Having,
    Limit,
    Requirements,
    Sort,
    Time,
    Window,
)
from autoviz.registry.followups import FollowKind

_NEGATED: dict[str, str] = {"=": "!=", "in": "not in", "contains": "not contains"}


def revised(kind: FollowKind, basis: Basis) -> Requirements | None:
    """The earlier requirements changed in this way; None where the follow-up names nothing to change."""
    change = _CHANGES.get(kind)
    return change(basis) if change else None


def _periods(basis: Basis) -> Requirements | None:
    """Over time, or in other periods; a list cut to the first few keeps just these groups."""
    base = basis.requirements
    alone = basis.read(basis.fragment.text).time
    time = alone if alone and alone.grain != "unknown" else basis.said.time or alone
    if time is None:
        return None
    if base.time:
        return _in_periods(base, base.time.replaced(grain=time.grain))
    return over_time(base, time, basis.facts)


def _in_periods(base: Requirements, time: Time) -> Requirements:
    """Other periods; those that come round again are compared, those that follow one another make a course."""
    changed = base.replaced(time=time)
    assert base.time is not None
    if time.grain in CYCLIC_GRAINS and base.time.grain not in CYCLIC_GRAINS:
        return relabelled(changed, "compare", less=("trend", "change"))
    if time.grain not in CYCLIC_GRAINS and base.time.grain in CYCLIC_GRAINS:
        return relabelled(changed, "trend", less=() if base.group_by else ("compare",))
    return changed


def _regroup(basis: Basis) -> Requirements | None:
    """By other groups; what runs over time goes on doing so."""
    groups = basis.columns("group")
    return _grouped(basis.requirements, groups) if groups else None


def _grouped(base: Requirements, groups: tuple[str, ...]) -> Requirements:
    wish = base.constraint(ChartWish)
    constraints = base.constraints
    if wish:
        axes = {name: None for name in ("x", "color", "facet") if getattr(wish, name) not in (None, *groups)}
        constraints = (*without(base, ChartWish), wish.replaced(**axes))
    changed = base.replaced(group_by=groups, constraints=constraints)
    outputs = changed.outputs if base.group_by or base.time else ("chart",)
    changed = relabelled(changed.replaced(outputs=outputs), less=("summary", "lookup", "total"))
    return changed if changed.analysis else relabelled(changed, "compare")


def _instead(basis: Basis) -> Requirements | None:
    """Another group or period in place of the one before; a measure where it names one."""
    base, groups = basis.requirements, basis.columns("group")
    if groups:
        base = base if base.group_by else base.replaced(time=None, constraints=without(base, Change, Window))
        return _grouped(relabelled(base, less=() if base.time else ("trend", "change")), groups)
    if basis.columns("time") or basis.read(basis.fragment.text).time:
        axisless = basis.requirements if base.time else base.replaced(group_by=())
        return _periods(replace(basis, requirements=axisless))
    return _measure(basis)


def _split(basis: Basis) -> Requirements | None:
    groups = basis.columns("group")
    if not groups:
        return _periods(basis) if not basis.requirements.time else None
    base = unlimited(basis.requirements, basis.facts)
    return _grouped(base, tuple(dict.fromkeys((*base.group_by, *groups))))


def _merge(basis: Basis) -> Requirements | None:
    """Without the groups that it names, or without any."""
    base, named = basis.requirements, basis.columns("group")
    if not base.group_by or (named and not set(named) & set(base.group_by)):
        return None
    kept = tuple(name for name in base.group_by if named and name not in named)
    limits = without(base, Limit, Sort, ChartWish)
    changed = base.replaced(group_by=kept, constraints=limits)
    if kept or base.time:
        return relabelled(changed, less=("rank", "share", "compare") if not kept else ())
    return changed.replaced(analysis=("total",), outputs=("table",))


def _conditions(basis: Basis) -> tuple[Filter | AnyOf, ...]:
    """The conditions that a follow-up states, read with the earlier question before it and else alone."""
    for asked in (basis.said, basis.read(basis.fragment.text)):
        found: tuple[Filter | AnyOf, ...] = (*asked.all(Filter), *asked.all(AnyOf))
        if found:
            return found
    values: dict[str, list[Any]] = {}
    for match in basis.fragment.matches:
        if match.value is not None:
            values.setdefault(match.column, []).append(match.value)
    return tuple(
        Filter(column=name, op="=", value=held[0]) if len(held) == 1 else Filter(column=name, op="in", value=(*held,))
        for name, held in values.items()
    )


def _narrow(basis: Basis) -> Requirements | None:
    new = _conditions(basis)
    return _filtered(basis.requirements, new) if new else None


def _moment(basis: Basis) -> Requirements | None:
    """One period, from its first day to its last; a relative one, such as last month, as the reader reads it."""
    time = basis.requirements.time or any_time(basis.profile)
    ranges = [item.value for item in basis.fragment.literals if isinstance(item.value, DateRange)]
    if time is None or len(ranges) != 1:
        return _narrow(basis)
    held = (ranges[0].first, ranges[0].last)
    return _filtered(basis.requirements, (Filter(column=time.column, op="between", value=held),))


def _filtered(base: Requirements, new: tuple[Filter | AnyOf, ...]) -> Requirements:
    """New conditions take the place of those on the same columns."""
    columns = {name for item in new for name in _columns(item)}
    kept = tuple(
        item for item in base.constraints if not (isinstance(item, (Filter, AnyOf)) and columns & set(_columns(item)))
    )
    return base.replaced(constraints=(*kept, *new))


def _columns(item: Filter | AnyOf) -> tuple[str, ...]:
    return tuple(part.column for part in item.filters) if isinstance(item, AnyOf) else (item.column,)


def _exclude(basis: Basis) -> Requirements | None:
    """Conditions turned round; one that comes on top of others leaves them as they are."""
    found = [item for item in _conditions(basis) if isinstance(item, Filter)]
    new = [item.replaced(op=_NEGATED.get(item.op, item.op)) for item in found]
    if not new:
        return _merge(basis) if basis.columns("group") else None
    return basis.requirements.replaced(constraints=(*basis.requirements.constraints, *new))


def _widen(basis: Basis) -> Requirements | None:
    """Without the conditions on what it names, or without any."""
    base = basis.requirements
    held = [item for item in base.constraints if isinstance(item, (Filter, AnyOf, Having, Limit))]
    named = {match.column for match in basis.fragment.matches}
    meant = [item for item in held if isinstance(item, (Filter, AnyOf)) and named & set(_columns(item))]
    gone: Sequence[Value] = meant or ([] if named else held)
    return base.replaced(constraints=tuple(item for item in base.constraints if item not in gone)) if gone else None


def _measure(basis: Basis) -> Requirements | None:
    """Another measure in place of the one before, summarised alike where the question said how."""
    new, base = basis.columns("measure"), basis.requirements
    if not new or (len(base.metrics) > 1 and set(new) <= set(base.metrics)):
        return None
    stated = next((item for item in base.all(Aggregation) if item.metric is not None), None)
    for old in base.metrics[:1]:
        base = base.renamed(old, new[0])
    others = without(base, Aggregation, Derive)
    functions = [stated.replaced(metric=name) for name in new] if stated else []
    labels = base if base.metrics else relabelled(base, less=("lookup", "summary"))
    return labels.replaced(metrics=new, constraints=(*functions, *others))


def _measure_too(basis: Basis) -> Requirements | None:
    base = basis.requirements
    new = tuple(name for name in basis.columns("measure") if name not in base.metrics)
    if not new or not base.metrics:
        return _measure(basis)
    stated = next((item for item in base.all(Aggregation) if item.metric is not None), None)
    functions = [stated.replaced(metric=name) for name in new] if stated else []
    return base.replaced(metrics=(*base.metrics, *new), constraints=(*base.constraints, *functions))


_CHANGES: dict[str, Callable[[Basis], Requirements | None]] = {
    "periods": _periods,
    "regroup": _regroup,
    "instead": _instead,
    "split": _split,
    "merge": _merge,
    "narrow": _narrow,
    "moment": _moment,
    "exclude": _exclude,
    "widen": _widen,
    "measure": _measure,
    "measure_too": _measure_too,
    **STYLES,
}
