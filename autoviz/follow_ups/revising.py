"""Revising: the requirements of the earlier question with only that changed which an edit names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autoviz.follow_ups.basis import Basis, any_time, columns_tested, over_time, relabelled, unlimited, without
from autoviz.follow_ups.edits import Cleaned, Conditioned, Edit, Grouped, Held, Measured, Timed, Unconditioned
from autoviz.follow_ups.restyling import STYLES
from autoviz.linking.flag_phrases import flag_values
from autoviz.model.base import Value
from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import (
    Aggregation,
    AnyOf,
    Change,
    ChartWish,
    Cumulative,
    Derive,
    Distinct,
    Filter,
    Having,
    Limit,
    Missing,
    Requirements,
    Sort,
    Time,
    Window,
)
from autoviz.planning.converting import as_query
from autoviz.planning.filters import condition_of
from autoviz.planning.rates import share_of_rows
from autoviz.query.language import Column, Named, Query

_NEGATED: dict[str, str] = {
    "=": "!=", "in": "not in", "contains": "not contains", ">": "<=", ">=": "<", "<": ">=", "<=": ">"
}  # fmt: skip


_AXES_OF = {"heatmap": 2, "pie": 1, "treemap": 1}
"""How many columns a chart needs to be split by."""


def revised(edit: Edit, base: Requirements, basis: Basis) -> Requirements | None:
    """The requirements changed in this way; None where there is nothing in them to change so."""
    change = _CHANGES.get(type(edit))
    return change(edit, base, basis) if change else None


def _timed(edit: Timed, base: Requirements, basis: Basis) -> Requirements | None:
    """Over time, or in other periods; a list cut to the first few keeps just these groups."""
    if edit.dropped:
        return _timeless(base)
    if base.time and edit.column in (None, base.time.column):
        return _in_periods(base, base.time.replaced(grain=edit.grain)) if edit.grain != "unknown" else base
    time = Time(column=edit.column) if edit.column else any_time(basis.profile)
    if time is None:
        return None
    axisless = base.replaced(group_by=()) if edit.alone and not base.time else base
    return over_time(axisless.replaced(time=None), time.replaced(grain=edit.grain), basis.facts)


def _timeless(base: Requirements) -> Requirements | None:
    """No longer over time; what only time can show goes with it."""
    if base.time is None:
        return None
    wish = base.constraint(ChartWish)
    drawn = [ChartWish] if wish and wish.mark in ("line", "area") else []
    changed = base.replaced(time=None, constraints=without(base, Change, Window, Cumulative, *drawn))
    changed = relabelled(changed, less=("trend", "change"))
    if not base.group_by:
        return changed.replaced(analysis=("total",), outputs=("table",))
    return changed if changed.analysis else relabelled(changed, "compare")


def _in_periods(base: Requirements, time: Time) -> Requirements:
    """Other periods; those that come round again are compared, those that follow one another make a course."""
    changed = base.replaced(time=time)
    assert base.time is not None
    if time.grain in CYCLIC_GRAINS and base.time.grain not in CYCLIC_GRAINS:
        return relabelled(changed, "compare", less=("trend", "change"))
    if time.grain not in CYCLIC_GRAINS and base.time.grain in CYCLIC_GRAINS:
        return relabelled(changed, "trend", less=() if base.group_by else ("compare",))
    return changed


def _grouped(edit: Grouped, base: Requirements, basis: Basis) -> Requirements | None:
    """By other groups or by more; what runs over time goes on doing so, unless they take its place."""
    if edit.how == "drop":
        return _merged(edit, base)
    if edit.how == "add":
        base = unlimited(base, basis.facts)
        return _by(base, tuple(dict.fromkeys((*base.group_by, *edit.columns))))
    if not edit.alone and (rate := _rate_of_yes(base, edit.columns, basis.profile)) is not None:
        return rate
    if edit.alone and not base.group_by:
        base = base.replaced(time=None, constraints=without(base, Change, Window, Cumulative))
    if edit.alone:
        base = relabelled(base, less=() if base.time else ("trend", "change"))
    return _by(base, edit.columns)


def _rate_of_yes(base: Requirements, groups: tuple[str, ...], profile: DatasetProfile) -> Requirements | None:
    """The share of rows of which a flag says yes in each group, where the shares of its yes and no were asked for: what
    share dropped out? by site."""
    flags = [flag_values(profile.by_name[name]) for name in base.group_by]
    plain = base.query is None and base.analysis == ("share",) and base.time is None and not base.metrics
    if not plain or len(flags) != 1 or flags[0] is None or {*groups} & {*base.group_by}:
        return None
    said_yes = Filter(column=base.group_by[0], op="=", value=flags[0][0])
    share = share_of_rows(condition_of((said_yes,), profile))
    by = tuple(Named(name=name, expr=Column(name=name)) for name in groups)
    return as_query(base, Query(where=condition_of(base.all(Filter), profile), by=by, measures=(share,)))


def _by(base: Requirements, groups: tuple[str, ...]) -> Requirements:
    changed = _redrawn(base, groups)
    outputs = changed.outputs if base.group_by or base.time else ("chart",)
    changed = relabelled(changed.replaced(outputs=outputs), less=("summary", "lookup", "total"))
    return changed if changed.analysis else relabelled(changed, "compare")


def _merged(edit: Grouped, base: Requirements) -> Requirements | None:
    """Without the groups that it names, or without any."""
    named = edit.columns
    if not base.group_by or (named and not set(named) & set(base.group_by)):
        return None
    kept = tuple(name for name in base.group_by if named and name not in named)
    changed = _redrawn(base if kept else base.replaced(constraints=without(base, Limit, Sort)), kept)
    if kept or base.time:
        return relabelled(changed, less=("rank", "share", "compare") if not kept else ())
    return changed.replaced(analysis=("total",), outputs=("table",), constraints=without(changed, ChartWish))


def _redrawn(base: Requirements, groups: tuple[str, ...]) -> Requirements:
    """By these groups, with the chart that was asked for as far as they can be drawn so."""
    wish = base.constraint(ChartWish)
    if wish is None:
        return base.replaced(group_by=groups)
    axes: dict[str, None] = {
        name: None for name in ("x", "color", "facet") if getattr(wish, name) in set(base.group_by) - set(groups)
    }
    lines = len(groups) + bool(base.time)
    marks = {"mark": None} if lines < _AXES_OF.get(wish.mark or "", 0) else {}
    return base.replaced(group_by=groups, constraints=(*without(base, ChartWish), wish.replaced(**axes, **marks)))


def _conditioned(edit: Conditioned, base: Requirements, basis: Basis) -> Requirements | None:
    """Rows that are wanted, wanted too, or left out."""
    if edit.how == "add":
        return _joined(edit, base)
    if edit.how == "drop":
        return base.replaced(constraints=(*base.constraints, *map(_turned, edit.filters)))
    columns = {item.column for item in edit.filters}
    kept = tuple(
        item
        for item in base.constraints
        if not (isinstance(item, (Filter, AnyOf)) and columns & set(columns_tested(item)))
    )
    return base.replaced(constraints=(*kept, *edit.filters))


def _turned(item: Filter) -> Filter | AnyOf:
    """The rows that a condition does not hold for."""
    if item.op == "between" and isinstance(item.value, tuple):
        first, last = item.value
        before = Filter(column=item.column, op="<", value=first)
        return AnyOf(filters=(before, Filter(column=item.column, op=">", value=last)))
    return item.replaced(op=_NEGATED.get(item.op, item.op))


def _joined(edit: Conditioned, base: Requirements) -> Requirements | None:
    """Further values beside those of a column; one that was left out comes back."""
    changed = list(base.constraints)
    for new in edit.filters:
        values = new.value if isinstance(new.value, tuple) else (new.value,)
        place = next(
            (at for at, old in enumerate(changed) if isinstance(old, Filter) and old.column == new.column), None
        )
        if place is None:
            return None
        changed[place : place + 1] = _with_values(changed[place], values)
    return base.replaced(constraints=tuple(changed))


def _with_values(old: Any, values: tuple[Any, ...]) -> list[Filter]:
    held = old.value if isinstance(old.value, tuple) else (old.value,)
    if old.op in ("=", "in"):
        return [old.replaced(op="in", value=tuple(dict.fromkeys((*held, *values))))]
    left = tuple(value for value in held if value not in values)
    if old.op not in ("!=", "not in") or left == held:
        return [old]
    return [old.replaced(op="not in", value=left)] if left else []


def _held(edit: Held, base: Requirements, basis: Basis) -> Requirements | None:
    return base.replaced(constraints=(*without(base, Having), edit.bound)) if base.group_by else None


def _unconditioned(edit: Unconditioned, base: Requirements, basis: Basis) -> Requirements | None:
    """Without the conditions on what it names, or without any."""
    held = [item for item in base.constraints if isinstance(item, (Filter, AnyOf, Having, Limit))]
    gone: list[Value] = [
        item
        for item in held
        if edit.columns is None or (isinstance(item, (Filter, AnyOf)) and set(edit.columns) & set(columns_tested(item)))
    ]
    return base.replaced(constraints=tuple(item for item in base.constraints if item not in gone)) if gone else None


def _measured(edit: Measured, base: Requirements, basis: Basis) -> Requirements | None:
    """Other measures, summarised as before where the question said how."""
    stated = next((item for item in base.all(Aggregation) if item.metric is not None), None)
    if edit.how == "drop":
        kept = tuple(name for name in base.metrics if name not in edit.columns)
        others = tuple(item for item in base.constraints if getattr(item, "metric", None) not in edit.columns)
        return base.replaced(metrics=kept, constraints=others) if kept and kept != base.metrics else None
    if edit.how == "add" and (edit.func or not base.metrics):
        return None  # in fields each function has a table of its own; a Query tells them side by side
    if edit.how == "add":
        new = tuple(name for name in edit.columns if name not in base.metrics)
        functions = [stated.replaced(metric=name) for name in new] if stated else []
        return base.replaced(metrics=(*base.metrics, *new), constraints=(*base.constraints, *functions))
    return _swapped(base, edit.columns, stated)


def _swapped(base: Requirements, new: tuple[str, ...], stated: Aggregation | None) -> Requirements | None:
    if len(base.metrics) > 1 and set(new) <= set(base.metrics) and len(new) == len(base.metrics):
        return None
    tests = tuple(item for item in base.constraints if isinstance(item, (Filter, AnyOf)))
    for old in base.metrics[:1]:
        base = base.replaced(constraints=without(base, Filter, AnyOf)).renamed(old, new[0])
        base = base.replaced(constraints=(*tests, *base.constraints))  # rows are chosen as they were
    functions = [stated.replaced(metric=name) for name in new] if stated else []
    labels = base if base.metrics else relabelled(base, less=("lookup", "summary"))
    return labels.replaced(metrics=new, constraints=(*functions, *without(base, Aggregation, Derive)))


def _meet(named: tuple[str, ...], held: tuple[str, ...]) -> bool:
    return not named or not set(named).isdisjoint(held)


def _cleaned(edit: Cleaned, base: Requirements, basis: Basis) -> Requirements | None:
    """With this in place of what was done with the same columns; a Query says it itself."""
    new = edit.treatment
    others = tuple(
        item
        for item in base.constraints
        if not (isinstance(item, (Missing, Distinct)) and item.kind == new.kind and _meet(new.columns, item.columns))
    )
    return None if base.query else base.replaced(constraints=(*others, new))


_CHANGES: dict[type, Callable[[Any, Requirements, Basis], Requirements | None]] = {
    Timed: _timed,
    Grouped: _grouped,
    Conditioned: _conditioned,
    Held: _held,
    Unconditioned: _unconditioned,
    Measured: _measured,
    Cleaned: _cleaned,
    **STYLES,
}
"""Edit → what it makes of requirements told in fields."""
