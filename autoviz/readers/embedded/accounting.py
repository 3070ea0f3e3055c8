"""Accounting: readings whose conditions no word of the question accounts for, or that can hold of no row, come last."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.candidates import Candidates
from autoviz.linking.lexicon import function_words, request_words, row_words
from autoviz.linking.links import Match, link
from autoviz.linking.names import lemma
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.query.language import (
    COUNT_ROWS,
    Call,
    Column,
    Constant,
    Expr,
    Query,
    all_of,
    columns_named,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.readers.embedded.heard import Heard

_IN_FULL = ("exact", "folded")
SAID = 0.6
"""A value that comes less near is not said by a word: a customer in notes on them may well be the one of a column."""
LEAST = 0.05
"""So much probability at least is taken to be left, however sure a reading is that can not be."""


def accounted(
    readings: Sequence[Heard], question: str, profile: DatasetProfile, found: Candidates
) -> Sequence[Heard]:
    """The readings that may be meant, as likely as they are among these; all of them where none is left."""
    plain = not _open_words(question, profile, found)
    said = {lemma(word.lower) for word in words(question)}
    valued = {one.column for one in found.texts}
    unsaid = {
        column.name
        for column in profile.columns
        if column.name not in valued and not said & {lemma(word) for word in name_words(column.name)}
    }

    given = frozenset(one.value for one in found.numbers)
    named = {match.column for match in link(question, profile)}

    def meant(one: Heard) -> bool:
        query = one.best.query
        if query is None or _is_void(query, profile) or _is_out_of_reach(query, named, given, profile):
            return False
        return not (plain and _invents(query, unsaid, given, profile))

    kept = _with_values_in_full([one for one in readings if meant(one)], found)
    if not kept and plain:
        return [_without_conditions(one, unsaid, given) for one in readings[:1]]
    left = 1 - sum(one.probability for one in readings if one not in kept)
    return [replace(one, probability=min(one.probability / max(left, LEAST), 1.0)) for one in kept] or readings


def _with_values_in_full(readings: Sequence[Heard], found: Candidates) -> Sequence[Heard]:
    """The readings that look for a value of several words that the question writes in full, where some do: what is
    still in progress is not whatever has no end."""
    written = {one.value for one in found.texts if one.how in _IN_FULL and " " in str(one.value).strip()}
    looking = [one for one in readings if written & {part.value for part in parts_of(Constant, one.best.query)}]
    return looking or readings


def of_rows(matches: Sequence[Match], query: Query, profile: DatasetProfile) -> list[Match]:
    """The names of columns in a question without those of the rows themselves, where rows are counted or listed."""
    inner = query
    while isinstance(inner.source, Query):
        inner = inner.source
    counts = not inner.measures or any(item.expr == COUNT_ROWS for item in inner.measures)
    keys = (column for column in profile.columns if column.kind == "identifier")
    single = {column.name for column in keys if column.distinct == profile.rows}
    return [match for match in matches if not (counts and match.column in single)]


def is_left_unused(phrase: str, text: str, asked: Requirements, profile: DatasetProfile) -> bool:
    """Whether the user is told of words that play no part: they wrote them, and neither what a row is called nor a
    column that is read has them in its name."""
    read = {*asked.metrics, *asked.group_by, *columns_named(asked.query)} & profile.by_name.keys()
    keys = (column for column in profile.columns if column.kind == "identifier")
    told = read | {column.name for column in keys if column.distinct == profile.rows}
    said = {lemma(word.lower) for word in words(phrase)}
    inside = any(said <= {lemma(word) for word in name_words(name)} for name in told)
    return phrase.casefold() in text.casefold() and not (said and inside) and not _is_in_number(phrase, text, asked)


def _is_in_number(phrase: str, text: str, asked: Requirements) -> bool:
    """Whether words are the end of a number that a condition has: 100 million."""
    used = {part.value for part in parts_of(Constant, asked.query)}
    ends = [text[one.start : one.end].casefold() for one in number_candidates(text) if one.value in used]
    return any(end.endswith(phrase.casefold()) for end in ends)


def column_words(profile: DatasetProfile) -> set[str]:
    """The words of all names of columns, in the singular."""
    return {lemma(word) for column in profile.columns for word in name_words(column.name)}


def names_column(word: str, named: Set[str]) -> bool:
    """Whether a word in small letters is one of names of columns, or is made of them: CO2 is in co2_ppm, which has
    letters and digits apart."""
    return lemma(word) in named or (any(map(str.isdigit, word)) and {*map(lemma, name_words(word))} <= named)


def _open_words(question: str, profile: DatasetProfile, found: Candidates) -> list[str]:
    """The words that say something of their own: no name of a column, value, number or date."""
    named = column_words(profile)
    plain = function_words() | request_words() | row_words()
    values = [one for one in found.texts if one.score >= SAID]
    taken = [(one.start, one.end) for many in (values, found.numbers, found.moments) for one in many]
    return [
        word.lower
        for word in words(question)
        if word.lower not in plain
        and not names_column(word.lower, named)
        and not any(start <= word.start < end for start, end in taken)
    ]


def _invents(query: Query, unsaid: Set[str], given: Set[float], profile: DatasetProfile) -> bool:
    """Whether rows are kept by the value of a column, or grouped by one, of which the question says nothing."""
    if isinstance(query.source, Query):
        return _invents(query.source, unsaid, given, profile)
    keys = {item.expr.name for item in query.by if isinstance(item.expr, Column)} & profile.by_name.keys()
    grouped = {name for name in keys if profile.by_name[name].kind != "temporal"}
    return bool(grouped & unsaid) or any(_is_of(part, unsaid, given) for part in conjuncts(query.where))


def _is_out_of_reach(query: Query, named: Set[str], given: Set[float], profile: DatasetProfile) -> bool:
    """Whether rows are kept by a number that lies beyond all that a column holds which nobody names, or that is one of
    a column and that nobody gives: donations over 200 are none of an age, and critical faults not just 7 of them."""
    return any(_beyond(test, named, given, profile) for test in conjuncts(query.where))


def _beyond(test: Expr, named: Set[str], given: Set[float], profile: DatasetProfile) -> bool:
    match test:
        case Call(op=op, args=(Column(name=name), Constant(value=int() | float() as number))):
            if name in named and (op != "=" or number in given):
                return False
            column = profile.by_name.get(name)
            if column is None or not isinstance(column.minimum, int | float) or isinstance(number, bool):
                return False
            most, least = column.maximum, column.minimum
            assert isinstance(most, int | float)
            return (op in (">", ">=", "=") and number > most) or (op in ("<", "<=", "=") and number < least)
    return False


def _is_of(condition: Expr, columns: Set[str], given: Set[float]) -> bool:
    """Whether a condition asks for a value of one of these columns, other than a number that the question gives."""
    match condition:
        case Call(op="=" | "!=", args=(Column(), Constant(value=int() | float() as value))) if value in given:
            return False
        case Call(op="=" | "!=" | "is null", args=(Column(name=name), *_)):
            return name in columns
    return False


def _without_conditions(one: Heard, unsaid: Set[str], given: Set[float]) -> Heard:
    """A reading of all rows where the question says nothing of those that it keeps."""
    query = one.best.query
    if query is None:
        return one
    kept = all_of([part for part in conjuncts(query.where) if not _is_of(part, unsaid, given)])
    return replace(one, best=replace(one.best, query=query.replaced(where=kept)))


def _is_void(query: Query, profile: DatasetProfile) -> bool:
    """Whether more than one row is asked of each of what has a row of its own."""
    if isinstance(query.source, Query):
        return _is_void(query.source, profile)
    keys = columns_of(query.by)
    counted = [item.name for item in query.measures if item.expr == COUNT_ROWS]
    single = len(keys) == 1 and keys[0] in profile.by_name and profile.by_name[keys[0]].distinct == profile.rows
    for part in conjuncts(query.having) if single else ():
        match part:
            case Call(op=">" | ">=", args=(bounded, Constant(value=int() | float() as least))):
                held = bounded == COUNT_ROWS or (isinstance(bounded, Column) and bounded.name in counted)
                if held and least + (part.op == ">") > 1:
                    return True
    return False
