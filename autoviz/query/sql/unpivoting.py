"""Finding the one series in a UNION ALL whose parts ask the same of another column each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autoviz.query.language import Aggregate, Column, Constant, Named, Query, Unpivot, columns_of, parts_of
from autoviz.query.output_names import fresh
from autoviz.query.rewriting import inlined
from autoviz.query.sql.outputs import source_columns

VALUE = "value"
OF_NUMBERS = ("sum", "mean", "median", "std", "var", "quantile", "correlation", "slope")
"""Aggregates that only numbers have: columns that share one of them can share a series too."""


def as_series(queries: Sequence[Query], columns: Sequence[str]) -> Query | None:
    """One Query of an Unpivot for Queries that differ in a label and in a column only; None where they do not."""
    own = _own_columns(queries)
    first = queries[0]
    if own is None or any(query.order or query.limit or query.kept or query.having or query.by for query in queries):
        return None
    label, labels = _labels(queries)
    if label is None:
        return None
    asked = [_about(query, mine, label) for query, mine in zip(queries, own, strict=True)]
    alike = all(item == asked[0] for item in asked)
    if not alike or (first.measures and not _takes_numbers(asked[0])):
        return None
    others = [name for name in source_columns(first.source, columns) if name not in own]
    value = _value_name(asked[0], [*others, *first.shown])
    if {label, value} & set(others):
        return None
    inner = None if first.source is None else Query(source=first.source)
    labelled = dict(zip(own, labels, strict=True))
    return _series(asked[0], Unpivot(columns=labelled, name=label, value=value, source=inner))


def _value_name(about: Query, taken: list[str]) -> str:
    shown = next((item.name for item in about.then if item.expr == Column(name=VALUE)), None)
    return shown or fresh(VALUE, taken)


def _own_columns(queries: Sequence[Query]) -> list[str] | None:
    """The column that each Query reads and the others do not."""
    read = [dict.fromkeys((*columns_of(query), *_plain(query))) for query in queries]
    shared = set(read[0]).intersection(*read)
    own = [[name for name in names if name not in shared] for names in read]
    alone = [names[0] for names in own if len(names) == 1]
    return alone if len(alone) == len(queries) == len(set(alone)) else None


def _plain(query: Query) -> tuple[str, ...]:
    """Columns of the source that are shown as they stand."""
    made = {item.name for item in (*query.by, *query.measures, *query.then)}
    return tuple(name for name in query.shown if name not in made)


def _labels(queries: Sequence[Query]) -> tuple[str | None, list[str]]:
    """The one column that holds a text of its own in each Query, and those texts."""
    held: dict[str, list[Any]] = {}
    for query in queries:
        for item in query.then:
            if isinstance(item.expr, Constant) and isinstance(item.expr.value, str):
                held.setdefault(item.name, []).append(item.expr.value)
    found = [name for name, texts in held.items() if len(set(texts)) == len(queries)]
    return (found[0], held[found[0]]) if len(found) == 1 else (None, [])


def _about(query: Query, own: str, label: str) -> Query:
    """What a Query asks, without its label, and of a column that is called the value."""
    change = {own: Column(name=VALUE)}
    then = [item for item in query.then if item.name != label]
    then += [Named(name=name, expr=Column(name=name)) for name in _plain(query)]
    return Query(
        source=query.source,
        where=inlined(query.where, change),
        measures=inlined(query.measures, change),
        then=tuple(then) if query.grouped else inlined(tuple(then), change),
        shown=query.shown,
    )


def _takes_numbers(about: Query) -> bool:
    return any(
        aggregate.func in OF_NUMBERS and Column(name=VALUE) in aggregate.args
        for aggregate in parts_of(Aggregate, about.measures)
    )


def _series(about: Query, unpivot: Unpivot) -> Query:
    change = {VALUE: Column(name=unpivot.value)}
    then = about.then if about.grouped else inlined(about.then, change)
    return Query(
        source=unpivot,
        where=inlined(about.where, change),
        by=(Named(name=unpivot.name, expr=Column(name=unpivot.name)),) if about.grouped else (),
        measures=inlined(about.measures, change),
        then=tuple(item for item in then if item.expr != Column(name=item.name)),
        shown=about.shown,
    )
