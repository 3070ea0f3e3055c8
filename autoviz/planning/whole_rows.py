"""Whole rows: rows that are listed, with what else is known of them, so that each can be recognised."""

from __future__ import annotations

import re
from collections.abc import Set

from autoviz.linking.joints import COUNTING
from autoviz.linking.links import STRONG, link
from autoviz.linking.names import split_name
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, ChartWish, Filter, Requirements
from autoviz.model.requirements import Limit as FieldLimit
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.filters import condition_of
from autoviz.query.language import (
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Limit,
    Named,
    Query,
    Sort,
    columns_of,
    conjuncts,
    plain_names,
)
from autoviz.query.output_names import name_of

MOST_SHOWN = 14
"""So many columns can be read side by side."""


def whole_rows(query: Query, profile: DatasetProfile) -> Query:
    """A list of rows with their other columns behind those asked for; any other Query as it is."""
    if query.grouped or query.source is not None:
        return query
    others = [name for name in profile.names if name not in query.shown]
    room = max(MOST_SHOWN - len(query.shown), 0)
    if not query.shown and (query.then or len(others) <= room):
        return query
    naming = profile.things.columns if profile.things else ()
    near = {*naming, *columns_of((query.where, query.order))}
    taken = sorted(others, key=lambda name: name not in near)[:room]
    return query.replaced(shown=(*query.shown, *(name for name in others if name in taken)))


def listing(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that counts what nobody asks the number of, as the rows themselves; any other as it is.

    Rows counted by what tells each of them apart are one everywhere. Where no word asks for a number the rows are
    wanted, and their number is told with them; where one does, rows are no answer.
    """
    asked = reading.requirements
    queries = queries_of(asked, profile, suiting(profile))
    if len(queries) != 1 or asked.constraint(ChartWish) is not None:
        return reading
    query = queries[0]
    said = {word.lower for word in words(question)}
    if query.where is not None and said & COUNTING and query.replaced(where=None, shown=(), order=()) == Query():
        return reading.replaced(requirements=as_query(asked, _number(query, said, profile)))
    counts = [item.expr for item in query.measures] == [COUNT_ROWS]
    if not counts or query.replaced(where=None, by=(), measures=(), order=()) != Query():
        return reading
    some = query.where is not None and not COUNTING & said
    if not (_counts_single_rows(query, profile) if query.by else some):
        return reading
    names = plain_names(item.expr for item in query.by)
    rows = whole_rows(Query(where=query.where, shown=names), profile)
    return reading.replaced(requirements=as_query(asked, rows).replaced(outputs=("table",)))


def of_persons(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that ranks groups which nobody names, where "who" asks for one of those that have a row each."""
    asked, things = reading.requirements, profile.things
    said = words(question)
    if not said or said[0].lower != "who" or things is None or len(things.columns) != 1 or things.rows_each != 1:
        return reading
    queries = queries_of(asked, profile, suiting(profile))
    keys = plain_names(item.expr for item in queries[0].by) if len(queries) == 1 else ()
    named = {match.column for match in link(question, profile) if match.score >= STRONG}
    if len(keys) != 1 or keys[0] in {*named, *things.columns} or not queries[0].order:
        return reading
    match [item.expr for item in queries[0].measures]:
        case [Aggregate(func=("mean" | "max" | "min"), args=(Column() as measured,), where=None)]:
            order = (Sort(expr=measured, descending=queries[0].order[0].descending),)
            rows = Query(where=queries[0].where, shown=things.columns, order=order, limit=Limit(n=1))
            listed = as_query(asked.replaced(constraints=(), assumed=()), whole_rows(rows, profile))
            return reading.replaced(requirements=listed.replaced(outputs=("table",)))
    return reading


def with_their_columns(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that ranks groups by columns which the question only wants to see of single rows: the five most
    expensive visits with pet and reason."""
    asked = reading.requirements
    behind = re.search(r"\b(?:along )?(?:with|including|showing|and their)\b(.*)", question, re.IGNORECASE)
    if behind is None or asked.time:
        return reading
    named = [match for match in link(question, profile) if match.value is None]
    before = {match.column for match in named if match.start < behind.start(1)}
    shown = {match.column for match in named if match.start >= behind.start(1)} - before
    rows = _first_rows(asked, shown, profile) if asked.query is None else _ranked_rows(asked.query, shown)
    if rows is None:
        return reading
    wanted = dict.fromkeys((*rows.shown, *(name for name in profile.names if name in shown)))
    shown_rows = whole_rows(rows.replaced(shown=tuple(wanted)), profile)
    listed = as_query(asked.replaced(constraints=(), assumed=()), shown_rows)
    unused = tuple(phrase for phrase in listed.unused if phrase.casefold() not in behind[1].casefold())
    return reading.replaced(requirements=listed.replaced(outputs=("table",), unused=unused), alternatives=())


def _first_rows(asked: Requirements, shown: Set[str], profile: DatasetProfile) -> Query | None:
    """The rows that come first by the one measure that is ranked; None where groups are asked for."""
    limit = asked.constraint(FieldLimit)
    ranked = [name for name in asked.metrics if name not in shown]
    if limit is None or asked.all(Aggregation) or not asked.group_by or not set(asked.group_by) <= shown:
        return None
    if len(ranked) != 1:
        return None
    order = (Sort(expr=Column(name=ranked[0]), descending=limit.order == "desc"),)
    columns = dict.fromkeys((*asked.group_by, *ranked, *asked.metrics))
    where = condition_of(asked.all(Filter), profile)
    return Query(where=where, shown=tuple(columns), order=order, limit=Limit(n=limit.n))


def _ranked_rows(query: Query, shown: Set[str]) -> Query | None:
    """The same of a Query that averages or takes the ends of one column, group by group."""
    keys = plain_names(item.expr for item in query.by)
    plain = query.limit is not None and query.order and query.source is None and not query.having and not query.then
    if not plain or not keys or len(keys) != len(query.by) or not set(keys) <= shown:
        return None
    match [item.expr for item in query.measures]:
        case [Aggregate(func=("mean" | "max" | "min"), args=(Column() as ranked,), where=None)]:
            if ranked.name in shown:
                return None
            order = (Sort(expr=ranked, descending=query.order[0].descending),)
            return Query(where=query.where, shown=(*keys, ranked.name), order=order, limit=query.limit)
    return None


def _number(rows: Query, said: Set[str], profile: DatasetProfile) -> Query:
    """The total of the one amount that is named among rows, or how many they are."""
    counts = [column for column in profile.columns if column.adds_up or column.meaning == "count"]
    amounts = [column.name for column in counts if set(split_name(column.name)) <= said]
    counted = Aggregate(func="sum", args=(Column(name=amounts[0]),)) if len(amounts) == 1 else COUNT_ROWS
    return Query(where=rows.where, measures=(Named(name=name_of(counted), expr=counted),))


def _counts_single_rows(query: Query, profile: DatasetProfile) -> bool:
    keys = plain_names(item.expr for item in query.by)
    pinned = [part.args[0] for part in conjuncts(query.where) if isinstance(part, Call) and part.op == "="]
    alone = any(profile.tells_apart(name) for name in (*keys, *columns_of(tuple(pinned))))
    return alone and len(keys) == len(query.by)


def repeats_names(query: Query, profile: DatasetProfile) -> bool:
    """Whether rows would be drawn over names that several of them share, so that they are better listed."""
    listed = query.order and query.limit is not None and not query.grouped and query.source is None and not query.then
    names = [name for name in query.shown if name in profile.by_name and not profile.by_name[name].metric]
    return bool(listed and names) and not any(profile.tells_apart(name) for name in names)
