"""Writing a Query as one DuckDB SELECT over the table t: flat where its stations allow it, nested where they do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from autoviz.query.language import (
    Aggregate,
    Column,
    Constant,
    Expr,
    Matched,
    Named,
    Overall,
    Query,
    Sort,
    Stack,
    Unpivot,
    Window,
    all_of,
    conjuncts,
)
from autoviz.query.rewriting import has, inlined, outer_parts
from autoviz.query.sql.sql_terms import Terms, quoted, text_literal

TABLE = "t"
INNER = "s"
"""What a nested SELECT is called."""


def write_query(query: Query) -> str:
    """The Query as one SELECT."""
    if _only_a_stack(query):
        return _stacked(query)
    if _only_passes_on(query):
        return write_query(query.source)  # type: ignore[arg-type]
    return _text(_flattened(query)) if _fits_one_select(query) else write_query(_split(query))


@dataclass(frozen=True)
class _Flat:
    """A Query whose later stations are written in terms of its source."""

    query: Query
    meanings: dict[str, Expr]
    """Column → what it stands for, of keys, measures and what `then` adds."""
    where: Expr | None
    having: Expr | None
    qualify: Expr | None

    @property
    def names(self) -> tuple[str, ...]:
        """The columns shown; for rows as they stand those are `*` and what is new."""
        return self.query.shown or tuple(self.meanings)

    def meant(self, value: Any) -> Any:
        """The value in terms of the source."""
        return inlined(value, self.meanings)


def _flattened(query: Query) -> _Flat:
    groups = {item.name: item.expr for item in (*query.by, *query.measures)}
    meanings = {**groups, **{item.name: inlined(item.expr, groups) for item in query.then}}
    kept = inlined(query.kept, meanings)
    having = inlined(query.having, groups)
    if kept is None:
        return _Flat(query, meanings, query.where, having, None)
    shown = tuple(meanings[name] for name in query.shown or meanings if name in meanings)
    if has(Window, (kept, shown)):
        return _Flat(query, meanings, query.where, having, kept)
    # nothing looks at other rows, so it makes no difference when the rows are dropped
    if query.grouped:
        return _Flat(query, meanings, query.where, _both(having, kept), None)
    return _Flat(query, meanings, _both(query.where, kept), None, None)


def _both(first: Expr | None, second: Expr | None) -> Expr | None:
    found: Expr | None = all_of((*conjuncts(first), *conjuncts(second)))
    return found


def _fits_one_select(query: Query) -> bool:
    flat = _flattened(query)
    shown = tuple(flat.meanings.get(name, Column(name=name)) for name in flat.names)
    if query.measures and not query.by and not any(has(Aggregate, item) for item in (shown, flat.having)):
        return False  # without an aggregate in sight SQL would not put the rows together
    return flat.query.kept is None or not has(Window, flat.meant(query.order)) or has(Window, (shown, flat.qualify))


def _split(query: Query) -> Query:
    """The same as a Query of a Query: the groups inside, or everything but the order."""
    first = ["source", "where", "by", "measures", "having"]
    first += [] if query.grouped else ["then", "kept"]
    fields = [name for name in type(query).model_fields if name != "kind"]
    inside = {name: getattr(query, name) for name in fields if name in first}
    outside = {name: getattr(query, name) for name in fields if name not in first}
    return Query(**outside, source=Query(**inside))


def _only_passes_on(query: Query) -> bool:
    return isinstance(query.source, Query) and query == Query(source=query.source)


def _only_a_stack(query: Query) -> bool:
    bare = Query(source=query.source, order=query.order, limit=query.limit)
    return isinstance(query.source, Stack) and query == bare and all(isinstance(x.expr, Column) for x in query.order)


def _stacked(query: Query) -> str:
    assert isinstance(query.source, Stack)
    terms = Terms(write_query)
    return " ".join([_union(query.source), *_ending(query, [terms.sort(sort) for sort in query.order])])


def _union(stack: Stack) -> str:
    return " UNION ALL ".join(_stacked_part(query) for query in stack.queries)


def _stacked_part(query: Query) -> str:
    if _only_passes_on(query):
        assert isinstance(query.source, Query)
        return _stacked_part(query.source)
    text = write_query(query)
    return f"({text})" if query.order or query.limit or _only_a_stack(query) else text


def _text(flat: _Flat) -> str:
    query = flat.query
    prefix = _prefix(flat)
    terms = Terms(write_query, prefix)
    distinct = _is_distinct(query)
    pieces = [
        f"SELECT {'DISTINCT ' if distinct else ''}{_items(flat, terms)}",
        f"FROM {_source(query, prefix)}",
        _clause("WHERE", flat.where, terms),
        "" if distinct else _group_by(flat, terms),
        _clause("HAVING", flat.having, terms),
        _clause("QUALIFY", flat.qualify, terms),
        *_ending(query, _sorts(flat, terms)),
    ]
    return " ".join(piece for piece in pieces if piece)


def _clause(word: str, condition: Expr | None, terms: Terms) -> str:
    return "" if condition is None else f"{word} {terms.write(condition)}"


def _ending(query: Query, sorts: list[str]) -> list[str]:
    pieces = [f"ORDER BY {', '.join(sorts)}"] if sorts else []
    if query.limit is not None:
        pieces.append(f"LIMIT {query.limit.n}")
        pieces += [f"OFFSET {query.limit.skip}"] if query.limit.skip else []
    return pieces


def _items(flat: _Flat, terms: Terms) -> str:
    items = [_item(name, flat.meanings.get(name, Column(name=name)), terms) for name in flat.names]
    if flat.query.grouped or flat.query.shown:
        return ", ".join(items)
    read = set(_source_columns(flat))
    replaced = [item for item, name in zip(items, flat.names, strict=True) if name in read]
    added = [item for item, name in zip(items, flat.names, strict=True) if name not in read]
    return ", ".join([f"* REPLACE ({', '.join(replaced)})" if replaced else "*", *added])


def _item(name: str, expr: Expr, terms: Terms) -> str:
    return terms.write(expr) if expr == Column(name=name) else f"{terms.write(expr)} AS {quoted(name)}"


def _is_distinct(query: Query) -> bool:
    """Whether SELECT DISTINCT says the same: keys alone, all of them shown, ordered by nothing else."""
    keys = {item.name for item in query.by}
    alone = not (query.measures or query.having or query.then or query.kept) and bool(keys)
    ordered = all(isinstance(sort.expr, Column) for sort in query.order)
    return alone and ordered and set(query.shown or keys) == keys


def _group_by(flat: _Flat, terms: Terms) -> str:
    """The keys by their names where they are columns, else by their places in the list."""
    query = flat.query
    if not query.by:
        return ""
    plain = all(isinstance(item.expr, Column) for item in query.by)
    keys = [terms.write(item.expr) if plain else _place(item, flat, terms) for item in query.by]
    return f"GROUP BY {', '.join(keys)}"


def _place(key: Named, flat: _Flat, terms: Terms) -> str:
    shown_as_key = key.name in flat.names and key.name not in {item.name for item in flat.query.then}
    if shown_as_key:
        return str(flat.names.index(key.name) + 1)
    # a number alone would be a place as well
    return f"coalesce({terms.write(key.expr)})" if isinstance(key.expr, Constant) else terms.write(key.expr)


def _sorts(flat: _Flat, terms: Terms) -> list[str]:
    # a number alone would be the place of a column, and what is the same for all rows orders nothing
    kinds = (Column, Aggregate, Window, Overall)
    sorts = [sort for sort in flat.query.order if any(has(kind, flat.meant(sort.expr)) for kind in kinds)]
    return [_sort(sort, flat, terms) for sort in sorts]


def _sort(sort: Sort, flat: _Flat, terms: Terms) -> str:
    """By the name of a column that is shown, else by what it stands for."""
    if isinstance(sort.expr, Column) and sort.expr.name in flat.names:
        return terms.under("").sort(sort)
    return terms.sort(sort.replaced(expr=flat.meant(sort.expr)))


def _source_columns(flat: _Flat) -> list[str]:
    query = flat.query
    values = (tuple(flat.meanings.values()), query.where, flat.having, flat.qualify, flat.meant(query.order))
    return [column.name for column in outer_parts(Column, values)]


def _prefix(flat: _Flat) -> str:
    """A prefix for the source's columns where a column of the result takes the name of one that is read."""
    renamed = {name.casefold() for name, expr in flat.meanings.items() if expr != Column(name=name)}
    if not any(name.casefold() in renamed for name in _source_columns(flat)):
        return ""
    return f"{TABLE}." if flat.query.source is None else f"{INNER}."


