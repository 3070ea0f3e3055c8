"""Computing a Query with a data source: every leaf is one request, and what stands above is SQL over the replies."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from autoviz.errors import ExecutionError, QueryError
from autoviz.query.formulas import DATES, NUMBERS, Fields, UnsaidError, field_of
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Member,
    Moment,
    Named,
    Overall,
    Query,
    Unpivot,
    all_of,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.query.reference import columns_read, reference
from autoviz.query.rewriting import rewritten, with_steady_rounding
from autoviz.query.vizql import Pushed, grouped_request, rows_request
from autoviz.query.vizql_filters import row_filters
from autoviz.query.vizql_finer import finer
from autoviz.query.vizql_members import member_filter

Fetch = Callable[[Pushed], pd.DataFrame]
MOST_ROWS = 2_000_000
"""Rows that a reply may stand for once each is there as often as it was counted."""
MOST_MEMBERS = 1000
_LEAF = "leaf of the query"


def answered(query: Query, fields: Fields, fetch: Fetch) -> tuple[pd.DataFrame, str]:
    """What a Query gives, and in words how: the requests that were sent and what was computed of their replies."""
    told: list[str] = []
    result = _computed(query, fields, fetch, told)
    return result, " ".join(told)


def rows_of(names: Sequence[str], fields: Fields, fetch: Fetch) -> tuple[pd.DataFrame, str]:
    """The rows with these columns, each as often as it is there."""
    pushed = rows_request(Query(shown=tuple(names)), fields, tuple(names), "the steps of the plan")
    told: list[str] = []
    return _replied(pushed, fetch, told), " ".join(told)


def table_of(data: Sequence[dict[str, Any]], pushed: Pushed) -> pd.DataFrame:
    """A reply as a table with the types that its columns have."""
    table = pd.DataFrame({item.name: _typed(data, item.name, item.data_type) for item in pushed.columns})
    if table.empty and not pushed.grouped:
        # Over no rows at all Tableau gives none; a total is then nothing, and a count nought.
        table = pd.DataFrame({item.name: [None] for item in pushed.columns})
    for item in pushed.columns:
        if item.counts:
            table[item.name] = table[item.name].fillna(0).astype("int64")
    return table


def _typed(data: Sequence[dict[str, Any]], name: str, kind: str) -> pd.Series[Any]:
    try:
        cells = [row[name] for row in data]
    except (KeyError, TypeError) as error:
        raise ExecutionError(
            f"Tableau's reply lacks the column {name!r}", "Please report it with the question."
        ) from error
    if kind in DATES:
        moments: pd.Series[Any] = pd.to_datetime(pd.Series(cells, dtype=object), format="ISO8601", utc=True)
        naive: pd.Series[Any] = moments.dt.tz_localize(None).dt.as_unit("us")
        return naive
    if kind == "INTEGER" and all(isinstance(cell, int) for cell in cells):
        return pd.Series(cells, dtype="int64")
    if kind in NUMBERS:
        return pd.to_numeric(pd.Series(cells, dtype=object)).astype(float)
    if kind == "BOOLEAN" and all(isinstance(cell, bool) for cell in cells):
        return pd.Series(cells, dtype=bool)
    return pd.Series(cells, dtype=object)


def _computed(query: Query, fields: Fields, fetch: Fetch, told: list[str]) -> pd.DataFrame:
    _refuse_row_order(query)
    leaves: list[tuple[pd.DataFrame, Query]] = []
    every = columns_read(query)
    names = tuple(fields) if every is None else tuple(_ours(every, fields))

    def replaced(leaf: Query) -> Query:
        table, rest = _leaf(leaf, names, fields, fetch, told)
        leaves.append((table, rest))
        return _bottomed(rest, len(leaves) - 1, list(table.columns))

    above = _with_leaves(query, replaced)
    if len(leaves) == 1:
        # What stands above one leaf reads its reply as it is.
        (table, _), above = leaves[0], _with_leaves(query, lambda leaf: leaves[0][1])
        return reference(with_steady_rounding(above), table)
    stacked = [_marked(table, place) for place, (table, _) in enumerate(leaves)]
    return reference(with_steady_rounding(above), pd.concat(stacked, ignore_index=True))


def _ours(names: Sequence[str], fields: Fields) -> Iterator[str]:
    """The fields among the names that a Query reads, which may be columns that it makes itself."""
    folded = {name.casefold(): name for name in fields}
    seen: set[str] = set()
    for name in names:
        found = folded.get(name.casefold())
        if found is not None and found not in seen and not fields[found].aggregated:
            seen.add(found)
            yield found


def _leaf(
    leaf: Query, names: tuple[str, ...], fields: Fields, fetch: Fetch, told: list[str]
) -> tuple[pd.DataFrame, Query]:
    """The reply to a leaf and what is left to compute of it: of its groups, or of its rows where VizQL lacks words."""
    chosen = [item for item in conjuncts(leaf.where) if leaf.grouped and _said(item, fields)]
    others = _folded(tuple(item for item in conjuncts(leaf.where) if item not in chosen), fields, fetch, told)
    others = tuple(_by_texts(item, fields) for item in others)
    keyed = leaf.replaced(
        by=_folded(leaf.by, fields, fetch, told), measures=_folded(leaf.measures, fields, fetch, told)
    )
    if chosen:
        with contextlib.suppress(UnsaidError):
            pushed = grouped_request(keyed.replaced(where=all_of((*others, *chosen))), fields)
            return _replied(pushed, fetch, told), pushed.rest
    settled = keyed.replaced(where=all_of((*others, *_folded(tuple(chosen), fields, fetch, told))))
    why = ""
    if settled.grouped:
        try:
            pushed = grouped_request(settled, fields)
            return _replied(pushed, fetch, told), pushed.rest
        except UnsaidError as error:
            why = error.what
        with contextlib.suppress(UnsaidError):
            below, above = finer(settled, fields)
            pushed = grouped_request(below, fields)
            return _replied(replace(pushed, here=(f"{why}, so that it is done with finer groups",)), fetch, told), above
        _refuse_own_formulas(settled, fields, why)
    else:
        _refuse_own_formulas(settled, fields)
    read = tuple(_ours(_read_by(settled), fields)) if settled.grouped or settled.shown else names
    pushed = rows_request(settled, fields, read or names[:1], why)
    return _replied(pushed, fetch, told), pushed.rest


def _by_texts(condition: Any, fields: Fields) -> Any:
    """A condition that no filter says, on one field whose texts are known, as the list of those that meet it."""
    names = columns_of(condition)
    found = field_of(names[0], fields) if len(names) == 1 else None
    if found is None or not found.texts or _filtered(condition, fields):
        return condition
    column = Column(name=found.caption)
    cells = pd.DataFrame({found.caption: pd.Series([*found.texts, None], dtype=object)})
    met = reference(Query(where=condition, shown=(found.caption,)), cells)[found.caption].tolist()
    listed = [Constant(value=cell) for cell in met if isinstance(cell, str)]
    if len(listed) > MOST_MEMBERS:
        return condition
    tests = [Call(op="in", args=(column, *listed))] if listed else []
    tests += [Call(op="is null", args=(column,))] if len(listed) < len(met) else []
    return Call(op="or", args=tuple(tests or (Constant(value=False),)))


def _filtered(condition: Any, fields: Fields) -> bool:
    """Whether filters of the fields themselves say a condition, without a calculation."""
    try:
        return all("calculation" not in item["field"] for item in row_filters(condition, fields))
    except UnsaidError:
        return False


def _said(condition: Any, fields: Fields) -> bool:
    """Whether a filter chooses the values that an inner Query gives, so that it needs no request of its own."""
    return isinstance(condition, Member) and member_filter(condition, fields) is not None


def _read_by(leaf: Query) -> tuple[str, ...]:
    return (*columns_of(leaf), *leaf.shown)


def _refuse_own_formulas(leaf: Query, fields: Fields, why: str = "") -> None:
    """What a field's own formula summarises has no rows from which it could be computed here, or which are listed."""
    folded = {name.casefold(): item for name, item in fields.items()}
    for name in _read_by(leaf):
        item = folded.get(name.casefold())
        if item is not None and item.aggregated:
            what = f"{item.caption!r} is summarised by its own formula and has no value in a single row"
            raise QueryError(why or what, "Ask for it by a group.")


