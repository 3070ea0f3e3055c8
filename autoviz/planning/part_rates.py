"""Part rates: what part one column is of another, where a question asks for its rate and no column tells that."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

from autoviz.drawing.titles import readable
from autoviz.linking.links import best_matches, link
from autoviz.linking.names import split_name
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.how_often import NAMED
from autoviz.planning.takings import average_words
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query, all_of, columns_of, conjuncts
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured

_RATE = ("rate", "rates")
_SUMMED = ("sum", "mean")
_MOST = frozenset({"max", "maximum", "possible", "full", "obtainable", "achievable"})
_PART_OF = re.compile(
    r"\b(?:how much|how many|what (?:part|share|portion|percentage|percent|proportion|fraction)) of\b", re.IGNORECASE
)
_PERCENT = re.compile(r"\b(?:percentages?|per ?cents?|pct)\b(?! of\b)|%(?! of\b)", re.IGNORECASE)
"""Asks for parts; the percentage of something is read elsewhere."""


def as_part_of_whole(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that adds up what a question asks the rate of, as its part of what it is counted among: the scrap rate
    is scrap per piece made. Of several such columns the nearest to it is taken, which is told."""
    reading = _no_more_than_whole(question, reading, profile)
    if _PERCENT.search(question) and average_words() & {word.lower for word in words(question)}:
        return _averaged(question, reading, profile)
    part = _rated(question, profile)
    whole = _whole(part, profile) if part is not None else None
    asked = reading.requirements
    queries = meant_queries(asked, profile) if whole is not None else ()
    if part is None or whole is None or len(queries) != 1 or not _is_plain(queries[0], part):
        return reading
    query = queries[0]
    of_part, of_whole = (Aggregate(func="sum", args=(Column(name=item.name),)) for item in (part, whole))
    share = Call(op="/", args=(Call(op="*", args=(Constant(value=100), of_part)), of_whole))
    given = [Call(op="not", args=(Call(op="is null", args=of_part.args),))] if part.missing else []
    where = all_of([*conjuncts(query.where), *given])  # pieces of which nobody counted the scrap say nothing of it
    made = Query(where=where, by=query.by, measures=(Named(name=name_of(share), expr=share),))
    told = f"The rate of {readable(part.name)} is its part of {readable(whole.name)}."
    return reading.replaced(requirements=as_query(asked, made).assuming(told), alternatives=())


