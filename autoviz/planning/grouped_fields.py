"""Grouped fields: a Query of plain functions per group as fields, beside which stands what no Query says.

Outliers are left out and groups are tested beside an analysis; whoever read it, they are planned from its fields.
"""

from __future__ import annotations

from typing import Any

from autoviz.answering.measure_forms import claim_of, unscaled
from autoviz.answering.sides import is_condition
from autoviz.linking.vocabulary import vocabulary
from autoviz.model.labels import Aggregate as Function
from autoviz.model.profile import DatasetProfile
from autoviz.model.query_filters import filters_of
from autoviz.model.requirements import AgainstRest, Aggregation, ChartWish, Filter, Requirements
from autoviz.planning.phrasing import told_filters
from autoviz.query.language import Aggregate, Call, Column, Constant

_FUNCTIONS: dict[str, Function] = {
    "sum": "sum", "mean": "mean", "median": "median", "min": "min", "max": "max", "count": "count",
    "distinct": "nunique", "std": "std",
}  # fmt: skip


def in_fields(asked: Requirements, profile: DatasetProfile) -> Requirements | None:
    """Requirements in fields alone, those of a Query where they can say it; None where they cannot."""
    query = asked.query
    if query is None:
        return asked
    if query.source or query.having or query.then or query.kept or query.limit or query.shown or not query.measures:
        return None
    filters = filters_of(query.where)
    functions = [_function(item.expr, profile) for item in query.measures]
    groups = [_group(item.expr, profile) for item in query.by]
    if filters is None or None in functions or None in groups:
        return None
    measured = [item for item in functions if item is not None]
    made = [item for item in groups if isinstance(item, AgainstRest)]
    named = [item.name if isinstance(item, AgainstRest) else item for item in groups if item is not None]
    return Requirements(
        metrics=tuple(dict.fromkeys(item.metric for item in measured if item.metric)), group_by=tuple(named),
        analysis=("compare",), outputs=asked.outputs,
        constraints=(*filters, *measured, *made, *asked.all(ChartWish)), links=asked.links,
        not_found=asked.not_found, assumed=asked.assumed, unused=asked.unused,
    )  # fmt: skip


def _function(expr: Any, profile: DatasetProfile) -> Aggregation | None:
    """One function of one column; the share of rows in which a flag says yes is the average of the flag."""
    held = unscaled(expr)
    if not isinstance(held, Aggregate) or held.where is not None or len(held.args) > 1:
        return None
    rate = _flag_claimed(claim_of(held), profile) if held.func == "mean" else None
    if rate is not None:
        return Aggregation(metric=rate, func="mean")
    column = held.args[0] if held.args else None
    known = column is None or (isinstance(column, Column) and column.name in profile.by_name)
    if held != expr and not (isinstance(column, Column) and is_flag_column(column.name, profile)):
        return None  # what is scaled is another measure, but for a share told in percent
    if held.func not in _FUNCTIONS or not known:
        return None
    return Aggregation(metric=column.name if isinstance(column, Column) else None, func=_FUNCTIONS[held.func])


def _flag_claimed(claim: Any, profile: DatasetProfile) -> str | None:
    """The flag that a condition wants to say yes."""
    match claim:
        case Call(op="=", args=(Column(name=name), Constant(value=value))):
            return name if says_yes(name, value, profile) else None
    return None


def _group(expr: Any, profile: DatasetProfile) -> str | AgainstRest | None:
    """A column, or the two groups that a condition makes."""
    if isinstance(expr, Column):
        return expr.name if expr.name in profile.by_name else None
    filters = filters_of(expr) if is_condition(expr) else None
    if not filters:
        return None
    name = next(word for word in ("group", "part", told_filters(filters)) if word not in profile.by_name)
    return AgainstRest(filters=filters, name=name)


def is_flag_column(name: str, profile: DatasetProfile) -> bool:
    """Whether a column says yes or no, whatever it is kept as."""
    return name in profile.by_name and vocabulary(profile).flags[profile.names.index(name)] is not None


def says_yes(name: str, value: Any, profile: DatasetProfile) -> bool:
    """Whether this is what a flag says for yes."""
    flag = vocabulary(profile).flags[profile.names.index(name)] if name in profile.by_name else None
    return flag is not None and str(value).casefold() in (str(flag[0]).casefold(), "true")


def as_rate(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """Rows counted where a flag says yes, or by a flag and something else, as the share that says yes in each group."""
    if asked.metrics or asked.query is not None:
        return asked
    chosen = [item for item in asked.all(Filter) if item.op == "=" and says_yes(item.column, item.value, profile)]
    split = [name for name in asked.group_by if is_flag_column(name, profile)]
    flag = chosen[0].column if len(chosen) == 1 else split[0] if len(split) == 1 else None
    groups = tuple(name for name in asked.group_by if name != flag)
    if flag is None or not groups:
        return asked
    kept = tuple(item for item in asked.constraints if item not in chosen and not isinstance(item, Aggregation))
    average = Aggregation(metric=flag, func="mean")
    return asked.replaced(metrics=(flag,), group_by=groups, constraints=(average, *kept), analysis=("compare",))
