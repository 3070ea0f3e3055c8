"""So often: things that came a number of times, counted or listed by their rows, where a question says how often.

As dates, the number is linked, not learned: whoever reads the rest of the question says only which things are meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from autoviz.linking.joints import COUNTING
from autoviz.linking.links import Aliases, link
from autoviz.linking.occurrences import Occurrence, occurrence, so_many
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.parent_things import parent_of
from autoviz.query.language import (
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Constant,
    Named,
    Query,
    Sort,
    all_of,
    conjuncts,
    parts_of,
)
from autoviz.query.output_names import name_of
from autoviz.writings.unit_words import unit_named

NAMED = 0.6
"""From this score on words name the things that came."""
COUNT = Named(name="count", expr=COUNT_ROWS)


@dataclass(frozen=True)
class SoOften:
    """How often something came, the column of the things, and the question without that."""

    rest: str
    often: Occurrence
    thing: str
    count: Named = COUNT
    """What is counted of each thing: its rows, or what several rows belong to where the question names that."""


def without_occurrence(question: str, profile: DatasetProfile, aliases: Aliases) -> SoOften | None:
    """A question without how often something came, with that; None where it says no such."""
    parent = parent_of(profile)
    named = [one for one in link(question, profile, aliases) if one.column == parent and one.score >= NAMED]
    often = occurrence(question, *dict.fromkeys(one.phrase.casefold() for one in named))
    if often is None:
        return None
    rest, thing = _apart(question, often, profile, aliases)
    if thing is None:
        return None
    if not named or thing == parent:
        return SoOften(rest, often, thing)
    distinct = Aggregate(func="distinct", args=(Column(name=named[0].column),))
    return SoOften(rest, often, thing, Named(name=name_of(distinct), expr=distinct))


def without_number(
    question: str, reading: Reading, profile: DatasetProfile, aliases: Aliases
) -> SoOften | None:
    """A question without how many rows each thing is to have, with that, where a reading of it takes that number for
    something else; None where it says no such, or of what is measured."""
    often = so_many(question)
    if often is None or often.noun is None or _is_measured(question, often.noun, profile, aliases):
        return None
    queries = meant_queries(reading.requirements, profile)
    read = {number for query in queries for inner in parts_of(Query, query) for number in _numbers_held(inner)}
    rest, thing = _apart(question, often, profile, aliases)
    return SoOften(rest, often, thing) if thing and often.times not in read else None


def _numbers_held(query: Query) -> Iterator[Any]:
    """The numbers that a Query holds how many something are against."""
    counted = {item.name for item in query.measures if _is_number(item.expr)}
    yield from (part.value for part in parts_of(Constant, query.kept))
    for test in conjuncts(query.having):
        match test:
            case Call(args=(Column(name=name), Constant(value=value))) if name in counted:
                yield value


def _is_number(expr: Any) -> bool:
    return isinstance(expr, Aggregate) and expr.func in ("count", "distinct")


def _is_measured(question: str, noun: tuple[int, int], profile: DatasetProfile, aliases: Aliases) -> bool:
    """Whether words name a unit or something else than the rows: a column that does not tell them apart."""
    matches = link(question, profile, aliases)
    named = [match for match in matches if match.start < noun[1] and noun[0] < match.end and match.score >= NAMED]
    single = all(profile.tells_apart(match.column) and match.value is None for match in named)
    return unit_named(question[slice(*noun)].lower()) is not None or not single


def _apart(
    question: str, often: Occurrence, profile: DatasetProfile, aliases: Aliases
) -> tuple[str, str | None]:
    """The question without how often something came, and the column of the things that it names."""
    rest = f"{question[: often.start].rstrip()} {question[often.end :].lstrip()}".strip()
    return rest, _thing(rest, profile, aliases) if rest.strip(" ?.!") else None


def _thing(rest: str, profile: DatasetProfile, aliases: Aliases) -> str | None:
    """The first column that the rest names of which each value may have several rows, and which is no measure."""
    matches = [match for match in link(rest, profile, aliases) if match.value is None and not match.dominated]
    for match in sorted(matches, key=lambda match: match.start):
        column = profile.by_name[match.column]
        several = column.distinct is not None and column.distinct < profile.rows
        told_apart = several and not column.metric and column.kind != "temporal"
        if match.score >= NAMED and match.kind != "type" and told_apart:
            return column.name
    return None


def so_often(reading: Reading, asked_of: SoOften, profile: DatasetProfile) -> Reading:
    """A reading of the rest as one of the things alone that came so often: how many they are, or which.

    What they did so often has a row each time, so that nothing is lacking for its verb.
    """
    asked = reading.requirements.replaced(not_found=())
    queries = (asked.query,) if asked.query else meant_queries(asked, profile)
    if len(queries) != 1 or queries[0] is None:
        return reading
    thing, count = asked_of.thing, asked_of.count
    each, counted = Column(name=thing), Column(name=count.name)
    key = Named(name=thing, expr=each)
    held = Call.model_validate({"op": asked_of.often.op, "args": (counted, Constant(value=asked_of.often.times))})
    if each in [item.expr for item in queries[0].by] and not queries[0].counts_rows:
        return reading.replaced(requirements=as_query(asked, _with_number(queries[0], count, held)), alternatives=())
    listed = Query(where=_innermost(queries[0]).where, by=(key,), measures=(count,), having=held)
    if _counts(queries[0]) and {word.lower for word in words(asked_of.rest)} & (COUNTING | {"total"}):
        distinct = Named(name="count", expr=Aggregate(func="distinct", args=(each,)))
        query = Query(source=listed.replaced(shown=(thing,)), measures=(distinct,))
    else:
        query = listed.replaced(order=(Sort(expr=counted, descending=True),))
    told = Requirements(outputs=("table",), query=query, links=asked.links, not_found=asked.not_found)
    return reading.replaced(requirements=told if asked.query else as_query(asked, query), alternatives=())


def _with_number(query: Query, count: Named, held: Call) -> Query:
    """The Query of those groups alone that have so many of something, which is told beside what is measured."""
    having = all_of((*conjuncts(query.having), held))
    shown = (*query.shown, count.name) if query.shown else ()
    return query.replaced(measures=(*query.measures, count), having=having, shown=shown)


def _counts(query: Query) -> bool:
    """Whether one number is asked for."""
    return bool(query.measures) and not query.by


def _innermost(query: Query) -> Query:
    return _innermost(query.source) if isinstance(query.source, Query) else query
