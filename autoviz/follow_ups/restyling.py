"""Restyling: the same values summarised, drawn, ordered, cut or related in another way, as an edit asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autoviz.follow_ups.basis import Basis, any_time, over_time, relabelled, without
from autoviz.follow_ups.edits import Changed, Drawn, Extreme, Limited, Ordered, Related, Smoothed, Summarised
from autoviz.model.labels import CYCLIC_GRAINS, AnalysisLabel, Order
from autoviz.model.requirements import (
    Aggregation,
    Change,
    ChartWish,
    Cumulative,
    Limit,
    Requirements,
    Sort,
    Time,
    Window,
)

_OF_ROWS = frozenset({"distribution", "correlation", "anomaly", "lookup"})
"""Analyses of rows as they stand, which no function summarises."""


def _summarised(edit: Summarised, base: Requirements, basis: Basis) -> Requirements | None:
    if set(base.analysis) & _OF_ROWS:
        return None
    others = without(base, Aggregation)
    if edit.func == "count":
        return base.replaced(metrics=(), constraints=(Aggregation(func="count"), *others))
    if not base.metrics:
        return None
    stated = [Aggregation(metric=name, func=edit.func) for name in base.metrics]
    changed = base.replaced(constraints=(*stated, *others))
    return relabelled(changed, less=("total",)) if len(base.analysis) > 1 and edit.func != "sum" else changed


def _drawn(edit: Drawn, base: Requirements, basis: Basis) -> Requirements | None:
    if edit.mark == "table":
        return base.replaced(outputs=("table",), constraints=without(base, ChartWish))
    if edit.mark is None and edit.layout is None:
        return base.replaced(outputs=("chart",)) if "chart" not in base.outputs else None
    return base.drawn_as(edit.mark, edit.layout)


def _limited(edit: Limited, base: Requirements, basis: Basis) -> Requirements | None:
    """Only the first groups or periods by size; of rows the first as they stand, or by a measure."""
    before = base.constraint(Limit) or base.constraint(Sort)
    order = edit.order or (before.order if before else "desc")
    if not (base.group_by or base.time):
        listed = base.analysis == ("lookup",) and (edit.order is None or base.metrics)
        return base.replaced(constraints=(*without(base, Limit), Limit(n=edit.n, order=order))) if listed else None
    kept = (*without(base, Limit, Sort), Limit(n=edit.n, order=order), Sort(by="y", order=order))
    course: tuple[AnalysisLabel, ...] = () if base.group_by else ("trend",)
    return relabelled(base.replaced(constraints=kept), "rank", less=("compare", "total", *course))


def _ordered(edit: Ordered, base: Requirements, basis: Basis) -> Requirements | None:
    """In this order; what has none yet and is turned round begins with the smallest."""
    if not (base.group_by or base.time):
        return None
    before = base.constraint(Sort) or Sort(by="y", order="desc")
    turned: Order = "asc" if before.order == "desc" else "desc"
    sort = Sort(by=edit.by, order=edit.order) if edit.order else before.replaced(order=turned)
    return base.replaced(constraints=(*without(base, Sort), sort))


def _extreme(edit: Extreme, base: Requirements, basis: Basis) -> Requirements | None:
    """The other end of what was asked for: of a function, of the first few, or of an order."""
    if basis.func in ("max", "min"):
        func = Summarised("function", "max" if edit.order == "desc" else "min")
        return _summarised(func, base, basis)
    limit = base.constraint(Limit)
    if limit:
        return _limited(Limited("first", limit.n, edit.order), base, basis)
    return _ordered(Ordered(edit.kind, "y", edit.order), base, basis)


def _related(edit: Related, base: Requirements, basis: Basis) -> Requirements | None:
    if edit.relation == "share":
        return relabelled(base, "share", less=("compare", "total", "rank")) if base.group_by else None
    time = _calendar(base.time) or any_time(basis.profile)
    if time is None or set(base.analysis) & _OF_ROWS:
        return None
    changed = base if base.time == time else over_time(base.replaced(time=None), time, basis.facts)
    return changed.replaced(constraints=(*without(changed, Cumulative), Cumulative()))


def _changed(edit: Changed, base: Requirements, basis: Basis) -> Requirements | None:
    time = _calendar(base.time) or any_time(basis.profile)
    if time is None:
        return None
    changed = base if base.time == time else over_time(base.replaced(time=None), time, basis.facts)
    constraints = (*without(changed, Change), edit.change)
    return relabelled(changed.replaced(constraints=constraints), "change")


def _calendar(time: Time | None) -> Time | None:
    """A time axis whose periods follow one another."""
    return time if time and time.grain not in CYCLIC_GRAINS else None


def _smoothed(edit: Smoothed, base: Requirements, basis: Basis) -> Requirements | None:
    time = _calendar(base.time) or any_time(basis.profile)
    if time is None:
        return None
    dated = time.replaced(grain=edit.grain or time.grain)
    changed = base if base.time == dated else over_time(base.replaced(time=None), dated, basis.facts)
    return changed.replaced(constraints=(*without(changed, Window), Window(n=edit.n)))


STYLES: dict[type, Callable[[Any, Requirements, Basis], Requirements | None]] = {
    Summarised: _summarised,
    Drawn: _drawn,
    Limited: _limited,
    Ordered: _ordered,
    Extreme: _extreme,
    Related: _related,
    Changed: _changed,
    Smoothed: _smoothed,
}
"""Edit → what it makes of requirements told in fields."""
