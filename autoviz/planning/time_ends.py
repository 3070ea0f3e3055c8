"""Time ends: what is earliest or latest by its date, where a reading put something else in order."""

from __future__ import annotations

from typing import Literal

from autoviz.linking.links import STRONG, link
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.profile.date_roles import main_date
from autoviz.query.language import COUNT_ROWS, Aggregate, Column, Named, Query, Sort, columns_of, parts_of
from autoviz.query.output_names import name_of
from autoviz.registry.phrasings import phrasings

End = Literal["min", "max"]


def at_ends_of_time(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that counts or ranks something else where the earliest or the latest is asked for, by the date."""
    end, said = _end(question), [word.lower for word in words(question)]
    choice = main_date(profile, said) if end else None
    queries = queries_of(reading.requirements, profile, suiting(profile)) if choice else ()
    if end is None or choice is None or len(queries) != 1 or _goes_by_time(queries[0], profile):
        return reading
    named = any(match.column == choice.column and match.score >= STRONG for match in link(question, profile))
    made = _by_date(queries[0], choice.column, end, profile, named or said[0] == "when")
    if made is None:
        return reading
    told = f"what is {'earliest' if end == 'min' else 'latest'} goes by {choice.column}."
    return reading.replaced(requirements=as_query(reading.requirements, made).assuming(told))


def _end(question: str) -> End | None:
    """The end of time that a question speaks of; None where of none or of both."""
    said = f" {' '.join(word.lower for word in words(question))} "
    asked: list[End] = [end for end, phrases in phrasings().ends.items() if any(f" {one} " in said for one in phrases)]
    return asked[0] if len(asked) == 1 else None


def _goes_by_time(query: Query, profile: DatasetProfile) -> bool:
    """Whether a Query minds a date already: in its order, in what it measures, or in the rows that it takes."""
    dates = {column.name for column in profile.of_kind("temporal")}
    read = columns_of((query.where, query.order, tuple(parts_of(Aggregate, query))))
    return query.source is not None or bool(query.then) or not dates.isdisjoint(read)


def _by_date(query: Query, date: str, end: End, profile: DatasetProfile, wanted: bool) -> Query | None:
    """The first or the last date where rows are counted by dates, rows by their date where a few are listed."""
    keys = [profile.by_name.get(name) for name in columns_of(query.by)]
    counts = [item.expr for item in query.measures] == [COUNT_ROWS]
    if wanted and counts and keys and all(key is not None and key.kind == "temporal" for key in keys):
        measure = Aggregate(func=end, args=(Column(name=date),))
        return Query(where=query.where, measures=(Named(name=name_of(measure), expr=measure),))
    if query.grouped or query.limit is None:
        return None
    return query.replaced(order=(Sort(expr=Column(name=date), descending=end == "max"),))
