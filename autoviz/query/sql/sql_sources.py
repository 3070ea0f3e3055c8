"""Reading a FROM: the table, subqueries, what WITH named, rows written out, and columns turned into a series."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlglot import exp

from autoviz.errors import did_you_mean
from autoviz.query.language import Call, Column, Named, Query, Unpivot
from autoviz.query.sql.merging import merged
from autoviz.query.sql.outputs import result_columns
from autoviz.query.sql.sql_joins import Origin, Part, as_source, joined
from autoviz.query.sql.sql_scope import refuse

TABLE = "t"


@dataclass(frozen=True)
class Sources:
    """Reads FROMs where these tables are known."""

    columns: tuple[str, ...]
    tables: Mapping[str, Query]
    read: Callable[..., Query]

    def origin(self, node: exp.Select) -> Origin:
        """What the FROM of a SELECT gives."""
        start = node.args.get("from_")
        if start is None:
            return Origin(None, (), one_row=True)
        first = self.part(start.this)
        joins = (*(start.this.args.get("joins") or ()), *(node.args.get("joins") or ()))
        if joins:
            return joined(first, [(join, self.part(join.this)) for join in joins], node, self.read)
        return Origin(as_source(first.query), (first.relation,))

    def part(self, node: exp.Expr) -> Part:
        """One member of a FROM."""
        query, name = self._member(node)
        names = _alias_columns(node)
        for pivot in node.args.get("pivots") or ():
            query = self._pivoted(pivot, query)
            names = names or _alias_columns(pivot)
        columns = result_columns(query, self.columns)
        if names and names != columns:
            query, columns = _renamed(query, columns, names), names
        return Part(node.alias or name, query, columns)

    def _member(self, node: exp.Expr) -> tuple[Query, str]:
        match node:
            case exp.Table():
                return self._table(node), node.name
            case exp.Values():
                return self._rows(node), ""
            case exp.Subquery() if isinstance(node.this, exp.Table | exp.Values):
                return self._member(node.this)
            case exp.Subquery():
                return self.read(node), ""
        return refuse(node, "a query reads the table t or another query", "Write FROM t or FROM (SELECT ...).")

    def _table(self, node: exp.Table) -> Query:
        known = self.tables.get(node.name.casefold())
        if known is not None:
            return known
        if node.name.casefold() == TABLE and not isinstance(node.this, exp.Func):
            return Query()
        return refuse(node, "there is no such table", did_you_mean(node.name, (TABLE, *self.tables), "tables"))

    def _rows(self, node: exp.Values) -> Query:
        """Rows that are written out: one SELECT each, under one another."""
        rows = [row.expressions for row in node.expressions]
        names = _alias_columns(node) or tuple(f"col{place}" for place in range(len(rows[0])))
        if any(len(row) != len(names) for row in rows):
            refuse(node, f"each row has {len(names)} values")
        selects = [
            exp.Select(
                expressions=[exp.alias_(value, name, quoted=True) for value, name in zip(row, names, strict=True)]
            )
            for row in rows
        ]
        return self.read(selects[0] if len(selects) == 1 else exp.union(*selects, distinct=False))

    def unpivoted(self, node: exp.Pivot) -> Query:
        """`UNPIVOT ... ON ... INTO NAME ... VALUE ...`."""
        return self._pivoted(node, self.part(node.this).query)

    def _pivoted(self, node: exp.Pivot, inner: Query) -> Query:
        if not node.args.get("unpivot"):
            refuse(node, "only columns become rows", "Write an aggregate with FILTER (WHERE ...) for each column.")
        name, value, listed = _unpivot_names(node)
        available = result_columns(inner, self.columns)
        columns: dict[str, str] = {}
        for item in listed:
            columns.update(_labelled(item, available))
        source = None if inner == Query() else inner
        unpivot = Unpivot(columns=columns, name=name, value=value, source=source)
        is_there = Call(op="not", args=(Call(op="is null", args=(Column(name=value),)),))
        return Query(source=unpivot, where=None if node.args.get("include_nulls") else is_there)


def _unpivot_names(node: exp.Pivot) -> tuple[str, str, list[exp.Expr]]:
    """The name of the names, the name of the values, and the columns, in either way of writing it."""
    fields = node.args.get("fields")
    if fields:
        return fields[0].this.name, node.expressions[0].name, list(fields[0].expressions)
    into = node.args.get("into")
    if into is None:
        return "name", "value", list(node.expressions)
    if len(into.expressions) != 1:
        refuse(node, "columns become one series", "Write INTO NAME n VALUE v.")
    return into.this.name, into.expressions[0].name, list(node.expressions)


def _labelled(item: exp.Expr, available: tuple[str, ...]) -> dict[str, str]:
    """Column → label, for one column or for a pattern of them."""
    if isinstance(item, exp.PivotAlias | exp.Alias):
        alias = item.args["alias"]
        return dict.fromkeys(_labelled(item.this, available), alias.name)
    if isinstance(item, exp.Columns):
        return {name: name for name in _matching(item.this, available)}
    if isinstance(item, exp.Star):
        return {name: name for name in _matching(item, available)}
    found = next((name for name in available if name.casefold() == item.name.casefold()), None)
    if found is None:
        refuse(item, "there is no such column here", did_you_mean(item.name, available, "columns"))
    return {found: found}


def _matching(pattern: exp.Expr, available: tuple[str, ...]) -> list[str]:
    if isinstance(pattern, exp.Star):
        left_out = {item.name.casefold() for item in pattern.args.get("except_") or ()}
        return [name for name in available if name.casefold() not in left_out]
    if not (isinstance(pattern, exp.Literal) and pattern.is_string):
        refuse(pattern, "columns are named, or matched by a text in quotes", "Write COLUMNS('^year_').")
    return [name for name in available if re.search(pattern.this, name)]


def _alias_columns(node: exp.Expr) -> tuple[str, ...]:
    """The names that an alias gives to columns: `AS v(a, b)`."""
    alias = node.args.get("alias")
    return tuple(column.name for column in alias.args.get("columns") or ()) if isinstance(alias, exp.TableAlias) else ()


def _renamed(query: Query, columns: tuple[str, ...], names: tuple[str, ...]) -> Query:
    if len(columns) != len(names):
        refuse(", ".join(names), f"these names are for {len(columns)} columns")
    then = tuple(Named(name=new, expr=Column(name=old)) for new, old in zip(names, columns, strict=True) if new != old)
    return merged(Query(source=as_source(query), then=then, shown=names))
