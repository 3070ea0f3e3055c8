"""Finer groups: where VizQL has no words for a key or a condition, its fields join the keys and the rest is done here.

Counts, sums, means and extremes of the asked groups are made of those of finer ones, so that no single rows are needed.
"""

from __future__ import annotations

from typing import Any

from autoviz.query.formulas import Fields, UnsaidError, field_of, sayable
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query, all_of, columns_of, conjuncts
from autoviz.query.output_names import fresh
from autoviz.query.rewriting import inlined, outer_parts, rewritten

_PARTS = {"count": ("count",), "sum": ("sum",), "min": ("min",), "max": ("max",), "mean": ("sum", "count")}
_OF_PARTS = {"count": "sum", "sum": "sum", "min": "min", "max": "max"}


def finer(leaf: Query, fields: Fields) -> tuple[Query, Query]:
    """The leaf over finer groups, and the Query that makes the asked ones of them; an UnsaidError where none can."""
    unsaid = [item for item in conjuncts(leaf.where) if not sayable(item, fields)]
    keys = [item for item in leaf.by if not sayable(item.expr, fields)]
    aggregates = list(dict.fromkeys(outer_parts(Aggregate, leaf.measures)))
    late = [item for item in aggregates if item.where is not None and not sayable(item.where, fields)]
    taken = [item.name for item in (*leaf.by, *leaf.measures, *leaf.then)]
    columns: dict[str, Column] = {}
    for name in columns_of((*unsaid, *(item.expr for item in keys), *(item.where for item in late))):
        columns[name] = Column(name=fresh(field_of(name, fields).caption, taken))
        taken.append(columns[name].name)
    parts: dict[Aggregate, str] = {}
    for part in (part for item in aggregates for part in _parts(item, item in late)):
        parts.setdefault(part, fresh(f"part {len(parts) + 1}", taken))
    below = Query(
        where=all_of([item for item in conjuncts(leaf.where) if item not in unsaid]),
        by=(
            *(item for item in leaf.by if item not in keys),
            *(Named(name=own.name, expr=Column(name=name)) for name, own in columns.items()),
        ),
        measures=tuple(Named(name=name, expr=part) for part, name in parts.items()),
    )
    whole = {item: _of_parts(item, item in late, parts, columns) for item in aggregates}
    above = leaf.replaced(
        where=inlined(all_of(unsaid), columns),
        by=tuple(
            Named(name=item.name, expr=inlined(item.expr, columns) if item in keys else Column(name=item.name))
            for item in leaf.by
        ),
        measures=rewritten(leaf.measures, lambda part: whole[part] if isinstance(part, Aggregate) else None),
    )
    return below, above


def _parts(aggregate: Aggregate, late: bool) -> list[Aggregate]:
    """What is asked of the finer groups; a condition that cannot be said is tested of them later."""
    if aggregate.func not in _PARTS:
        raise UnsaidError(f"a {aggregate.func} is not made of those of smaller groups")
    where = None if late else aggregate.where
    return [aggregate.replaced(func=func, where=where) for func in _PARTS[aggregate.func]]


def _of_parts(aggregate: Aggregate, late: bool, parts: dict[Aggregate, str], columns: dict[str, Column]) -> Any:
    """An aggregate of the asked groups, made of those of the finer ones."""
    again = [
        aggregate.replaced(
            func=_OF_PARTS[part.func],
            args=(Column(name=parts[part]),),
            where=inlined(aggregate.where, columns) if late else None,
        )
        for part in _parts(aggregate, late)
    ]
    if aggregate.func == "mean":
        return Call(op="/", args=(again[0], Call(op="nullif", args=(again[1], Constant(value=0)))))
    return Call(op="coalesce", args=(again[0], Constant(value=0))) if aggregate.func == "count" else again[0]
