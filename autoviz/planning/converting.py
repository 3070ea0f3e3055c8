"""Converting: requirements told in fields as Queries, one for each table that their plan makes.

Today's embedded reader reads into fields; its successor reads into the language, and this goes. What the language has
no words for (tests, outliers, distributions) has no Query here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import (
    AgainstRest,
    AnyOf,
    Bins,
    Change,
    ChartWish,
    Cumulative,
    Derive,
    Filter,
    Having,
    Limit,
    Requirements,
    Sample,
    Sort,
    Window,
)
from autoviz.planning.charting import choose_mark, encode
from autoviz.planning.evidence import GROUPED_LABELS
from autoviz.planning.filters import condition_of
from autoviz.planning.grouped_fields import is_flag_column
from autoviz.planning.measured import Measured, measured_together
from autoviz.planning.phrasing import (
    changed,
    derivation,
    key_of,
    measure_of,
    parted,
    rolled,
    running_of,
    share_of,
    sorted_by,
)
from autoviz.planning.preparing import parts_of_whole, ratios_of_totals
from autoviz.planning.views import COUNT, COUNTED
from autoviz.query import language
from autoviz.query.language import Aggregate, Call, Column, Named, Query

_OWN_MARKS = ("scatter", "histogram", "box", "violin")
"""Charts of rows, which no grouping feeds."""


def queries_of(
    requirements: Requirements, profile: DatasetProfile, default_aggregate: Callable[[str], str]
) -> tuple[Query, ...]:
    """The Queries that the fields come to, in the order of the plan's tables; none where the language lacks them."""
    if requirements.query is not None:
        return (requirements.query,)
    labels = set(requirements.analysis)
    if _beyond(requirements, profile):
        return ()
    if "lookup" in labels and not GROUPED_LABELS & labels:
        return (_rows(requirements, profile),)
    found = [
        _groups(requirements, profile, item) for item in measured_together(requirements, default_aggregate)
    ]
    return tuple(item for item in found if item is not None) if all(found) else ()


def as_query(requirements: Requirements, query: Query) -> Requirements:
    """Requirements with what they compute told by a Query, for what fields cannot say; what was assumed stays so."""
    kept = tuple(item for item in requirements.constraints if isinstance(item, ChartWish))
    return Requirements(
        outputs=requirements.outputs, query=query, constraints=kept, links=requirements.links,
        not_found=requirements.not_found, unused=requirements.unused, assumed=requirements.assumed,
    )  # fmt: skip


def _beyond(asked: Requirements, profile: DatasetProfile) -> bool:
    labels = set(asked.analysis)
    statistics = any(asked.statistic(kind) for kind in ("completeness", "duplicates", "association"))
    if statistics or {"anomaly", "correlation"} & labels or choose_mark(asked, profile) in _OWN_MARKS:
        return True
    if {"distribution", "summary"} & labels and not GROUPED_LABELS & labels:
        return True
    cyclic = asked.time is not None and asked.time.grain in CYCLIC_GRAINS
    course = "change" in labels or bool(asked.all(Window) or asked.all(Change))
    return bool(asked.all(Bins) or asked.all(Sample)) or (course and cyclic)


def _rows(asked: Requirements, profile: DatasetProfile) -> Query:
    """Rows as they stand, in the order and number asked for."""
    value = asked.metrics[0] if asked.metrics else None
    query = Query(source=_derived(asked, profile), where=_where(asked, profile))
    return _in_order(query, asked, profile, value)


def _groups(asked: Requirements, profile: DatasetProfile, what: Measured) -> Query | None:
    """One function of metrics per group and period, and what is worked out from it."""
    keys = _keys(asked)
    if set(what.metrics) & {item.name for item in keys}:
        return None
    ratios = ratios_of_totals(asked)
    parts = [part for name in what.metrics for part in (ratios[name].columns if name in ratios else (name,))]
    measures = tuple(_measure(name, what, profile) for name in dict.fromkeys(parts)) or (COUNTED,)
    value = what.metrics[0] if what.metrics else COUNT
    query = Query(
        source=_derived(asked, profile),
        where=_where(asked, profile),
        by=keys,
        measures=measures,
        having=_having(asked, value),
    )
    then = tuple(derivation(ratios[name]) for name in what.metrics if name in ratios)
    query, value = _worked_out(_and_then(query, then), asked, profile, value, what.func)
    return _in_order(query, asked, profile, value)


