"""Share wholes: of what a share is one, where its condition holds for all rows of a group or for none of them.

The share of the East's people in each of its cities is no share within a city, which would be all or nothing: the
condition says which rows there are, and the whole is their total.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.phrasing import share_of
from autoviz.query.language import (
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Named,
    Query,
    Sort,
    When,
    all_of,
    columns_of,
    conjuncts,
)

Finer = Callable[[Sequence[str], Sequence[str]], bool]
"""Whether groups by the first columns lie each within one group by the others."""
_ADDED = ("sum", "count")


def of_whole_groups(reading: Reading, finer: Finer) -> Reading:
    """A reading of a share whose condition each group meets as a whole or not at all, as the groups' share of all that
    meet it."""
    return reading.each(lambda asked: _of_all(_among_others(asked), finer))


def _among_others(asked: Requirements) -> Requirements:
    """A share of rows that meet a condition, among those that need not: of the As all are As."""
    query = asked.query
    if query is None or query.where is None:
        return asked
    met = {test for item in query.measures for test in conjuncts(_met(item.expr))}
    kept = [test for test in conjuncts(query.where) if test not in met]
    return asked.replaced(query=query.replaced(where=all_of(kept)))


def _met(expr: Any) -> Any:
    """The condition that a share is one of."""
    match expr:
        case Call(op="*", args=(Constant(value=100), inner)) | Call(op="*", args=(inner, Constant(value=100))):
            return _met(inner)
        case Aggregate(func="mean", args=(Cases(whens=(When(condition=met, value=Constant(value=1)),)),)):
            return met
    part = _part(expr)
    return part.where if part is not None else None


def _of_all(asked: Requirements, finer: Finer) -> Requirements:
    query = asked.query
    if query is None or not query.by or len(query.measures) != 1 or query.source or query.then or query.having:
        return asked
    part = _part(query.measures[0].expr)
    keys = [item.expr.name for item in query.by if isinstance(item.expr, Column)]
    if part is None or len(keys) != len(query.by) or not finer(keys, columns_of(part.where)):
        return asked
    name = columns_of(part.args)[0] if part.args else "count"
    share = share_of(name, ())
    made = Query(
        where=query.narrowed(part.where).where, by=query.by,
        measures=(Named(name=name, expr=part.replaced(where=None)),), then=(share,),
        order=(Sort(expr=Column(name=share.name), descending=True),), limit=query.limit,
    )  # fmt: skip
    return as_query(asked, made)


def _part(expr: Any) -> Aggregate | None:
    """What a share with a condition is a part of: a total of some rows over that of all."""
    match expr:
        case Call(op="*", args=(Constant(value=100), inner)) | Call(op="*", args=(inner, Constant(value=100))):
            return _part(inner)
        case Call(op="/", args=(Call(op="*", args=(Constant(), Aggregate() as part)), Aggregate() as whole)):
            return _of_same(part, whole)
        case Call(op="/", args=(Aggregate() as part, Aggregate() as whole)):
            return _of_same(part, whole)
    return None


def _of_same(part: Aggregate, whole: Aggregate) -> Aggregate | None:
    same = part.func in _ADDED and part.where is not None and part.replaced(where=None) == whole
    return part if same else None
