"""Time ends: what is earliest or latest by its date, where a reading put something else in order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from autoviz.linking.links import STRONG, best_matches, link
from autoviz.linking.moments import NUMBER_WORDS
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import AnyOf, Filter
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.filters import condition_of
from autoviz.profile.date_roles import main_date
from autoviz.profile.meanings import MEASURED
from autoviz.query.language import Aggregate, Column, Named, Query, Sort, Window, columns_of, parts_of
from autoviz.query.output_names import name_of
from autoviz.registry.phrasings import phrasings

End = Literal["min", "max"]
_LAST_FEW = re.compile(
    rf"\b(?P<last>last|final)\s+(?:\d+|{'|'.join(NUMBER_WORDS)})\s+(?!(?:second|minute|hour|day|night|week|weekend|month"
    r"|quarter|season|year|decade)s?\b)[a-z]", re.IGNORECASE,
)  # fmt: skip
"""So many things at the end: the last 10 orders, but not the last 10 days."""


def at_ends_of_time(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that counts or ranks something else where the earliest or the latest is asked for, by the date."""
    at_end = _measured_at_end(question, reading, profile)
    if at_end is not None:
        return at_end
    end, said = _end(question), [word.lower for word in words(question)]
    choice = main_date(profile, said) if end else None
    queries = queries_of(reading.requirements, profile, suiting(profile)) if end else ()
    if end is not None and choice is None and (few := _LAST_FEW.search(question)) and _starts_at_the_top(queries):
        asked = reading.requirements
        return reading.replaced(requirements=asked.replaced(not_found=(*asked.not_found, few["last"])))
    if end is None or choice is None or len(queries) != 1 or _goes_by_time(queries[0], profile):
        return reading
    named = any(match.column == choice.column and match.score >= STRONG for match in link(question, profile))
    made = _by_date(queries[0], choice.column, end, profile, named or said[0] == "when")
    if made is None:
        return reading
    told = f"what is {'earliest' if end == 'min' else 'latest'} goes by {choice.column}."
    return reading.replaced(requirements=as_query(reading.requirements, made).assuming(told))


def _measured_at_end(question: str, reading: Reading, profile: DatasetProfile) -> Reading | None:
    """A reading of what a measure was at its first or last date, where that is said right before its name: the latest
    price by symbol is no highest one. None where it is not asked for, or read already."""
    asked = reading.requirements
    choice = main_date(profile, [word.lower for word in words(question)])
    wanted = _end_of_measure(question, profile) if choice else None
    rows = asked.query is not None and not asked.query.grouped
    if wanted is None or choice is None or asked.time is not None or not (rows or wanted[0] in asked.columns):
        return None
    if asked.query is not None and (_reads_dates(asked.query, profile) or asked.query.limit is not None):
        return None
    measured, dated = (Column(name=name) for name in (wanted[0], choice.column))
    measure = Aggregate(func="at min" if wanted[1] == "min" else "at max", args=(measured, dated))
    where = asked.query.where if asked.query else condition_of((*asked.all(Filter), *asked.all(AnyOf)), profile)
    within = [one.within for one in parts_of(Window, asked.query)]
    groups = columns_of((asked.query.by, *within)) if asked.query else asked.group_by
    keys = tuple(name for name in groups if name != wanted[0])
    made = Query(
        where=where,
        by=tuple(Named(name=name, expr=Column(name=name)) for name in keys or _things_apart(where, profile)),
        measures=(Named(name=name_of(measure), expr=measure),),
    )
    drawn = as_query(asked, made)
    return reading.replaced(requirements=drawn if made.by else drawn.replaced(outputs=("table",), constraints=()))


def _things_apart(where: Any, profile: DatasetProfile) -> tuple[str, ...]:
    """The columns that tell the things of a panel apart, where rows of more than one of them are taken."""
    things = profile.things
    if things is None or things.time is None or set(things.columns) & set(columns_of(where)):
        return ()
    return things.columns


def _end_of_measure(question: str, profile: DatasetProfile) -> tuple[str, End] | None:
    """The measure right behind a word for an end of time, and the end."""
    measured = {column.name for column in profile.columns if column.metric and column.meaning in MEASURED - {"age"}}
    for match in best_matches(link(question, profile)):
        before = " ".join(word.lower for word in words(question) if word.end <= match.start)
        for end, phrases in phrasings().ends_of_measures.items():
            said = any(f" {before}".endswith(f" {phrase}") for phrase in phrases)
            if said and match.column in measured and match.value is None and match.score >= STRONG:
                return match.column, end
    return None


def _end(question: str) -> End | None:
    """The end of time that a question speaks of; None where of none or of both."""
    said = f" {' '.join(word.lower for word in words(question))} "
    asked: list[End] = [end for end, phrases in phrasings().ends.items() if any(f" {one} " in said for one in phrases)]
    if _LAST_FEW.search(question) and "max" not in asked:
        asked.append("max")
    return asked[0] if len(asked) == 1 else None


def _starts_at_the_top(queries: Sequence[Query]) -> bool:
    """Whether the first rows are listed as they stand."""
    return any(query.limit is not None and not query.order and not query.grouped for query in queries)


def _goes_by_time(query: Query, profile: DatasetProfile) -> bool:
    """Whether a Query minds a date already: in its order, in what it measures, or in the rows that it takes."""
    return query.source is not None or bool(query.then) or _reads_dates(query, profile)


def _reads_dates(query: Query, profile: DatasetProfile) -> bool:
    dates = {column.name for column in profile.of_kind("temporal")}
    read = columns_of((query.where, query.order, tuple(parts_of(Aggregate, query)), tuple(parts_of(Window, query))))
    return not dates.isdisjoint(read)


def _by_date(query: Query, date: str, end: End, profile: DatasetProfile, wanted: bool) -> Query | None:
    """The first or the last date where rows are counted by dates, rows by their date where a few are listed."""
    keys = [profile.by_name.get(name) for name in columns_of(query.by)]
    counts = query.counts_rows
    if wanted and counts and keys and all(key is not None and key.kind == "temporal" for key in keys):
        measure = Aggregate(func=end, args=(Column(name=date),))
        return Query(where=query.where, measures=(Named(name=name_of(measure), expr=measure),))
    if query.grouped or query.limit is None:
        return None
    return query.replaced(order=(Sort(expr=Column(name=date), descending=end == "max"),))
