"""Absences: rows without a date are those to which something has not happened, which a question has to say: who left
has a date of leaving, and who is still there has none. So has who left a comment that comment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from autoviz.linking.flag_phrases import NEGATIONS
from autoviz.linking.lexicon import absence_words
from autoviz.linking.links import link
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.query.language import Call, Column, Constant, Named, Query, all_of, columns_of, conjuncts, given
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured, rewritten

_NO = re.compile(r"\b(?:no|without|without any|zero)\s+$", re.IGNORECASE)
_LEFT_OPEN = re.compile(r"\b(?:no|without)\s+(?:[\w-]+\s+){1,3}(?:\w{3,}ed|given|known|data)\b", re.IGNORECASE)
"""No delay recorded says that it is not known."""
_UNKNOWN = frozenset({"missing", "unknown", "blank", "empty", "null", "nan", "na"})
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


def with_none_of(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of rows of which an amount is not known as those that have none of it, where the question says so and
    some have: flights that had no delay were on time."""
    amounts = {column.name: test for column in profile.columns if (test := _none_told(column))}
    unknown = _LEFT_OPEN.search(question) is not None or bool({word.lower for word in words(question)} & _UNKNOWN)
    named = {match.column for match in link(question, profile) if _NO.search(question[: match.start])}
    meant = {name: test for name, test in amounts.items() if name in named}
    return reading if unknown else reading.each(lambda asked: _none_of(asked, meant))


def _none_told(column: ColumnProfile) -> Literal["=", "<=", ""]:
    """How a row says that it has none of what a column measures, as a delay or a cost: by 0, or by 0 and less; nothing
    where no number says so."""
    least = column.minimum
    if not column.metric or not isinstance(least, int | float):
        return ""
    if least == 0 and (column.adds_up or column.meaning in ("count", "duration")):
        return "="
    return "<=" if least < 0 else ""


def _none_of(asked: Requirements, amounts: Mapping[str, Literal["=", "<=", ""]]) -> Requirements:
    if asked.query is None:
        kept = tuple(
            item.replaced(op=amounts[item.column], value=0)
            if isinstance(item, Filter) and item.op == "is null" and item.column in amounts
            else item
            for item in asked.constraints
        )
        return asked.replaced(constraints=kept)

    def none(part: Any) -> Any:
        name = lacked(part)
        held = amounts.get(name or "")
        return Call(op=held, args=(Column(name=str(name)), Constant(value=0))) if held else None

    def measured(item: Named) -> Named | None:
        made = rewritten(item.expr, none)
        return None if made == item.expr else Named(name=name_of(made), expr=made)

    where = rewritten(asked.query.where, none)
    return asked.replaced(query=remeasured(asked.query, measured).replaced(where=where))


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
