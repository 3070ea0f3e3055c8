"""Crossed periods: two parts of one date as two groups (by weekday and hour), where a reading has one time alone."""

from __future__ import annotations

import re

from autoviz.linking.moments import calendar_of, moments
from autoviz.linking.names import lemma, split_name
from autoviz.linking.stretches import DateRange
from autoviz.model.labels import Grain
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish, Filter, Time
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.two_periods import are_held
from autoviz.planning.views import grained
from autoviz.query.language import Call, Cases, Column, Constant, Named, Query, When, columns_of

_PART = r"hours?(?: of (?:the )?day)?|weekdays?|days? of (?:the )?week|months?(?: of (?:the )?year)?|years?"
_CROSSED = re.compile(
    rf"\b(?:by|per|for (?:each|every)|across|over) (?P<one>{_PART})(?:,? and (?:by |per )?| by | x | × )"
    rf"(?P<other>{_PART})\b", re.IGNORECASE,
)  # fmt: skip
_GRAINS: dict[str, Grain] = {"hour": "hour_of_day", "week": "weekday", "month": "month_of_year", "year": "year"}
"""The word that tells each part, and its grain."""


_MONTHLY = re.compile(r"\b(?:monthly|month by month|(?:by|per|each|every) month)\b", re.IGNORECASE)


def months_of_two_years(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading over the months of two years that its question names, side by side: as one course they
    are not held against each other, and added up even less."""
    found = moments(question, calendar_of(profile, question))
    named = [one.value for one in found]
    years = {one.first[:4] for one in named if isinstance(one, DateRange) and one.grain == "year"}
    if len(found) != 2 or not are_held(question, *found):
        return reading
    dates = _date(reading, profile) or _kept_by(reading, profile)
    if _MONTHLY.search(question) is None or len(years) != 2 or dates is None:
        return reading
    asked = reading.requirements
    plain = asked.replaced(time=Time(column=dates, grain="month")) if asked.query is None else asked
    said = meant_queries(plain, profile)
    if len(said) != 1 or said[0].source is not None or not said[0].measures:
        return reading
    if any(dates not in columns_of(item.expr) for item in said[0].by):
        return reading
    year = Call(op="date part", args=(Constant(value="year"), Column(name=dates)))
    tests = {one: Call(op="=", args=(year, Constant(value=int(one)))) for one in sorted(years)}
    whens = [When(condition=test, value=Constant(value=one)) for one, test in tests.items()]
    keys = (
        Named(name=f"month_of_{dates}", expr=grained(Column(name=dates), "month_of_year")),
        Named(name=f"year of {dates}", expr=Cases(whens=tuple(whens))),
    )
    crossed = said[0].replaced(by=keys, order=(), limit=None)
    return reading.replaced(requirements=as_query(asked, crossed).drawn_as("bar", "grouped"), alternatives=())


def _kept_by(reading: Reading, profile: DatasetProfile) -> str | None:
    """The one column of dates by which rows are kept."""
    asked = reading.requirements
    read = {item.column for item in asked.all(Filter)} if asked.query is None else set(columns_of(asked.query.where))
    found = [name for name in read if name in profile.by_name and profile.by_name[name].kind == "temporal"]
    return found[0] if len(found) == 1 else None


def by_both_periods(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading over one part of a date, over both parts that its question names side by side."""
    grains, dates = _crossed(question, profile), _date(reading, profile)
    if grains is None or dates is None:
        return reading
    asked = reading.requirements
    if set(grains) == {"year", "month_of_year"}:  # the months of several years run on
        monthly = asked.replaced(time=Time(column=dates, grain="month")) if asked.query is None else asked
        return reading.replaced(requirements=monthly)
    plain = asked.replaced(time=Time(column=dates, grain=grains[0])) if asked.query is None else asked
    said = meant_queries(plain, profile)
    if len(said) != 1 or said[0].source is not None or not said[0].measures:
        return reading
    crossed = as_query(asked, _over_both(said[0], dates, grains))
    wish = asked.constraint(ChartWish)
    shown = crossed if wish is not None and wish.mark else crossed.drawn_as("heatmap")
    return reading.replaced(requirements=shown, alternatives=())


def _crossed(question: str, profile: DatasetProfile) -> tuple[Grain, Grain] | None:
    """The two parts that a question names side by side, unless a column is called by one of them."""
    hit = _CROSSED.search(question)
    parts = hit.group("one", "other") if hit else ()
    called = {lemma(word) for name in profile.names for word in split_name(name)}
    if called & {lemma(word) for part in parts for word in part.lower().split()}:
        return None
    found = [grain for part in parts for word, grain in _GRAINS.items() if word in _core(part)]
    return (found[0], found[1]) if len(found) == len(set(found)) == 2 else None


def _core(part: str) -> str:
    """The word that counts: an hour of the day is an hour, and a day of the week is of the week."""
    first, _, last = part.lower().partition(" of ")
    return last if first.startswith("day") else first


def _date(reading: Reading, profile: DatasetProfile) -> str | None:
    """The one column of dates that the reading runs along."""
    asked = reading.requirements
    read = {asked.time.column} if asked.time else set(columns_of(asked.query.by)) if asked.query is not None else set()
    found = [name for name in read if name in profile.by_name and profile.by_name[name].kind == "temporal"]
    return found[0] if len(found) == 1 else None


def _over_both(query: Query, dates: str, grains: tuple[Grain, Grain]) -> Query:
    others = tuple(item for item in query.by if dates not in columns_of(item.expr))
    named = [(f"{grain.partition('_')[0]}_of_{dates}", grained(Column(name=dates), grain)) for grain in grains]
    keys = tuple(Named(name=name, expr=expr) for name, expr in named)
    return Query(where=query.where, by=(*keys, *others), measures=query.measures, having=query.having)
