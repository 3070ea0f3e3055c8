"""Requerying: the Query of the earlier question with only that changed which an edit names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autoviz.follow_ups import editing
from autoviz.follow_ups.basis import Basis
from autoviz.follow_ups.edits import (
    Changed,
    Cleaned,
    Conditioned,
    Drawn,
    Edit,
    Extreme,
    Grouped,
    Held,
    Limited,
    Measured,
    Ordered,
    Related,
    Smoothed,
    Summarised,
    Timed,
    Unconditioned,
)
from autoviz.model.labels import CYCLIC_GRAINS, Grain
from autoviz.model.query_views import FUNCS
from autoviz.model.requirements import Missing, Time
from autoviz.planning.defaults import suiting
from autoviz.planning.filters import condition_of
from autoviz.planning.phrasing import WORDS, measure_of, rolled, running_of
from autoviz.planning.phrasing import changed as change_named
from autoviz.planning.views import COUNTED, grain_of, grained
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query, Sort, columns_of, parts_of


def requeried(edit: Edit, query: Query, basis: Basis) -> Query | None:
    """The Query changed in this way; None where it has no place for the change, or the language no words."""
    change = _CHANGES.get(type(edit))
    return change(edit, query, basis) if change else None


def _conditioned(edit: Conditioned, query: Query, basis: Basis) -> Query | None:
    for item in edit.filters:
        test = condition_of((item,), basis.profile)
        values = item.value if isinstance(item.value, tuple) else (item.value,)
        changed: Query | None
        if edit.how == "add":
            changed = editing.with_values(query, item.column, values)
        elif edit.how == "drop":
            missing = Call(op="is null", args=(Column(name=item.column),))
            changed = editing.and_conditioned(query, Call(op="or", args=(Call(op="not", args=(test,)), missing)))
        else:
            changed = editing.conditioned(query, (item.column,), test)
        if changed is None:
            return None
        query = changed
    return query


def _unconditioned(edit: Unconditioned, query: Query, basis: Basis) -> Query | None:
    changed = editing.all_rows(query) if edit.columns is None else editing.unconditioned(query, edit.columns)
    return None if changed == query else changed


def _held(edit: Held, query: Query, basis: Basis) -> Query | None:
    value = editing.told_by(query)
    bounds = edit.bound.value if isinstance(edit.bound.value, tuple) else (edit.bound.value,)
    if value is None or len(bounds) != 1:
        return None
    test = Call.model_validate({"op": edit.bound.op, "args": (Column(name=value), Constant(value=bounds[0]))})
    return editing.where_grouped(query, lambda read: read.replaced(having=test))


def _grouped(edit: Grouped, query: Query, basis: Basis) -> Query | None:
    keys = editing.keys_of(query)
    plain = [name for name, item in keys.items() if not editing.is_period(item)]
    new = [Named(name=name, expr=Column(name=name)) for name in edit.columns]
    if edit.how == "drop":
        return editing.without_keys(query, edit.columns or plain)
    if edit.how == "add":
        return editing.with_keys(_of_the_few(query, basis), new)
    return editing.with_keys(query, new, plain or (tuple(keys) if edit.alone else ()))


def _timed(edit: Timed, query: Query, basis: Basis) -> Query | None:
    """The dates at another grain; where there are none yet, those of the frame."""
    keys = editing.keys_of(query)
    periods = [name for name, item in keys.items() if editing.is_period(item)]
    if edit.dropped:
        return editing.without_keys(query, periods)
    read = [name for period in periods for name in columns_of(keys[period].expr)]
    column = edit.column or next(iter(read), basis.dates)
    if column is None:
        return None
    name = periods[0] if periods and columns_of(keys[periods[0]].expr) == (column,) else column
    key = Named(name=name, expr=grained(Column(name=column), edit.grain))
    replacing = (*periods, *(tuple(keys) if edit.alone and not periods else ()))
    changed = editing.with_keys(query if replacing else _of_the_few(query, basis), (key,), replacing)
    if changed is None or periods or changed.limit:
        return changed
    return changed.replaced(order=())  # what begins to run along time is read in its order


def _of_the_few(query: Query, basis: Basis) -> Query:
    """All groups again, but only of the first few as a condition: what is added does not count among them."""
    keys = editing.keys_of(query)
    if not query.limit or not keys:
        return query
    freed = query.replaced(limit=None, order=())
    (name, item), *others = keys.items()
    kept = tuple(dict.fromkeys(fact.group[name] for fact in basis.facts if fact.group.get(name) is not None))
    if others or not kept or not isinstance(item.expr, Column):
        return freed
    values = (Constant(value=value) for value in kept)
    return editing.and_conditioned(freed, Call(op="in", args=(item.expr, *values)))


def _measured(edit: Measured, query: Query, basis: Basis) -> Query | None:
    if edit.how == "drop":
        return editing.without_measures(query, edit.columns)
    if edit.how == "set" and len(edit.columns) == 1 and len(basis.measures) == 1:
        return editing.with_measure(query, basis.measures[0], edit.columns[0])
    first = next(parts_of(Aggregate, editing.measures_of(query)), None)
    changed: Query | None = query
    suited = suiting(basis.profile)
    for name in edit.columns if edit.how == "add" else ():
        func = edit.func or (first.func if first and first.args else suited(name))
        again = edit.func and name in {item.name for item in editing.measures_of(query)}
        named = measure_of(name, func)
        new = named.replaced(name=f"{func}_{name}") if again else named
        changed = editing.and_measure(changed, new) if changed else None
    if edit.how == "add" and edit.func == "count" and changed:
        changed = editing.and_measure(changed, COUNTED)
    return None if edit.how == "set" and changed == query else changed


def _summarised(edit: Summarised, query: Query, basis: Basis) -> Query | None:
    if edit.func == "count":
        return editing.measured_by(query, COUNTED)
    return editing.with_function(query, WORDS.get(edit.func, edit.func), lambda func, column: f"{func}_{column}")


def _order(query: Query, by: str, order: str | None) -> tuple[Sort, ...] | None:
    """The order by the values or by the names, or the one that is there, turned round; None for a single row."""
    if query.grouped and not query.by:
        return None
    if order is None and query.order:
        return tuple(item.replaced(descending=not item.descending) for item in query.order)
    name = editing.told_by(query) if by == "y" else next(iter(editing.keys_of(query)), None)
    if name is None and by == "y" and query.order:
        return (query.order[0].replaced(descending=order == "desc"), *query.order[1:])
    return (Sort(expr=Column(name=name), descending=order == "desc"),) if name else None


def _ordered(edit: Ordered, query: Query, basis: Basis) -> Query | None:
    order = _order(query, edit.by, edit.order)
    return editing.in_order(query, order) if order else None


def _limited(edit: Limited, query: Query, basis: Basis) -> Query | None:
    order = _order(query, "y", edit.order or "desc")
    kept = query.order if edit.order is None and query.order else order
    as_they_stand = edit.order is None and not query.grouped
    return editing.limited(query, edit.n, kept or ()) if kept or as_they_stand else None


def _extreme(edit: Extreme, query: Query, basis: Basis) -> Query | None:
    funcs = {item.func for item in parts_of(Aggregate, editing.measures_of(query))}
    if funcs and funcs <= {"max", "min"}:
        return _summarised(Summarised("function", "max" if edit.order == "desc" else "min"), query, basis)
    order = _order(query, "y", edit.order)
    if order is None:
        return None
    return editing.limited(query, query.limit.n, order) if query.limit else editing.in_order(query, order)


def _related(edit: Related, query: Query, basis: Basis) -> Query | None:
    if edit.relation == "running":
        return _along_time(query, basis, None, lambda course: (running_of(*course),))
    if not editing.keys_of(query):
        return editing.as_part(query)
    value = editing.told_by(query)
    return editing.shared(query, value) if value else None


def _changed(edit: Changed, query: Query, basis: Basis) -> Query | None:
    changed = _along_time(query, basis, None, lambda course: change_named(*course, edit.change, basis.profile))
    if changed is None or edit.change.relative:
        return changed
    percent = changed.then[-1].name  # how far in percent is told where growth is asked for
    shown = (*changed.by, *changed.measures, *changed.then)
    return changed.replaced(shown=tuple(item.name for item in shown if item.name != percent))


def _smoothed(edit: Smoothed, query: Query, basis: Basis) -> Query | None:
    first = next(parts_of(Aggregate, editing.measures_of(query)), None)
    func = FUNCS.get(first.func, first.func) if first else "mean"
    return _along_time(query, basis, edit.grain, lambda course: rolled(*course, edit.n, func, basis.profile))


Course = tuple[str, Time, tuple[str, ...]]
"""What is told, the periods that it runs along, and the groups that it does so within."""


def _along_time(
    query: Query, basis: Basis, grain: Grain | None, work_out: Callable[[Course], tuple[Named, ...]]
) -> Query | None:
    """The first measure along time, with what is worked out from its course in place of what was before."""
    periods = [item for item in editing.keys_of(query).values() if editing.is_period(item)]
    cut = Timed("periods", None, grain or "unknown")
    dated = query if periods and grain is None else _timed(cut, query, basis)
    if dated is None or not dated.measures or dated.limit:
        return None
    dates = [item for item in dated.by if editing.is_period(item)]
    told = grain_of(dates[0].expr) if len(dates) == 1 else None
    if told is None or told in CYCLIC_GRAINS:
        return None
    time = Time.model_validate({"column": dates[0].name, "grain": told})
    groups = tuple(item.name for item in dated.by if item is not dates[0])
    then = work_out((dated.measures[0].name, time, groups))
    return dated.replaced(then=then, kept=None, order=(), shown=()) if then else None


def _cleaned(edit: Cleaned, query: Query, basis: Basis) -> Query | None:
    """Rows without a value left out, or a value in their place; the language has no words for the rest."""
    told = edit.treatment
    columns = told.columns or tuple(basis.measures)
    if not isinstance(told, Missing) or not columns:
        return None
    if told.how == "value":
        return editing.filled(query, columns, Constant(value=told.value))
    for name in columns if told.how == "drop" else ():
        missing = Call(op="is null", args=(Column(name=name),))
        query = editing.and_conditioned(query, Call(op="not", args=(missing,)))
    return query if told.how == "drop" else None


def _drawn(edit: Drawn, query: Query, basis: Basis) -> Query | None:
    return query


_CHANGES: dict[type, Callable[[Any, Query, Basis], Query | None]] = {
    Conditioned: _conditioned,
    Unconditioned: _unconditioned,
    Held: _held,
    Grouped: _grouped,
    Timed: _timed,
    Measured: _measured,
    Summarised: _summarised,
    Ordered: _ordered,
    Limited: _limited,
    Extreme: _extreme,
    Related: _related,
    Changed: _changed,
    Smoothed: _smoothed,
    Cleaned: _cleaned,
    Drawn: _drawn,
}
"""Edit → what it makes of a Query."""
