"""Merging a Query with the Query that it reads, where both together are one road of stations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from autoviz.query.language import (
    Aggregate,
    Column,
    Expr,
    Named,
    Query,
    Sort,
    Window,
    all_of,
    columns_of,
    conjuncts,
    parts,
)
from autoviz.query.rewriting import inlined, outer_parts
from autoviz.query.sql.sql_stations import Stations, looks_around

SMALL = 4
"""A value of so many parts may be written out at each place that reads it."""


def merged(query: Query) -> Query:
    """The same question with fewer Queries inside one another."""
    inner = query.source
    if not isinstance(inner, Query):
        return query
    if query == Query(source=inner):
        return inner
    pair = _Pair(query, inner)
    if not pair.is_one_road():
        return query
    found = pair.of_rows() if query.grouped else pair.of_columns()
    return query if found is None else merged(found)


@dataclass(frozen=True)
class _Pair:
    outer: Query
    inner: Query

    @property
    def groups(self) -> dict[str, Expr]:
        """What the keys and measures of the inner Query stand for."""
        return {item.name: item.expr for item in (*self.inner.by, *self.inner.measures)}

    @property
    def meanings(self) -> dict[str, Expr]:
        """What all columns that the inner Query makes stand for."""
        return {**self.groups, **{item.name: inlined(item.expr, self.groups) for item in self.inner.then}}

    def is_one_road(self) -> bool:
        """Whether nothing of the inner Query has to be finished before the outer one begins."""
        outer, inner = self.outer, self.inner
        if inner.limit is not None:
            return outer == Query(source=inner, then=outer.then, shown=outer.shown) and not looks_around(outer.then)
        if self._repeats():
            return False
        if outer.grouped:
            orderless = not inner.order or not _hangs_on_order(outer)
            return not inner.grouped and not looks_around(inner.then) and orderless
        return not looks_around(outer.then) or self._windows_fit()

    def _repeats(self) -> bool:
        """Whether something long that the inner Query works out once would be written out several times."""
        outer = self.outer
        read = [column.name for column in outer_parts(Column, _all_values(outer))]
        read += [name for name in outer.shown if name not in {item.name for item in outer.then}]
        long = [item.name for item in self.inner.then if sum(1 for _ in parts(item.expr)) > SMALL]
        if looks_around(self.inner.then) and not looks_around(outer.then):
            # a window that is tested or shown is there once all the same
            read = [column.name for column in outer_parts(Column, tuple(item.expr for item in outer.then))]
        return any(read.count(name) > 1 for name in long)

    def _windows_fit(self) -> bool:
        """Whether windows outside see the same rows after merging, and hold no windows themselves."""
        filters = inlined((*conjuncts(self.inner.kept), *conjuncts(self.outer.where)), self.meanings)
        if looks_around(filters) or (looks_around(self.inner.then) and filters):
            return False
        windows = outer_parts(Window, inlined(tuple(item.expr for item in self.outer.then), self.meanings))
        ordered = not self.inner.order or all(window.along for window in windows)
        return ordered and not any(looks_around(_contents(window)) for window in windows)

    def of_rows(self) -> Query:
        """The outer Query groups the rows that the inner one gives."""
        outer, inner, meanings = self.outer, self.inner, self.meanings
        tests = (
            *conjuncts(inner.where),
            *conjuncts(inlined(inner.kept, meanings)),
            *conjuncts(inlined(outer.where, meanings)),
        )
        return outer.replaced(
            source=inner.source,
            where=all_of(tests),
            by=inlined(outer.by, meanings),
            measures=inlined(outer.measures, meanings),
        )

    def of_columns(self) -> Query | None:
        """The outer Query works out columns from those that the inner one gives."""
        outer, inner = self.outer, self.inner
        meanings = {**self.meanings, **{item.name: inlined(item.expr, self.meanings) for item in outer.then}}
        names = self._names()
        columns = [Named(name=name, expr=meanings.get(name, Column(name=name))) for name in names]
        stations = self._stations(names, columns)
        stations.fill([item.expr for item in inner.by], columns)
        early, kept = self._tests(meanings)
        having = stations.settled(
            all_of((*conjuncts(inlined(inner.having, self.groups)), *(early if inner.grouped else ())))
        )
        where = all_of((*conjuncts(inner.where), *(() if inner.grouped else early)))
        kept = stations.later(kept)
        order = tuple(self._sort(sort, names, meanings, stations) for sort in outer.order or inner.order)
        stations.prune((having, kept, order), names)
        made = [item.name for item in (*stations.by, *stations.measures, *stations.then)]
        every = not outer.shown and not inner.shown and not inner.grouped
        if every and made != list(names):
            return None  # which columns there are is not known here, so that none can be hidden
        return Query(
            source=inner.source, where=where, by=tuple(stations.by), measures=tuple(stations.measures), having=having,
            then=tuple(stations.then), kept=kept, order=order, limit=outer.limit or inner.limit,
            shown=() if every or (inner.grouped and made == list(names)) else names,
        )  # fmt: skip

    def _names(self) -> tuple[str, ...]:
        """The columns of the result, or only the new ones where all of the source are shown."""
        inner = self.inner.shown or tuple(self.meanings)
        return self.outer.shown or tuple(dict.fromkeys((*inner, *(item.name for item in self.outer.then))))

    def _stations(self, names: tuple[str, ...], columns: list[Named]) -> Stations:
        """The keys and measures of the inner Query, under other names where the result takes theirs."""
        seen = () if self.inner.grouped else columns_of((self.outer, self.inner))
        stations = Stations(self.inner.grouped, {name.casefold() for name in (*names, *seen)})
        for mine, theirs in ((stations.by, self.inner.by), (stations.measures, self.inner.measures)):
            for item in theirs:
                same = next((column.name for column in columns if column.expr == item.expr), None)
                name = same or stations.free(item.name)
                if all(name != other.name for other in mine):
                    mine.append(item.replaced(name=name))
        return stations

    def _tests(self, meanings: dict[str, Expr]) -> tuple[tuple[Any, ...], Any]:
        """Tests that can be made before any window looks around, and those that come after."""
        outer, inner = self.outer, self.inner
        filters = inlined((*conjuncts(inner.kept), *conjuncts(outer.where)), self.meanings)
        last = conjuncts(inlined(outer.kept, meanings))
        if looks_around(inner.then) or looks_around(filters):
            return (), all_of((*filters, *last))
        if looks_around(outer.then, last):
            return filters, all_of(last)
        return (*filters, *last), None

    def _sort(self, sort: Sort, names: tuple[str, ...], meanings: dict[str, Expr], stations: Stations) -> Sort:
        shown = isinstance(sort.expr, Column) and sort.expr.name in names
        changed = {item.name for item in self.outer.then}
        inner_order = not self.outer.order
        if shown and not (inner_order and isinstance(sort.expr, Column) and sort.expr.name in changed):
            return sort
        return stations.sorted_by(sort.replaced(expr=inlined(sort.expr, self.meanings if inner_order else meanings)))


def _all_values(query: Query) -> tuple[Any, ...]:
    return (query.where, query.by, query.measures, query.then, query.kept, query.order)


def _contents(window: Window) -> tuple[Any, ...]:
    return (window.args, window.within, window.along)


def _hangs_on_order(query: Query) -> bool:
    """Whether the order of the rows decides what a group gives."""
    aggregates = outer_parts(Aggregate, tuple(item.expr for item in query.measures))
    return any(aggregate.func in ("first", "last") for aggregate in aggregates)
