"""Names of the columns that a Query works with and does not show: one name for one meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autoviz.query.language import Column, Named, Query, columns_of
from autoviz.query.output_names import fresh, name_of
from autoviz.query.rewriting import inlined
from autoviz.query.sql.outputs import result_columns, source_columns


def with_plain_names(query: Query, columns: Sequence[str]) -> Query:
    """The same with every hidden column called by what it is, so that one question is one Query."""
    groups = {item.name for item in (*query.by, *query.measures)}
    own = () if query.grouped else source_columns(query.source, columns)
    covers = bool({*groups, *own} & {item.name for item in query.then})
    if not covers and query.shown == result_columns(query.replaced(shown=()), columns):
        return query.replaced(shown=())
    if not query.shown or (covers and query.grouped):
        return query
    names = _Names(query.shown, [*query.shown, *own], {})
    by = names.given(_shown_first(query.by, query, ()))
    measures = names.given(_shown_first(query.measures, query, (query.then, query.having, query.kept, query.order)))
    then = _shown_first(query.then, query, (query.kept, query.order))
    # where nothing is grouped, `then` reads the source, whose names stay
    then = names.given(inlined(then, names.changes) if query.grouped else then)
    later = {name: inlined(getattr(query, name), names.changes) for name in ("having", "kept", "order")}
    return query.replaced(by=by, measures=measures, then=then, **later)


def _shown_first(named: tuple[Named, ...], query: Query, readers: Any) -> tuple[Named, ...]:
    """What is shown in the order in which it is shown, then what is hidden in the order in which it is read."""
    places = {name: place for place, name in enumerate(dict.fromkeys((*query.shown, *columns_of(readers))))}
    return tuple(sorted(named, key=lambda item: places.get(item.name, len(places))))


class _Names:
    """New names for what is not shown."""

    def __init__(self, shown: tuple[str, ...], taken: list[str], changes: dict[str, Column]) -> None:
        self.shown = shown
        self.taken = taken
        self.changes = changes

    def given(self, named: tuple[Named, ...]) -> tuple[Named, ...]:
        """These columns, the hidden ones under their new names."""
        return tuple(item if item.name in self.shown else self._renamed(item) for item in named)

    def _renamed(self, item: Named) -> Named:
        name = fresh(name_of(item.expr), self.taken)
        self.taken.append(name)
        if name != item.name:
            self.changes[item.name] = Column(name=name)
        return item.replaced(name=name)
