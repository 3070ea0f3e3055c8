"""Parent things: what several rows each belong to, as the lines of an order do, counted and measured as one.

An order's shipping stands in each of its lines, and a customer with four lines may have ordered once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from autoviz.linking.links import link
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Requirements
from autoviz.planning.charting import OF_GROUPS, choose_mark
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.crossed_things import crossed_thing
from autoviz.planning.defaults import suiting
from autoviz.planning.share_wholes import Finer
from autoviz.planning.takings import NAME as TAKINGS
from autoviz.planning.takings import average_words
from autoviz.query.language import COUNT_ROWS, Aggregate, Call, Column, Constant, Named, Query, columns_of
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured, rewritten

NAMED = 0.6
"""From this score on words name the things."""
_COUNTED = re.compile(r"\b(?:how many|numbers? of|count of|most|fewest)\s+(?:[a-z]+\s+)?$", re.IGNORECASE)
_PUT_TOGETHER = ("sum", "mean", "median")
_OF_ROWS = 0.5
"""What is left of the probability where rows are measured that agree, and nothing could be done about it."""
_LEAST = 10
"""So many rows beyond the first of each thing tell that what agrees in them is no accident."""


def parent_of(profile: DatasetProfile) -> str | None:
    """The id of what several rows each belong to; none where the rows of one are its course in time."""
    things = profile.things
    if things is None or things.panel or len(things.columns) != 1 or things.rows_each <= 1:
        return None
    column = profile.by_name[things.columns[0]]
    several = column.distinct is not None and profile.rows - column.distinct >= _LEAST
    return column.name if several and column.meaning == "id" else None


def parents_counted(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that counts rows where so many of what they belong to are asked for, as one that counts those: the
    orders of each customer are not their lines."""
    parent = parent_of(profile)
    matches = link(question, profile) if parent else ()
    named = [one for one in matches if one.column == parent and one.value is None and one.score >= NAMED]
    if not any(_COUNTED.search(question[: one.start]) for one in named):
        return reading
    return reading.each(lambda asked: _counting(asked, str(parent)))


