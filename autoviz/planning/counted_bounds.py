"""Counted bounds: so many of something are those of the column that counts them: 50 ratings are no rating of 50."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice, takewhile
from typing import Any, NamedTuple

from autoviz.linking.lexicon import function_words
from autoviz.linking.names import lemma, split_name
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.query.language import COMPARISONS, Call, Column, Constant, Query
from autoviz.query.rewriting import rewritten

_LONGEST = 3
"""Words of a name for what is counted."""


class _Number(NamedTuple):
    """A number of something, and the plural behind it."""

    value: float
    of: str


def on_counts(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that bounds a column by a number of what it is called by, where another column counts that, as one
    that bounds the count."""
    counted = _counted(question)
    return reading.each(partial(_bounding_counts, counted=counted, profile=profile)) if counted else reading


def count_bounded(question: str, name: str, number: Any, profile: DatasetProfile) -> str:
    """The column that counts what a question says so many of, where that is what a column is called by; else the
    column itself."""
    return _instead(name, number, _counted(question), profile)


def _counted(question: str) -> list[_Number]:
    """The numbers of a question with the plural that they are of: 50 ratings, 50 review scores."""
    found = []
    for number in number_candidates(question):
        behind = question[number.end :].split(",", maxsplit=1)[0]
        named = takewhile(lambda word: word not in function_words(), (word.lower for word in words(behind)))
        plural = next((word for word in islice(named, _LONGEST) if lemma(word) != word), None)
        if plural:
            found.append(_Number(number.value, plural))
    return found


def _instead(name: str, value: Any, counted: Sequence[_Number], profile: DatasetProfile) -> str:
    column = profile.by_name.get(name)
    said = [one for one in counted if value == one.value]
    if column is None or not column.metric or isinstance(value, bool) or not said:
        return name
    own = split_name(name)
    if not any(lemma(one.of) in map(lemma, own) and one.of not in own for one in said):
        return name
    counts = [other.name for other in profile.columns if _counts(other, column)]
    return counts[0] if len(counts) == 1 else name


def _counts(column: ColumnProfile, called: ColumnProfile) -> bool:
    """Whether a column is one of counts, and its name all of another one's name and more."""
    own, other = ({lemma(word) for word in split_name(item.name)} for item in (column, called))
    return column.meaning == "count" and other < own


def _bounding_counts(asked: Requirements, counted: Sequence[_Number], profile: DatasetProfile) -> Requirements:
    def bounding(part: Any) -> Any:
        match part:
            case Call(op=op, args=(Column(name=name), Constant(value=value) as bound)) if op in COMPARISONS:
                instead = _instead(name, value, counted, profile)
                return part.replaced(args=(Column(name=instead), bound)) if instead != name else None
        return None

    def within(query: Query) -> Query:
        if isinstance(query.source, Query):
            return query.replaced(source=within(query.source))
        return query if query.source is not None else query.replaced(where=rewritten(query.where, bounding))

    def stated(item: Any) -> Any:
        if not isinstance(item, Filter):
            return item
        return item.replaced(column=_instead(item.column, item.value, counted, profile))

    asked = asked.replaced(constraints=tuple(map(stated, asked.constraints)))
    return asked if asked.query is None else asked.replaced(query=within(asked.query))
