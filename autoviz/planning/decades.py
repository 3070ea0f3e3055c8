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
from autoviz.query.rewriting import in_tens, rekeyed, tens_of

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
    if len(queries) != 1 or queries[0].source is not None:
        return reading
    query, assumed = settled_query(rekeyed(queries[0], lambda item: _decade(item, profile)), profile)
    if query == queries[0]:
        return reading
    told = asked.replaced(outputs=("chart", "table")) if asked.analysis == ("summary",) else asked
    return reading.replaced(requirements=as_query(told, query).assuming(*assumed))


def _decade(item: Named, profile: DatasetProfile) -> Named | None:
    """The decade of a key that is the year of a date, such as 1990; years in numbers are years already, and one that is
    told in tens has only to be called by it."""
    year: Any = None
    match item.expr:
        case Call(op="period" | "date part", args=(Constant(value="year" | "auto"), Column() as dates)):
            column = profile.by_name.get(dates.name)
            numbers = column is not None and isinstance(column.minimum, int | float)
            year = dates if numbers else Call(op="date part", args=(Constant(value="year"), dates))
    if year is not None:
        return Named(name=NAME, expr=in_tens(year))
    return item.replaced(name=NAME) if _is_year(tens_of(item.expr), profile) else None


def _is_year(value: Any, profile: DatasetProfile) -> bool:
    match value:
        case Column(name=name):
            return name in profile.by_name and profile.by_name[name].meaning == "year"
        case Call(op="date part", args=(Constant(value="year"), _)):
            return True
    return False
