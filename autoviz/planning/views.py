"""Views: the slots in which a Clause says all of itself, from a particular form to the general one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autoviz.model.query_views import FUNCS
from autoviz.planning.courses import GRAINS, PERIODS, change_slots, rolling_slots
from autoviz.query.language import (
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Constant,
    Limit,
    Named,
    Query,
    Sort,
    Window,
    columns_of,
    plain_names,
)

ARITHMETIC = {"+": "sum", "-": "difference", "*": "product", "/": "ratio"}
COUNT = "count"
"""What tools call the number of rows."""
COUNTED = Named(name=COUNT, expr=COUNT_ROWS)


@dataclass(frozen=True, init=False)
class View:
    """One way to tell a Clause: the word by which tools say that they serve it, and its slots."""

    kind: str
    slots: Mapping[str, Any]

    def __init__(self, kind: str, /, **slots: Any) -> None:
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "slots", {name: value for name, value in slots.items() if value is not None})


def group_views(by: tuple[Named, ...], measures: tuple[Named, ...]) -> tuple[View, ...]:
    """One function of plain columns by plain columns and one time; else keys and measures as they are."""
    general = View("group", keys=by, measures=measures)
    keys, what = _plain_keys(by), _plain_measures(measures, [item.name for item in by])
    if keys is None or what is None:
        return (general,)
    return (View("aggregate", **keys, **what), *_single_views(keys, what), general)


def _single_views(keys: dict[str, Any], what: dict[str, Any]) -> tuple[View, ...]:
    """One column split up by another, or its values counted."""
    if len(keys["group_by"]) != 1 or keys["time"] or len(what["metrics"]) > 1 or what["quantile"] is not None:
        return ()
    (key,) = keys["group_by"]
    if not what["metrics"]:
        return (View("counts", column=key),)
    return (View("segments", metric=what["metrics"][0], segment=key, agg_func=what["agg_func"]),)


def _plain_keys(by: tuple[Named, ...]) -> dict[str, Any] | None:
    """Columns under their own names, at most one of them a date at a grain, which comes first."""
    grains = {item.name: grain for item in by if (grain := grain_of(item.expr)) is not None}
    plain = all(_own_column(item) or item.name in grains for item in by)
    if not plain or len(grains) > 1 or (grains and by[0].name not in grains):
        return None
    if grains and columns_of(by[0].expr) != (by[0].name,):
        return None
    time = next(iter(grains), None)
    return {"group_by": tuple(item.name for item in by), "time": time, "grain": grains.get(time or "")}


def _own_column(item: Named) -> bool:
    return isinstance(item.expr, Column) and item.expr.name == item.name


def grain_of(expr: Any) -> str | None:
    """The grain at which a key takes a date, as tools call it; None where it is no date at a grain."""
    if not isinstance(expr, Call):
        return None
    first = expr.args[0]
    if expr.op == "period" and isinstance(expr.args[1], Column) and isinstance(first, Constant):
        return GRAINS.get(str(first.value))
    if expr.op == "date part" and first == Constant(value="hour") and isinstance(expr.args[1], Column):
        return "hour_of_day"
    if expr.op == "left" and isinstance(first, Call) and first.op == "date name" and expr.args[1] == Constant(value=3):
        return {"weekday": "weekday", "month": "month_of_year"}[str(getattr(first.args[0], "value", ""))]
    return None


def grained(column: Column, grain: str) -> Any:
    """A date at a grain as tools call it: the way back."""
    if grain == "hour_of_day":
        return Call(op="date part", args=(Constant(value="hour"), column))
    if grain in ("weekday", "month_of_year"):
        word = "weekday" if grain == "weekday" else "month"
        named = Call(op="date name", args=(Constant(value=word), column))
        return Call(op="left", args=(named, Constant(value=3)))
    return Call(op="period", args=(Constant(value=PERIODS[grain]), column))


def _plain_measures(measures: tuple[Named, ...], keys: Sequence[str]) -> dict[str, Any] | None:
    """One function of columns that keep their names, or the number of rows."""
    if not measures:
        return None
    if len(measures) == 1 and measures[0] == COUNTED and COUNT not in keys:
        return {"metrics": (), "agg_func": "count", "quantile": None}
    aggregates = [item.expr for item in measures if isinstance(item.expr, Aggregate) and _of_own_column(item)]
    kinds = {(item.func, item.quantile, item.discrete, item.where) for item in aggregates}
    if len(aggregates) != len(measures) or len(kinds) != 1 or set(keys) & {item.name for item in measures}:
        return None
    func, quantile, discrete, where = kinds.pop()
    if where is not None or discrete:
        return None
    return {
        "metrics": tuple(item.name for item in measures), "agg_func": FUNCS.get(func, func), "quantile": quantile
    }  # fmt: skip


def _of_own_column(item: Named) -> bool:
    args = item.expr.args if isinstance(item.expr, Aggregate) else ()
    return len(args) == 1 and _bare(args[0]) == Column(name=item.name)


def _bare(expr: Any) -> Any:
    """A flag is averaged as a number; the tools see to that themselves."""
    return expr.args[0] if isinstance(expr, Call) and expr.op == "as integer" else expr


def then_views(then: tuple[Named, ...]) -> tuple[View, ...]:
    """One new column in a form that people have a word for; else all of them as they are."""
    general = View("then", columns=then)
    if len(then) != 1:
        changed = change_slots(then) if then else None
        return (View("change", **changed), general) if changed else (general,)
    rolled = rolling_slots(then[0])
    if rolled is not None:
        return View("rolling", **rolled), general
    particular = _share(then[0]) or _running(then[0]) or _derived(then[0])
    return (particular, general) if particular else (general,)


def _share(item: Named) -> View | None:
    expr = item.expr
    if not (isinstance(expr, Call) and expr.op == "/" and isinstance(expr.args[0], Column)):
        return None
    part, whole = expr.args[0], expr.args[1]
    if not (isinstance(whole, Window) and whole.func == "sum" and whole.args == (part,) and not whole.along):
        return None
    if item.name != f"{part.name}_share" or not all(isinstance(key, Column) for key in whole.within):
        return None
    return View("share", metric=part.name, within=plain_names(whole.within))


def _running(item: Named) -> View | None:
    expr = item.expr
    if not (isinstance(expr, Window) and expr.func == "sum" and len(expr.along) == 1 and expr.before is None):
        return None
    column, along = expr.args[0], expr.along[0]
    plain = isinstance(column, Column) and isinstance(along.expr, Column) and not along.descending
    if not plain or item.name != f"{getattr(column, 'name', '')}_cumulative":
        return None
    within = plain_names(expr.within)
    if len(within) != len(expr.within):
        return None
    return View("running", metric=columns_of(column)[0], time=columns_of(along)[0], group_by=within)


def _derived(item: Named) -> View | None:
    expr = item.expr
    if not (isinstance(expr, Call) and expr.op in ARITHMETIC and len(expr.args) > 1):
        return None
    if not all(isinstance(arg, Column) for arg in expr.args) or item.name in columns_of(expr):
        return None
    return View("derive", name=item.name, op=ARITHMETIC[expr.op], columns=plain_names(expr.args))


def within_views(query: Query) -> tuple[View, ...]:
    """The first few of each group, where the rank among them serves nothing else."""
    if len(query.then) != 1 or query.kept is None or query.limit is not None:
        return ()
    rank, window = query.then[0], query.then[0].expr
    n = _rank_bound(query.kept, rank.name)
    shown_or_read = {*query.shown, *columns_of(query.order)} if query.shown else {rank.name}
    if n is None or rank.name in shown_or_read or not isinstance(window, Window):
        return ()
    if window.func not in ("row number", "rank") or not all(isinstance(key, Column) for key in window.within):
        return ()
    return (View("within", by=window.along, within=plain_names(window.within), n=n, ties=window.func == "rank"),)


def _rank_bound(kept: Any, rank: str) -> int | None:
    if not (isinstance(kept, Call) and len(kept.args) == 2 and kept.args[0] == Column(name=rank)):
        return None
    bound = kept.args[1].value if isinstance(kept.args[1], Constant) else None
    if not isinstance(bound, int):
        return None
    return {"<=": bound, "<": bound - 1, "=": bound if bound == 1 else None}.get(kept.op)


def order_views(order: tuple[Sort, ...]) -> tuple[View, ...]:
    """Columns that all run the same way; else each as it is."""
    general = View("order", sorts=order)
    alike = len({item.descending for item in order}) == 1 and not any(item.missing_first for item in order)
    if not alike or not all(isinstance(item.expr, Column) for item in order):
        return (general,)
    return (View("sort", by=columns_of(order), order="desc" if order[0].descending else "asc"), general)


def best_views(order: tuple[Sort, ...], limit: Limit | None) -> tuple[View, ...]:
    """The first n by one column; nothing where it takes more than that."""
    if limit is None or limit.skip or len(order) != 1 or order[0].missing_first:
        return ()
    if not isinstance(order[0].expr, Column):
        return ()
    return (View("best", by=order[0].expr.name, n=limit.n, order="desc" if order[0].descending else "asc"),)