def _no_more_than_whole(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of how much of something that divides the larger of two totals by the smaller, the other way round: of
    what was claimed no more can be paid than all."""
    if not _PART_OF.search(question):
        return reading

    def turned(item: Named) -> Named | None:
        match item.expr:
            case Call(op="/", args=(Call(op="*", args=(Constant() as hundred, over)), under)):
                larger, smaller = (_added_up(part, profile) for part in (over, under))
                if larger and smaller and _may_hold(larger, smaller):
                    share = Call(op="/", args=(Call(op="*", args=(hundred, under)), over))
                    return Named(name=name_of(share), expr=share)
        return None

    def asked(requirements: Requirements) -> Requirements:
        query = requirements.query
        return requirements if query is None else requirements.replaced(query=remeasured(query, turned))

    return reading.each(asked)


def _added_up(expr: Any, profile: DatasetProfile) -> ColumnProfile | None:
    match expr:
        case Aggregate(func="sum", args=(Column(name=name),), where=None):
            return profile.by_name.get(name)
    return None


def _averaged(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of an average, which the question wants in percent, as the average part that it is in each row of what
    is called alike (marks of max_marks), or of what is nearest to it where it is named itself (tip of total_bill)."""
    asked = reading.requirements
    queries = meant_queries(asked, profile)
    name = _single(queries[0]) if len(queries) == 1 else None
    if name is None or name not in profile.by_name or any(map(_is_in_percent, profile.columns)):
        return reading
    part = profile.by_name[name]
    larger = [column for column in profile.columns if column is not part and _may_hold(column, part)]
    alike = [column for column in larger if {*split_name(part.name)} < {*split_name(column.name)}]
    named = any(match.column == name and match.value is None for match in link(question, profile))
    whole = alike[0] if len(alike) == 1 else _nearest(part, larger, profile) if named else None
    if whole is None:
        return reading
    cell = Call(op="/", args=(Call(op="*", args=(Constant(value=100), Column(name=name))), Column(name=whole.name)))
    share = Aggregate(func="mean", args=(cell,))
    (query,), measure = queries, Named(name=name_of(share), expr=share)
    shared = bool(query.then)  # what part each group has of all is not meant
    made = Query(where=query.where, by=query.by, measures=(measure,)) if shared else _measuring(query, measure)
    told = f"The percentage of {readable(name)} is its part of {readable(whole.name)} in each row, averaged."
    return reading.replaced(requirements=as_query(asked, made).assuming(told), alternatives=())


def _measuring(query: Query, measure: Named) -> Query:
    """The Query with another measure in the place of its own."""
    return remeasured(query, lambda item: measure)


def with_most_told(reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of points that could be more in some rows than in others (marks of max_marks), which is told."""
    read = {*columns_of(meant_queries(reading.requirements, profile))}
    for part in (profile.by_name[name] for name in sorted(read & {*profile.by_name})):
        most = [column for column in profile.columns if column is not part and _is_most(column, part)]
        if len(most) == 1 and most[0].name not in read:
            told = f"{readable(part.name)} is as it stands: its most, {readable(most[0].name)}, differs between rows."
            return reading.replaced(requirements=reading.requirements.assuming(told))
    return reading


def _is_most(column: ColumnProfile, part: ColumnProfile) -> bool:
    """Whether a column tells by its name the most that another can be, and this is not the same in all rows."""
    said, own = {*split_name(column.name)}, {*split_name(part.name)}
    return own < said and said - own <= _MOST and (column.distinct or 0) > 1 and _may_hold(column, part)


def _is_in_percent(column: ColumnProfile) -> bool:
    return column.unit == "%" or bool(_PERCENT.search(" ".join(split_name(column.name))))


def _rated(question: str, profile: DatasetProfile) -> ColumnProfile | None:
    """The count right before the word rate; none where a column is called a rate."""
    said, matches = words(question), link(question, profile)
    for before, word in itertools.pairwise(said):
        if word.lower not in _RATE or any("rate" in split_name(match.column) for match in matches):
            continue
        near = [one for one in best_matches(matches) if one.value is None and one.start <= before.start < one.end]
        best = max(near, key=lambda one: one.score, default=None)
        column = profile.by_name[best.column] if best is not None and best.score >= NAMED else None
        if column is not None and column.metric and column.adds_up:
            return column
    return None


def _whole(part: ColumnProfile, profile: DatasetProfile) -> ColumnProfile | None:
    """The nearest column of the same sort that is larger, and adds up."""
    larger = [column for column in profile.columns if column is not part and _may_hold(column, part)]
    return _nearest(part, [column for column in larger if column.adds_up], profile)


def _nearest(
    part: ColumnProfile, larger: Sequence[ColumnProfile], profile: DatasetProfile
) -> ColumnProfile | None:
    place = profile.names.index(part.name)
    return min(larger, key=lambda column: abs(profile.names.index(column.name) - place), default=None)


def _may_hold(column: ColumnProfile, part: ColumnProfile) -> bool:
    alike = column.metric and (column.meaning, column.unit) == (part.meaning, part.unit)
    ends = (column.mean, part.mean, column.maximum, part.maximum)
    if not alike or not all(isinstance(end, int | float) for end in ends):
        return False
    return column.mean > part.mean and column.maximum >= part.maximum  # type: ignore[operator]


def _is_plain(query: Query, part: ColumnProfile) -> bool:
    """Whether it adds up or averages the part, in groups or all in all, and no more."""
    if query.source is not None or query.then or query.having is not None or query.kept is not None:
        return False
    return _single(query) == part.name


def _single(query: Query) -> str | None:
    """The one column that a Query adds up or averages."""
    match [item.expr for item in query.measures]:
        case [Aggregate(func=func, args=(Column(name=name),), where=None)] if func in _SUMMED:
            return name
    return None
