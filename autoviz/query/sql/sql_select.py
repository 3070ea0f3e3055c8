"""Reading one SELECT: what it lists, groups, tests and orders becomes the stations of a Query."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from sqlglot import exp

from autoviz.query.language import (
    COUNT_ROWS,
    Call,
    Column,
    Constant,
    Expr,
    Limit,
    Named,
    Query,
    Sort,
    Window,
    all_of,
    conjuncts,
)
from autoviz.query.rewriting import has, rewritten
from autoviz.query.sql.merging import merged
from autoviz.query.sql.sql_expressions import Expressions
from autoviz.query.sql.sql_gathering import sort_of
from autoviz.query.sql.sql_items import Item, items_of
from autoviz.query.sql.sql_joins import Origin, conjuncts_of
from autoviz.query.sql.sql_scope import Scope, literal, plain_relation, refuse
from autoviz.query.sql.sql_stations import Stations, gathered_inside, is_gathered


@dataclass(frozen=True)
class Select:
    """One SELECT with what its names mean."""

    node: exp.Select
    origin: Origin
    scope: Scope
    names: tuple[str, ...] = ()
    """The names that its columns get from outside."""

    def query(self) -> Query:
        """The Query that it asks."""
        stations = self._stations()
        where = all_of((*self.origin.where, *self._where()))
        having = self._settled("having", stations)
        kept = self._kept(stations)
        order = tuple(stations.sorted_by(sort) if fresh else sort for sort, fresh in self._terms())
        return merged(
            Query(
                source=self.origin.source, where=where, by=tuple(stations.by), measures=tuple(stations.measures),
                having=having, then=tuple(stations.then), kept=kept, order=order, limit=limit_of(self.node),
                shown=tuple(item.name for item in self.items),
            )
        )  # fmt: skip

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The columns that it lists, under names that differ."""
        items = items_of(self.node, self.scope, self.names)
        if not self.origin.one_row:
            return items
        return tuple(replace(item, expr=rewritten(item.expr, gathered_inside)) for item in items)

    @cached_property
    def expressions(self) -> Expressions:
        """Reads the expressions of its clauses, which know the names that it gives."""
        return Expressions(self.scope.knowing({item.alias: item.expr for item in self.items if item.alias}))

    def _where(self) -> tuple[Expr, ...]:
        """The conditions of the WHERE that no join has taken up."""
        nodes = (node for node in conjuncts_of(self.node.args.get("where")) if id(node) not in self.origin.consumed)
        return tuple(test for node in nodes for test in conjuncts(self.expressions.read(node)))

    def _condition(self, clause: str) -> Expr | None:
        node = self.node.args.get(clause)
        return None if node is None else self.expressions.read(node.this)

    def _stations(self) -> Stations:
        keys = self._keys()
        distinct = self.node.args.get("distinct") is not None and self.node.args["distinct"].args.get("on") is None
        tests = (self._condition("having"), *(sort.expr for sort, _ in self._terms()))
        grouped = bool(keys) or self.origin.one_row or is_gathered((*(item.expr for item in self.items), *tests))
        if distinct and not grouped and not has(Window, tuple(item.expr for item in self.items)):
            keys, grouped, distinct = [item.expr for item in self.items], True, False
        if distinct:
            refuse(self.node, "DISTINCT stands alone, without groups or windows", "Group in a subquery first.")
        names = {item.name.casefold() for item in self.items}
        own = () if grouped else (name for relation in self.scope.relations for name in relation.columns)
        stations = Stations(grouped, names | {name.casefold() for name in own}, self._aliases())
        if self.origin.one_row and not is_gathered(item.expr for item in self.items):
            stations.measured(COUNT_ROWS)
        stations.fill(keys, [Named(name=item.name, expr=item.expr) for item in self.items])
        return stations

    def _aliases(self) -> dict[str, Expr]:
        return {item.alias.casefold(): item.expr for item in self.items if item.alias}

    def _keys(self) -> list[Expr]:
        group = self.node.args.get("group")
        if group is None:
            return []
        if group.args.get("all"):
            return [item.expr for item in self.items if not is_gathered((item.expr,)) and not has(Window, item.expr)]
        return [self._key(node) for node in group.expressions]

    def _key(self, node: exp.Expr) -> Expr:
        if isinstance(node, exp.Rollup | exp.Cube | exp.GroupingSets):
            refuse(node, "one query has one set of groups", "Put the totals under it with UNION ALL.")
        return self._at_place(node).expr if _is_place(node) else self.expressions.read(node)

    def _at_place(self, node: exp.Expr) -> Item:
        place = int(node.this)
        if not 1 <= place <= len(self.items):
            refuse(node, f"there are {len(self.items)} columns", "Name one of them.")
        return self.items[place - 1]

    def _settled(self, clause: str, stations: Stations) -> Expr | None:
        condition = self._condition(clause)
        return None if condition is None else stations.settled(condition)

    def _kept(self, stations: Stations) -> Expr | None:
        distinct = self.node.args.get("distinct")
        on = distinct.args.get("on") if distinct is not None else None
        condition = self._condition("qualify")
        tests = conjuncts(None if condition is None else stations.later(condition))
        if on is not None:
            along = tuple(sort for sort, _ in self._terms())
            first = Window(func="row number", within=self.expressions.each(on.expressions), along=along)
            tests = (*tests, Call(op="=", args=(stations.later(first), Constant(value=1))))
        kept: Expr | None = all_of(tests)
        return kept

    def _terms(self) -> list[tuple[Sort, bool]]:
        """The terms of the ORDER BY, and whether they are still in terms of the source."""
        order = self.node.args.get("order")
        return [] if order is None else [term for node in order.expressions for term in self._term(node)]

    def _term(self, node: exp.Ordered) -> list[tuple[Sort, bool]]:
        inner = node.this
        if isinstance(inner, exp.Var | exp.Column) and inner.name.upper() == "ALL":
            return [(sort_of(node, Column(name=item.name)), False) for item in self.items]
        if _is_place(inner):
            return [(sort_of(node, Column(name=self._at_place(inner).name)), False)]
        if isinstance(inner, exp.Column) and not inner.table:
            folded = inner.name.casefold()
            found = next((item for item in self.items if (item.alias or item.name).casefold() == folded), None)
            if found is not None:
                return [(sort_of(node, Column(name=found.name)), False)]
        return [(sort_of(node, self.expressions.read(inner)), True)]


