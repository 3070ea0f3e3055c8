"""Best periods: the worst month for accidents is the month that had the most of them, not the day of one row."""

from __future__ import annotations

import re
from typing import Any

from autoviz.linking.form_reading import is_superlative
from autoviz.linking.links import STRONG, link
from autoviz.linking.names import positive
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import DAYS, default_aggregate, meant_queries
from autoviz.planning.extreme_moments import OF_HEIGHT, OF_SIZE
from autoviz.profile.date_roles import main_date
from autoviz.query.language import (
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Constant,
    Expr,
    Limit,
    Named,
    Query,
    Sort,
)
from autoviz.query.output_names import name_of
from autoviz.registry.wording import wording
from autoviz.registry.words import english

_PERIOD = re.compile(r"\b(?P<end>\w+) (?P<unit>day|week|month|quarter|year)\b", re.IGNORECASE)


def in_best_period(question: str, reading: Reading, earned: str | None, profile: DatasetProfile) -> Reading:
    """A reading that takes one row for the best or worst period, as the period of all of its rows.

    What nobody names is best where most came in: the money that the rows earned, or their number.
    """
    hit = next((one for one in _PERIOD.finditer(question) if is_superlative(one["end"].lower())), None)
    choice = main_date(profile, question.split()) if hit else None
    asked = reading.requirements
    queries = meant_queries(asked, profile) if choice else ()
    if hit is None or choice is None or len(queries) != 1 or not _takes_one_row(queries[0]):
        return reading
    unit = hit["unit"].lower()
    if _has_one_row_each(choice.column, unit, profile) or not _tells(choice.column, unit, profile):
        return reading
    query, named = queries[0], _named(question, profile)
    ranked = [item.expr.name for item in query.order if isinstance(item.expr, Column)]
    degrees = english().attributes.keys() - OF_SIZE - OF_HEIGHT  # the hottest day has its measure
    of_its_own = bool(positive(hit["end"].lower()) & degrees)
    own = ranked[0] if ranked and (ranked[0] in named or of_its_own) else None
    measure = _measure(own or earned, profile)
    down = query.order[0].descending if own else hit["end"].lower() not in wording().forms.down
    when = Call(op="period", args=(Constant(value=unit), Column(name=choice.column)))
    taken = Named(name=name_of(measure), expr=measure)
    made = Query(
        where=query.where, by=(Named(name=name_of(when), expr=when),), measures=(taken,),
        order=(Sort(expr=Column(name=taken.name), descending=down),), limit=Limit(n=1),
    )  # fmt: skip
    return reading.replaced(requirements=as_query(asked, made).replaced(outputs=("chart",)), alternatives=())


def _has_one_row_each(date: str, unit: str, profile: DatasetProfile) -> bool:
    """Whether a period has no more than one row: the hottest of days that have one each is that row."""
    column = profile.by_name[date]
    spacing = column.span.spacing_days if column.span is not None else None
    return (column.distinct or 0) >= profile.rows and spacing is not None and spacing >= DAYS[unit]


def _tells(date: str, unit: str, profile: DatasetProfile) -> bool:
    """Whether a date tells such periods: years in numbers tell no days."""
    return unit == "year" or not isinstance(profile.by_name[date].minimum, int)


def _takes_one_row(query: Query) -> bool:
    """Whether a Query is the first of single rows in some order."""
    return not (query.by or query.measures or query.source) and bool(query.order) and query.limit == Limit(n=1)


def _named(question: str, profile: DatasetProfile) -> set[str]:
    """The metrics that the question names."""
    matches = [match for match in link(question, profile) if match.value is None and match.score >= STRONG]
    return {match.column for match in matches if profile.by_name[match.column].metric}


def _measure(name: str | None, profile: DatasetProfile) -> Expr:
    if name is None:
        return COUNT_ROWS
    func: Any = default_aggregate(profile.by_name[name])
    return Aggregate(func=func, args=(Column(name=name),))

