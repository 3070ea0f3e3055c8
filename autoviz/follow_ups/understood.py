"""Understood: what a reading measures, groups by, keeps and cuts off, told alike of fields and of a Query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from autoviz.answering.query_words import condition_words, measure_words
from autoviz.follow_ups.editing import is_period, keys_of, measures_of
from autoviz.model.conditions import written
from autoviz.model.profile import DatasetProfile
from autoviz.model.query_filters import filters_of
from autoviz.model.query_views import FUNCS
from autoviz.model.requirements import Aggregation, AnyOf, Filter, Filters, Limit, Requirements
from autoviz.planning.defaults import suiting
from autoviz.planning.views import grain_of
from autoviz.query.language import Aggregate, Call, Column, Named, Query, columns_of, conjuncts

_OF_ROWS = frozenset({"distribution", "correlation", "anomaly", "lookup", "summary"})
"""Analyses of rows as they stand, which no function summarises."""
_OPPOSITE = {"=": "!=", "in": "not in", "contains": "not contains"}


@dataclass(frozen=True)
class Measure:
    """One thing that is measured; a column is empty where rows are counted, and None where it is worked out."""

    words: str
    column: str | None
    func: str = ""
    """Empty where no function summarises it."""
    assumed: bool = False
    """Whether the question leaves the function open."""


@dataclass(frozen=True)
class Kept:
    """A condition on rows as text that can be edited, or in words where it cannot be written so."""

    text: str
    columns: tuple[str, ...]
    editable: bool = True


@dataclass(frozen=True)
class Understood:
    """What can be corrected of a reading."""

    measures: tuple[Measure, ...]
    groups: tuple[str, ...]
    period: tuple[str, str] | None
    """The column of dates along which it runs, and the grain."""
    kept: tuple[Kept, ...]
    limit: int | None


def understood(requirements: Requirements, profile: DatasetProfile) -> Understood:
    """The reading taken apart; of a Query that reads another, the place where rows are put together."""
    query = requirements.query
    if query is None:
        limit = requirements.constraint(Limit)
        time = requirements.time
        return Understood(
            _field_measures(requirements, profile),
            requirements.group_by,
            (time.column, time.grain) if time else None,
            tuple(kept_by(item) for item in requirements.constraints if isinstance(item, (Filter, AnyOf))),
            limit.n if limit else None,
        )
    keys = keys_of(query)
    plain = tuple(item.expr.name if isinstance(item.expr, Column) else name
                  for name, item in keys.items() if not is_period(item))  # fmt: skip
    return Understood(
        tuple(_measure(item, profile) for item in measures_of(query)),
        plain,
        _period(keys),
        tuple(_test(item, profile) for item in _tests(query)),
        query.limit.n if query.limit else None,
    )


def _field_measures(requirements: Requirements, profile: DatasetProfile) -> tuple[Measure, ...]:
    stated = {item.metric: item.func for item in requirements.all(Aggregation)}
    if set(requirements.analysis) & _OF_ROWS:
        return tuple(Measure(name, name) for name in requirements.metrics)
    if not requirements.metrics:
        return (Measure("rows", "", "count"),) if requirements.group_by or requirements.time or stated else ()
    suits = suiting(profile)
    overall = stated.get(None)
    return tuple(
        Measure(name, name, stated.get(name) or overall or suits(name), not (stated.get(name) or overall))
        for name in requirements.metrics
    )


def _measure(item: Named, profile: DatasetProfile) -> Measure:
    expr = item.expr
    if isinstance(expr, Aggregate) and expr.where is None and expr.quantile is None:
        if not expr.args:
            return Measure("rows", "", expr.func)
        if len(expr.args) == 1 and (read := columns_of(expr.args)) and len(read) == 1 and read[0] in profile.by_name:
            return Measure(read[0], read[0], FUNCS.get(expr.func, expr.func))
    return Measure(measure_words(expr, item.name, "rows", profile).text, None)


def _period(keys: dict[str, Named]) -> tuple[str, str] | None:
    for item in keys.values():
        if is_period(item):
            read = columns_of(item.expr)
            return (read[0], grain_of(item.expr) or "unknown") if read else None
    return None


def _tests(query: Query) -> tuple[Any, ...]:
    """The conditions on rows of the frame itself."""
    if isinstance(query.source, Query):
        return _tests(query.source)
    return conjuncts(query.where) if query.source is None else ()


def kept_by(item: Filter | AnyOf) -> Kept:
    """A filter as what it keeps."""
    columns = tuple(part.column for part in item.filters) if isinstance(item, AnyOf) else (item.column,)
    return Kept(written((item,)), columns)


def _test(test: Any, profile: DatasetProfile) -> Kept:
    found = written_test(test)
    if found:
        return Kept(written(found), columns_of(test))
    return Kept(condition_words(test, profile), columns_of(test), editable=False)


def written_test(test: Any) -> Filters:
    """A condition of a Query as filters that can be written and read back; none where they cannot say it."""
    found = filters_of(test)
    if found:
        return found
    match test:
        case Call(op="or", args=(Call(op="not", args=(held,)), Call(op="is null"))):
            inner = filters_of(held) or ()
            if len(inner) == 1 and isinstance(inner[0], Filter) and inner[0].op in _OPPOSITE:
                return (inner[0].replaced(op=_OPPOSITE[inner[0].op]),)
        case Call(op=op, args=(Call(op="lower", args=(Column() as column,)), *values)):
            return filters_of(Call(op=op, args=(column, *values))) or ()
    return ()