def limit_of(node: exp.Expr) -> Limit | None:
    """The LIMIT and OFFSET of a SELECT."""
    limit, offset = node.args.get("limit"), node.args.get("offset")
    if limit is None and offset is None:
        return None
    if not isinstance(limit, exp.Limit) or not _is_place(limit.expression) or int(limit.expression.this) < 1:
        refuse(limit or offset or node, "a limit is a whole number of rows, one or more", "Write LIMIT 10.")
    if offset is not None and not _is_place(offset.expression):
        refuse(offset, "an offset is a whole number of rows", "Write OFFSET 10.")
    return Limit(n=int(limit.expression.this), skip=0 if offset is None else int(offset.expression.this))


def order_of_columns(node: exp.Expr, columns: tuple[str, ...], read: Callable[[exp.Expr], Query]) -> tuple[Sort, ...]:
    """An ORDER BY over the columns of a result."""
    order = node.args.get("order")
    if order is None:
        return ()
    expressions = Expressions(Scope((plain_relation("", columns),), read))
    sorts = []
    for term in order.expressions:
        place = int(term.this.this) if _is_place(term.this) else 0
        if place > len(columns):
            refuse(term, f"there are {len(columns)} columns", "Name one of them.")
        sorts.append(sort_of(term, Column(name=columns[place - 1]) if place else expressions.read(term.this)))
    return tuple(sorts)


def _is_place(node: exp.Expr | None) -> bool:
    return isinstance(node, exp.Literal) and not node.is_string and isinstance(literal(node), int)
