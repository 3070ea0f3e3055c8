"""Sizing: the largest country is that with the most inhabitants, where each has one row or one a year."""

from __future__ import annotations

from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile, Things
from autoviz.model.requirements import Aggregation, Requirements
from autoviz.planning.defaults import settled_query
from autoviz.planning.phrasing import measure_of
from autoviz.profile.stocks import is_stock
from autoviz.query.language import Aggregate, Named, columns_of
from autoviz.query.rewriting import remeasured

_SIZES = ("largest", "biggest", "smallest")


def by_size(requirements: Requirements, profile: DatasetProfile, question: str) -> Requirements:
    """Things in order of how many rows they have as things in order of what tells their size, where size is asked."""
    asked = next((word.lower for word in words(question) if word.lower in _SIZES), None)
    sizes = [column.name for column in profile.columns if column.metric and is_stock(column)]
    things = profile.things
    if asked is None or not sizes or things is None or not _as_many_rows_each(things):
        return requirements
    sized = _sized(requirements, things, sizes[0], profile)
    others = f"; {' or '.join(sizes[1:])} would be another" if sizes[1:] else ""
    told = f"the {asked} by {sizes[0]}{others}."
    return requirements if sized is None else sized.replaced(assumed=(*sized.assumed, told))


def _as_many_rows_each(things: Things) -> bool:
    """Whether the number of rows says nothing of a thing: it has one, or one for every time."""
    return bool(things.columns) and (things.time is not None or things.rows_each == 1)


def _sized(asked: Requirements, things: Things, size: str, profile: DatasetProfile) -> Requirements | None:
    """The requirements with the size in place of the rows; None where rows of these things are not counted."""
    if asked.query is None:
        counted = [item for item in asked.constraints if isinstance(item, Aggregation)]
        if asked.metrics or set(asked.group_by) != set(things.columns) or any(item.metric for item in counted):
            return None
        kept = tuple(item for item in asked.constraints if item not in counted)
        return asked.replaced(metrics=(size,), constraints=kept)
    if set(columns_of(asked.query.by)) != set(things.columns):
        return None
    query = remeasured(asked.query, lambda item: measure_of(size, "sum") if _counts_rows(item) else None)
    if query == asked.query:
        return None
    query, assumed = settled_query(query, profile)
    return asked.replaced(query=query, assumed=(*asked.assumed, *assumed))


def _counts_rows(item: Named) -> bool:
    return isinstance(item.expr, Aggregate) and item.expr.func == "count" and not item.expr.args
