"""Busy: where or with whom most goes on, which is told by the number of rows and by no measure that nobody names."""

from __future__ import annotations

from typing import Any

from autoviz.linking.links import link
from autoviz.linking.names import positive
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import settled, suiting
from autoviz.query.language import COMPARISONS, COUNT_ROWS, Aggregate, Call, Named, Query, columns_of, parts_of
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured, rewritten

_BUSY = "busy"


def as_busy(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of what is busier by a rating, or whatever else adds nothing up, as one by how much goes on: is Leeds
    busier than York. Visitors of each hour are just that."""
    asked = reading.requirements
    if not any(_BUSY in {word.lower, *positive(word.lower)} for word in words(question)):
        return reading
    queries = queries_of(settled(asked, profile), profile, suiting(profile))
    named = {match.column for match in link(question, profile) if match.value is None and not match.dominated}
    if len(queries) != 1 or isinstance(queries[0].source, Query):
        return reading
    measured = {name for name in columns_of(queries[0].measures) if name in profile.by_name}
    amounts = {column.name for column in profile.columns if column.adds_up or column.meaning == "count"}
    if measured & (named | amounts):
        return reading
    counted = remeasured(queries[0], _counted)
    return reading if counted == queries[0] else reading.replaced(requirements=as_query(asked, counted))


def _counted(item: Named) -> Named | None:
    """The number of rows of which something is measured; both numbers where two are held against each other."""
    of_rows = rewritten(item.expr, lambda part: _number(part) if isinstance(part, Aggregate) else None)
    held = isinstance(item.expr, Call) and item.expr.op in COMPARISONS
    made: Any = of_rows if held else next(iter(parts_of(Aggregate, of_rows)), COUNT_ROWS)
    return Named(name=name_of(made), expr=made) if made != item.expr else None


def _number(part: Aggregate) -> Aggregate:
    return COUNT_ROWS.replaced(where=part.where)
