"""Clauses: a Query as a road of parts, each told in the ways in which a tool may serve it.

A view of a Clause is a set of slots that says all of it. A tool serves the Clause if it takes every slot of one view,
so a tool for simple sums is never given what only the general one can do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from autoviz.planning.views import View, best_views, group_views, order_views, then_views, within_views
from autoviz.query.language import (
    Aggregate,
    Column,
    Expr,
    Matched,
    Member,
    Named,
    Overall,
    Query,
    Stack,
    Unpivot,
)
from autoviz.query.rewriting import has, outer_parts, rewritten


@dataclass(frozen=True)
class Clause:
    """One part of a Query: what kind it is, and the views in which it can be told, most particular first."""

    kind: str
    views: tuple[View, ...]
    stations: tuple[str, ...]
    """The stations of the Query that it belongs to."""
    beside: Road | None = None
    """What else it reads: the Query whose value, members or rows it needs."""
    instead: tuple[Clause, ...] = ()
    """The same in several steps, where no tool does it in one."""


@dataclass(frozen=True)
class Road:
    """The clauses of a Query in the order in which they are carried out, from the frame or another road."""

    clauses: tuple[Clause, ...]
    columns: tuple[str, ...]
    """The columns at its end."""
    source: Road | None = None

    def all(self) -> Iterator[Clause]:
        """Every clause, those of sources and of what is read beside them first."""
        if self.source is not None:
            yield from self.source.all()
        for clause in self.clauses:
            if clause.beside is not None:
                yield from clause.beside.all()
            yield clause


def road_of(query: Query, frame: Sequence[str]) -> Road:
    """The road of a Query over a frame with these columns."""
    walk = _opened(query, tuple(frame))
    start = walk.columns
    if query.where is not None:
        walk.filter("where", query.where)
    if query.grouped:
        walk.group(query)
    walk.work_out(query)
    walk.put_in_order(query)
    walk.show(query.shown or _natural(query, start))
    return walk.road()


def _natural(query: Query, start: tuple[str, ...]) -> tuple[str, ...]:
    """The columns of a result that does not say which: all that it names, none that only helped on the way."""
    named = [item.name for item in (*query.by, *query.measures, *query.then)]
    return tuple(dict.fromkeys(named if query.grouped else (*start, *named)))


@dataclass
class _Walk:
    """The road so far."""

    frame: tuple[str, ...]
    columns: tuple[str, ...]
    source: Road | None = None
    clauses: list[Clause] = field(default_factory=list)
    known: dict[Any, str] = field(default_factory=dict)
    """Values and memberships of other Queries → the column in which they stand already."""
    stations: tuple[str, ...] = ("source",)

    def road(self) -> Road:
        return Road(tuple(self.clauses), self.columns, self.source)

    def add(self, kind: str, *views: View, beside: Road | None = None) -> None:
        self.clauses.append(Clause(kind, views, self.stations, beside))

    def add_in_one(self, kind: str, views: tuple[View, ...], stations: tuple[str, ...], *instead: Clause) -> None:
        """What one step may do, or else several."""
        self.clauses.append(Clause(kind, views, stations, instead=instead))

    def filter(self, kind: str, condition: Expr) -> None:
        self.stations = (kind,)
        self.add(kind, View("condition", condition=self.settled(condition)))

    def settled(self, expr: Any) -> Any:
        """The expression with each value of another Query read from a column, put beside the rows first."""
        for part in (*outer_parts(Overall, expr), *outer_parts(Member, expr)):
            if part not in self.known:
                self._put_beside(part)
        return rewritten(expr, lambda part: Column(name=self.known[part]) if part in self.known else None)

    def _put_beside(self, part: Overall | Member) -> None:
        inner = road_of(part.query, self.frame)
        if isinstance(part, Overall):
            name = _free(f"overall {inner.columns[0]}", self.columns)
            self.add("value", View("value", name=name), beside=inner)
        else:
            name = _free("is among", self.columns)
            self.add("members", View("members", expression=self.settled(part.expr), name=name), beside=inner)
        self.known[part] = name
        self.columns = (*self.columns, name)

    def group(self, query: Query) -> None:
        """Keys and measures; what needs more than the groups' own rows is worked out after them."""
        self.stations = ("group",)
        by = tuple(item.replaced(expr=self.settled(item.expr)) for item in query.by)
        measures = tuple(item.replaced(expr=rewritten(item.expr, self._aggregate)) for item in query.measures)
        late = [item for item in measures if not has(Aggregate, item.expr) or has(Overall, item.expr)]
        parts = _parts(late, [item.name for item in (*by, *measures)])
        early = [*(item for item in measures if item not in late), *(Named(name=n, expr=e) for e, n in parts.items())]
        self.add("group", *group_views(by, tuple(early)))
        self.columns = tuple(item.name for item in (*by, *early))
        self.known = {}
        if late:
            read = {part: Column(name=name) for part, name in parts.items()}
            self._compute([item.replaced(expr=rewritten(item.expr, read.get)) for item in late])
        if query.having is not None:
            self.filter("having", query.having)

    def _aggregate(self, part: Any) -> Any:
        return self.settled(part) if isinstance(part, Aggregate) else None

    def _compute(self, items: Sequence[Named]) -> None:
        then = tuple(item.replaced(expr=self.settled(item.expr)) for item in items)
        self.add("then", *then_views(then))
        self.columns = tuple(dict.fromkeys((*self.columns, *(item.name for item in then))))

    def work_out(self, query: Query) -> None:
        """What follows from groups or rows; the first few of each group where that is all it is for."""
        views = within_views(query)
        if views and query.kept is not None:
            ranked = Clause("then", then_views(query.then), ("then",))
            kept = Clause("kept", (View("condition", condition=query.kept),), ("kept",))
            self.add_in_one("within", views, ("then", "kept"), ranked, kept)
            return
        if query.then:
            self.stations = ("then",)
            self._compute(query.then)
        if query.kept is not None:
            self.filter("kept", query.kept)

    def put_in_order(self, query: Query) -> None:
        """The order and the first few of it, in one where a tool can do both."""
        self.stations = ("order",)
        order = tuple(item.replaced(expr=self.settled(item.expr)) for item in query.order)
        first = View("limit", n=query.limit.n, skip=query.limit.skip or None) if query.limit is not None else None
        best = best_views(order, query.limit)
        if best and first is not None:
            sort, cut = Clause("order", order_views(order), ("order",)), Clause("limit", (first,), ("limit",))
            self.add_in_one("best", best, ("order", "limit"), sort, cut)
            return
        if order:
            self.add("order", *order_views(order))
        if first is not None:
            self.stations = ("limit",)
            self.add("limit", first)

    def show(self, wanted: tuple[str, ...]) -> None:
        """Only these columns, in this order."""
        if wanted != self.columns:
            self.stations = ("shown",)
            self.add("shown", View("shown", columns=wanted))
            self.columns = wanted


