"""Described: rows that a word beside what they are called describes (late jobs), kept to these where a reading of the
whole question passes that word over, as it may beside a month or a group."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, NamedTuple

from autoviz.answering.things import noun_of_id
from autoviz.frames.dates.shapes import name_words
from autoviz.linking.flag_phrases import SHORTEST
from autoviz.linking.form_reading import form_of, is_comparative, is_superlative
from autoviz.linking.lexicon import common_words
from autoviz.linking.links import Aliases, Match, link
from autoviz.linking.names import lemma
from autoviz.linking.text import Word, words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import DOUBT, Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.absences import lacked
from autoviz.planning.converting import as_query
from autoviz.planning.dating import is_later
from autoviz.planning.defaults import meant_queries
from autoviz.planning.rates import share_of_rows
from autoviz.profile.date_roles import ROLE_WORDS, is_intended, role_of
from autoviz.query.language import (
    COMPARISONS,
    COUNT_ROWS,
    Call,
    Column,
    Constant,
    Named,
    Query,
    all_of,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.readers.embedded.open_words import open_words
from autoviz.readers.embedded.second_opinion import UNSURE

_HEARD = 0.3
"""How sure a reading must be of a word that has a column's name in it."""
_SAYS_LITTLE = 0.5
"""From this share on the network takes a word for one that says nothing of its own."""


class Description(NamedTuple):
    """A word that describes rows, and what the question calls these."""

    word: str
    things: str
    before: bool
    """Whether it stands before them; what is said behind may belong to what follows: were born in each year."""


def with_description(
    text: str,
    reading: Reading,
    read: Callable[[str], Reading],
    meanings: Callable[[], Mapping[str, tuple[str, float]]],
    profile: DatasetProfile,
    aliases: Aliases,
) -> Reading:
    """A reading of the rows alone that its question describes.

    What the description means is read by itself: how many late jobs there are. Only that one date lies before another
    is taken from there, which leaves doubt where neither was planned. Of any other word before them it is told that
    it plays no part, which leaves doubt where the network takes it to mean something; but unfinished jobs may have no
    end.
    """
    asked = reading.requirements
    queries = meant_queries(asked, profile)
    if len(queries) > 1 or any(isinstance(query.source, Query) for query in queries) or asked.not_found:
        return reading
    found = _description(text, queries, profile, aliases)
    if found is None:
        return reading
    within = [column.name for column in profile.columns if column.metric and _is_within(column.name, found.word)]
    if not within and any(_is_heeded(query, text, profile, aliases) for query in queries):
        sure = reading.confidence * (DOUBT if _in_the_order_of_things(queries, profile) else 1.0)
        return reading.replaced(confidence=sure)
    if not queries and _is_kept_by(asked, text, profile, aliases):
        return reading
    alone = read(f"how many {found.word} {found.things}")
    test = _against_none(alone, within, profile) if within else _between_dates(alone, profile)
    if within and test in [*parts_of(Call, queries)]:
        return reading
    if test is not None and queries:
        named = {match.column for match in link(text, profile, aliases)}
        all_rows = _counted(queries[0], {*within} - named, within) if within else queries[0]
        kept = as_query(asked, _of_those(all_rows, test))
        sure = min(reading.confidence, alone.confidence)
        return reading.replaced(requirements=kept, alternatives=(), confidence=sure)
    return _told_unused(found, reading, queries, meanings)


def _told_unused(
    found: Description, reading: Reading, queries: tuple[Query, ...],
    meanings: Callable[[], Mapping[str, tuple[str, float]]],
) -> Reading:  # fmt: skip
    """A reading that tells that a word before the rows plays no part, where nothing of it is read."""
    asked = reading.requirements
    if not found.before or not (queries or asked.analysis == ("distribution",)):
        return reading
    column, nothing = meanings().get(found.word, ("", 1.0))
    by_lack = column != "" and any(part.op == "is null" for part in parts_of(Call, queries))
    read_columns = _read(asked, queries)
    heeded = column in read_columns and nothing < _SAYS_LITTLE
    if by_lack or heeded or found.word in " ".join(asked.unused) or _has_role(found.word, read_columns):
        return reading
    told = asked.replaced(unused=(*asked.unused, found.word))
    sure = reading.confidence * (DOUBT if nothing < _SAYS_LITTLE else 1.0)
    return reading.replaced(requirements=told, confidence=sure)


def _description(
    text: str, queries: tuple[Query, ...], profile: DatasetProfile, aliases: Aliases
) -> Description | None:
    """The one word that describes the rows: before what they are called, with no more than a value between, or said of
    it."""
    said, matches = words(text), link(text, profile, aliases)
    free = {word.start for word in open_words(text, matches, ())}
    values = [match for match in matches if match.value is not None]
    things = form_of(text, queries).things
    nouns = {lemma(noun) for noun in (things.rpartition(" ")[2].lower(), noun_of_id(profile, common_words())) if noun}
    found = [
        Description(said[place].lower, word.text, place < at)
        for at, word in enumerate(said)
        if lemma(word.lower) in nouns
        for place in (*_before(said, at, values), *_said_of(said, at))
        if said[place].start in free and lemma(said[place].lower) not in nouns and _describes(said[place], text)
    ]
    return found[0] if len(found) == 1 else None


