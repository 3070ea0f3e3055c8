"""Absences: rows without a date are those to which something has not happened, which a question has to say: who left
has a date of leaving, and who is still there has none. So has who left a comment that comment."""

from __future__ import annotations

import re
from typing import Any

from autoviz.linking.flag_phrases import NEGATIONS
from autoviz.linking.lexicon import absence_words
from autoviz.linking.links import link
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.query.language import Call, Column, Query, all_of, columns_of, conjuncts, given
from autoviz.query.rewriting import rewritten

_DENIED = re.compile(r"\b(?:un|in|non)[a-z]{4,}|n't\b", re.IGNORECASE)


def with_presence(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of rows that lack a date, or what is named, as those that have it where no word says that anything is
    lacking."""
    said = {word.lower for word in words(question)}
    if said & (NEGATIONS | absence_words()) or _DENIED.search(question):
        return reading
    return reading.each(lambda asked: _present(question, asked, profile))


def _present(question: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    query = asked.query
    tests = conjuncts(query.where) if query is not None else ()
    dates = {column.name for column in profile.of_kind("temporal")}
    named = {match.column for match in link(question, profile)}
    missing = [name for test in tests if (name := lacked(test)) is not None and name in dates | named]
    if query is None or len(missing) != 1:
        return asked
    there = Column(name=missing[0])
    others = dates - named - {missing[0]} if missing[0] in dates else set[str]()

    def moved(part: Any) -> Any:
        return there if isinstance(part, Column) and part.name in others else None

    kept = [given(there) if lacked(test) == missing[0] else rewritten(test, moved) for test in tests]
    return asked.replaced(query=_narrowed(query, kept))


def _narrowed(query: Query, tests: list[Any]) -> Query:
    """The Query of these rows; that a date is given is said where another test reads it."""
    dated = [test for test in tests if not _is_given(test)]
    read = set(columns_of(tuple(dated)))
    kept = [test for test in tests if not (_is_given(test) and set(columns_of(test)) <= read)]
    return query.replaced(where=all_of(kept))


def lacked(test: Any) -> str | None:
    """The column that a test wants missing."""
    match test:
        case Call(op="is null", args=(Column(name=name),)):
            return str(name)
    return None


def _is_given(test: Any) -> bool:
    match test:
        case Call(op="not", args=(Call(op="is null"),)):
            return True
    return False
