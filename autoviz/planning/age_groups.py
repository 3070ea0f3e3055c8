"""Age groups: children, adults and seniors are those of an age where a table tells ages, which is told; nothing else of
it knows them."""

from __future__ import annotations

from typing import Any

from autoviz.linking.lexicon import counting_words
from autoviz.linking.links import link
from autoviz.linking.names import lemma, split_name
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.text import Word, words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.ages import NAMED
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.rates import share_of_rows
from autoviz.planning.shares_within import SHARE
from autoviz.query.language import (
    COUNT_ROWS,
    Call,
    Cases,
    Column,
    Constant,
    Named,
    Query,
    all_of,
    columns_of,
    parts_of,
)

_UNDER_AGE, _OF_AGE, _OLD = ("under 18", 0, 18), ("18 or older", 18, None), ("65 or older", 65, None)
_GROUPS: dict[str, tuple[str, int, int | None]] = {
    **dict.fromkeys(("children", "kids", "minors"), _UNDER_AGE),
    **dict.fromkeys(("teenagers", "teens"), ("13 to 19", 13, 20)),
    "adults": _OF_AGE,
    **dict.fromkeys(("seniors", "pensioners"), _OLD),
}
"""What people are called by their age: how that is told, the age from which on, and that before which they are so.
Others set other bounds, so that these are told."""
_HAD = frozenset({"with", "have", "has", "had", "having", "without", "no", "their", "and", "or"})
"""Before such a word these make it what people have, or one of several groups."""
_SPLIT = frozenset({"", "by", "per", "in", "among", "for", "each"})
"""Behind what there is a share of among all: the share of children by class."""
_OLDEST = 125


def of_age_group(reading: Reading, profile: DatasetProfile, question: str) -> Reading:
    """A reading of all rows as one of those whose age the question says by what it calls them."""
    word = _said(question, profile)
    ages = [column.name for column in profile.columns if column.meaning == "age" and _in_years(column.maximum)]
    asked = reading.requirements
    queries = meant_queries(asked, profile) if word is not None and len(ages) == 1 else ()
    if word is None or len(queries) != 1 or isinstance(queries[0].source, Query):
        return reading
    (query,), (age,) = queries, ages
    if age in columns_of((query.where, query.by, query.having)) or _bounds_itself(query, age, question):
        return reading
    told, least, end = _GROUPS[word.lower]
    tests = [Call(op=">=", args=(Column(name=age), Constant(value=least)))] if least else []
    tests += [Call(op="<", args=(Column(name=age), Constant(value=end)))] if end is not None else []
    if SHARE.search(question[: word.start]) and _after(question, word) in _SPLIT:
        kept = Query(where=query.where, by=query.by, measures=(share_of_rows(all_of(tests)),))
    else:
        kept = _counted(question, word, query, profile).narrowed(all_of(tests))
    rest = asked.replaced(not_found=_others(asked.not_found, word), unused=_others(asked.unused, word))
    made = as_query(rest, kept).assuming(f"{word.lower} are those with {age} {told}.")
    return reading.replaced(requirements=made, alternatives=())


def _bounds_itself(query: Query, age: str, question: str) -> bool:
    """Whether cases of the age are told apart by a number that the question writes: what share is 60 or more."""
    cases = [case for case in parts_of(Cases, query.measures) if age in columns_of(case)]
    bounds = {bound.value for bound in parts_of(Constant, tuple(cases))}
    return any(number.value in bounds for number in number_candidates(question))


def _said(question: str, profile: DatasetProfile) -> Word | None:
    """The one word of a question for people of an age, which names nothing in the table nor what people have."""
    said = words(question)
    found = [at for at, word in enumerate(said) if word.lower in _GROUPS]
    if len(found) != 1:
        return None
    (at,) = found
    word = said[at]
    alike = {lemma(other) for other, group in _GROUPS.items() if group == _GROUPS[word.lower]}
    called = {lemma(part) for column in profile.columns for part in split_name(column.name)}
    taken = bool(alike & called) or any(  # a column kids counts the children that they have
        match.score >= NAMED and match.start < word.end and word.start < match.end for match in link(question, profile)
    )
    before = said[at - 1].lower if at else ""
    return None if taken or before in _HAD or _after(question, word) in ("and", "or") else word


def _after(question: str, word: Word) -> str:
    """The word right behind a word; nothing where it is the last."""
    return next((one.lower for one in words(question) if one.start >= word.end), "")


def _in_years(most: Any) -> bool:
    return isinstance(most, int | float) and most <= _OLDEST


def _counted(question: str, word: Word, query: Query, profile: DatasetProfile) -> Query:
    """The Query as one that counts rows, where these people are counted and it measures what no word names."""
    before = {one.lower for one in words(question[: word.start])[-2:]}
    named = {match.column for match in link(question, profile)}
    measured = {*columns_of(query.measures)} & {*profile.by_name}
    if not before & counting_words() or not measured or measured & named:
        return query
    return query.replaced(measures=(Named(name="count", expr=COUNT_ROWS),), order=(), limit=None)


def _others(phrases: tuple[str, ...], word: Word) -> tuple[str, ...]:
    return tuple(phrase for phrase in phrases if phrase.casefold() != word.lower)
