"""A Query as the shortest SELECT that says it, for readers that write SQL word by word."""

from __future__ import annotations

import re
from typing import Any

import sqlglot
from sqlglot import exp

from autoviz.query.language import Query
from autoviz.query.sql import to_sql
from autoviz.query.sql.identifiers import is_plain

_DATED = re.compile(r"CAST\(('[\d :.-]+') AS (DATE|TIMESTAMP)\)")


def plain_sql(query: Query) -> str:
    """The shortest SELECT that says a Query: places instead of names, no aliases, quotes where they must be."""
    tree = sqlglot.parse_one(to_sql(query), dialect="duckdb")
    if isinstance(tree, exp.Select):
        _by_place(tree)
    for one in tree.find_all(exp.Subquery):
        if not isinstance(one.parent, exp.From | exp.Join) and isinstance(one.this, exp.Select):
            one.this.set("expressions", [item.unalias() for item in one.this.expressions])
    for node in tree.find_all(exp.Identifier):
        node.set("quoted", not is_plain(node.name))
    return _DATED.sub(r"\2 \1", tree.sql(dialect="duckdb"))


def _by_place(select: exp.Select) -> None:
    """Groups and order by the place of what is shown; what is shown then needs no name of its own."""
    places: dict[str, int] = {}
    for at, item in enumerate(select.expressions, 1):
        places.setdefault(item.alias_or_name if isinstance(item, exp.Alias | exp.Column) else "", at)
    group, order = select.args.get("group"), select.args.get("order")
    columns = {item.name: at for at, item in enumerate(select.expressions, 1) if isinstance(item, exp.Column)}
    if group is not None:
        group.set("expressions", [_place(item, columns) for item in group.expressions])
    if order is not None:
        for item in order.expressions:
            item.set("this", _place(item.this, places))
    rest = [select.args.get(part) for part in ("where", "having", "qualify", "order", "group", "windows")]
    read = {column.name for part in rest if isinstance(part, exp.Expression) for column in part.find_all(exp.Column)}
    named = [item for item in select.expressions if isinstance(item, exp.Alias)]
    inner = {column.name for item in select.expressions for column in item.find_all(exp.Column)}
    for item in named:
        if item.alias not in read and item.alias not in inner - {item.this.name}:
            item.replace(item.this)


def _place(item: Any, places: dict[str, int]) -> Any:
    if isinstance(item, exp.Column) and not item.table and item.name in places:
        return exp.Literal.number(places[item.name])
    return item
