"""Newcomers: new customers per month are those whose first row lies in it, and not all rows of the month."""

from __future__ import annotations

import re

from autoviz.frames.dates import TYPED
from autoviz.linking.links import link
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.views import COUNTED
from autoviz.profile.date_roles import main_date
from autoviz.query.language import (
    COUNT_ROWS,
    Aggregate,
    Column,
    Named,
    Query,
    all_of,
    columns_of,
    conjuncts,
    given,
)
from autoviz.query.rewriting import rewritten

_NEW = re.compile(r"\b(?:new|first[- ]time)\s+(?=[a-z]+s\b)", re.IGNORECASE)
FIRST = "first"
NAMED = 0.5
"""From this score on a word names a thing: guests of Guest Name."""


def newcomers(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that counts all rows, or all things, of a period where the new ones are asked for: each thing is
    counted once, where it first came."""
    hit = _NEW.search(question)
    thing = _thing(question, hit.end(), profile) if hit else None
    choice = main_date(profile, question.casefold().split()) if thing else None
    if thing is None or choice is None:
        return reading
    return reading.replaced(requirements=_counted(reading.requirements, thing, choice.column, profile), alternatives=())


def _thing(question: str, start: int, profile: DatasetProfile) -> str | None:
    """The column of what comes in several rows that the word behind new names."""
    matches = [match for match in link(question, profile) if match.start == start and match.value is None]
    best = max(matches, key=lambda match: match.score, default=None)
    if best is None or best.score < NAMED or profile.tells_apart(best.column):
        return None
    column = profile.by_name[best.column]
    return best.column if not column.metric and column.kind not in ("temporal", "boolean") else None


def _counted(asked: Requirements, thing: str, date: str, profile: DatasetProfile) -> Requirements:
    queries = meant_queries(asked, profile)
    query = queries[0] if len(queries) == 1 and queries[0].source is None else None
    if query is None or [_counts(item, thing) for item in query.measures] != [True]:
        return asked
    dates = {name for name in columns_of((query.by, query.where)) if profile.by_name[name].kind == "temporal"}
    if len(dates) > 1 or any(not {*columns_of(item.expr)} <= dates for item in query.by):
        return asked  # by what else new ones are told apart, their first rows alone know

    def first(part: object) -> Column | None:
        return Column(name=FIRST) if isinstance(part, Column) and part.name in dates else None

    date = next((name for item in query.by for name in columns_of(item.expr)), date)
    kept = [test for test in conjuncts(query.where) if not dates & {*columns_of(test)}]
    bounds = [rewritten(test, first) for test in conjuncts(query.where) if dates & {*columns_of(test)}]
    written = profile.by_name[date].dates
    if bounds and written is not None and written.format != TYPED:
        return asked.replaced(not_found=(*asked.not_found, "new"))  # text that is the first is no date yet
    known = [given(Column(name=date))] if profile.by_name[date].missing else []
    source = Query(
        where=all_of([*kept, *known]), by=(Named(name=thing, expr=Column(name=thing)),),
        measures=(Named(name=FIRST, expr=Aggregate(func="min", args=(Column(name=date),))),),
    )  # fmt: skip
    by = tuple(item.replaced(expr=rewritten(item.expr, first)) for item in query.by)
    made = Query(source=source, where=all_of(bounds), by=by, measures=(COUNTED,))
    return as_query(asked, made).assuming(f"each {thing} is new at its first {date}.")


def _counts(item: Named, thing: str) -> bool:
    """Whether rows are counted, or the things."""
    return item.expr in (COUNT_ROWS, Aggregate(func="distinct", args=(Column(name=thing),)))
