"""Sort keys: the values that the rows of a result are sorted by, among its columns even where nobody is shown them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from autoviz.query.language import Column, Named, Query, Sort, Window, columns_of
from autoviz.query.rewriting import has


@dataclass(frozen=True)
class SortKeys:
    """A Query that gives the values it sorts by as columns too."""

    query: Query
    names: tuple[str, ...] = ()
    """The columns that rows are sorted by, in their order, up to the first value that cannot be shown."""
    unshown: tuple[str, ...] = ()
    """Those that the Query as it was asked does not show."""


def with_sort_keys(query: Query) -> SortKeys:
    """The Query with what it sorts by as columns."""
    found = SortKeys(query)
    for sort in query.order:
        name = _name(sort, found.query)
        if name is None:
            break
        found = _showing(found, name, sort)
    return found


def _name(sort: Sort, query: Query) -> str | None:
    """The column that holds the value, or a free name for it; None where it reads what is not there beside others."""
    if isinstance(sort.expr, Column):
        return sort.expr.name
    made = (*query.by, *query.measures, *query.then)
    known = next((item.name for item in made if item.expr == sort.expr), None)
    if known is not None:
        return known
    late = {item.name for item in query.then} & set(columns_of(sort.expr))
    if late or (query.kept is not None and has(Window, sort.expr)):
        return None  # it is worked out from what `then` gave, or from the rows that were kept
    taken = {*columns_of(query), *(item.name for item in made)}
    return next(name for number in count(1) if (name := f"sort key {number}") not in taken)


def _showing(found: SortKeys, name: str, sort: Sort) -> SortKeys:
    query, names = found.query, (*found.names, name)
    given = {item.name for item in (*query.by, *query.measures, *query.then)}
    new = not isinstance(sort.expr, Column) and name not in given
    shown = name in query.shown if query.shown else not new
    if shown:
        return SortKeys(query, names, found.unshown)
    then = (*query.then, Named(name=name, expr=sort.expr)) if new else query.then
    wide = query.replaced(then=then, shown=(*query.shown, name) if query.shown else ())
    return SortKeys(wide, names, (*found.unshown, name))
