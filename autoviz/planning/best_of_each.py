"""Best of each: which of the things in each group has the most, where a reading puts all of them in one order."""

from __future__ import annotations

from typing import Any

from autoviz.answering.order_words import states_order
from autoviz.linking.form_reading import is_superlative
from autoviz.linking.names import positive
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.shares_within import each_one
from autoviz.query.language import Call, Column, Constant, Limit, Named, Query, Sort, Window, plain_names
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import rewritten
from autoviz.registry.wording import wording


def best_of_each(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading by two columns, of which a question names one as that in each of which it asks for the first: for every
    river, which station has the most nitrate; any other as it is."""
    ends = [word.lower for word in words(question) if is_superlative(word.lower)]
    outer = each_one(question, profile) if ends and not states_order(question) else None
    asked = reading.requirements
    queries = meant_queries(asked, profile) if outer is not None else ()
    if outer is None or len(queries) != 1 or not _is_plain(queries[0]):
        return reading
    query = queries[0]
    keys = plain_names(item.expr for item in query.by)
    if len(keys) != 2 or len(query.by) != 2 or len(query.measures) != 1 or outer not in keys:
        return reading
    down = not any(positive(word) & {*wording().forms.down} for word in ends)
    return reading.replaced(requirements=as_query(asked, _first_of_each(query, outer, down)), alternatives=())


def with_ties(query: Query) -> Query:
    """A Query that keeps the first groups of each with those that come level with them: two supervisors of as many."""
    if not query.by or query.kept is None:
        return query

    def level(part: Any) -> Any:
        return part.replaced(func="rank") if isinstance(part, Window) and part.func == "row number" else None

    return query.replaced(then=rewritten(query.then, level))


def _is_plain(query: Query) -> bool:
    """Whether nothing but its rows, keys and measures would be lost, and the first of all that it may take."""
    rest = (query.source, query.having, query.kept)
    return rest == (None, None, None) and not query.then and query.limit in (None, Limit(n=1))


def _first_of_each(query: Query, outer: str, down: bool) -> Query:
    by = tuple(sorted(query.by, key=lambda item: plain_names([item.expr]) != (outer,)))
    (measure,) = query.measures
    along = Sort(expr=Column(name=measure.name), descending=down)
    within = Column(name=by[0].name)
    rank = Window(func="rank", within=(within,), along=(along,))
    place = Named(name=name_of(rank), expr=rank)
    kept = Call(op="=", args=(Column(name=place.name), Constant(value=1)))
    shown = (*(item.name for item in by), measure.name)
    return Query(
        where=query.where, by=by, measures=query.measures, then=(place,), kept=kept, order=(Sort(expr=within),),
        shown=shown,
    )  # fmt: skip