def _parts(late: Sequence[Named], taken: Sequence[str]) -> dict[Any, str]:
    """The aggregates inside measures that are worked out later → the names that they get."""
    found: dict[Any, str] = {}
    for item in late:
        for part in outer_parts(Aggregate, item.expr):
            if part not in found:
                found[part] = _free(f"{item.name} {part.func}", (*taken, *found.values()))
    return found


def _free(name: str, taken: Sequence[str]) -> str:
    return next(item for item in (name, *(f"{name} {number}" for number in range(2, 999))) if item not in taken)


def _opened(query: Query, frame: tuple[str, ...]) -> _Walk:
    """Where the road starts: at the frame, at the end of another road, or where two come together."""
    source = query.source
    if source is None:
        return _Walk(frame, frame)
    if isinstance(source, Query):
        inner = road_of(source, frame)
        return _Walk(frame, inner.columns, inner)
    if isinstance(source, Stack):
        first, *others = (road_of(item, frame) for item in source.queries)
        walk = _Walk(frame, first.columns, first)
        for other in others:
            walk.add("stack", View("stack"), beside=other)
        return walk
    return _matched(source, frame) if isinstance(source, Matched) else _unpivoted(source, frame)


def _matched(source: Matched, frame: tuple[str, ...]) -> _Walk:
    left, right = road_of(source.left, frame), road_of(source.right, frame)
    walk = _Walk(frame, left.columns, left)
    walk.add("match", View("match", on=source.on, keep_left=source.keep_left or None), beside=right)
    added = [name for name in right.columns if name not in source.on]
    walk.columns = (*left.columns, *(f"{name}_2" if name in left.columns else name for name in added))
    return walk


def _unpivoted(source: Unpivot, frame: tuple[str, ...]) -> _Walk:
    inner = road_of(source.source, frame) if source.source else None
    walk = _Walk(frame, inner.columns if inner else frame, inner)
    labels = " | ".join(source.columns.values())
    slots = {"columns": tuple(source.columns), "labels": labels, "name": source.name, "value": source.value}
    walk.add("unpivot", View("unpivot", **slots))
    kept = [name for name in walk.columns if name not in source.columns]
    walk.columns = (*kept, source.name, source.value)
    return walk
