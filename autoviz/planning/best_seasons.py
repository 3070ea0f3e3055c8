"""Best seasons: the coldest winter is the winter that was the coldest by all of its days, not the coldest day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from autoviz.linking.form_reading import is_superlative
from autoviz.linking.moments import SEASONS
from autoviz.linking.stretches import DateRange
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import default_aggregate, meant_queries
from autoviz.planning.filters import during
from autoviz.profile.date_roles import main_date
from autoviz.query.language import (
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Limit,
    Named,
    Query,
    Sort,
    When,
    all_of,
    conjuncts,
)
from autoviz.query.output_names import name_of

_NAMES = "|".join(SEASONS)
_OTHER = r"(?!\s+(?:hour|day|night|week|month|quarter)s?\b)"
_SEASON = re.compile(rf"\b(?P<before>\w+) (?P<season>{_NAMES})\b{_OTHER}", re.IGNORECASE)
"""The coldest winter, or which winter was the coldest; the coldest winter day is a day."""


def in_best_season(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that takes one row for the season at one end of a measure, as the season by all of its rows; of seasons
    that the data cover from the first to the last day."""
    season = _season(question)
    choice = main_date(profile, question.split()) if season else None
    queries = meant_queries(reading.requirements, profile) if choice else ()
    if season is None or choice is None or len(queries) != 1:
        return reading
    query = queries[0]
    match query:
        case Query(order=(Sort(expr=Column(name=name)) as order,), by=(), measures=(), source=None) if (
            query.limit == Limit(n=1) and name in profile.by_name and profile.by_name[name].metric
        ):
            made = _by_season(query, order, season, choice.column, profile)
        case _:
            made = None
    if made is None:
        return reading
    asked = as_query(reading.requirements, made).replaced(outputs=("chart",))
    told = f"{season} is the months {', '.join(map(str, SEASONS[season]))}."
    return reading.replaced(requirements=asked.assuming(told), alternatives=())


def _season(question: str) -> str | None:
    """The season of which a question asks for the one at an end."""
    ends = any(is_superlative(word.lower) for word in words(question))
    for hit in _SEASON.finditer(question):
        before = hit["before"].lower()
        if is_superlative(before) or (ends and before in ("which", "what")):
            return hit["season"].lower()
    return None


def _by_season(query: Query, order: Sort, season: str, time: str, profile: DatasetProfile) -> Query | None:
    """What rows are put in order by, of each whole season, the first of them first."""
    assert isinstance(order.expr, Column)
    spans = dict(_spans(season, time, profile))
    if len(spans) < 2:
        return None
    func: Any = default_aggregate(profile.by_name[order.expr.name])
    measure = Aggregate(func=func, args=(order.expr,))
    tests = {name: during(time, span, profile) for name, span in spans.items()}
    whens = tuple(When(condition=test, value=Constant(value=name)) for name, test in tests.items())
    either = Call(op="or", args=tuple(tests.values()))
    return Query(
        where=all_of([*conjuncts(query.where), either]), by=(Named(name=season, expr=Cases(whens=whens)),),
        measures=(Named(name=name_of(measure), expr=measure),),
        order=(Sort(expr=Column(name=name_of(measure)), descending=order.descending),), limit=query.limit,
    )  # fmt: skip


def _spans(season: str, time: str, profile: DatasetProfile) -> Iterator[tuple[str, DateRange]]:
    """The seasons that the dates of a column cover as a whole, under their names."""
    span = profile.by_name[time].span
    if span is None:
        return
    first, last = (date.fromisoformat(day[:10]) for day in (span.first, span.last))
    months = SEASONS[season]
    for year in range(first.year, last.year + 1):
        ends_in = year + (months[0] > months[-1])
        start = date(year, months[0], 1)
        end = date(ends_in, months[-1] + 1, 1) - timedelta(days=1)
        if first <= start and end <= last:
            name = f"{season} {year}" if ends_in == year else f"{season} {year}/{ends_in % 100:02}"
            yield name, DateRange(f"{start}", f"{end}", "day")
