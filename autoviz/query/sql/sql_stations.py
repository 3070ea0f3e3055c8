"""The stations of a Query while values are sorted into them: each finds the station where it belongs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from autoviz.query.language import (
    Aggregate,
    Column,
    Expr,
    Member,
    Named,
    Overall,
    Query,
    Sort,
    Window,
    all_of,
    columns_of,
    conjuncts,
)
from autoviz.query.output_names import fresh, name_of
from autoviz.query.rewriting import has, outer_parts, reads_groups_only, rewritten
from autoviz.query.sql.sql_scope import refuse


@dataclass
class Stations:
    """Keys, measures and later columns found so far, under names that differ."""

    grouped: bool
    taken: set[str]
    """Names in use, folded: those of the result, and the source's own where rows stand as they are."""
    aliases: Mapping[str, Expr] = field(default_factory=dict)
    """Names that a SELECT gives, folded: a test on groups may read them."""
    by: list[Named] = field(default_factory=list)
    measures: list[Named] = field(default_factory=list)
    then: list[Named] = field(default_factory=list)

    def fill(self, keys: Iterable[Expr], columns: Sequence[Named]) -> None:
        """Each column of the result to its station: keys, then measures, then what is worked out from both."""
        for key in keys:
            if all(key != item.expr for item in self.by):
                named = next((item.name for item in columns if item.expr == key), None)
                self.by.append(Named(name=named or self.free(name_of(key)), expr=key))
        rest = [item for item in columns if item not in self.by and item not in self.measures]
        measures = [item for item in rest if self.grouped and reads_groups_only(item.expr)]
        self.measures += measures
        later = [item.replaced(expr=self.settled(item.expr)) for item in rest if item not in measures]
        self.then += [item for item in later if item.expr != Column(name=item.name)]

    def free(self, wanted: str) -> str:
        """The wanted name, with a number where it is in use."""
        name = fresh(wanted, self.taken)
        self.taken.add(name.casefold())
        return name

    def settled(self, expr: Any) -> Any:
        """A value in terms of the station before `then`: of keys and measures, where rows are grouped."""
        return rewritten(expr, self._settle) if self.grouped else expr

    def _settle(self, part: Any) -> Any:
        for item in (*self.by, *self.measures):
            if part == item.expr:
                return Column(name=item.name)
        if isinstance(part, Aggregate):
            return self.measured(part)
        if isinstance(part, Column):
            alias = self.aliases.get(part.name.casefold())
            if alias is not None and alias != part:
                return self.settled(alias)
            refuse(part.name, "this column is neither a key nor inside an aggregate", "Group by it, or aggregate it.")
        if isinstance(part, Member):
            return part.replaced(expr=self.settled(part.expr))
        return None

    def measured(self, expr: Expr) -> Column:
        """A measure that is there, or a new one that is not shown."""
        found = next((item for item in self.measures if item.expr == expr), None)
        if found is None:
            found = Named(name=self.free(name_of(expr)), expr=expr)
            self.measures.append(found)
        return Column(name=found.name)

    def later(self, expr: Any) -> Any:
        """A value after `then`: of the columns there, with new ones for windows and for what `then` covered up."""
        return rewritten(self.settled(expr), self._lift)

    def _lift(self, part: Any) -> Any:
        for item in self.then:
            if part == item.expr and not (isinstance(part, Column) and part.name == item.name):
                return Column(name=item.name)
        if isinstance(part, Window) or (isinstance(part, Column) and self._covered(part.name)):
            found = Named(name=self.free(name_of(part)), expr=part)
            self.then.append(found)
            return Column(name=found.name)
        return None

    def _covered(self, name: str) -> bool:
        return any(item.name == name and item.expr != Column(name=name) for item in self.then)

    def sorted_by(self, sort: Sort) -> Sort:
        """The order of the rows in terms of the columns at the end."""
        expr = sort.expr
        if self.grouped and reads_groups_only(expr):
            return sort.replaced(expr=self.measured(expr))
        return sort.replaced(expr=self.later(expr))

    def prune(self, read: Any, shown: Iterable[str]) -> None:
        """Leaves out what is neither shown nor read at a later station."""
        used = {*columns_of(read), *shown}
        self.then = [item for item in self.then if item.name in used]
        used |= set(columns_of(tuple(self.then)))
        self.measures = [item for item in self.measures if item.name in used] or self.measures[: not self.by]


def is_gathered(exprs: Iterable[Any]) -> bool:
    """Whether any of these puts rows together."""
    return bool(outer_parts(Aggregate, tuple(exprs)))


def gathered_inside(part: Any) -> Any:
    """The one value of a Query of the whole table as an aggregate of those rows that it keeps."""
    query = part.query if isinstance(part, Overall) else None
    if query is None or len(query.measures) != 1 or query != Query(where=query.where, measures=query.measures):
        return None
    return rewritten(query.measures[0].expr, lambda inner: _where_too(inner, query.where))


def _where_too(part: Any, where: Expr | None) -> Any:
    if not isinstance(part, Aggregate):
        return None
    return part.replaced(where=all_of((*conjuncts(where), *conjuncts(part.where))))


def looks_around(*values: Any) -> bool:
    """Whether any of these knows of other rows."""
    return has(Window, values)