def _replied(pushed: Pushed, fetch: Fetch, told: list[str]) -> pd.DataFrame:
    """The reply as rows; where each stands for several, it is there so often."""
    table = fetch(pushed)
    told.append(f"Asked of Tableau in one query ({len(table):,} rows came back): {json.dumps(pushed.body)}.")
    if pushed.here:
        told.append(f"Computed here: {'; '.join(pushed.here)}.")
    if not pushed.spread:
        return table
    counts = table.pop(pushed.columns[-1].name)
    if counts.sum() > MOST_ROWS:
        raise ExecutionError(
            f"{int(counts.sum()):,} rows would have to be computed here, more than {MOST_ROWS:,}",
            "Add a condition, or ask for what Tableau can summarise itself.",
        )
    return table.loc[table.index.repeat(counts)].reset_index(drop=True)


def _folded(value: Any, fields: Fields, fetch: Fetch, told: list[str]) -> Any:
    """The value with inner Queries replaced by what they give, so that a filter can name it."""

    def constant(part: Any) -> Any:
        if isinstance(part, Overall):
            return _constant(_single(_computed(part.query, fields, fetch, told)))
        if isinstance(part, Member):
            table = _computed(part.query, fields, fetch, told)
            values = [_constant(cell) for cell in table.iloc[:, 0].dropna().unique()]
            if len(values) > MOST_MEMBERS:
                raise UnsaidError(f"{len(values):,} values are too many to be named in one query")
            expr = _folded(part.expr, fields, fetch, told)
            return Call(op="in", args=(expr, *values)) if values else Call(op="and", args=(Constant(value=False),))
        return None

    return rewritten(value, constant)