def _source(query: Query, prefix: str) -> str:
    source = query.source
    match source:
        case None:
            return TABLE
        case Query():
            return f"({write_query(source)}) AS {INNER}"
        case Stack():
            return f"({_union(source)}) AS {INNER}"
        case Matched():
            return f"(SELECT * FROM {_matched(source)}) AS {INNER}" if prefix else _matched(source)
        case Unpivot():
            return f"(SELECT * FROM {_unpivoted(source)}) AS {INNER}" if prefix else _unpivoted(source)


def _matched(matched: Matched) -> str:
    keys = ", ".join(quoted(name) for name in matched.on)
    join = "LEFT JOIN" if matched.keep_left else "JOIN"
    return f"{_side(matched.left, 'a')} {join} {_side(matched.right, 'b')} USING ({keys})"


def _side(query: Query, alias: str) -> str:
    return f"{TABLE} AS {alias}" if query == Query() else f"({write_query(query)}) AS {alias}"


def _unpivoted(unpivot: Unpivot) -> str:
    inside = TABLE if unpivot.source is None else f"({write_query(unpivot.source)})"
    columns = ", ".join(
        quoted(column) if label == column else f"{quoted(column)} AS {text_literal(label)}"
        for column, label in unpivot.columns.items()
    )
    value, name = quoted(unpivot.value), quoted(unpivot.name)
    return f"{inside} UNPIVOT INCLUDE NULLS ({value} FOR {name} IN ({columns}))"
