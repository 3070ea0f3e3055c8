"""Each period: groups of every year or month, where a question asks for them and a reading puts all time together."""

from __future__ import annotations

import re

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.links import link
from autoviz.linking.names import lemma
from autoviz.linking.text import words
from autoviz.model.labels import Grain
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements, Time
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.views import grained
from autoviz.profile.date_roles import main_date
from autoviz.query.language import Column, Named, Query, columns_of
from autoviz.query.output_names import fresh

_GRAINS: dict[str, Grain] = {"year": "year", "quarter": "quarter", "month": "month", "week": "week"}
_EACH = re.compile(rf"\b(?:(?:in|for|of) )?(?:each|every|by|per) (?P<unit>{'|'.join(_GRAINS)})\b", re.IGNORECASE)
_AVERAGED = re.compile(
    r"\b(?:average|avg|mean|typical\w*|usual\w*|often|times|rate|pay|paid|cost|price)\b", re.IGNORECASE
)
"""Beside these a period may be what something is held against, and makes no groups."""


def in_each_period(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of groups over all time as one of each period too; where only the first groups are wanted, which each
    period has its own of, it is told that the period plays no part."""
    hit = _EACH.search(question)
    called = {lemma(word) for name in profile.names for word in name_words(name)}
    if hit is None or _AVERAGED.search(question) or hit["unit"].lower() in called:
        return reading
    choice = main_date(profile, [word.lower for word in words(question)])
    taken = [match for match in link(question, profile) if match.kind != "type"]
    if choice is None or any(match.start < hit.end() and hit.start() < match.end for match in taken):
        return reading
    grain = _GRAINS[hit["unit"].lower()]
    return reading.each(lambda asked: _over(asked, choice.column, grain, hit[0], profile))


def _over(asked: Requirements, date: str, grain: Grain, phrase: str, profile: DatasetProfile) -> Requirements:
    queries = meant_queries(asked, profile)
    query = queries[0] if len(queries) == 1 else None
    dates = {column.name for column in profile.of_kind("temporal")}
    if query is None or asked.time is not None or _minds(query, dates):
        return asked
    first = query.source is not None or query.limit is not None or query.kept is not None
    if first or query.then or query.having is not None:
        return asked.replaced(unused=(*asked.unused, phrase))
    if not query.measures or not query.by:
        return asked
    return as_query(asked, _with_period(query, date, grain)) if asked.query else asked.replaced(
        time=Time(column=date, grain=grain)
    )


def _minds(query: Query, dates: set[str]) -> bool:
    """Whether anything but the rows that are taken goes by a date."""
    if dates & {*columns_of((query.by, query.measures, query.then, query.order))}:
        return True
    return isinstance(query.source, Query) and _minds(query.source, dates)


def _with_period(query: Query, date: str, grain: Grain) -> Query:
    name = fresh(date, {item.name for item in (*query.by, *query.measures)})
    period = Named(name=name, expr=grained(Column(name=date), grain))
    return query.replaced(by=(period, *query.by), order=())
