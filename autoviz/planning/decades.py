"""Decades: years put together by tens where a question asks for decades, for which time axes have no grain."""

from __future__ import annotations

from typing import Any

from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import settled_query, suiting
from autoviz.query.language import Call, Column, Constant, Named, Query
from autoviz.query.rewriting import outer_parts

NAME = "decade"


def by_decades(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading by years as one by decades, where these are asked for; as it is where it has no years."""
    if not {"decade", "decades"} & {word.lower for word in words(question)}:
        return reading
    queries = queries_of(reading.requirements, profile, suiting(profile))
    if len(queries) != 1 or queries[0].source is not None or any(map(_read_later, queries)):
        return reading
    query, assumed = settled_query(_in_tens(queries[0], profile), profile)
    if query == queries[0]:
        return reading
    return reading.replaced(requirements=as_query(reading.requirements, query).assuming(*assumed))


def _read_later(query: Query) -> bool:
    """Whether something that comes later reads a key by its name, which is another one for decades."""
    read = {column.name for column in outer_parts(Column, query.then)}
    return bool(outer_parts(Column, query.order)) or any(item.name in read for item in query.by)


def _in_tens(query: Query, profile: DatasetProfile) -> Query:
    return query.replaced(by=tuple(_decade(item, profile) or item for item in query.by))


def _decade(item: Named, profile: DatasetProfile) -> Named | None:
    """The decade of a key that is the year of a date, such as 1990; years in numbers are years already."""
    year: Any
    match item.expr:
        case Call(op="period" | "date part", args=(Constant(value="year" | "auto"), Column() as dates)):
            column = profile.by_name.get(dates.name)
            numbers = column is not None and isinstance(column.minimum, int | float)
            year = dates if numbers else Call(op="date part", args=(Constant(value="year"), dates))
        case _:
            return None
    tens = Call(op="//", args=(year, Constant(value=10)))
    return Named(name=NAME, expr=Call(op="*", args=(tens, Constant(value=10))))
