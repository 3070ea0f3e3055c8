"""Sums apart: a total of several columns as the sum of their totals.

Rows where one of them is missing have no sum of their own, and what the others hold there would be lost.
"""

from __future__ import annotations

from typing import Any

from autoviz.model.profile import DatasetProfile
from autoviz.query.language import Aggregate, Call, Column, Query
from autoviz.query.rewriting import remeasured, rewritten


def with_sums_apart(query: Query, profile: DatasetProfile) -> Query:
    """The Query with each of the columns added up for itself where one of them has gaps."""

    def apart(part: Any) -> Any:
        match part:
            case Aggregate(func="sum", args=(Call(op="+" | "-" as op, args=values),)) if _has_gaps(values, profile):
                return Call(op=op, args=tuple(part.replaced(args=(value,)) for value in values))
        return None

    def changed(item: Any) -> Any:
        expr = rewritten(item.expr, apart)
        return item.replaced(expr=expr) if expr != item.expr else None

    return remeasured(query, changed)


def _has_gaps(values: tuple[Any, ...], profile: DatasetProfile) -> bool:
    """Whether these are columns of which one is not given in every row."""
    columns = [profile.by_name.get(value.name) for value in values if isinstance(value, Column)]
    known = [column for column in columns if column is not None]
    return len(known) == len(values) and any(column.missing for column in known)
