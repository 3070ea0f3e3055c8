"""Phrasing: what is asked for in fields, told in the views of the language so that several tools may serve it."""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.answering.sides import BOUNDS, sides
from autoviz.drawing.titles import readable
from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.profile import DatasetProfile
from autoviz.model.query_views import FUNCS
from autoviz.model.requirements import AgainstRest, AnyOf, Change, Derive, Filter, Filters, Time
from autoviz.planning.courses import change_of, lacks_dates, rolling_of
from autoviz.planning.filters import condition_of
from autoviz.planning.views import (
    ARITHMETIC,
    COUNT,
    COUNTED,
    View,
    grained,
    group_views,
    then_views,
)
from autoviz.query.language import (
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Named,
    Sort,
    When,
    Window,
    columns_of,
    conjuncts,
)

SIGNS = {word: sign for sign, word in ARITHMETIC.items()}
WORDS = {theirs: ours for ours, theirs in FUNCS.items()}


def totals_views(
    keys: Sequence[str], metrics: Sequence[str], func: str, quantile: float | None = None, time: Time | None = None
) -> tuple[View, ...]:
    """One function of metrics per group and period."""
    simple = View(
        "aggregate", group_by=tuple(keys), metrics=tuple(metrics), agg_func=func, quantile=quantile,
        grain=time.grain if time else None,
    )  # fmt: skip
    if set(keys) & set(metrics) or COUNT in keys:
        return (simple,)
    by = tuple(key_of(name, time) for name in dict.fromkeys(keys))
    measures = tuple(measure_of(name, func, quantile) for name in metrics)
    return (simple, *group_views(by, measures or (COUNTED,))[1:])


def key_of(name: str, time: Time | None) -> Named:
    """A column as a key; the time axis at its grain."""
    column = Column(name=name)
    dated = time is not None and name == time.column
    return Named(name=name, expr=grained(column, time.grain) if time and dated else column)


def measure_of(name: str, func: str, quantile: float | None = None) -> Named:
    """A function of a column under the column's name."""
    given = {"func": WORDS.get(func, func), "args": (Column(name=name),), "quantile": quantile}
    return Named(name=name, expr=Aggregate.model_validate(given))


def filter_views(filters: Filters, profile: DatasetProfile) -> tuple[View, ...]:
    """Rows for which all of these hold."""
    return View("filters", filters=filters), View("condition", condition=condition_of(filters, profile))


def share_of(metric: str, within: Sequence[str]) -> Named:
    """The part that each row has in the total of a metric, of all rows or of those that agree in some columns."""
    column = Column(name=metric)
    whole = Window(func="sum", args=(column,), within=tuple(Column(name=name) for name in within))
    return Named(name=f"{metric}_share", expr=Call(op="/", args=(column, whole)))


def share_views(metric: str, within: Sequence[str]) -> tuple[View, ...]:
    """The same, as tools serve it."""
    particular, *general = then_views((share_of(metric, within),))
    return (particular if within else View("share", metric=metric), *general)


def changed(
    metric: str, time: Time, groups: Sequence[str], change: Change, profile: DatasetProfile
) -> tuple[Named, ...]:
    """What a metric was a period or a year before, and how far it is from that; nothing where time goes round."""
    if time.grain in CYCLIC_GRAINS:
        return ()
    return change_of(metric, time.column, groups, change.base, time.grain, lacks_dates(time.column, profile))


def running_of(metric: str, time: Time, groups: Sequence[str]) -> Named:
    """A metric added up from the first period to each."""
    within = tuple(Column(name=name) for name in groups)
    along = (Sort(expr=Column(name=time.column)),)
    total = Window(func="sum", args=(Column(name=metric),), within=within, along=along)
    return Named(name=f"{metric}_cumulative", expr=total)


def change_views(
    metric: str, time: Time, groups: Sequence[str], change: Change, profile: DatasetProfile
) -> tuple[View, ...]:
    """The same, as tools serve it."""
    simple = View("change", metric=metric, time=time.column, group_by=tuple(groups), base=change.base, grain=time.grain)
    return simple, *then_views(changed(metric, time, groups, change, profile))[1:]


def rolled(
    metric: str, time: Time, groups: Sequence[str], window: int, func: str, profile: DatasetProfile
) -> tuple[Named, ...]:
    """The average of a metric over the last periods; nothing where time goes round."""
    if time.grain in CYCLIC_GRAINS:
        return ()
    gaps = lacks_dates(time.column, profile)
    return (rolling_of(metric, time.column, groups, window, empty_periods(func), time.grain, gaps),)


def rolling_views(
    metric: str, time: Time, groups: Sequence[str], window: int, func: str, profile: DatasetProfile
) -> tuple[View, ...]:
    """The same, as tools serve it."""
    slots = {"metric": metric, "time": time.column, "group_by": tuple(groups), "window": window}
    then = rolled(metric, time, groups, window, func, profile)
    if not then:
        return (View("rolling", **slots),)
    return View("rolling", **slots, empty=empty_periods(func), grain=time.grain), *then_views(then)[1:]


def empty_periods(func: str) -> str:
    """What a period without rows counts as in an average of periods: nothing came in, or nothing is known."""
    return "zero" if func in ("sum", "count", "nunique") else "missing"


def derivation(item: Derive) -> Named:
    """A new column worked out from others."""
    columns = tuple(Column(name=name) for name in item.columns)
    return Named(name=item.name, expr=Call.model_validate({"op": SIGNS[item.op], "args": columns}))


REST = "others"


def parted(item: AgainstRest, profile: DatasetProfile) -> Named:
    """The column that says whether a row meets the conditions or is one of the others.

    Both sides of a bound have names, before 1990 and 1990 and later; a row without a value lies on neither.
    """
    condition = condition_of(item.filters, profile)
    tests = tuple(conjuncts(condition))
    bound = tests[0] if len(tests) == 1 else None
    bounded = isinstance(bound, Call) and bound.op in BOUNDS
    chosen, others = sides(bound, profile) if bounded else (told_filters(item.filters), REST)
    case, rest = When(condition=condition, value=Constant(value=chosen)), Constant(value=others)
    if bounded and any(profile.by_name[name].lacks for name in columns_of(condition)):
        beyond = When(condition=Call(op="not", args=(condition,)), value=rest)
        return Named(name=item.name, expr=Cases(whens=(case, beyond)))
    return Named(name=item.name, expr=Cases(whens=(case,), otherwise=rest))


def told_filters(filters: Filters) -> str:
    """Conditions as the name of the rows that meet them: 'age above 40'."""
    told = [" or ".join(map(_told_filter, item.filters if isinstance(item, AnyOf) else (item,))) for item in filters]
    return " and ".join(told)


COMPARED = {
    ">": "above", ">=": "at least", "<": "below", "<=": "at most", "!=": "not", "not in": "not", "=": "", "in": "",
    "between": "from", "is null": "missing", "not null": "given",
}  # fmt: skip


def _told_filter(item: Filter) -> str:
    """One condition; a value that is a name stands for itself."""
    values = item.value if isinstance(item.value, tuple) else () if item.value is None else (item.value,)
    joined = " to " if item.op == "between" else " or "
    shown = joined.join(f"{value:g}" if isinstance(value, float) else str(value) for value in values)
    if item.op in ("=", "in") and all(isinstance(value, str) for value in values):
        return shown
    return " ".join(part for part in (readable(item.column), COMPARED.get(item.op, item.op), shown) if part)


def sorted_by(name: str, order: str) -> Sort:
    """Rows in the order of a column."""
    return Sort(expr=Column(name=name), descending=order == "desc")
