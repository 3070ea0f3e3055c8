"""Counted scores: how many ratings there are is the number of rows that have one, and not what they add up to."""

from __future__ import annotations

import re

from autoviz.linking.form_reading import is_plural
from autoviz.linking.links import STRONG, link
from autoviz.linking.number_phrases import number_candidates
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import (
    COMPARISONS,
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Constant,
    Named,
    Query,
    all_of,
    conjuncts,
    parts_of,
)
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured

_SCORES = ("score", "ordered")
_COUNTING = re.compile(r"\b(?:how many|numbers? of|count of|most|fewest)\s+$", re.IGNORECASE)


def scores_counted(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that adds up the scores whose number is asked for, or counts other rows where so many of them are
    wanted, by the rows that have one; any other as it is."""
    named = [match for match in link(question, profile) if match.value is None and match.score >= STRONG]
    scores = [match for match in named if _is_score(match.column, profile) and is_plural(_last(question, match.end))]
    if not scores:
        return reading
    numbers = {one.end: one.value for one in number_candidates(question)}
    for match in scores:
        before = question[: match.start].rstrip()
        if _COUNTING.search(question[: match.start]):
            reading = reading.each(lambda asked, name=match.column: _counted(asked, name, profile))  # type: ignore[misc]
        if len(before) in numbers:
            bound = numbers[len(before)]
            reading = reading.each(
                lambda asked, name=match.column, bound=bound: _so_many(asked, name, bound, profile)  # type: ignore[misc]
            )
    return reading


def _is_score(name: str, profile: DatasetProfile) -> bool:
    column = profile.by_name.get(name)
    return column is not None and column.meaning in _SCORES and not column.adds_up


def _last(question: str, end: int) -> str:
    """The word that ends at a place."""
    return question[:end].rsplit(maxsplit=1)[-1].lower()


def _query(asked: Requirements, profile: DatasetProfile) -> Query | None:
    queries = meant_queries(asked, profile)
    return queries[0] if len(queries) == 1 and queries[0].source is None else None


def _counted(asked: Requirements, name: str, profile: DatasetProfile) -> Requirements:
    """Requirements that add a score up or average it, with the number of rows that have it."""
    query, score = _query(asked, profile), Column(name=name)
    summed = [Aggregate(func="sum", args=(score,)), Aggregate(func="mean", args=(score,))]
    if query is None or not any(item.expr in summed for item in query.measures):
        return asked
    count = Aggregate(func="count", args=(score,))
    made = remeasured(query, lambda item: Named(name=name_of(count), expr=count) if item.expr in summed else None)
    return as_query(asked, made)


def _so_many(asked: Requirements, name: str, bound: float, profile: DatasetProfile) -> Requirements:
    """Requirements with groups of so many rows, or rows of such a score, with groups of so many rows that have it."""
    count = Aggregate(func="count", args=(Column(name=name),))
    taken = Named(name=name_of(count), expr=count)
    own = [item for item in asked.all(Filter) if (item.column, item.value) == (name, bound)]
    rest = asked.replaced(constraints=tuple(item for item in asked.constraints if item not in own))
    query = _query(rest, profile)
    if query is None or not query.by:
        return asked
    if own and asked.query is None:
        held = Call.model_validate({"op": own[0].op, "args": (Column(name=taken.name), Constant(value=bound))})
        having = all_of([*conjuncts(query.having), held])
        return as_query(rest, query.replaced(measures=(*query.measures, taken), having=having))
    bounded = {
        part.args[0].name
        for part in parts_of(Call, query.having)
        if part.op in COMPARISONS and isinstance(part.args[0], Column) and part.args[1] == Constant(value=bound)
    }
    counted = [item for item in query.measures if item.name in bounded and item.expr == COUNT_ROWS]
    return as_query(asked, remeasured(query, lambda item: taken if item in counted else None)) if counted else asked
