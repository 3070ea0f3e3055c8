"""Undivided: rows that all have the one value a question asks for make no groups by it; their figure is a number."""

from __future__ import annotations

from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, ChartWish, Filter, Limit, Requirements, Sort
from autoviz.query.language import Call, Column, Constant, Query, conjuncts

_PLAIN = frozenset({"compare", "total", "rank"})
"""What is told of groups by themselves: shares and courses say something of one group, too."""
_KEPT = (Aggregation, Filter, Limit, Sort)


def undivided(reading: Reading) -> Reading:
    """A reading without the groups that its own condition leaves one of, unless a chart of them is asked for."""
    asked = reading.requirements
    if asked.query is not None:
        return reading.replaced(requirements=_query_undivided(asked))
    pinned = {item.column for item in asked.all(Filter) if item.op == "="}
    plain = all(isinstance(item, _KEPT) for item in asked.constraints)
    measured = bool(asked.metrics or asked.all(Aggregation))
    if not pinned & set(asked.group_by) or not plain or not measured or not set(asked.analysis) <= _PLAIN:
        return reading
    groups = tuple(name for name in asked.group_by if name not in pinned)
    if groups or asked.time is not None:
        return reading.replaced(requirements=asked.replaced(group_by=groups))
    kept = tuple(item for item in asked.constraints if not isinstance(item, (Limit, Sort)))
    whole = asked.replaced(group_by=(), analysis=("total",), outputs=("table",), constraints=kept)
    return reading.replaced(requirements=whole)


def _query_undivided(asked: Requirements) -> Requirements:
    query = asked.query
    assert query is not None
    pinned = [name for part in conjuncts(query.where) if (name := _pinned(part))]
    keys = [item for item in query.by if not (isinstance(item.expr, Column) and item.expr.name in pinned)]
    if len(keys) == len(query.by) or keys or not query.measures or not _is_plain(query):
        return asked
    kept = tuple(item for item in asked.constraints if not isinstance(item, ChartWish))
    return asked.replaced(query=query.replaced(by=(), order=(), limit=None), outputs=("table",), constraints=kept)


def _is_plain(query: Query) -> bool:
    return query.source is None and not query.then and query.having is None


def _pinned(part: object) -> str:
    """The column that a condition holds to one value."""
    match part:
        case Call(op="=", args=(Column(name=name), Constant())):
            return name
    return ""
