"""VizQL: a Query as the body of a query-datasource request, and what is left of it to be computed on the reply.

One request asks for one leaf of a Query, the part that reads the data source itself: its conditions become filters,
its keys dimensions and its aggregates measures. What stands above the groups (ratios of measures, shares, changes,
ranks, tests on groups, order and limit) is left as a Query over the rows that come back.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from autoviz.query.formulas import DATES, NUMBERS, DataField, Fields, UnsaidError, field_of, formula, sayable, type_of
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Member,
    Named,
    Query,
    Sort,
    Window,
    all_of,
    columns_of,
    conjuncts,
)
from autoviz.query.output_names import fresh
from autoviz.query.rewriting import has, outer_parts, rewritten
from autoviz.query.vizql_filters import row_filters
from autoviz.query.vizql_measures import calculated, filter_field, measure_field
from autoviz.query.vizql_ranges import against, bounds

ROWS = "rows alike"
"""What the number of rows that agree in all fields is called."""
MANY_GROUPS = 1000
"""From so many groups on only the first are asked for where they are wanted; of fewer all come, with their ties."""

_TRUNCATED = {"year": "TRUNC_YEAR", "quarter": "TRUNC_QUARTER", "month": "TRUNC_MONTH", "day": "TRUNC_DAY"}
"""Not weeks, which begin on another day there."""
_ENDS = {">": "min", ">=": "min", "<": "max", "<=": "max"}
_PARTS = {"year": "YEAR", "quarter": "QUARTER", "month": "MONTH", "day": "DAY"}


@dataclass(frozen=True)
class Returned:
    """One column of the reply: its name there, its type, and whether nothing means nought."""

    name: str
    data_type: str
    counts: bool = False


@dataclass(frozen=True)
class Pushed:
    """What is asked of the data source, and what is computed of the reply."""

    body: dict[str, Any]
    """The `query` of a query-datasource request."""
    columns: tuple[Returned, ...]
    rest: Query
    """Over the rows of the reply, of which each stands for itself."""
    grouped: bool = True
    """Whether there are keys; without them there is one row, whatever the data."""
    spread: bool = False
    """Whether each row of the reply stands for as many as its last column says."""
    most: int | None = None
    """How many of its rows are wanted, where the order that is asked for puts them first."""
    here: tuple[str, ...] = field(default=())
    """What is computed here, in words, and why where VizQL could have been asked."""


def grouped_request(leaf: Query, fields: Fields, many: int = MANY_GROUPS) -> Pushed:
    """The groups and measures of a leaf in one request; an UnsaidError says what VizQL has no words for."""
    keys = [_Part(item.name, _key(item, fields), type_of(item.expr, fields)) for item in leaf.by]
    aggregates = _aggregates(leaf, fields)
    columns = (
        *(Returned(part.name, part.data_type) for part in keys),
        *(Returned(part.name, part.data_type, _counting(item)) for item, part in aggregates.items()),
    )
    rest = _rest(leaf, {item: part.name for item, part in aggregates.items()})
    top = _top(leaf, aggregates, fields, many)
    first_of = top["field"]["fieldCaption"] if top else ""
    filters = [*row_filters(leaf.where, fields, first_of), *_group_filters(leaf, aggregates)]
    if top:
        # Otherwise the first are chosen among all rows, and what the other filters leave of them is shown.
        filters = [*({**item, "context": True} for item in filters), top]
    shown = [*(part.field for part in keys), *(part.field for part in aggregates.values())]
    body: dict[str, Any] = {"fields": list(_sorted(shown, leaf, columns))}
    if filters:
        body["filters"] = filters
    most = None if top else _wanted(leaf, aggregates, fields, many)
    return Pushed(body, columns, rest, grouped=bool(keys), most=most, here=tuple(_left(leaf)))


def rows_request(leaf: Query, fields: Fields, names: tuple[str, ...], why: str = "") -> Pushed:
    """The rows that a leaf reads: each combination of these columns once, with the number of rows that have it."""
    shown: list[dict[str, Any]] = []
    columns: list[Returned] = []
    for name in names:
        found = field_of(name, fields)
        if found.aggregated:
            raise UnsaidError(f"{found.caption!r} is summarised by its own formula and has no value in a single row")
        shown.append({**_plain_key(found), "fieldAlias": found.caption})
        columns.append(Returned(found.caption, found.data_type))
    said = [item for item in conjuncts(leaf.where) if sayable(item, fields)]
    most = _rows_wanted(leaf, fields, names) if len(said) == len(conjuncts(leaf.where)) else None
    if most is not None:
        shown = list(_sorted(shown, leaf, columns))
    count = fresh(ROWS, names)
    shown.append(calculated("SUM(1)", count, fields))
    columns.append(Returned(count, "INTEGER", counts=True))
    body: dict[str, Any] = {"fields": shown}
    filters = row_filters(all_of(said), fields)
    if filters:
        body["filters"] = filters
    return Pushed(body, tuple(columns), leaf, spread=True, most=most, here=(why or "the rows are listed here",))


def _rows_wanted(leaf: Query, fields: Fields, names: tuple[str, ...]) -> int | None:
    """How many rows of a reply are wanted at most, each of which stands for one row at least."""
    if leaf.limit is None or leaf.grouped or leaf.kept or has(Window, leaf.then):
        return None
    made = {item.name for item in leaf.then}
    for sort in leaf.order:
        own = isinstance(sort.expr, Column) and sort.expr.name in names and sort.expr.name not in made
        if not own or not _filled(sort.expr, fields):
            return None
    return leaf.limit.n + leaf.limit.skip


def _filled(expr: Any, fields: Fields) -> bool:
    """Whether a column is known to have no missing values, which servers put where they like in an order."""
    name = expr.name.casefold()
    return any(item.complete for key, item in fields.items() if key.casefold() == name)


@dataclass(frozen=True)
class _Part:
    """A field of the request under the name that it comes back with."""

    name: str
    field: dict[str, Any]
    data_type: str


def _key(item: Named, fields: Fields) -> dict[str, Any]:
    """A key as a dimension: a field, a date cut to a period, a part of a date, a bin, or a calculation."""
    expr, alias = item.expr, {"fieldAlias": item.name}
    match expr:
        case Column():
            found = field_of(expr.name, fields)
            if found.aggregated:
                raise UnsaidError(f"{found.caption!r} is summarised by its own formula and cannot be grouped by")
            return {**_plain_key(found), **alias}
        case Call(op="period" | "date part", args=(Constant(value=word), Column(name=name))):
            found = field_of(name, fields)
            function = (_TRUNCATED if expr.op == "period" else _PARTS).get(str(word))
            if function and found.data_type in DATES:
                return {"fieldCaption": found.caption, "function": function, **alias}
        case Call(op="*", args=(Call(op="floor", args=(Call(op="/", args=(Column(name=name), size)),)), again)) if (
            isinstance(size, Constant) and size == again and _whole(size.value)
        ):
            found = field_of(name, fields)
            if found.data_type in NUMBERS and not found.aggregated:
                return {"fieldCaption": found.caption, "binSize": size.value, **alias}
    return calculated(formula(expr, fields), item.name, fields)


def _whole(size: Any) -> bool:
    """Whether a width can be that of a bin, which VizQL takes from one upwards."""
    return isinstance(size, (int, float)) and not isinstance(size, bool) and size >= 1


def _plain_key(found: DataField) -> dict[str, Any]:
    return {"fieldCaption": found.caption, **({"function": "NONE"} if found.measure else {})}


def _aggregates(leaf: Query, fields: Fields) -> dict[Aggregate, _Part]:
    """Every aggregate that a measure is made of, once; a measure that is one gives it its name."""
    names = {item.expr: item.name for item in reversed(leaf.measures) if isinstance(item.expr, Aggregate)}
    found: dict[Aggregate, _Part] = {}
    taken = [item.name for item in (*leaf.by, *leaf.measures, *leaf.then)]
    for measure in leaf.measures:
        for aggregate in outer_parts(Aggregate, measure.expr):
            if aggregate not in found:
                name = names.get(aggregate) or fresh(f"{measure.name} part", taken)
                taken.append(name)
                found[aggregate] = _Part(name, measure_field(aggregate, name, fields), type_of(aggregate, fields))
    return found


def _counting(aggregate: Aggregate) -> bool:
    return aggregate.func in ("count", "distinct")


def _rest(leaf: Query, names: dict[Aggregate, str]) -> Query:
    """The Query over the groups as they come back: measures made of several aggregates first, then all above them."""
    made = [
        Named(name=item.name, expr=_named_parts(item.expr, names, leaf))
        for item in leaf.measures
        if not isinstance(item.expr, Aggregate) or names[item.expr] != item.name
    ]
    above = {name: _named_parts(getattr(leaf, name), names, leaf) for name in ("having", "then", "kept", "order")}
    for value in above.values():
        if has(Aggregate, value):
            raise UnsaidError("an aggregate stands above the groups")
    inner = None
    if made:
        kept = (*(item.name for item in leaf.by), *(item.name for item in leaf.measures))
        inner = Query(then=tuple(made), shown=kept)
    return Query(
        source=inner,
        where=above["having"],
        then=above["then"],
        kept=above["kept"],
        order=above["order"],
        limit=leaf.limit,
        shown=leaf.shown,
    )


def _named_parts(value: Any, names: dict[Aggregate, str], leaf: Query) -> Any:
    """The value with aggregates and keys read by the names that they come back with."""
    keys = {item.expr: item.name for item in leaf.by if not isinstance(item.expr, Column)}

    def named(part: Any) -> Any:
        if isinstance(part, Aggregate) and part in names:
            return Column(name=names[part])
        return Column(name=keys[part]) if isinstance(part, Call) and part in keys else None

    return rewritten(value, named)


def _group_filters(leaf: Query, aggregates: dict[Aggregate, _Part]) -> Iterator[dict[str, Any]]:
    """Bounds on measures, so that fewer groups come back; what lies on a bound is tested again here."""
    parts = {part.name: part for part in aggregates.values() if leaf.by and part.data_type in NUMBERS}
    ends: dict[str, dict[str, float]] = {}
    for test in conjuncts(leaf.having):
        op, bound = against(test) or ("", None)
        name = next(iter(columns_of(test)), "")
        if name in parts and op in _ENDS and isinstance(bound, (int, float)) and not isinstance(bound, bool):
            ends.setdefault(name, {}).setdefault(_ENDS[op], bound)
    for name, found in ends.items():
        made = bounds("QUANTITATIVE_NUMERICAL", "min", "max", found.get("min"), found.get("max"))
        if found.get("min", -math.inf) <= found.get("max", math.inf):
            yield {"field": filter_field(parts[name].field), **made}


def _top(leaf: Query, aggregates: dict[Aggregate, _Part], fields: Fields, many: int) -> dict[str, Any] | None:
    """The first groups alone, where the order of one key by one measure decides and there are many groups.

    Beside values that are chosen by their groups it would choose among all rows, and the others are its context.
    """
    if leaf.limit is None or len(leaf.order) != 1 or leaf.having or leaf.then or leaf.kept or len(leaf.by) != 1:
        return None
    if has(Member, leaf.where):
        return None
    key, first = leaf.by[0].expr, leaf.order[0]
    part = next((item for item in aggregates.values() if first.expr == Column(name=item.name)), None)
    if part is None or not isinstance(key, Column):
        return None
    found = field_of(key.name, fields)
    if found.measure or (found.distinct is not None and found.distinct < many):
        return None
    return {
        "field": {"fieldCaption": found.caption},
        "filterType": "TOP",
        "howMany": leaf.limit.n + leaf.limit.skip,
        "direction": "TOP" if first.descending else "BOTTOM",
        "fieldToMeasure": filter_field(part.field),
    }


def _wanted(leaf: Query, aggregates: dict[Aggregate, _Part], fields: Fields, many: int) -> int | None:
    """How many groups are wanted where the server can put them in their order, and there may be many of them."""
    if leaf.limit is None or not leaf.order or leaf.having or leaf.then or leaf.kept:
        return None
    keys = {item.name: item.expr for item in leaf.by}
    counts = [field_of(item.name, fields).distinct for item in keys.values() if isinstance(item, Column)]
    if None not in counts and len(counts) == len(keys) and math.prod(filter(None, counts)) < many:
        return None
    measures = {part.name: item for item, part in aggregates.items()}
    for sort in leaf.order:
        name = sort.expr.name if isinstance(sort.expr, Column) else ""
        whole = keys.get(name)
        aggregate = measures.get(name)
        if aggregate is not None and not _counting(aggregate):
            whole = aggregate.args[0] if aggregate.args and aggregate.where is None else None
            if aggregate.func in ("std", "var", "correlation"):
                return None  # of a single row there is none
        elif aggregate is not None:
            continue
        if not isinstance(whole, Column) or not _filled(whole, fields):
            return None
    return leaf.limit.n + leaf.limit.skip


def _sorted(shown: list[dict[str, Any]], leaf: Query, columns: Sequence[Returned]) -> Iterator[dict[str, Any]]:
    """The fields with their place in the order, as far as the order names them."""
    places: dict[str, tuple[int, Sort]] = {}
    for place, sort in enumerate(leaf.order, 1):
        if not isinstance(sort.expr, Column) or sort.expr.name in places:
            break
        places[sort.expr.name] = (place, sort)
    for item, column in zip(shown, columns, strict=True):
        if column.name in places:
            place, sort = places[column.name]
            direction = "DESC" if sort.descending else "ASC"
            yield {**item, "sortDirection": direction, "sortPriority": place}
        else:
            yield item


def _left(leaf: Query) -> Iterator[str]:
    """What is computed here of the groups, in words."""
    if any(not isinstance(item.expr, Aggregate) for item in leaf.measures):
        yield "measures made of several aggregates"
    if leaf.having is not None:
        yield "tests on groups"
    if leaf.then:
        yield f"{', '.join(item.name for item in leaf.then)} from the groups"
    if leaf.kept is not None:
        yield "which of them are kept"
