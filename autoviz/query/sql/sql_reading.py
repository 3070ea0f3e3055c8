"""Reading a DuckDB SELECT over the table t as a Query, without running it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from autoviz.errors import QueryError
from autoviz.query.language import Column, Named, Query, Stack
from autoviz.query.sql.hidden_names import with_plain_names
from autoviz.query.sql.merging import merged
from autoviz.query.sql.outputs import result_columns
from autoviz.query.sql.sql_correlated import uncorrelated
from autoviz.query.sql.sql_joins import as_source
from autoviz.query.sql.sql_scope import DIALECT, Scope, refuse, shown
from autoviz.query.sql.sql_select import Select, limit_of, order_of_columns
from autoviz.query.sql.sql_sources import Sources
from autoviz.query.sql.unpivoting import as_series

UNSAID = ("cluster", "connect", "into", "kind", "laterals", "locks", "match", "prewhere", "sample", "settings", "sort")
"""Clauses of a SELECT that the language has nothing for."""


def read_query(text: str, columns: tuple[str, ...]) -> Query:
    """The Query that a SELECT asks of a table with these columns."""
    try:
        statements = sqlglot.parse(text, dialect=DIALECT)
    except SqlglotError as error:
        raise QueryError(
            f"{shown(text.strip())}: {_reason(error)}.", "Write one DuckDB SELECT over the table t."
        ) from error
    node = statements[0] if len(statements) == 1 else None
    if not isinstance(node, exp.Query):
        refuse(text.strip() or "nothing", "a query is one SELECT", "Write one DuckDB SELECT over the table t.")
    return Selects(columns).read(node)


def _reason(error: SqlglotError) -> str:
    """What the parser says in one line, without the colours that it puts around the place."""
    return re.sub(r"\x1b\[\d*m", "", str(error).splitlines()[0]).rstrip(".").replace(". Line", ", line")


@dataclass(frozen=True)
class Selects:
    """Reads SELECTs where these tables are known."""

    columns: tuple[str, ...]
    tables: Mapping[str, Query] = field(default_factory=dict)
    """What WITH has named so far."""

    def read(self, node: exp.Expr, names: tuple[str, ...] = ()) -> Query:
        """A SELECT, a union of them, or either in parentheses; `names` are those that its columns get from outside."""
        inner = self._knowing(node.args.get("with_"))
        match node:
            case exp.Subquery():
                return inner._in_parentheses(node, names)
            case exp.Union():
                return inner._union(node, names)
            case exp.Select():
                return inner._select(node, names)
            case exp.Pivot():
                return inner.sources.unpivoted(node)
        return refuse(node, "a query is a SELECT or a UNION ALL of them", "Write one DuckDB SELECT over the table t.")

    @property
    def sources(self) -> Sources:
        """What reads a FROM here."""
        return Sources(self.columns, self.tables, self.read)

    def _knowing(self, with_: exp.With | None) -> Selects:
        if with_ is None:
            return self
        if with_.args.get("recursive"):
            refuse(with_, "a query does not call itself")
        known = self
        for table in with_.expressions:
            names = tuple(column.name for column in table.args["alias"].args.get("columns") or ())
            known = replace(known, tables={**known.tables, table.alias.casefold(): known.read(table.this, names)})
        return known

    def _in_parentheses(self, node: exp.Subquery, names: tuple[str, ...]) -> Query:
        inner = self.read(node.this, names)
        if not (node.args.get("order") or node.args.get("limit")):
            return inner
        return self._ordered(node, inner)

    def _ordered(self, node: exp.Expr, inner: Query) -> Query:
        """An ORDER BY and a LIMIT after a union, or after parentheses."""
        order = order_of_columns(node, result_columns(inner, self.columns), self.read)
        ordered = merged(Query(source=as_source(inner), order=order, limit=limit_of(node)))
        return with_plain_names(ordered, self.columns)

    def _union(self, node: exp.Union, names: tuple[str, ...]) -> Query:
        queries: list[Query] = []
        for part in _parts(node):
            queries.append(self.read(part, names))
            names = names or result_columns(queries[0], self.columns)
        series = as_series(queries, self.columns)
        stacked = series or Query(source=Stack(queries=tuple(queries)))
        if node.args.get("distinct"):
            stacked = merged(Query(source=as_source(stacked), by=tuple(_key(name) for name in names)))
        ends = node.args.get("order") or node.args.get("limit")
        return self._ordered(node, stacked) if ends else with_plain_names(stacked, self.columns)

    def _select(self, node: exp.Select, names: tuple[str, ...]) -> Query:
        for part in UNSAID:
            if node.args.get(part):
                refuse(node, f"the language has no {part}", "Write one DuckDB SELECT over the table t.")
        node = uncorrelated(node)
        origin = self.sources.origin(node)
        windows = {window.name.casefold(): window for window in node.args.get("windows") or ()}
        query = Select(node, origin, Scope(origin.relations, self.read, windows=windows), names).query()
        return with_plain_names(query, self.columns)


def _key(name: str) -> Named:
    return Named(name=name, expr=Column(name=name))


def _parts(node: exp.Expr) -> list[exp.Expr]:
    """The SELECTs of a chain of unions, which all keep doubled rows or all drop them."""
    if not isinstance(node, exp.Union):
        return [node]
    left = node.this
    same = isinstance(left, exp.Union) and bool(left.args.get("distinct")) == bool(node.args.get("distinct"))
    return [*(_parts(left) if same else [left]), node.expression]
