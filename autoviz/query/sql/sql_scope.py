"""What names mean inside one SELECT: the columns of its relations, and the names that it gives itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NoReturn

from sqlglot import exp

from autoviz.errors import QueryError, did_you_mean
from autoviz.query.language import Column, Expr, Query

DIALECT = "duckdb"


def refuse(node: exp.Expr | str, reason: str, hint: str = "") -> NoReturn:
    """Says which piece of the text is outside the language, and what is allowed instead."""
    raise QueryError(f"{shown(node)}: {reason}.", hint)


def shown(node: exp.Expr | str, most: int = 120) -> str:
    """A piece of the text as a message quotes it."""
    text = node if isinstance(node, str) else node.sql(dialect=DIALECT)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def literal(node: exp.Literal) -> str | int | float:
    """The value of a literal."""
    if node.is_string:
        return str(node.this)
    return int(node.this) if re.fullmatch(r"\d+", node.this) else float(node.this)


@dataclass(frozen=True)
class Relation:
    """A table or a subquery under the name that it has in the FROM."""

    alias: str
    columns: Mapping[str, Expr]
    """Its columns → what they are in the source of the Query that is being read."""

    days: frozenset[str] = frozenset()
    """Columns of the source that are known to be dates without a time."""

    def find(self, name: str) -> Expr | None:
        """The column of this name, in whatever casing."""
        return _found(name, self.columns)


@dataclass(frozen=True)
class Scope:
    """Where an expression stands."""

    relations: tuple[Relation, ...]
    read_query: Callable[[exp.Expr], Query]
    aliases: Mapping[str, Expr] = field(default_factory=dict)
    """Names that the SELECT gives; a column of the same name comes first."""
    windows: Mapping[str, exp.Window] = field(default_factory=dict)

    def knowing(self, aliases: Mapping[str, Expr]) -> Scope:
        """The same with more names that the SELECT gives."""
        return replace(self, aliases={**self.aliases, **aliases})

    def resolve(self, node: exp.Column) -> Expr:
        """What a column of the text is."""
        relations = self._named(node) if node.table else self.relations
        for relation in relations:
            found = relation.find(node.name)
            if found is not None:
                return found
        alias = None if node.table else self.alias(node.name)
        if alias is None:
            available = tuple(dict.fromkeys(name for relation in relations for name in relation.columns))
            refuse(node, "there is no such column here", did_you_mean(node.name, available, "columns"))
        return alias

    @property
    def days(self) -> frozenset[str]:
        """Columns of the source that are known to be dates without a time."""
        return frozenset().union(*(relation.days for relation in self.relations))

    def alias(self, name: str) -> Expr | None:
        """What the SELECT itself calls by this name."""
        return _found(name, self.aliases)

    def _named(self, node: exp.Column) -> tuple[Relation, ...]:
        wanted = node.table.casefold()
        found = tuple(relation for relation in self.relations if relation.alias.casefold() == wanted)
        if not found:
            names = tuple(relation.alias for relation in self.relations)
            refuse(node, f"nothing is called {node.table!r} here", did_you_mean(node.table, names, "tables"))
        return found


def plain_relation(alias: str, columns: Iterable[str], days: frozenset[str] = frozenset()) -> Relation:
    """A relation whose columns keep their names."""
    return Relation(alias, {name: Column(name=name) for name in columns}, days)


def _found(name: str, meanings: Mapping[str, Expr]) -> Expr | None:
    if name in meanings:
        return meanings[name]
    folded = name.casefold()
    return next((meaning for key, meaning in meanings.items() if key.casefold() == folded), None)
