"""Restyling: the same values summarised, drawn, ordered, cut or related in another way, as a follow-up asks."""

from __future__ import annotations

from collections.abc import Callable

from autoviz.follow_ups.basis import Basis, any_time, over_time, relabelled, without
from autoviz.model.labels import CYCLIC_GRAINS, Order
from autoviz.model.requirements import Aggregation, Change, ChartWish, Limit, Requirements, Sort, Time, Window

_OF_ROWS = frozenset({"distribution", "correlation", "anomaly", "lookup"})
"""Analyses of rows as they stand, which no function summarises."""


def _function(basis: Basis) -> Requirements | None:
    base, func = basis.requirements, basis.function(basis.fragment.text)
    if func is None or set(base.analysis) & _OF_ROWS:
        return None
    others = without(base, Aggregation)
    if func == "count":
        return base.replaced(metrics=(), constraints=(Aggregation(func="count"), *others))
    if not base.metrics:
        return None
    stated = [Aggregation(metric=name, func=func) for name in base.metrics]
    changed = base.replaced(constraints=(*stated, *others))
    return relabelled(changed, less=("total",)) if len(base.analysis) > 1 and func != "sum" else changed


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
    return base.replaced(outputs=("table",), constraints=without(base, ChartWish))


def _first(basis: Basis) -> Requirements | None:
    base, said = basis.requirements, basis.said
    limit = said.constraint(Limit) or basis.read(basis.fragment.text).constraint(Limit)
    sort = said.constraint(Sort)
    if not base.group_by or (limit is None and sort is None):
        return None
    limit = limit or Limit(n=1, order=sort.order if sort else "desc")
    kept = without(base, Limit, Sort)
    order = Sort(by="y", order=limit.order)
    return relabelled(base.replaced(constraints=(*kept, limit, order)), "rank", less=("compare", "total"))


def _sorted_by(base: Requirements, by: str, order: Order) -> Requirements:
    return base.replaced(constraints=(*without(base, Sort), Sort(by=by, order=order)))


def _by_value(basis: Basis, heard: Order) -> Requirements | None:
    """By value, in the order that was heard, unless the reader finds the other one both ways of reading it."""
    read = [asked.constraint(Sort) for asked in (basis.said, basis.read(basis.fragment.text))]
    orders = {sort.order if sort else heard for sort in read}
    order: Order = orders.pop() if len(orders) == 1 else heard
    return _sorted_by(basis.requirements, "y", order) if _has_axis(basis) else None


def _descending(basis: Basis) -> Requirements | None:
    return _by_value(basis, "desc")


def _ascending(basis: Basis) -> Requirements | None:
    return _by_value(basis, "asc")


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
    return relabelled(base, "share", less=("compare", "total", "rank"))


def _change(basis: Basis) -> Requirements | None:
    base, said = basis.requirements, basis.said
    time = _calendar(base.time) or _calendar(said.time) or any_time(basis.profile)
    if time is None:
        return None
    asked = said.constraint(Change) or Change()
    changed = base if base.time == time else over_time(base.replaced(time=None), time, basis.facts)
    constraints = (*without(changed, Change), asked)
    return relabelled(changed.replaced(constraints=constraints), "change")


def _calendar(time: Time | None) -> Time | None:
    """A time axis whose periods follow one another."""
    return time if time and time.grain not in CYCLIC_GRAINS else None


def _smooth(basis: Basis) -> Requirements | None:
    base = basis.requirements
    window = basis.said.constraint(Window) or Window(n=3)
    return base.replaced(constraints=(*without(base, Window), window)) if base.time else None


STYLES: dict[str, Callable[[Basis], Requirements | None]] = {
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
"""Way of referring back → the change it makes."""
