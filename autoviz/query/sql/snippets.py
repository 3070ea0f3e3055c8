"""Snippets: an expression, named values or an order as a line of SQL, which people and models write and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from autoviz.errors import QueryError
from autoviz.query.language import Column, Expr, Named, Sort
from autoviz.query.output_names import name_of
from autoviz.query.sql.sql_expressions import Expressions
from autoviz.query.sql.sql_gathering import sort_of
from autoviz.query.sql.sql_scope import DIALECT, Relation, Scope, refuse
from autoviz.query.sql.sql_terms import Terms, quoted
from autoviz.query.sql.sql_writing import write_query

_TERMS = Terms(write_query)


def expression_text(expr: Expr) -> str:
    """An expression as SQL."""
    return _TERMS.write(expr)


def named_text(values: Sequence[Named]) -> str:
    """Named values as SQL: `sum("revenue") AS "total", …`."""
    return ", ".join(
        _TERMS.write(item.expr)
        if item.expr == Column(name=item.name)
        else f"{_TERMS.write(item.expr)} AS {quoted(item.name)}"
        for item in values
    )


def sorts_text(sorts: Sequence[Sort]) -> str:
    """An order as SQL: `"total" DESC, …`."""
    return ", ".join(_TERMS.sort(sort) for sort in sorts)


def read_expression(text: str) -> Expr:
    """The expression that a line of SQL says; its columns are those that it names."""
    select, expressions = _parsed(f"SELECT ({text}) FROM t", text)
    return expressions.read(select.expressions[0].unnest())


def read_named(text: str) -> tuple[Named, ...]:
    """The named values that a line of SQL lists."""
    if not text.strip():
        return ()
    select, expressions = _parsed(f"SELECT {text} FROM t", text)
    return tuple(_named(item, expressions) for item in select.expressions)


def read_sorts(text: str) -> tuple[Sort, ...]:
    """The order that a line of SQL says."""
    if not text.strip():
        return ()
    select, expressions = _parsed(f"SELECT 1 FROM t ORDER BY {text}", text)
    return tuple(sort_of(term, expressions.read(term.this)) for term in select.args["order"].expressions)


def _named(item: Any, expressions: Expressions) -> Named:
    expr = expressions.read(item.this if isinstance(item, exp.Alias) else item)
    return Named(name=item.alias if isinstance(item, exp.Alias) else name_of(expr), expr=expr)


def _parsed(statement: str, text: str) -> tuple[exp.Select, Expressions]:
    try:
        found = sqlglot.parse(statement, dialect=DIALECT)
    except SqlglotError as error:
        raise QueryError(f"{text.strip()!r} cannot be read", "Write it as SQL does: revenue > 100.") from error
    select = found[0] if len(found) == 1 else None
    if not isinstance(select, exp.Select):
        refuse(text.strip() or "nothing", "this is no expression", "Write it as SQL does: revenue > 100.")
    names = dict.fromkeys(column.name for column in select.find_all(exp.Column))
    relation = Relation("t", {name: Column(name=name) for name in names})
    return select, Expressions(Scope((relation,), _no_query))


def _no_query(node: exp.Expr) -> NoReturn:
    refuse(node, "a query has no place inside a param", "Use attach_value or mark_members.")