def _single(table: pd.DataFrame) -> Any:
    return table.iloc[0, 0] if len(table) else None


def _constant(value: Any) -> Constant | Moment:
    if value is None or pd.isna(value):
        return Constant()
    if isinstance(value, pd.Timestamp):
        return Moment(at=value.isoformat(sep=" ") if value != value.normalize() else value.date().isoformat())
    plain = value.item() if hasattr(value, "item") else value
    return Moment(at=plain.isoformat()) if hasattr(plain, "isoformat") else Constant(value=plain)


def _with_leaves(query: Query, change: Callable[[Query], Query]) -> Query:
    """The Query with every leaf, the parts that read the data source itself, replaced."""
    if query.source is None:
        return _inner_leaves(change(query), change)
    source = _source_leaves(query.source, change)
    return _inner_leaves(query.replaced(source=source), change)


def _source_leaves(source: Any, change: Callable[[Query], Query]) -> Any:
    if isinstance(source, Query):
        return _with_leaves(source, change)
    if isinstance(source, Unpivot):
        return source.replaced(source=_with_leaves(source.source or Query(), change))
    fields: dict[str, Any] = {}
    for name in type(source).model_fields:
        value = getattr(source, name)
        if isinstance(value, Query):
            fields[name] = _with_leaves(value, change)
        elif isinstance(value, tuple) and value and isinstance(value[0], Query):
            fields[name] = tuple(_with_leaves(item, change) for item in value)
    return source.replaced(**fields)


def _inner_leaves(query: Query, change: Callable[[Query], Query]) -> Query:
    """The Query with the leaves of Queries inside its expressions replaced too."""

    def inner(part: Any) -> Any:
        if isinstance(part, Overall):
            return part.replaced(query=_with_leaves(part.query, change))
        if isinstance(part, Member):
            return part.replaced(query=_with_leaves(part.query, change), expr=rewritten(part.expr, inner))
        return None

    changed = {
        name: rewritten(getattr(query, name), inner)
        for name in type(query).model_fields
        if name not in ("kind", "source", "limit", "shown")
    }
    return query.replaced(**changed)


def _bottomed(rest: Query, place: int, columns: list[str]) -> Query:
    """What is left of a leaf over the rows of its reply among those of the others."""
    named = tuple(Named(name=name, expr=Column(name=_place(place, at))) for at, name in enumerate(columns))
    mine = Call(op="=", args=(Column(name=_LEAF), Constant(value=place)))
    picked = Query(where=mine, then=named, shown=tuple(columns))
    if rest.source is None:
        return rest.replaced(source=picked)
    assert isinstance(rest.source, Query)
    return rest.replaced(source=_bottomed(rest.source, place, columns))


def _marked(table: pd.DataFrame, place: int) -> pd.DataFrame:
    renamed = table.set_axis([_place(place, at) for at in range(len(table.columns))], axis=1)
    return renamed.assign(**{_LEAF: place})


def _place(place: int, at: int) -> str:
    return f"{_LEAF} {place} {at}"


def _refuse_row_order(query: Query) -> None:
    """Data sources keep no order of rows, so that a first and a last one mean nothing."""
    for item in parts_of(Aggregate, query):
        if item.func in ("first", "last"):
            raise QueryError(
                f"A Tableau data source keeps no order of its rows, so there is no {item.func} of them",
                "Ask for the value at the latest or the earliest date.",
            )
