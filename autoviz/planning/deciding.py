"""Deciding: a claim that a Query decides by itself, told with the numbers that decide it."""

from __future__ import annotations

from autoviz.query.language import COMPARISONS, Aggregate, Call, Named, Query, parts_of
from autoviz.query.output_names import fresh, name_of


def with_what_decides(query: Query) -> Query:
    """A Query that only says whether one number is above or below another, with those beside it that are computed:
    whether there are any with how many there are, whether one average is higher with both."""
    match query.measures:
        case (Named(expr=Call(op=op, args=held)) as claim,) if op in COMPARISONS and not query.by:
            names, beside = {claim.name}, []
            for expr in held:
                if any(True for _ in parts_of(Aggregate, expr)):
                    beside.append(Named(name=fresh(name_of(expr), names), expr=expr))
                    names.add(beside[-1].name)
            return query.replaced(measures=(claim, *beside))
    return query
