"""Spreads: how far the two ends of a measure lie apart (the gap between the oldest and the youngest in each club)."""

from __future__ import annotations

import re

from autoviz.linking.form_reading import form_of
from autoviz.linking.links import link
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.rates import HUNDRED, of_each
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query, Sort, all_of, columns_of, conjuncts
from autoviz.query.output_names import name_of

_APART = re.compile(
    r"\b(?:differences?|gaps?|ranges?|spreads?|spans?|distances?)\b[^,;?]*?\bbetween\s(?P<ends>.+)"
    r"|\bhow (?:much|many)\b(?P<held>.+\bthan\b.+)", re.IGNORECASE,
)  # fmt: skip
"""Asks how far two things lie apart."""
_GAP = re.compile(r"\b(?:differences?|gap)\b", re.IGNORECASE)
_SUMMED_UP = re.compile(r"\b(?:average|avg|mean|median|typical|total|sum|number|count)\b", re.IGNORECASE)
"""Between the highest and the lowest average lie groups and no rows."""


def apart(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that tells one end of a measure where the question asks how far both lie apart, as their difference:
    of each group, where one word sets the groups apart, or of all rows."""
    asked, hit = reading.requirements, _APART.search(question)
    if hit is None or _SUMMED_UP.search(question):
        return reading
    said = hit["ends"] or hit["held"]
    queries = meant_queries(asked, profile)
    if len(queries) != 1 or not _has_both_ends(said):
        return reading
    (query,) = queries
    matches = link(question, profile)
    named = {match.column for match in matches if match.value is None}
    measured = [name for name in columns_of(query.measures) if profile.by_name[name].metric]
    measured = [name for name in measured if name in named] or measured
    if len(measured) != 1 or query.source is not None:
        return reading
    opening = min((match.start for match in matches if match.column in columns_of(query.by)), default=hit.start())
    if not of_each(said) and opening >= hit.start():
        if set(columns_of(query.by)) & named:  # between two groups
            return reading
        query = query.replaced(by=())  # by what nobody named
    made = as_query(asked, _of_ends(query, Column(name=measured[0])))
    return reading.replaced(requirements=made.replaced(constraints=()), alternatives=())


def _has_both_ends(text: str) -> bool:
    return form_of(text).both_ends or {"max", "min"} <= {word.lower for word in words(text)}


def between_two(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of two sides in each group as the difference that the question asks for, in percent where it says so:
    the gap in price between web and shop by month."""
    asked, hit = reading.requirements, _GAP.search(question)
    queries = meant_queries(asked, profile)
    if hit is None or len(queries) != 1 or len(queries[0].by) != 2 or len(queries[0].measures) != 1:
        return reading
    (query,) = queries
    matches = link(question, profile)
    named: dict[Scalar, int] = {match.value: match.start for match in reversed(matches) if match.value is not None}
    sides = {item.name: _two_values(item, named, profile) for item in query.by}
    side = next((name for name, two in sides.items() if two), None)
    (measure,) = query.measures
    if side is None or not isinstance(measure.expr, Aggregate) or query.source is not None or query.then:
        return reading
    tests = [Call(op="=", args=(Column(name=side), Constant(value=value))) for value in sides[side]]
    one, other = (measure.expr.replaced(where=test) for test in tests)
    gap = Call(op="-", args=(one, other))
    if re.search(r"%|\bpercent", question, re.IGNORECASE):
        gap = Call(op="*", args=(HUNDRED, Call(op="/", args=(gap, other))))
    difference = Named(name=name_of(gap), expr=gap)
    by = tuple(item for item in query.by if item.name != side)
    order = (Sort(expr=Column(name=difference.name), descending=True),)
    kept = all_of([test for test in conjuncts(query.where) if columns_of(test) != (side,)])
    made = as_query(asked, Query(where=kept, by=by, measures=(difference,), order=order))
    return reading.replaced(requirements=made.replaced(constraints=()), alternatives=())


def _two_values(item: Named, named: dict[Scalar, int], profile: DatasetProfile) -> list[Scalar]:
    """The two values of a column that a question names, in the order in which it does."""
    if not isinstance(item.expr, Column) or item.expr.name not in profile.by_name:
        return []
    own = [value for value in profile.by_name[item.expr.name].values if value in named]
    return sorted(own, key=lambda value: named[value]) if len(own) == 2 else []


def _of_ends(query: Query, column: Column) -> Query:
    top, bottom = (Aggregate(func=func, args=(column,)) for func in ("max", "min"))
    gap = Call(op="-", args=(top, bottom))
    name = name_of(gap)
    order = (Sort(expr=Column(name=name), descending=True),) if query.by else ()
    return Query(where=query.where, by=query.by, measures=(Named(name=name, expr=gap),), order=order)
