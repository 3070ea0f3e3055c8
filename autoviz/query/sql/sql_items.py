"""Reading the list of a SELECT: its columns with the names that they get, stars written out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp

from autoviz.query.language import Column, Expr
from autoviz.query.output_names import fresh, name_of
from autoviz.query.sql.sql_expressions import Expressions
from autoviz.query.sql.sql_scope import Scope, refuse


@dataclass(frozen=True)
class Item:
    """One column of the list."""

    name: str
    """The name that it has in the result."""
    alias: str
    """The name that the text gives it; empty where it gives none."""
    expr: Expr


def items_of(node: exp.Select, scope: Scope, names: tuple[str, ...]) -> tuple[Item, ...]:
    """The columns of the list, each knowing the names given before it; `names` are given from outside."""
    found: list[tuple[str, Expr, bool]] = []
    for listed in node.expressions:
        found += list(_columns(listed, scope))
        scope = scope.knowing({alias: expr for alias, expr, given in found if given})
    if names and len(names) != len(found):
        refuse(node, f"{len(names)} columns are wanted here and {len(found)} given")
    items: list[Item] = []
    for place, (alias, expr, given) in enumerate(found):
        wanted = names[place] if names else alias
        items.append(Item(fresh(wanted, [item.name for item in items]), alias if given else "", expr))
    return tuple(items)


def _columns(listed: exp.Expr, scope: Scope) -> Iterator[tuple[str, Expr, bool]]:
    """Name, value, and whether the text gives the name."""
    star = listed.this if isinstance(listed, exp.Column) and isinstance(listed.this, exp.Star) else listed
    if isinstance(star, exp.Columns) and isinstance(star.this, exp.Star):
        star = star.this
    if isinstance(star, exp.Star):
        yield from _starred(star, listed, scope)
    elif isinstance(listed, exp.Alias):
        yield listed.alias, Expressions(scope).read(listed.this), True
    else:
        expr = Expressions(scope).read(listed)
        name = listed.name if isinstance(listed, exp.Column) else name_of(expr)
        yield _own_spelling(name, expr), expr, False


def _own_spelling(name: str, expr: Expr) -> str:
    same = isinstance(expr, Column) and expr.name.casefold() == name.casefold()
    return expr.name if same and isinstance(expr, Column) else name


def _starred(star: exp.Star, listed: exp.Expr, scope: Scope) -> Iterator[tuple[str, Expr, bool]]:
    table = listed.text("table").casefold() if isinstance(listed, exp.Column) else ""
    relations = [item for item in scope.relations if not table or item.alias.casefold() == table]
    if not relations:
        refuse(listed, "there is no table whose columns these are")
    left_out = {item.name.casefold() for item in star.args.get("except_") or ()}
    replaced = {item.alias.casefold(): item.this for item in star.args.get("replace") or ()}
    renamed = {item.this.name.casefold(): item.alias for item in star.args.get("rename") or ()}
    seen: list[Expr] = []
    for relation in relations:
        for name, expr in relation.columns.items():
            folded = name.casefold()
            if folded in left_out or expr in seen:  # a key that two relations share comes once
                continue
            seen.append(expr)
            value = Expressions(scope).read(replaced[folded]) if folded in replaced else expr
            yield renamed.get(folded, name), value, False