def _describes(word: Word, text: str) -> bool:
    """Whether a word stands for itself, which one end of right-footed does not, and asks for no end and no more."""
    alone = "-" not in (text[max(word.start - 1, 0) : word.start], text[word.end : word.end + 1])
    return alone and not is_superlative(word.lower) and not is_comparative(word.lower)


def _before(said: Sequence[Word], at: int, values: Sequence[Match]) -> list[int]:
    """The places before a thing where a description may stand: late inbound movements."""
    over = at > 1 and any(value.start <= said[at - 1].start < value.end for value in values)
    return [*([at - 2] if over else []), *([at - 1] if at else [])]


def _said_of(said: Sequence[Word], at: int) -> list[int]:
    """The place of what is said of a thing: of jobs that were late, late."""
    behind = next((place for place in range(at + 1, len(said)) if said[place].lower not in _VERBS), len(said))
    return [behind] if at + 1 < behind < len(said) else []


_VERBS = frozenset({"that", "which", "who", "is", "are", "was", "were", "has", "have", "been", "being"})


def _is_heeded(query: Query, text: str, profile: DatasetProfile, aliases: Aliases) -> bool:
    """Whether a test or a case holds a column that no word names, which a description may have brought about."""
    named = {match.column for match in link(text, profile, aliases) if not match.dominated}
    tests = [part for part in parts_of(Call, (query.where, query.having, query.measures)) if part.op in COMPARISONS]
    dates = {column.name for column in profile.of_kind("temporal")}
    of_dates = [test for test in tests if len({*columns_of(test)} & dates) > 1]
    return bool(of_dates) or any({*columns_of(test)} - named - dates for test in tests)


def _is_kept_by(asked: Requirements, text: str, profile: DatasetProfile, aliases: Aliases) -> bool:
    """Whether fields keep rows by a column that no word names, which a description may have brought about: premium
    members have the plan PRM."""
    named = {match.column for match in link(text, profile, aliases) if not match.dominated}
    dates = {column.name for column in profile.of_kind("temporal")}
    return bool({item.column for item in asked.all(Filter)} - named - dates)


def _in_the_order_of_things(queries: tuple[Query, ...], profile: DatasetProfile) -> bool:
    """Whether rows are to have come after they began, of which none was planned: that is late of nothing."""
    for test in (test for query in queries for test in conjuncts(query.where)):
        match test:
            case Call(op=">" | ">=", args=(Column() as one, Column() as other)) if is_later(one, other, profile):
                return not is_intended(one.name)
    return False


def _between_dates(alone: Reading, profile: DatasetProfile) -> Any:
    """The one test of the rows described, where it holds a date against one by which that was to be."""
    queries = meant_queries(alone.requirements, profile)
    tests = [test for query in queries for test in conjuncts(query.where)]
    dates = {column.name for column in profile.of_kind("temporal")}
    match tests:
        case [Call(op=op, args=(Column(name=one), Column(name=other))) as test] if op in COMPARISONS:
            planned = {one, other} <= dates and is_intended(one) != is_intended(other)
            return test if planned and alone.confidence >= UNSURE else None
    return None


def _is_within(name: str, word: str) -> bool:
    """Whether a word is made of one of a column's name: unprofitable of profit."""
    return any(len(own) >= SHORTEST and own in word and lemma(word) != own for own in name_words(name))


def _against_none(alone: Reading, within: Sequence[str], profile: DatasetProfile) -> Any:
    """The one test of the rows described, where it holds the column of which the word is made against none of it:
    unprofitable orders have a profit below 0."""
    tests = [test for query in meant_queries(alone.requirements, profile) for test in conjuncts(query.where)]
    match tests:
        case [Call(op=op, args=(Column(name=name), Constant(value=0))) as test] if op in COMPARISONS and name in within:
            least = profile.by_name[name].minimum
            below = op == "=" and isinstance(least, int | float) and least < 0
            return None if alone.confidence < _HEARD else test.replaced(op="<") if below else test
    return None


def _counted(query: Query, unsaid: Set[str], within: Sequence[str]) -> Query:
    """The Query of all rows as to what describes them, which counts rows where it measures that and nothing else says
    so; what is missing was heard in that word."""
    tests = [test for test in conjuncts(query.where) if lacked(test) is None]
    kept = all_of([test for test in tests if not {*within} & {*columns_of(test)}])
    if not unsaid & {*columns_of((query.measures, query.then))}:
        return query.replaced(where=kept)
    return Query(where=kept, by=query.by, measures=(Named(name="count", expr=COUNT_ROWS),))


def _of_those(query: Query, test: Any) -> Query:
    """The Query of the rows that meet a test; the share that groups have of all rows as the share of such rows in each.
    """
    if query.then and query.counts_rows:
        return Query(where=query.where, by=query.by, measures=(share_of_rows(test),))
    return query.replaced(where=all_of([*conjuncts(query.where), test]))


def _has_role(word: str, names: set[str]) -> bool:
    """Whether a word says what one of the dates is of: how many were born each year."""
    return any(word in ROLE_WORDS.get(role_of(name), ()) for name in names)


def _read(asked: Requirements, queries: tuple[Query, ...]) -> set[str]:
    """The columns that a reading has to do with."""
    return {*columns_of(queries), *asked.named}