def _and_then(query: Query, then: tuple[Named, ...]) -> Query:
    """What is worked out next; from what was worked out before, where there is something."""
    if not then:
        return query
    return query.replaced(then=then) if not query.then and query.kept is None else Query(source=query, then=then)


def _keys(asked: Requirements) -> tuple[Named, ...]:
    time = (asked.time.column,) if asked.time else ()
    return tuple(key_of(name, asked.time) for name in dict.fromkeys((*time, *asked.group_by)))


def _measure(name: str, what: Measured, profile: DatasetProfile) -> Named:
    """A function of a column; flags are averaged as numbers."""
    measure = measure_of(name, what.func, what.quantile)
    if what.func != "mean" or not is_flag_column(name, profile):
        return measure
    number = Call(op="as integer", args=(Column(name=name),))
    return measure.replaced(expr=Aggregate(func="mean", args=(number,)))


def _derived(asked: Requirements, profile: DatasetProfile) -> Query | None:
    """The columns worked out row by row, before anything else."""
    of_totals = ratios_of_totals(asked)
    made: Query | None = None
    for item in asked.all(Derive):
        if item.name not in of_totals:
            made = Query(source=made, then=(derivation(item),))
    for held in asked.all(AgainstRest):
        made = Query(source=made, then=(parted(held, profile),))
    return made


def _where(asked: Requirements, profile: DatasetProfile) -> Any:
    parts = parts_of_whole(asked)
    kept = [item for item in asked.all(Filter) if item not in parts]
    return condition_of((*kept, *asked.all(AnyOf)), profile)


def _having(asked: Requirements, value: str) -> Any:
    wanted = asked.constraint(Having)
    if wanted is None:
        return None
    column = Column(name=wanted.metric or value)
    bounds = wanted.value if isinstance(wanted.value, tuple) else (wanted.value,)
    if wanted.op == "between":
        lower, upper = (language.Constant(value=bound) for bound in bounds)
        return Call(op="and", args=(Call(op=">=", args=(column, lower)), Call(op="<=", args=(column, upper))))
    return Call.model_validate({"op": wanted.op, "args": (column, *(language.Constant(value=b) for b in bounds))})


def _worked_out(
    query: Query, asked: Requirements, profile: DatasetProfile, value: str, func: str
) -> tuple[Query, str]:
    """Shares, changes, running totals and rolling averages, and the name of what is told in the end."""
    time = asked.time.column if asked.time else None
    if "share" in asked.analysis:
        share = share_of(value, (time,) if time and asked.group_by else ())
        query = _and_then(query, (share,))
        value = share.name if choose_mark(asked, profile) != "pie" else value
        parts = parts_of_whole(asked)
        if time and parts:
            query = query.replaced(kept=condition_of(tuple(parts), profile))
    change, window = asked.constraint(Change), asked.constraint(Window)
    if asked.time and ("change" in asked.analysis or change):
        wanted = change or Change()
        query = _and_then(query, changed(value, asked.time, asked.group_by, wanted, profile))
        value = f"{value}_change_pct" if wanted.relative else f"{value}_change"
    if asked.constraint(Cumulative) and asked.time:
        running = running_of(value, asked.time, asked.group_by)
        query, value = _and_then(query, (running,)), running.name
    if asked.time and window:
        (rolling,) = rolled(value, asked.time, asked.group_by, window.n, func, profile)
        query, value = _and_then(query, (rolling,)), rolling.name
    return query, value


def _in_order(query: Query, asked: Requirements, profile: DatasetProfile, value: str | None) -> Query:
    """The first n, and the order that was asked for."""
    limit, sort = asked.constraint(Limit), asked.constraint(Sort)
    ranked = value or (sort.by if sort and sort.by in profile.by_name else None)
    if limit and ranked:
        query = query.replaced(order=(sorted_by(ranked, limit.order),), limit=language.Limit(n=limit.n))
    elif "rank" in asked.analysis and value and not sort:
        query = query.replaced(order=(sorted_by(value, "desc"),))
    if sort:
        x = encode(asked, profile).x
        named = {"x": x, "y": value}.get(sort.by, sort.by) or value or x
        if named:
            query = Query(source=query) if query.order else query
            query = query.replaced(order=(sorted_by(named, sort.order),))
    if limit and not ranked:
        query = query.replaced(limit=language.Limit(n=limit.n))
    return query
