"""Of each group: the first few of each, which the fields of the heads cannot say and the decoder says of rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Limit, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import suiting
from autoviz.query.language import Aggregate, Call, Column, Constant, Func, Named, Query, Sort, Window, columns_of

RANKS = frozenset({"row number", "rank", "dense rank"})


def first_of_each_group(
    heads: Requirements, decoder: Requirements, named: Sequence[str], profile: DatasetProfile
) -> Requirements | None:
    """What is asked for where the heads take the first few of all and the decoder the first few of each group.

    Things with several rows each that are named (the top three categories of each region) are ranked as such, not
    their rows.
    """
    query, rank = decoder.query, _rank(decoder.query)
    if query is None or rank is None or heads.constraint(Limit) is None:
        return None
    others = [name for name in dict.fromkeys(named) if name not in columns_of(rank)]
    if query.grouped or not others:
        return decoder
    things = _things(others, rank, profile)
    return as_query(decoder, _of_things(query, rank, things[0], profile)) if len(things) == 1 else None


def _rank(query: Query | None) -> Window | None:
    """The one rank within groups by which a Query keeps its first few."""
    if query is None or query.source is not None or len(query.then) != 1 or query.limit is not None:
        return None
    match query.then[0].expr, query.kept:
        case Window(within=(_, *_), along=(Sort(expr=Column()),)) as rank, Call(op="<=" | "=", args=(_, Constant())):
            return rank if rank.func in RANKS and all(isinstance(item, Column) for item in rank.within) else None
    return None


def _things(named: Sequence[str], rank: Window, profile: DatasetProfile) -> list[str]:
    """The columns among these whose values come in several rows of each group, so that no row is one of them."""
    groups = math.prod(profile.by_name[name].distinct or 1 for name in columns_of(rank.within))
    found = [profile.by_name[name] for name in named]
    measured = all(profile.by_name[name].metric for name in columns_of(rank.along))
    if not measured or any(column.kind not in ("categorical", "text", "boolean") for column in found):
        return []
    return [column.name for column in found if groups * (column.distinct or profile.rows) < profile.rows]


def _of_things(query: Query, rank: Window, thing: str, profile: DatasetProfile) -> Query:
    """Groups and things in place of rows, ranked by what their measure comes to."""
    (along,) = rank.along
    assert isinstance(along.expr, Column)
    measure, keys = along.expr.name, (*columns_of(rank.within), thing)
    func: Func = "mean" if suiting(profile)(measure) == "mean" else "sum"
    return Query(
        where=query.where, by=tuple(Named(name=name, expr=Column(name=name)) for name in keys),
        measures=(Named(name=measure, expr=Aggregate(func=func, args=(along.expr,))),),
        then=query.then, kept=query.kept, order=(*(Sort(expr=item) for item in rank.within), along),
        shown=(*keys, measure),
    )  # fmt: skip
