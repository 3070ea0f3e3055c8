"""Stated order: rows that a question names as such are listed in the order of the column that it says; hours, weekdays
and months run through the calendar unless it says otherwise."""

from __future__ import annotations

import re

from autoviz.answering.order_words import states_order
from autoviz.linking.joints import COUNTING
from autoviz.linking.links import STRONG, link
from autoviz.linking.text import words
from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish
from autoviz.model.requirements import Limit as FieldLimit
from autoviz.model.requirements import Sort as FieldSort
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.whole_rows import whole_rows
from autoviz.query.language import Call, Column, Constant, Expr, Limit, Query, Sort, columns_of

_ORDERED = re.compile(r"\b(?:sort(?:ed)?|order(?:ed)?)\s+by\s+(?:the\s+)?", re.IGNORECASE)
_ROWS = frozenset({"row", "rows", "record", "records", "entries", "lines"})
_FALLING = re.compile(r"\bdesc(?:ending)?\b|\b(?:highest|largest|latest|newest|most recent) first\b", re.IGNORECASE)
_SO_MANY = re.compile(r"\b(?:the )?first (\d{1,6})\b", re.IGNORECASE)


def in_stated_order(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of rows "sorted by date, first 20" as these rows in this order, where it was summed up by periods or
    put in another order; any other as it is."""
    said = _ORDERED.search(question)
    spoken = {word.lower for word in words(question)}
    if said is None or not _ROWS & spoken or COUNTING & spoken or reading.requirements.constraint(ChartWish):
        return reading
    named = [match for match in link(question, profile) if match.start == said.end() and match.value is None]
    best = max(named, key=lambda match: (match.score, match.end), default=None)
    queries = queries_of(reading.requirements, profile, suiting(profile))
    if best is None or best.score < STRONG or len(queries) != 1:
        return reading
    query = queries[0]
    if _is_ordered(query, best.column) or not set(columns_of(query.by)) <= {best.column}:
        return reading
    many = _SO_MANY.search(question)
    rows = Query(
        where=_condition(query),
        shown=(best.column,),
        order=(Sort(expr=Column(name=best.column), descending=_FALLING.search(question) is not None),),
        limit=Limit(n=int(many[1])) if many else None,
    )
    listed = as_query(reading.requirements.replaced(constraints=(), assumed=()), whole_rows(rows, profile))
    return reading.replaced(requirements=listed.replaced(outputs=("table",)), alternatives=())


def in_calendar_order(question: str, reading: Reading) -> Reading:
    """A reading of hours, weekdays or months of the year in their own order, where the question states no other and
    wants them all: the busiest hour is told, and seen best among its neighbours."""
    asked = reading.requirements
    if states_order(question):
        return reading
    query = asked.query
    if query is None:
        cyclic = asked.time is not None and asked.time.grain in CYCLIC_GRAINS and asked.constraint(FieldLimit) is None
        kept = tuple(item for item in asked.constraints if not isinstance(item, FieldSort))
        return reading.replaced(requirements=asked.replaced(constraints=kept)) if cyclic else reading
    if query.limit is not None or query.kept is not None or query.source is not None or query.then:
        return reading
    match [item.expr for item in query.by]:
        case [Call(op="date part" | "date name", args=(Constant(value=part), *_))] if part != "year":
            return reading.replaced(requirements=asked.replaced(query=query.replaced(order=())))
    return reading


def _is_ordered(query: Query, column: str) -> bool:
    """Whether it is rows in the order of this column already."""
    return not query.grouped and query.source is None and [*columns_of(query.order)] == [column]


def _condition(query: Query) -> Expr | None:
    """Which rows a Query is about, wherever it says so."""
    inner = query.source
    return _condition(inner) if query.where is None and isinstance(inner, Query) else query.where
