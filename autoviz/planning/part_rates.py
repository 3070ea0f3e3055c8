"""Part rates: what part one column is of another, where a question asks for its rate and no column tells that."""

from __future__ import annotations

import itertools

from autoviz.drawing.titles import readable
from autoviz.linking.links import best_matches, link
from autoviz.linking.names import split_name
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.how_often import NAMED
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query, all_of, conjuncts
from autoviz.query.output_names import name_of

_RATE = ("rate", "rates")
_SUMMED = ("sum", "mean")


def as_part_of_whole(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that adds up what a question asks the rate of, as its part of what it is counted among: the scrap rate
    is scrap per piece made. Of several such columns the nearest to it is taken, which is told."""
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
    """The nearest column of the same sort that is larger."""
    place = profile.names.index(part.name)
    larger = [column for column in profile.columns if column is not part and _may_hold(column, part)]
    return min(larger, key=lambda column: abs(profile.names.index(column.name) - place), default=None)


def _may_hold(column: ColumnProfile, part: ColumnProfile) -> bool:
    alike = column.metric and column.adds_up and (column.meaning, column.unit) == (part.meaning, part.unit)
    ends = (column.mean, part.mean, column.maximum, part.maximum)
    if not alike or not all(isinstance(end, int | float) for end in ends):
        return False
    return column.mean > part.mean and column.maximum >= part.maximum  # type: ignore[operator]


def _is_plain(query: Query, part: ColumnProfile) -> bool:
    """Whether it adds up or averages the part, in groups or all in all, and no more."""
    if query.source is not None or query.then or query.having is not None or query.kept is not None:
        return False
    match [item.expr for item in query.measures]:
        case [Aggregate(func=func, args=(Column(name=name),), where=None)]:
            return func in _SUMMED and name == part.name
    return False
