"""Meaning: what the steps of a plan come to, clause by clause, read off their params alone.

This knows nothing of how a plan was made: it turns the params of each step back into the clauses that its tool says
it serves, so that a plan can be held against the Query that was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autoviz.model.plan import Plan, Step
from autoviz.model.profile import DatasetProfile
from autoviz.model.query_views import FUNCS
from autoviz.planning.clauses import Road
from autoviz.planning.courses import PERIODS, lacks_dates
from autoviz.planning.filters import condition_of
from autoviz.planning.views import ARITHMETIC, COUNTED, View, grained
from autoviz.query.language import Aggregate, Call, Cases, Column, Constant, Named, Sort, When, Window, conjuncts, given
from autoviz.query.rewriting import rewritten
from autoviz.registry.catalog import Catalog


@dataclass(frozen=True)
class Part:
    """One thing that is asked or done: a condition, a key, a measure, an order; and what it reads beside."""

    kind: str
    value: Any
    owner: str
    """The step that does it, or the station of the Query that asks for it."""
    beside: tuple[Part, ...] = ()

    @property
    def essence(self) -> tuple[Any, ...]:
        """What makes two parts the same."""
        return (self.kind, self.value, tuple(item.essence for item in self.beside))


def asked_parts(road: Road, profile: DatasetProfile, *, apart: bool = False) -> list[Part]:
    """What a road asks for, in its order, each Clause in its general form; `apart` takes in several what may be one."""
    found: list[Part] = []
    if road.source:
        inner = asked_parts(road.source, profile, apart=apart)
        found = [Part(item.kind, item.value, "source", item.beside) for item in inner]
    for whole in road.clauses:
        for clause in whole.instead if apart and whole.instead else (whole,):
            beside = tuple(asked_parts(clause.beside, profile, apart=apart)) if clause.beside else ()
            found += _parts(clause.views[-1], clause.stations, beside, profile)
    return found


def done_parts(plan: Plan, step_id: str, catalog: Catalog, profile: DatasetProfile) -> list[Part]:
    """What the steps up to one of them do, in their order; steps that serve no Clause are passed over."""
    by_id = {step.id: step for step in plan.steps}
    step = by_id.get(step_id)
    if step is None:
        return []
    found = done_parts(plan, step.inputs[0], catalog, profile)
    view = view_of(step, catalog)
    if view is None:
        return found
    beside = tuple(done_parts(plan, step.inputs[1], catalog, profile)) if len(step.inputs) > 1 else ()
    return [*found, *_parts(view, (step.id,), beside, profile)]


def view_of(step: Step, catalog: Catalog) -> View | None:
    """The view of a Clause that a step carries out, from its params with the defaults filled in."""
    tool = catalog.tools.get(step.tool)
    if tool is None or not tool.serves:
        return None
    kind, slots = next(iter(tool.serves.items()))
    if kind not in _GENERAL:
        return None
    params = catalog.validated(step.tool, step.params)
    return View(kind, **{slot: params[param] for param, slot in slots.items()})


def _parts(view: View, owners: Sequence[str], beside: tuple[Part, ...], profile: DatasetProfile) -> list[Part]:
    made = _GENERAL[view.kind](view.slots, profile)
    return [
        Part(kind, _plain(value), owners[min(place, len(owners) - 1)], beside)
        for place, (kind, value) in enumerate(made)
    ]


def _plain(value: Any) -> Any:
    """Flags are averaged as numbers with or without a word about it."""
    return rewritten(value, lambda part: _bare(part) if isinstance(part, Aggregate) else None)


def _bare(part: Aggregate) -> Aggregate | None:
    if len(part.args) != 1 or not isinstance(part.args[0], Call) or part.args[0].op != "as integer":
        return None
    return part.replaced(args=part.args[0].args)


_ROLLED = ("sum", "mean", "count")
Slots = Mapping[str, Any]
Made = list[tuple[str, Any]]


def _condition(slots: Slots, profile: DatasetProfile) -> Made:
    return [("condition", item) for item in conjuncts(slots["condition"])]


def _filters(slots: Slots, profile: DatasetProfile) -> Made:
    return [("condition", item) for item in conjuncts(condition_of(slots["filters"], profile))]


def _group(slots: Slots, profile: DatasetProfile) -> Made:
    keys = [("key", item) for item in slots["keys"]]
    return [*keys, *(("measure", item) for item in slots["measures"])] or [("key", None)]


def _aggregate(slots: Slots, profile: DatasetProfile) -> Made:
    time, grain, func = slots.get("time"), slots.get("grain"), slots["agg_func"]
    names = list(dict.fromkeys((*((time,) if time else ()), *slots["group_by"])))
    dated = time or next((name for name in names if _is_date(name, profile)), None)
    made: Made = [("key", _key(name, grain if name == dated else None)) for name in names]
    word = next((ours for ours, theirs in FUNCS.items() if theirs == func), func)
    for metric in dict.fromkeys(slots["metrics"]):
        given = {"func": word, "args": (Column(name=metric),), "quantile": slots.get("quantile")}
        name = func if metric in names else metric
        made.append(("measure", Named(name=name, expr=Aggregate.model_validate(given))))
    if not slots["metrics"]:
        made.append(("measure", COUNTED))
    return made


def _segments(slots: Slots, profile: DatasetProfile) -> Made:
    metrics = (slots["metric"],) if slots.get("metric") else ()
    return _aggregate({"group_by": (slots["segment"],), "metrics": metrics, "agg_func": slots["agg_func"]}, profile)


def _counts(slots: Slots, profile: DatasetProfile) -> Made:
    return _aggregate({"group_by": (slots["column"],), "metrics": (), "agg_func": "count"}, profile)


def _key(name: str, grain: str | None) -> Named:
    column = Column(name=name)
    return Named(name=name, expr=grained(column, grain) if grain else column)


def _is_date(name: str, profile: DatasetProfile) -> bool:
    entry = profile.by_name.get(name)
    return entry is not None and (entry.kind == "temporal" or entry.dates is not None)


def _then(slots: Slots, profile: DatasetProfile) -> Made:
    return [("then", item) for item in slots["columns"]]


def _derive(slots: Slots, profile: DatasetProfile) -> Made:
    op = next((sign for sign, word in ARITHMETIC.items() if word == slots["op"]), None)
    columns = tuple(Column(name=name) for name in slots["columns"])
    if op is None:
        return [("then", (slots["name"], slots["op"], columns))]
    return [("then", Named(name=slots["name"], expr=Call.model_validate({"op": op, "args": columns})))]


def _share(slots: Slots, profile: DatasetProfile) -> Made:
    metric = Column(name=slots["metric"])
    whole = Window(func="sum", args=(metric,), within=tuple(Column(name=name) for name in slots["within"]))
    return [("then", Named(name=f"{metric.name}_share", expr=Call(op="/", args=(metric, whole))))]


def _running(slots: Slots, profile: DatasetProfile) -> Made:
    metric, time = Column(name=slots["metric"]), slots.get("time")
    within = tuple(Column(name=name) for name in slots["group_by"])
    along = (Sort(expr=Column(name=time)),) if time else ()
    window = Window(func="sum", args=(metric,), within=within, along=along)
    return [("then", Named(name=f"{metric.name}_cumulative", expr=window))]


def _change(slots: Slots, profile: DatasetProfile) -> Made:
    metric, time, base = Column(name=slots["metric"]), slots["time"], slots["base"]
    unit, far = PERIODS[slots.get("grain") or "unknown"], 1
    if base == "previous year":
        unit, far = ("week", 52) if unit == "week" else ("year", 1)
    around = {"within": _others(slots), "along": (Sort(expr=Column(name=time)),), "unit": unit}
    then = Window(func="first", args=(metric,), before=far, after=-far, **around)
    before = _if_dated(time, then, profile)
    change = Call(op="-", args=(metric, before))
    parts = (Call(op="*", args=(Constant(value=100), change)), Call(op="nullif", args=(before, Constant(value=0))))
    made = {"previous": before, "change": change, "change_pct": Call(op="/", args=parts)}
    return [("then", Named(name=f"{metric.name}_{word}", expr=expr)) for word, expr in made.items()]


def _rolling(slots: Slots, profile: DatasetProfile) -> Made:
    metric, time, n = Column(name=slots["metric"]), slots.get("time"), slots["window"]
    name = f"{metric.name}_rolling"
    if time is None or slots.get("empty") not in ("zero", "missing"):
        return [("then", (name, "the last rows", n))]
    along, unit = (Sort(expr=Column(name=time)),), PERIODS[slots.get("grain") or "unknown"]
    around = {"within": _others(slots), "along": along, "unit": unit, "before": n - 1, "after": 0}
    over = {word: Window.model_validate({"func": word, "args": (metric,), **around}) for word in _ROLLED}
    told: Any = over["mean"]
    full = Call(op="=", args=(over["count"], Constant(value=n)))
    if slots["empty"] == "zero":
        told = Call(op="/", args=(Call(op="coalesce", args=(over["sum"], Constant(value=0))), Constant(value=n)))
        reaching = Window(func="count", along=along, after=1 - n, unit=unit)
        full = Call(op=">", args=(reaching, Constant(value=0)))
    if lacks_dates(time, profile):
        full = Call(op="and", args=(_dated(time), full))
    return [("then", Named(name=name, expr=Cases(whens=(When(condition=full, value=told),))))]


def _others(slots: Slots) -> tuple[Column, ...]:
    return tuple(Column(name=name) for name in slots["group_by"] if name != slots["time"])


def _if_dated(time: str, value: Any, profile: DatasetProfile) -> Any:
    return Cases(whens=(When(condition=_dated(time), value=value),)) if lacks_dates(time, profile) else value


def _dated(time: str) -> Call:
    return given(Column(name=time))


def _within(slots: Slots, profile: DatasetProfile) -> Made:
    return [("within", (tuple(slots["by"]), tuple(slots["within"]), slots["n"], bool(slots["ties"])))]


def _sort(slots: Slots, profile: DatasetProfile) -> Made:
    down = slots["order"] == "desc"
    return [("order", tuple(Sort(expr=Column(name=name), descending=down) for name in slots["by"]))]


def _order(slots: Slots, profile: DatasetProfile) -> Made:
    return [("order", tuple(slots["sorts"]))]


def _best(slots: Slots, profile: DatasetProfile) -> Made:
    sort = Sort(expr=Column(name=slots["by"]), descending=slots["order"] == "desc")
    return [("order", (sort,)), ("limit", (slots["n"], 0))]


def _limit(slots: Slots, profile: DatasetProfile) -> Made:
    return [("limit", (slots["n"], slots.get("skip") or 0))]


def _shown(slots: Slots, profile: DatasetProfile) -> Made:
    return [("shown", tuple(slots["columns"]))]


def _unpivot(slots: Slots, profile: DatasetProfile) -> Made:
    return [("unpivot", (tuple(slots["columns"]), slots.get("labels"), slots["name"], slots["value"]))]


def _match(slots: Slots, profile: DatasetProfile) -> Made:
    return [("match", (tuple(slots["on"]), bool(slots.get("keep_left"))))]


_GENERAL: dict[str, Callable[[Slots, DatasetProfile], Made]] = {
    "condition": _condition,
    "filters": _filters,
    "group": _group,
    "aggregate": _aggregate,
    "segments": _segments,
    "counts": _counts,
    "then": _then,
    "derive": _derive,
    "share": _share,
    "running": _running,
    "change": _change,
    "rolling": _rolling,
    "within": _within,
    "sort": _sort,
    "order": _order,
    "best": _best,
    "limit": _limit,
    "shown": _shown,
    "unpivot": _unpivot,
    "match": _match,
    "stack": lambda slots, profile: [("stack", None)],
    "value": lambda slots, profile: [("value", slots["name"])],
    "members": lambda slots, profile: [("members", (slots["expression"], slots["name"]))],
}
"""View of a Clause → what it comes to, in the general form."""
