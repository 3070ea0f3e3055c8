"""Revising: the requirements of the earlier question with only that changed which a follow-up names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autoviz.drawing.titles import readable
from autoviz.model.base import Value
from autoviz.model.fact import Fact
from autoviz.model.labels import Aggregate, AnalysisLabel, Order
from autoviz.model.profile import DatasetProfile
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
from autoviz.readers.embedded.following import Fragment
from autoviz.readers.embedded.moments import DateRange
from autoviz.registry.evidence import GROUPED_LABELS
from autoviz.registry.followups import FollowKind

_WORDS = {"sum": "total", "mean": "average", "nunique": "number of distinct"}
_GROUPS_ONLY = ("pie", "treemap")
_NEGATED: dict[str, str] = {"=": "!=", "in": "not in", "contains": "not contains"}


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


def revised(kind: FollowKind, basis: Basis) -> Requirements | None:
    """The earlier requirements changed in this way; None where the follow-up names nothing to change."""
    change = _CHANGES.get(kind)
    return change(basis) if change else None


def _without(requirements: Requirements, *kinds: type) -> tuple[Any, ...]:
    return tuple(item for item in requirements.constraints if not isinstance(item, kinds))


def _labels(requirements: Requirements, *new: AnalysisLabel, less: tuple[AnalysisLabel, ...] = ()) -> Requirements:
    kept = [label for label in requirements.analysis if label not in less]
    return requirements.replaced(analysis=tuple(dict.fromkeys((*kept, *new))))


def _periods(basis: Basis) -> Requirements | None:
    """Over time, or in other periods; a list cut to the first few keeps just these groups."""
    base = basis.requirements
    alone = basis.read(basis.fragment.text).time
    time = alone if alone and alone.grain != "unknown" else basis.said.time or alone
    if time is None:
        return None
    if base.time:
        return base.replaced(time=base.time.replaced(grain=time.grain))
    return _over_time(base, time, basis.facts)


def _over_time(base: Requirements, time: Time, facts: tuple[Fact, ...]) -> Requirements:
    base = _unlimited(base, facts)
    wish = base.constraint(ChartWish)
    constraints = _without(base, Sort, *([ChartWish] if wish and wish.mark in _GROUPS_ONLY else []))
    outputs = base.outputs if "chart" in base.outputs or base.group_by else ("chart",)
    changed = base.replaced(time=time, constraints=constraints, outputs=outputs)
    alone: tuple[AnalysisLabel, ...] = () if base.group_by else ("compare", "share")
    return _labels(changed, "trend", less=("rank", "summary", "lookup", *alone))


def _unlimited(base: Requirements, facts: tuple[Fact, ...]) -> Requirements:
    """The first few groups as a condition, so that what is added beside them does not count among the few."""
    if not base.constraint(Limit) or len(base.group_by) != 1:
        return base
    group = base.group_by[0]
    kept = tuple(dict.fromkeys(fact.group[group] for fact in facts if group in fact.group))
    chosen = (Filter(column=group, op="in", value=kept),) if kept else ()
    return _labels(base.replaced(constraints=(*_without(base, Limit, Sort), *chosen)), less=("rank",))


def _regroup(basis: Basis) -> Requirements | None:
    """By other groups; what runs over time goes on doing so."""
    groups = basis.columns("group")
    return _grouped(basis.requirements, groups) if groups else None


def _grouped(base: Requirements, groups: tuple[str, ...]) -> Requirements:
    wish = base.constraint(ChartWish)
    constraints = base.constraints
    if wish:
        axes = {name: None for name in ("x", "color", "facet") if getattr(wish, name) not in (None, *groups)}
        constraints = (*_without(base, ChartWish), wish.replaced(**axes))
    changed = base.replaced(group_by=groups, constraints=constraints)
    outputs = changed.outputs if base.group_by or base.time else ("chart",)
    changed = _labels(changed.replaced(outputs=outputs), less=("summary", "lookup", "total"))
    return changed if set(changed.analysis) & GROUPED_LABELS else _labels(changed, "compare")


def _instead(basis: Basis) -> Requirements | None:
    """Another group or period in place of the one before; a measure where it names one."""
    base, groups = basis.requirements, basis.columns("group")
    if groups:
        base = base if base.group_by else base.replaced(time=None)
        return _grouped(_labels(base, less=() if base.time else ("trend", "change")), groups)
    if basis.columns("time") or basis.read(basis.fragment.text).time:
        axisless = basis.requirements if base.time else base.replaced(group_by=())
        return _periods(replace(basis, requirements=axisless))
    return _measure(basis)


def _split(basis: Basis) -> Requirements | None:
    groups = basis.columns("group")
    if not groups:
        return _periods(basis) if not basis.requirements.time else None
    base = _unlimited(basis.requirements, basis.facts)
    return _grouped(base, tuple(dict.fromkeys((*base.group_by, *groups))))


def _merge(basis: Basis) -> Requirements | None:
    """Without the groups that it names, or without any."""
    base, named = basis.requirements, basis.columns("group")
    if not base.group_by or (named and not set(named) & set(base.group_by)):
        return None
    kept = tuple(name for name in base.group_by if named and name not in named)
    limits = _without(base, Limit, Sort, ChartWish)
    changed = base.replaced(group_by=kept, constraints=limits)
    if kept or base.time:
        return _labels(changed, less=("rank", "share", "compare") if not kept else ())
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
    if not new:
        return None
    stated = next((item for item in base.all(Aggregation) if item.metric is not None), None)
    for old in base.metrics[:1]:
        base = base.renamed(old, new[0])
    others = _without(base, Aggregation, Derive)
    functions = [stated.replaced(metric=name) for name in new] if stated else []
    labels = base if base.metrics else _labels(base, less=("lookup", "summary"))
    return labels.replaced(metrics=new, constraints=(*functions, *others))


def _measure_too(basis: Basis) -> Requirements | None:
    base = basis.requirements
    new = tuple(name for name in basis.columns("measure") if name not in base.metrics)
    if not new or not base.metrics:
        return _measure(basis)
    stated = next((item for item in base.all(Aggregation) if item.metric is not None), None)
    functions = [stated.replaced(metric=name) for name in new] if stated else []
    return base.replaced(metrics=(*base.metrics, *new), constraints=(*base.constraints, *functions))


def _function(basis: Basis) -> Requirements | None:
    base, func = basis.requirements, basis.function(basis.fragment.text)
    if func is None:
        return None
    others = _without(base, Aggregation)
    if func == "count":
        return base.replaced(metrics=(), constraints=(Aggregation(func="count"), *others))
    if not base.metrics:
        return None
    stated = [Aggregation(metric=name, func=func) for name in base.metrics]
    changed = base.replaced(constraints=(*stated, *others))
    return _labels(changed, less=("total",)) if len(base.analysis) > 1 and func != "sum" else changed


def _chart(basis: Basis) -> Requirements | None:
    alone = basis.read(basis.fragment.text).constraint(ChartWish)
    wish = basis.said.constraint(ChartWish)
    mark = (wish.mark if wish else None) or (alone.mark if alone else None)
    layout = (wish.layout if wish else None) or (alone.layout if alone else None)
    if mark is None and layout is None:
        return basis.requirements.replaced(outputs=("chart",)) if "chart" not in basis.requirements.outputs else None
    return basis.requirements.drawn_as(mark, layout)


def _table(basis: Basis) -> Requirements | None:
    base = basis.requirements
    return base.replaced(outputs=("table",), constraints=_without(base, ChartWish))


def _first(basis: Basis) -> Requirements | None:
    base, said = basis.requirements, basis.said
    limit = said.constraint(Limit) or basis.read(basis.fragment.text).constraint(Limit)
    sort = said.constraint(Sort)
    if not base.group_by or (limit is None and sort is None):
        return None
    limit = limit or Limit(n=1, order=sort.order if sort else "desc")
    kept = _without(base, Limit, Sort)
    order = Sort(by="y", order=limit.order)
    return _labels(base.replaced(constraints=(*kept, limit, order)), "rank", less=("compare", "total"))


def _sorted_by(base: Requirements, by: str, order: Order) -> Requirements:
    return base.replaced(constraints=(*_without(base, Sort), Sort(by=by, order=order)))


def _descending(basis: Basis) -> Requirements | None:
    return _sorted_by(basis.requirements, "y", "desc") if _has_axis(basis) else None


def _ascending(basis: Basis) -> Requirements | None:
    return _sorted_by(basis.requirements, "y", "asc") if _has_axis(basis) else None


def _by_name(basis: Basis) -> Requirements | None:
    return _sorted_by(basis.requirements, "x", "asc") if _has_axis(basis) else None


def _reverse(basis: Basis) -> Requirements | None:
    """Turned round; what has no order yet begins with the smallest."""
    before = basis.requirements.constraint(Sort) or Sort(by="y", order="desc")
    turned: Order = "asc" if before.order == "desc" else "desc"
    return _sorted_by(basis.requirements, before.by, turned) if _has_axis(basis) else None


def _has_axis(basis: Basis) -> bool:
    return bool(basis.requirements.group_by or basis.requirements.time)


def _share(basis: Basis) -> Requirements | None:
    base = basis.requirements
    if not base.group_by:
        return None
    return _labels(base, "share", less=("compare", "total", "rank"))


def _change(basis: Basis) -> Requirements | None:
    base, said = basis.requirements, basis.said
    time = base.time or said.time or any_time(basis.profile)
    if time is None:
        return None
    asked = said.constraint(Change) or Change()
    changed = base if base.time else _over_time(base, time, basis.facts)
    constraints = (*_without(changed, Change), asked)
    return _labels(changed.replaced(constraints=constraints), "change")


def any_time(profile: DatasetProfile) -> Time | None:
    """The first column of dates as a time axis."""
    column = next(iter(profile.of_kind("temporal")), None)
    return Time(column=column.name) if column else None


def _smooth(basis: Basis) -> Requirements | None:
    base = basis.requirements
    window = basis.said.constraint(Window) or Window(n=3)
    return base.replaced(constraints=(*_without(base, Window), window)) if base.time else None


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
    "function": _function,
    "chart": _chart,
    "table": _table,
    "first": _first,
    "descending": _descending,
    "ascending": _ascending,
    "by_name": _by_name,
    "reverse": _reverse,
    "share": _share,
    "change": _change,
    "smooth": _smooth,
}
