"""Bookings: one amount in which money goes both ways, out below 0 and in above it, where one way is asked for."""

from __future__ import annotations

from typing import Any, Literal

from autoviz.linking.money import Money
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query, all_of, columns_of, conjuncts
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured, rewritten

_OUT, _IN = ("spent", "costs"), ("earned",)


def one_way(reading: Reading, money: Money, profile: DatasetProfile) -> Reading:
    """A reading of what was spent, or of what came in, as one of the bookings of that way alone, of what is spent
    without its sign; a bound of money that says no way holds of both."""
    out, came = bool(money.asked(*_OUT)), bool(money.asked(*_IN))
    booked = profile.by_name.get(money.spent or "")
    if booked is None or not _goes_both_ways(booked, profile) or (out and came):
        return reading
    if not out and not came:
        return reading.each(lambda asked: _bounded(asked, booked.name, profile))
    return reading.each(lambda asked: _kept(asked, booked.name, "<" if out else ">", profile))


def _goes_both_ways(column: ColumnProfile, profile: DatasetProfile) -> bool:
    """Whether an amount is one of bookings: a balance adds it up, or more of it goes out than in. The amounts of orders
    of which some were paid back are none."""
    lowest, highest, mean = column.minimum, column.maximum, column.mean
    if not isinstance(lowest, int | float) or not isinstance(highest, int | float) or not lowest < 0 < highest:
        return False
    return (mean is not None and mean < 0) or any(other.running == column.name for other in profile.columns)


def _bounded(asked: Requirements, name: str, profile: DatasetProfile) -> Requirements:
    """Requirements that hold bookings against a sum of money, whichever way they go: those over 50 are also of -60."""
    queries = meant_queries(asked, profile)
    if len(queries) != 1 or queries[0].source is not None:
        return asked
    own, (query,) = Column(name=name), queries

    def either_way(part: Any) -> Any:
        match part:
            case Call(op=("<" | "<=" | ">" | ">="), args=(other, Constant(value=int() | float() as bound))):
                held = part.replaced(args=(Call(op="abs", args=(own,)), part.args[1]))
                return held if other == own and bound > 0 else None
        return None

    where = rewritten(query.where, either_way)
    told = f"{name} is held against it without its sign, whichever way it goes."
    return asked if where == query.where else as_query(asked, query.replaced(where=where)).assuming(told)


def _kept(asked: Requirements, name: str, op: Literal["<", ">"], profile: DatasetProfile) -> Requirements:
    told = f"what {'goes out is below' if op == '<' else 'comes in is above'} 0 in {name}."
    queries = meant_queries(asked, profile)
    if asked.query is None and len(queries) != 1:
        kept = (*asked.constraints, Filter(column=name, op=op, value=0))
        return asked.replaced(constraints=kept).assuming(told)
    query, one = queries[0], Call.model_validate({"op": op, "args": (Column(name=name), Constant(value=0))})
    if query.source is not None or one in conjuncts(query.where):
        return asked
    query = _without_sign(query, name) if op == "<" else query
    return as_query(asked, query.replaced(where=all_of([*conjuncts(query.where), one]))).assuming(told)


def _without_sign(query: Query, name: str) -> Query:
    """The Query of how much went out, so that the most of it comes first and a bound is one of money."""
    own = Column(name=name)

    def positive(part: Any) -> Any:
        return Call(op="abs", args=(part,)) if part == own else None

    def measured(item: Named) -> Named | None:
        if not isinstance(item.expr, Aggregate) or name not in columns_of(item.expr):
            return None
        expr = rewritten(item.expr, positive)
        return Named(name=name_of(expr), expr=expr)

    if query.grouped:
        return remeasured(query, measured).replaced(where=rewritten(query.where, positive))
    order = (sort.replaced(descending=not sort.descending) if sort.expr == own else sort for sort in query.order)
    return query.replaced(where=rewritten(query.where, positive), order=tuple(order))
