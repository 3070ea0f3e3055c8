"""Totals left out: the row that adds up all others is none of them, whoever read the question, and this is told."""

from __future__ import annotations

from typing import Any

from autoviz.model.profile import DatasetProfile, TotalRow
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.filters import condition_of
from autoviz.query.language import Call, Column, Constant, Matched, Query, Unpivot, all_of, conjuncts


def without_total_row(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """The requirements of the rows that a total row adds up, also where the word total was taken for it; rows that are
    listed by its column as they are."""
    total = profile.total_row
    if total is None:
        return asked
    kept = Filter(column=total.column, op="not null" if total.value is None else "!=", value=total.value)
    told = f"{total.told} is left out: it adds up the others."
    if asked.query is None:
        if any(_is_meant(item, total) and not asked.metrics for item in asked.all(Filter)):
            return asked
        others = tuple(item for item in asked.constraints if not _is_meant(item, total))
        return asked.replaced(constraints=(*others, kept)).assuming(told)
    query = _narrowed(asked.query, kept, total, profile)
    return asked if query == asked.query else asked.replaced(query=query).assuming(told)


def _is_meant(item: Any, total: TotalRow) -> bool:
    """Whether a condition keeps the total row alone."""
    match item:
        case Filter(op="=" | "is null"):
            return (item.column, item.value) == (total.column, total.value)
        case Call(op="=", args=(Column(name=name), Constant(value=value))):
            return (name, value) == (total.column, total.value)
        case Call(op="is null", args=(Column(name=name),)):
            return name == total.column and total.value is None
    return False


def _narrowed(query: Query, kept: Filter, total: TotalRow, profile: DatasetProfile) -> Query:
    """The Query with the condition where the rows of the table are read."""
    match query.source:
        case Query() as inner:
            return query.replaced(source=_narrowed(inner, kept, total, profile))
        case Unpivot(source=None):
            rows = Query(where=condition_of((kept,), profile))
            return query.replaced(source=query.source.replaced(source=rows))
        case Matched(left=left, right=right) as both:
            sides = (_narrowed(side, kept, total, profile) for side in (left, right))
            return query.replaced(source=both.replaced(**dict(zip(("left", "right"), sides, strict=True))))
        case None:
            tests = conjuncts(query.where)
            others = [test for test in tests if not _is_meant(test, total)]
            if len(others) < len(tests) and not query.grouped:
                return query
            return query.replaced(where=all_of(others)).narrowed(condition_of((kept,), profile))
    return query
