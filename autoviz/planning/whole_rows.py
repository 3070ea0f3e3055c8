"""Whole rows: rows that are listed, with what else is known of them, so that each can be recognised."""

from __future__ import annotations

import re
from collections.abc import Set

from autoviz.answering.things import noun_of_id
from autoviz.linking.form_reading import form_of
from autoviz.linking.joints import COUNTING
from autoviz.linking.lexicon import common_words, function_words, row_words
from autoviz.linking.names import lemma, split_name
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish, Filter, Requirements
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.filters import condition_of
from autoviz.query.language import (
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Named,
    Query,
    columns_of,
    conjuncts,
    plain_names,
)
from autoviz.query.output_names import name_of

_BOUNDING = ("<", "<=", ">", ">=")
_HOW_OFTEN = re.compile(r"\bhow (?:often|frequently)\b", re.IGNORECASE)
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
    asked = _bounded_rows(question, reading.requirements, profile)
    reading = reading.replaced(requirements=asked)
    queries = queries_of(asked, profile, suiting(profile))
    if len(queries) != 1 or asked.constraint(ChartWish) is not None:
        return reading
    query = queries[0]
    said = {word.lower for word in words(question)}
    if query.where is not None and said & COUNTING and query.replaced(where=None, shown=(), order=()) == Query():
        return reading.replaced(requirements=as_query(asked, _number(query, said, profile)))
    counts = query.counts_rows
    if not counts or query.replaced(where=None, by=(), measures=(), order=()) != Query():
        return reading
    some = query.where is not None and not COUNTING & said and not _HOW_OFTEN.search(question)
    if not (_counts_single_rows(query, profile) if query.by else some):
        return reading
    names = plain_names(item.expr for item in query.by)
    rows = whole_rows(Query(where=query.where, shown=names), profile)
    return reading.replaced(requirements=as_query(asked, rows).replaced(outputs=("table",)))


def _bounded_rows(question: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    """The rows that lie beyond a bound, where no word asks how what is bounded is spread over them: trips in winds over
    25 knots; any other requirements as they are."""
    bounds = [item for item in asked.all(Filter) if item.op in _BOUNDING and (item.column,) == asked.metrics]
    spread = asked.query is None and asked.analysis == ("distribution",)
    if not spread or not bounds or asked.group_by or asked.constraint(ChartWish) is not None:
        return asked
    phrases = [*(link.phrase for link in asked.links), *(" ".join(split_name(name)) for name in profile.names)]
    phrases += [form_of(question).things, noun_of_id(profile, common_words())]
    named = {lemma(word.lower) for phrase in phrases for word in words(phrase)}
    if any(lemma(word.lower) not in named and _says_more(word.lower) for word in words(question)):
        return asked
    query = Query(where=condition_of(asked.all(Filter), profile))
    return as_query(asked, whole_rows(query.replaced(shown=asked.metrics), profile)).replaced(outputs=("table",))


def _says_more(word: str) -> bool:
    return word.isalpha() and word not in function_words() | row_words()


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
