"""Happened: what a second date tells of a row: bookings that were cancelled have the date of it, and others none."""

from __future__ import annotations

import re
from typing import Any

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.flag_phrases import NEGATIONS, REACH, SHORTEST
from autoviz.linking.lexicon import function_words
from autoviz.linking.links import STRONG, link
from autoviz.linking.names import derives, forms, lemma
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.how_often import COUNTED
from autoviz.profile.date_roles import main_date
from autoviz.query.language import COUNT_ROWS, Aggregate, Call, Column, Query, all_of, columns_of, conjuncts, given

_TIMES = re.compile(r"\bhow many times\b", re.IGNORECASE)
_DONE = frozenset({"was", "were", "been", "got", "had", "did", "have", "has"})
_TO_COME = frozenset({"to", "be"})
"""What stands right before a word for what has not happened yet: still to be closed."""


def happened(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that counts rows as one of those to which it happened, where the question says that it did and only
    some rows have its date."""
    reading = _so_many_times(question, reading, profile)
    asked = reading.requirements
    column, is_said = _told_of(question, profile)
    queries = queries_of(asked, profile, suiting(profile)) if column else ()
    if column is None or len(queries) != 1:
        return reading
    query = queries[0]
    counted = [item.expr for item in query.measures]
    counts = counted == [COUNT_ROWS] or (len(counted) == 1 and _is_each_row(counted[0], profile))
    counts = counts and not isinstance(query.source, Query)
    if not counts or column in columns_of(query.by):
        return reading
    dated = given(Column(name=column))
    if column not in columns_of(query.where):
        where: Any = all_of((*conjuncts(query.where), dated))
    elif dated in conjuncts(query.where):
        return reading
    elif not is_said:
        return reading  # what has no date may be just what is asked for
    else:
        missing = Call(op="is null", args=(Column(name=column),))
        where = all_of([dated if part == missing else part for part in conjuncts(query.where)])
    if where == query.where:
        return reading
    changed = as_query(asked, query.replaced(where=where))
    return reading.replaced(requirements=changed, alternatives=())


def _is_each_row(expr: Any, profile: DatasetProfile) -> bool:
    """Whether different ids are counted of which every row has its own, so that there are as many as rows."""
    match expr:
        case Aggregate(func="distinct", args=(Column(name=name),), where=None):
            return profile.tells_apart(name)
    return False


def _so_many_times(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of how many times something was done that counts different ones who did it, as one of rows."""
    queries = queries_of(reading.requirements, profile, suiting(profile)) if _TIMES.search(question) else ()
    query = queries[0] if len(queries) == 1 else Query()
    match [item.expr for item in query.measures]:
        case [Aggregate(func="distinct")] if not query.by and not isinstance(query.source, Query):
            counted = as_query(reading.requirements, query.replaced(measures=COUNTED, order=()))
            return reading.replaced(requirements=counted)
    return reading


def _told_of(question: str, profile: DatasetProfile) -> tuple[str | None, bool]:
    """The one date that is missing in some rows, which have another, and whose name the question has a word of, with no
    word before it that denies it or puts it off; and whether a word before it says that it has happened."""
    choice = main_date(profile)
    said = [word.lower for word in words(question)]
    dated = {column.name for column in profile.of_kind("temporal")}
    others = [match for match in link(question, profile) if match.score >= STRONG and match.column not in dated]
    taken = {word.lower for match in others for word in words(match.phrase)}
    every = all(item.missing for item in profile.of_kind("temporal"))  # then rows go by the date that most have
    rows = choice.column if choice and every else None
    dates = [item for item in profile.of_kind("temporal") if item.missing and choice and item.name != rows]
    found = {item.name: places for item in dates if (places := _places(said, item, taken))}
    if len(found) != 1 or "when" in said:
        return None, False
    ((name, places),) = found.items()
    before = [said[max(at - REACH, 0) : at] for at in places]
    denied = any(NEGATIONS & set(some) or _TO_COME & set(some[-1:]) for some in before)
    near = any(said[at + 1 : at + 2] == ["to"] for at in places)  # close to something
    if denied or near or {"missing", "empty"} & set(said):
        return None, False
    return name, any(_DONE & set(some) for some in before)


def _places(said: list[str], column: ColumnProfile, taken: set[str]) -> list[int]:
    """Where a question has a word, of no other column, that comes from one of the name: cancellations, cancelled."""
    own = [word for word in name_words(column.name) if len(word) >= SHORTEST and word not in ("date", "time")]
    return [
        at
        for at, word in enumerate(said)
        if len(word) >= SHORTEST and word not in function_words() | taken and any(_akin(word, other) for other in own)
    ]


def _akin(word: str, own: str) -> bool:
    return bool(forms(word) & forms(own)) or derives(lemma(word), own)
