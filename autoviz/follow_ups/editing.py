"""Editing a Query: pure functions from one Query to another that change one thing and leave the rest as it was.

A Query may read another. Rows are chosen where the frame is read, groups and measures are changed where rows are put
together, order and limit are those of the result. None where there is no such place, or more than one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Limit,
    Matched,
    Named,
    Query,
    Sort,
    Stack,
    Window,
    all_of,
    columns_of,
    conjuncts,
)
from autoviz.query.rewriting import outer_parts, rewritten

Changing = Callable[[Query], Query]


def where_read(query: Query, change: Changing) -> Query:
    """The Query changed wherever it reads the frame itself."""
    source = query.source
    if source is None:
        return change(query)
    if isinstance(source, Query):
        return query.replaced(source=where_read(source, change))
    if isinstance(source, Stack):
        return query.replaced(
            source=source.replaced(queries=tuple(where_read(item, change) for item in source.queries))
        )
    if isinstance(source, Matched):
        sides = {"left": where_read(source.left, change), "right": where_read(source.right, change)}
        return query.replaced(source=source.replaced(**sides))
    inner = where_read(source.source or Query(), change)
    return query.replaced(source=source.replaced(source=inner))


def conditioned(query: Query, columns: Sequence[str], test: Any) -> Query:
    """A condition in place of those on the same columns."""
    return where_read(query, lambda read: _where(read, [*_untouched(read, columns), test]))


def and_conditioned(query: Query, test: Any) -> Query:
    """A further condition."""
    return where_read(query, lambda read: _where(read, [*conjuncts(read.where), test]))


def unconditioned(query: Query, columns: Sequence[str]) -> Query:
    """Without the conditions on these columns."""
    return where_read(query, lambda read: _where(read, _untouched(read, columns)))


def filled(query: Query, columns: Sequence[str], value: Constant) -> Query | None:
    """A value where one of these columns has none, in whatever is measured of rows; None where none is."""

    def instead(part: Any) -> Any:
        held = isinstance(part, Column) and part.name in columns
        return Call(op="coalesce", args=(part, value)) if held else None

    changed = where_read(query, lambda read: read.replaced(measures=rewritten(read.measures, instead)))
    return None if changed == query else changed


def all_rows(query: Query) -> Query:
    """Without any condition, on rows or on groups, and without a limit."""
    freed = where_read(query, lambda read: _where(read, []))
    inner = freed.source
    freed = freed.replaced(source=all_rows(inner)) if isinstance(inner, Query) else freed
    return freed.replaced(having=None, limit=None)


def _where(read: Query, tests: list[Any]) -> Query:
    return read.replaced(where=all_of(tests))


def _untouched(read: Query, columns: Sequence[str]) -> list[Any]:
    return [test for test in conjuncts(read.where) if not set(columns) & set(columns_of(test))]


def with_values(query: Query, column: str, values: Sequence[Any]) -> Query | None:
    """Further values beside those that a column may have; None where nothing is said of them."""
    changed = where_read(
        query, lambda read: _where(read, [_joined(test, column, values) for test in conjuncts(read.where)])
    )
    return None if changed == query else changed


def _joined(test: Any, column: str, values: Sequence[Any]) -> Any:
    if not (isinstance(test, Call) and test.op in ("=", "in") and test.args[0] == Column(name=column)):
        return test
    held = (*test.args[1:], *(Constant(value=value) for value in values))
    return Call(op="in", args=(test.args[0], *dict.fromkeys(held)))


def where_grouped(query: Query, change: Changing) -> Query | None:
    """The Query changed where rows are put together; None where that is nowhere, or twice."""
    if query.grouped:
        again = isinstance(query.source, Query) and _is_grouped(query.source)
        return None if again else change(query)
    if not isinstance(query.source, Query):
        return None
    inner = where_grouped(query.source, change)
    return None if inner is None else _tidied(query.replaced(source=inner), _names(query.source), _names(inner))


def _is_grouped(query: Query) -> bool:
    return query.grouped or (isinstance(query.source, Query) and _is_grouped(query.source))


def _names(query: Query) -> tuple[str, ...]:
    """The columns that a Query is known to give."""
    made = tuple(item.name for item in (*query.by, *query.measures, *query.then))
    inner = _names(query.source) if isinstance(query.source, Query) and not query.grouped else ()
    return query.shown or tuple(dict.fromkeys((*inner, *made)))


def with_keys(query: Query, keys: Sequence[Named], replacing: Sequence[str] = ()) -> Query | None:
    """Further keys, in place of some; dates come first, as a course is read along them."""

    def change(read: Query) -> Query:
        kept = [item for item in read.by if item.name not in replacing]
        new = [item for item in keys if item not in kept]
        held = [item for item in kept if item.name not in {one.name for one in new}]
        by = sorted((*held, *new), key=lambda item: not is_period(item))
        return _tidied(read.replaced(by=tuple(by)), _names(read), tuple(item.name for item in by))

    if query.grouped and isinstance(query.source, Query) and _is_grouped(query.source):
        return _with_keys_below(query, query.source, keys, replacing)
    return where_grouped(query, change)


def _with_keys_below(query: Query, source: Query, keys: Sequence[Named], replacing: Sequence[str]) -> Query | None:
    """The same where groups are put together again: what they are grouped by must be among the groups below."""
    below = keys_of(source)
    left = [item for name, item in below.items() if name not in replacing]
    read = set(columns_of(tuple(item.expr for item in keys)))
    inner = with_keys(source, keys, replacing) if set(replacing) <= set(below) else None
    if inner is None or read & set(columns_of(tuple(item.expr for item in left))):
        return None
    upper = [item.replaced(expr=Column(name=item.name)) for item in keys]
    kept = [item for item in query.by if item.name not in replacing]
    by = sorted((*kept, *upper), key=lambda item: item.name not in {key.name for key in keys if is_period(key)})
    return _tidied(query.replaced(source=inner, by=tuple(by)), _names(query), tuple(item.name for item in by))


def without_keys(query: Query, names: Sequence[str]) -> Query | None:
    """Without some keys; None where it has none of them."""
    return with_keys(query, (), names) if set(names) & set(keys_of(query)) else None


def keys_of(query: Query) -> dict[str, Named]:
    """The keys of the groups by their names."""
    if query.grouped:
        return {item.name: item for item in query.by}
    return keys_of(query.source) if isinstance(query.source, Query) else {}


def is_period(item: Named) -> bool:
    """Whether a key is a date cut to periods, or a part of it."""
    return any(call.op in ("period", "date part", "date name") for call in outer_parts(Call, item.expr))


def in_order(query: Query, order: Sequence[Sort]) -> Query:
    """In another order; the first few stay the same few."""
    bare = query.source if _only_orders(query) and isinstance(query.source, Query) else query
    return (Query(source=bare) if bare.limit else bare).replaced(order=tuple(order))


def _only_orders(query: Query) -> bool:
    return query == Query(source=query.source, order=query.order)


def limited(query: Query, n: int | None, order: Sequence[Sort] = ()) -> Query:
    """Only the first n in this order, or all again."""
    bare = query.source if _only_orders(query) and isinstance(query.source, Query) else query
    if n is None:
        return bare.replaced(limit=None)
    return bare.replaced(order=tuple(order) or bare.order, limit=Limit(n=n))


def with_function(query: Query, func: str, name: Callable[[str, str], str]) -> Query | None:
    """Another function of the same columns; `name` makes the name of a function of a column."""

    def summarised(part: Any) -> Any:
        return part.replaced(func=func, quantile=None, discrete=False) if isinstance(part, Aggregate) else None

    def change(read: Query) -> Query:
        names = {item.name: _renamed(item, func, name) for item in read.measures}
        measures = tuple(
            item.replaced(name=names[item.name], expr=rewritten(item.expr, summarised)) for item in read.measures
        )
        return _with_names(read.replaced(measures=measures), names)

    if func == "count" or not all(isinstance(item.expr, Aggregate) and item.expr.args for item in measures_of(query)):
        return None
    return _everywhere(query, change)


def _renamed(item: Named, func: str, name: Callable[[str, str], str]) -> str:
    read = columns_of(item.expr)
    same = isinstance(item.expr, Aggregate) and item.expr.func == func
    return item.name if same or item.name in read or len(read) != 1 else name(func, read[0])


def measures_of(query: Query) -> tuple[Named, ...]:
    """The measures of the groups."""
    if query.grouped:
        return query.measures
    return measures_of(query.source) if isinstance(query.source, Query) else ()


def with_measure(query: Query, old: str, new: str) -> Query | None:
    """The same of another column, wherever it is measured; conditions on rows stay."""

    def swapped(part: Any) -> Any:
        return Column(name=new) if part == Column(name=old) else None

    def change(read: Query) -> Query:
        names = {item.name: item.name.replace(old, new) for item in (*read.measures, *read.then)}
        measures = tuple(item.replaced(expr=rewritten(item.expr, swapped)) for item in read.measures)
        return _with_names(read.replaced(measures=measures), names)

    return _everywhere(query, change, deepest=True) if old in columns_of(_rows_measured(query)) else None


def _rows_measured(query: Query) -> tuple[Named, ...]:
    """The measures that read rows, below those that read other measures."""
    deeper = _rows_measured(query.source) if isinstance(query.source, Query) else ()
    return deeper or query.measures


def measured_by(query: Query, measure: Named) -> Query | None:
    """Another measure in place of the only one; None where there are several."""
    old = measures_of(query)
    if len(old) != 1:
        return None

    def change(read: Query) -> Query:
        kept = read.replaced(measures=(measure.replaced(name=old[0].name),))
        return _with_names(kept, {old[0].name: measure.name})

    return _everywhere(query, change)


def and_measure(query: Query, measure: Named) -> Query | None:
    """A measure beside those that are there."""

    def change(read: Query) -> Query:
        if measure.name in {item.name for item in read.measures}:
            return read
        shown = (*read.shown, measure.name) if read.shown else ()
        return read.replaced(measures=(*read.measures, measure), shown=shown)

    return where_grouped(query, change)


def without_measures(query: Query, columns: Sequence[str]) -> Query | None:
    """Without the measures of these columns; None where nothing would be left to measure."""
    left = tuple(item for item in measures_of(query) if not set(columns) & set(columns_of(item.expr)))
    if not left or left == measures_of(query):
        return None
    return where_grouped(query, lambda read: _tidied(read.replaced(measures=left), _names(read), _given(read, left)))


def _given(read: Query, measures: Sequence[Named]) -> tuple[str, ...]:
    return tuple(item.name for item in (*read.by, *measures, *read.then))


def shared(query: Query, value: str) -> Query:
    """The part that each group has in the total."""
    column = Column(name=value)
    share = Named(name=f"{value}_share", expr=Call(op="/", args=(column, Window(func="sum", args=(column,)))))
    worked_out = query.replaced(then=(share,)) if query.grouped and not query.then and not query.limit else None
    return worked_out or Query(source=query, then=(share,))


def as_part(query: Query) -> Query | None:
    """The one value of some rows as a part of what all rows come to; None where all are taken, or more is asked."""
    alone = len(query.measures) == 1 and query.source is None and not (query.by or query.then)
    if not alone or query.where is None:
        return None
    measure, test = query.measures[0], query.where
    whole = measure.expr
    if not isinstance(whole, Aggregate):
        return None
    part = whole.replaced(where=all_of([*conjuncts(test), *conjuncts(whole.where)]))
    share = Named(name=f"{measure.name}_share", expr=Call(op="/", args=(part, whole)))
    return query.replaced(where=None, measures=(share,), order=(), limit=None, shown=())


def told_by(query: Query) -> str | None:
    """The column that a Query tells in the end: what it works out last and shows, else its first measure."""
    told = (*(item.name for item in reversed(query.then)), *(item.name for item in query.measures))
    shown = next((name for name in told if not query.shown or name in query.shown), None)
    return told_by(query.source) if shown is None and isinstance(query.source, Query) else shown


def _everywhere(query: Query, change: Changing, *, deepest: bool = False) -> Query | None:
    """Changed where rows are put together last, or first, with the new names wherever they are read after that."""
    source = query.source if isinstance(query.source, Query) else None
    if source is None or (query.grouped and not (deepest and _is_grouped(source))):
        return change(query) if query.grouped else None
    inner = _everywhere(source, change, deepest=deepest)
    if inner is None:
        return None
    names = dict(zip(_names(source), _names(inner), strict=True))
    then = {item.name: _following(item.name, names) for item in query.then}
    return _with_names(_reading(query.replaced(source=inner), names), {**names, **then})


def _reading(query: Query, names: dict[str, str]) -> Query:
    """The same of columns that the source calls otherwise now."""

    def renamed(part: Any) -> Any:
        return Column(name=names[part.name]) if isinstance(part, Column) and part.name in names else None

    return query.replaced(**{name: rewritten(getattr(query, name), renamed) for name in ("where", "by", "measures")})


def _following(name: str, names: dict[str, str]) -> str:
    """A name made of another, such as revenue_share, as it is made of the new one."""
    found = [(old, new) for old, new in names.items() if old != new and name.startswith(f"{old}_")]
    return name.replace(*found[0], 1) if found else name


def _with_names(read: Query, names: dict[str, str]) -> Query:
    """Measures and what is worked out from them under other names, here and where this Query reads them."""

    def renamed(part: Any) -> Any:
        return Column(name=names[part.name]) if isinstance(part, Column) and part.name in names else None

    def named(items: Sequence[Named]) -> tuple[Named, ...]:
        return tuple(item.replaced(name=names.get(item.name, item.name)) for item in items)

    fields = {name: rewritten(getattr(read, name), renamed) for name in ("having", "then", "kept", "order")}
    fields["then"] = named(fields["then"])
    shown = tuple(names.get(name, name) for name in read.shown)
    return read.replaced(**fields, measures=named(read.measures), shown=shown)


def _tidied(read: Query, before: Sequence[str], after: Sequence[str]) -> Query:
    """Without what reads a column that is gone; a new one is shown where columns are listed."""
    made = {item.name for item in (*read.measures, *read.then)}
    gone = set(before) - set(after) - made
    new = [name for name in after if name not in before]
    keys = [item for name, item in keys_of(read).items() if name in new]
    then = tuple(_within_new(_within_left(item, gone), keys) for item in read.then)
    kept_then = tuple(item for item in then if not gone & set(columns_of(item)))
    gone |= {item.name for item in then} - {item.name for item in kept_then}
    return read.replaced(
        having=all_of([test for test in conjuncts(read.having) if not gone & set(columns_of(test))]),
        then=kept_then,
        kept=all_of([test for test in conjuncts(read.kept) if not gone & set(columns_of(test))]),
        order=tuple(item for item in read.order if not gone & set(columns_of(item))),
        shown=(*new, *(name for name in read.shown if name not in gone)) if read.shown else (),
    )


def _within_left(item: Named, gone: set[str]) -> Named:
    """A window within groups of which some are gone looks within the others."""

    def change(part: Any) -> Any:
        if not isinstance(part, Window):
            return None
        left = tuple(key for key in part.within if not gone & set(columns_of(key)))
        return part.replaced(within=left) if left != part.within else None

    return item.replaced(expr=rewritten(item.expr, change))


def _within_new(item: Named, keys: Sequence[Named]) -> Named:
    """What runs along something does so within each new group, and a part is one of its own period."""

    def change(part: Any) -> Any:
        if not isinstance(part, Window):
            return None
        more = [key.name for key in keys if (part.along or is_period(key)) and key.name not in columns_of(part)]
        return part.replaced(within=(*part.within, *(Column(name=name) for name in more))) if more else None

    return item.replaced(expr=rewritten(item.expr, change))