def averaged_of_each(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that averages over rows what adds up, where an average of what they belong to is asked for, as one of
    all that each of those comes to: the value of an order is that of its lines."""
    parent = parent_of(profile)
    asks = parent is not None and average_words() & {word.lower for word in words(question)}
    matches = link(question, profile) if asks else ()
    if not any(one.column == parent and one.value is None and one.score >= NAMED for one in matches):
        return reading
    return reading.each(lambda asked: _averaged(asked, str(parent), profile))


def _averaged(asked: Requirements, parent: str, profile: DatasetProfile) -> Requirements:
    """An average of what adds up over rows, as its total by how many things there are."""
    summarised = asked.query is None and asked.analysis == ("summary",) and bool(asked.all(Aggregation))
    whole = asked.replaced(analysis=("total",)) if summarised else asked
    queries = queries_of(whole, profile, suiting(profile))
    query = queries[0] if len(queries) == 1 else Query()
    match query.measures:
        case (Named(name=name, expr=Aggregate(func="mean", args=(measured,), where=None)),) if (
            parent not in columns_of(query) and not (query.then or query.having)
        ):
            added = name == TAKINGS or _adds_up(measured, profile)
            things = Aggregate(func="distinct", args=(Column(name=parent),))
            each = Call(op="/", args=(Aggregate(func="sum", args=(measured,)), things))
            if added:
                made = remeasured(query, lambda item: Named(name=name_of(each), expr=each))
                told = f"of each {parent} all rows are added up first, and their totals averaged."
                return _drawn_alike(as_query(asked, made), asked, profile).assuming(told)
    return asked


def _adds_up(expr: Any, profile: DatasetProfile) -> bool:
    column = profile.by_name.get(expr.name) if isinstance(expr, Column) else None
    return column is not None and column.adds_up


def _counting(asked: Requirements, parent: str) -> Requirements:
    if asked.query is None or parent in columns_of(asked.query):
        return asked
    return asked.replaced(query=with_parents(asked.query, parent))


def with_parents(query: Query, parent: str) -> Query:
    """The Query with different parents counted in place of rows."""
    distinct = Aggregate(func="distinct", args=(Column(name=parent),))

    def counted(part: Any) -> Any:
        return distinct if part == COUNT_ROWS else None

    def named(item: Named) -> Named | None:
        made = rewritten(item.expr, counted)
        return None if made == item.expr else Named(name=name_of(made), expr=made)

    if not isinstance(query.source, Query):
        return remeasured(query.replaced(having=rewritten(query.having, counted)), named)
    source = with_parents(query.source, parent)
    renamed = {
        Column(name=old.name): Column(name=new.name)
        for old, new in zip(query.source.measures, source.measures, strict=True)
    }
    places = ("where", "measures", "having", "order")
    changed = {place: rewritten(getattr(query, place), renamed.get) for place in places}
    return query.replaced(source=source, **changed)


def counted_once(reading: Reading, profile: DatasetProfile, finer: Finer) -> Reading:
    """A reading that puts together over rows what all rows of one thing agree in, as one that takes it once of each;
    told and less sure where something else is measured of the rows beside it."""
    queries = queries_of(reading.requirements, profile, suiting(profile))
    if len(queries) != 1:
        return reading
    parent = parent_of(profile) or crossed_thing({*columns_of(queries)}, profile, finer)
    found = _found(queries[0], parent, profile, finer) if parent else None
    if found is None:
        return reading
    asked, (query, names) = reading.requirements, found
    same = f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} the same in all rows of one {parent}"
    if query is None:
        told = asked.assuming(f"{same}, and taken of each of them.")
        return reading.replaced(requirements=told, confidence=reading.confidence * _OF_ROWS)
    made = _drawn_alike(as_query(asked, query).assuming(f"{same}, and taken once of each."), asked, profile)
    return reading.replaced(requirements=made)


def _drawn_alike(made: Requirements, asked: Requirements, profile: DatasetProfile) -> Requirements:
    """What was told in fields, drawn as they are, and showing what they end in."""
    query = made.query
    if asked.query is not None or query is None:
        return made
    if query.then and "share" not in asked.analysis:
        shown = (*(item.name for item in query.by), query.then[-1].name)
        made = made.replaced(query=query.replaced(shown=shown))
    mark: Any = choose_mark(asked, profile)
    return made.drawn_as(mark) if mark in OF_GROUPS and (asked.group_by or asked.time) else made


def _found(
    query: Query, parent: str, profile: DatasetProfile, finer: Finer
) -> tuple[Query | None, list[str]] | None:
    """The Query of one row for each thing, or none where it cannot be one, and what is measured that they agree in."""
    if isinstance(query.source, Query):
        found = None if query.measures else _found(query.source, parent, profile, finer)
        return found and (found[0] and query.replaced(source=found[0]), found[1])
    distinct = Aggregate(func="distinct", args=(Column(name=parent),))
    measures = [item.expr for item in query.measures if item.expr != distinct]
    amounts = [name for expr in measures for name in _amounts(expr, parent, profile)]
    names = [name for name in amounts if name is not None and finer((parent,), (name,))]
    if query.source is not None or not names:
        return None
    keys = columns_of(query.by)
    parted = not finer((parent,), keys) and (query.then or not all(isinstance(item.expr, Column) for item in query.by))
    if len(names) < len(amounts) or (keys and parted):
        return None, names
    each = dict.fromkeys((parent, *keys, *names))
    inner = Query(where=query.where, by=tuple(Named(name=name, expr=Column(name=name)) for name in each))
    return query.replaced(source=inner, where=None), names


def _amounts(expr: Any, parent: str, profile: DatasetProfile) -> Iterator[str | None]:
    """The measures that are put together of rows and have no more different values than there are things, each by
    itself or in a ratio; None for anything else."""
    match expr:
        case Call(op="*" | "/", args=parts):
            for part in parts:
                if not isinstance(part, Constant):
                    yield from _amounts(part, parent, profile)
        case Aggregate(func=func, args=(Column(name=name),), where=None) if func in _PUT_TOGETHER:
            column, most = profile.by_name.get(name), profile.by_name[parent].distinct or 0
            few = column is not None and column.metric and 1 < (column.distinct or 0) <= most
            yield name if few else None
        case _:
            yield None
