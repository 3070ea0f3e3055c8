"""Weighted median: the middle of what rows stand for, told in the language: where their weights reach half of all."""

from __future__ import annotations

from typing import Literal

from autoviz.columns import free_name
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Named,
    Query,
    Sort,
    Window,
    all_of,
    columns_of,
    conjuncts,
    given,
)
from autoviz.query.rewriting import remeasured


def weighted_median(query: Query, weight: str) -> Query | None:
    """A Query of one median of a column as that of what its rows stand for; None where it is none.

    Every row knows how much its own and all smaller values weigh. The median is the value at which that is half, and
    the one behind it where the half is met exactly, in the middle of both: as if each row were there so often.
    """
    match query.measures:
        case (Named(expr=Aggregate(func="median", args=(Column() as value,), where=None)),) if query.source is None:
            pass
        case _:
            return None
    taken = columns_of(query)
    reached, whole = free_name("reached", taken), free_name("whole", taken)
    by, within = Column(name=weight), tuple(item.expr for item in query.by)
    known = tuple(given(each) for each in (value, by))
    rows = Query(
        where=all_of((*conjuncts(query.where), *known)),
        then=(
            Named(name=reached, expr=Window(func="sum", args=(by,), within=within, along=(Sort(expr=value),))),
            Named(name=whole, expr=Window(func="sum", args=(by,), within=within)),
        ),
    )

    def first(op: Literal[">", ">="]) -> Aggregate:
        twice = Call(op="*", args=(Constant(value=2), Column(name=reached)))
        return Aggregate(func="min", args=(value,), where=Call(op=op, args=(twice, Column(name=whole))))

    middle = Call(op="/", args=(Call(op="+", args=(first(">="), first(">"))), Constant(value=2)))
    named = remeasured(query, lambda _: Named(name=f"weighted_median_{value.name}", expr=middle))
    return named.replaced(source=rows, where=None)
