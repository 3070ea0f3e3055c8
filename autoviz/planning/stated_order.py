"""Stated order: rows that a question names as such are listed in the order of the column that it says."""

from __future__ import annotations

import re

from autoviz.linking.joints import COUNTING
from autoviz.linking.links import STRONG, link
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.whole_rows import whole_rows
from autoviz.query.language import Column, Expr, Limit, Query, Sort, columns_of

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


def _is_ordered(query: Query, column: str) -> bool:
    """Whether it is rows in the order of this column already."""
    return not query.grouped and query.source is None and [*columns_of(query.order)] == [column]


def _condition(query: Query) -> Expr | None:
    """Which rows a Query is about, wherever it says so."""
    inner = query.source
    return _condition(inner) if query.where is None and isinstance(inner, Query) else query.where
