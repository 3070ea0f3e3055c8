"""Decades: years put together by tens where a question asks for decades, for which time axes have no grain."""

from __future__ import annotations

from typing import Any

from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import settled_query, suiting
from autoviz.planning.filters import condition_of
from autoviz.query.language import COUNT_ROWS, Call, Column, Constant, Named, Query
from autoviz.query.rewriting import outer_parts

NAME = "decade"
COUNTED = Named(name="count", expr=COUNT_ROWS)


def by_decades(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading by years as one by decades, where these are asked for; as it is where it has no years.

    One that only looks around, though the table has years, is of how many rows there are of each decade.
    """
    if not {"decade", "decades"} & {word.lower for word in words(question)}:
        return reading
    asked = reading.requirements
    queries = queries_of(asked, profile, suiting(profile))
    dates = profile.of_kind("temporal")
    if not queries and asked.analysis == ("summary",) and not asked.metrics and dates:
        year = Call(op="period", args=(Constant(value="year"), Column(name=dates[0].name)))
        rows = condition_of(asked.all(Filter), profile)
        queries = (Query(where=rows, by=(Named(name=NAME, expr=year),), measures=(COUNTED,)),)
    if len(queries) != 1 or queries[0].source is not None or any(map(_read_later, queries)):
        return reading
    query, assumed = settled_query(_in_tens(queries[0], profile), profile)
    if query == queries[0]:
        return reading
    told = asked.replaced(outputs=("chart", "table")) if asked.analysis == ("summary",) else asked
    return reading.replaced(requirements=as_query(told, query).assuming(*assumed))


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
