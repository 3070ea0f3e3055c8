"""Ranked things: the first of things that come in several rows are ranked by all their rows, not by the highest one."""

from __future__ import annotations

import re

from autoviz.linking.links import link
from autoviz.linking.moments import NUMBER_WORDS
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.as_named import CALLED
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import suiting
from autoviz.planning.whole_rows import whole_rows
from autoviz.query.language import Aggregate, Column, Func, Named, Query, Sort, columns_of
from autoviz.query.output_names import name_of

_ENDS = r"(?:top|bottom|best|worst|biggest|largest|smallest)"
_SO_MANY = re.compile(
    rf"\b(?:(?:{_ENDS}\s+)?(?:\d{{1,4}}|{'|'.join(NUMBER_WORDS)})\s+(?:(?:{_ENDS}|most active)\s+)?"
    rf"|{_ENDS}\s+(?=[a-z]+s\b))", re.IGNORECASE,
)  # fmt: skip
"""So many things, or the biggest ones."""
_MOST_OF_ALL = re.compile(
    r"\bwhich\s+(?=.*\bthe (?:most|least)\s*(?:[?.!]|$|(?:in|on|during|at|for|since|of)\b))", re.IGNORECASE
)
"""Things of which the one that spent, cost or sold the most is asked for: by all its rows together."""


def ranked_together(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading in which the things that are asked for are those ranked: "top 5 members" are those with the most of
    all their bookings, where their highest rows were read, and no groups by something that nobody named; "top 5
    bookings" are single rows."""
    asked = reading.requirements
    query = asked.query
    if query is None or query.limit is None or len(query.order) != 1 or query.source or query.then or query.kept:
        return reading
    thing = _thing(question, profile)
    if thing is None:
        return reading
    if profile.tells_apart(thing):
        made = _single(query, thing, question, profile)
    elif profile.by_name[thing].metric:
        made = None
    else:
        summed = _SO_MANY.search(question) is None
        others = _of_others(query, thing, question, profile) if query.grouped and not summed else None
        made = others if query.grouped else _of_rows(query, thing, profile, summed)
    if made is None:
        return reading
    ranked = as_query(asked, made)
    return reading.replaced(requirements=ranked if made.grouped else ranked.replaced(outputs=("table",)))


def _of_rows(query: Query, thing: str, profile: DatasetProfile, summed: bool) -> Query | None:
    """The rows at one end of a measure, put together by the things that they are of; only what adds up where the most
    of it is asked for."""
    (order,) = query.order
    measured = profile.by_name.get(order.expr.name) if isinstance(order.expr, Column) else None
    if measured is None or not measured.metric or thing not in query.shown:
        return None
    func: Func = "mean" if suiting(profile)(measured.name) == "mean" else "sum"
    if summed and func == "mean":
        return None
    whole = Aggregate(func=func, args=(Column(name=measured.name),))
    return Query(
        where=query.where,
        by=(Named(name=thing, expr=Column(name=thing)),),
        measures=(Named(name=name_of(whole), expr=whole),),
        order=(Sort(expr=Column(name=name_of(whole)), descending=order.descending),),
        limit=query.limit,
    )


def _single(query: Query, thing: str, question: str, profile: DatasetProfile) -> Query | None:
    """The rows with the most of what groups were ranked by that nobody named."""
    match query.by, [item.expr for item in query.measures]:
        case (Named(expr=Column(name=key)),), [Aggregate(args=(Column(name=measured),), where=None)] if (
            key not in _named(question, profile) and query.having is None
        ):
            order = (query.order[0].replaced(expr=Column(name=measured)),)
            rows = Query(where=query.where, order=order, limit=query.limit, shown=(thing, measured))
            return whole_rows(rows, profile)
    return None


def _named(question: str, profile: DatasetProfile) -> set[str]:
    """The columns that words of the question name."""
    return {match.column for match in link(question, profile) if match.score >= CALLED}


def _of_others(query: Query, thing: str, question: str, profile: DatasetProfile) -> Query | None:
    """Groups by another column, by these things instead, where no word of the question names that column."""
    key = query.by[0].expr if len(query.by) == 1 else None
    if not isinstance(key, Column) or key.name in _named(question, profile) or thing in columns_of(query):
        return None
    return query.replaced(by=(Named(name=thing, expr=Column(name=thing)),))


def _thing(question: str, profile: DatasetProfile) -> str | None:
    """The column for what so many are asked of."""
    said = _SO_MANY.search(question) or _MOST_OF_ALL.search(question)
    if said is None:
        return None
    found = [match for match in link(question, profile) if match.start == said.end() and match.value is None]
    best = max(found, key=lambda match: (match.score, match.end), default=None)
    if best is None or best.score < CALLED:
        return None
    return best.column
