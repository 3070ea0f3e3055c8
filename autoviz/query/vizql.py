"""VizQL: a Query as the body of a query-datasource request, and what is left of it to be computed on the reply.

One request asks for one leaf of a Query, the part that reads the data source itself: its conditions become filters,
its keys dimensions and its aggregates measures. What stands above the groups (ratios of measures, shares, changes,
ranks, tests on groups, order and limit) is left as a Query over the rows that come back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from autoviz.query.formulas import DATES, NUMBERS, DataField, Fields, UnsaidError, field_of, formula, type_of
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query, Sort, conjuncts
from autoviz.query.output_names import fresh
from autoviz.query.rewriting import has, outer_parts, rewritten
from autoviz.query.vizql_filters import row_filters

ROWS = "rows alike"
"""What the number of rows that agree in all fields is called."""
MANY_GROUPS = 1000
"""From so many groups on only the first are asked for where they are wanted; of fewer all come, with their ties."""

_FUNCTIONS = {
    "count": "COUNT", "distinct": "COUNTD", "sum": "SUM", "mean": "AVG", "median": "MEDIAN", "min": "MIN",
    "max": "MAX", "std": "STDEV", "var": "VAR",
}  # fmt: skip
_OF_NUMBERS = ("sum", "mean", "median", "std", "var", "quantile", "correlation")
_TRUNCATED = {"year": "TRUNC_YEAR", "quarter": "TRUNC_QUARTER", "month": "TRUNC_MONTH", "day": "TRUNC_DAY"}
"""Not weeks, which begin on another day there."""
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
    return Pushed(body, columns, rest, grouped=bool(keys), here=tuple(_left(leaf)))


def rows_request(leaf: Query, fields: Fields, names: tuple[str, ...], why: str = "") -> Pushed:
    """The rows that a leaf reads: each combination of these columns once, with the number of rows that have it."""
    shown, columns = [], []
    for name in names:
        found = field_of(name, fields)
        if found.aggregated:
            raise UnsaidError(f"{found.caption!r} is summarised by its own formula and has no value in a single row")
        shown.append({**_plain_key(found), "fieldAlias": found.caption})
        columns.append(Returned(found.caption, found.data_type))
    count = fresh(ROWS, names)
    shown.append(_calculated("SUM(1)", count, fields))
    columns.append(Returned(count, "INTEGER", counts=True))
    body: dict[str, Any] = {"fields": shown}
    filters = [] if leaf.where is None else _sayable_filters(leaf, fields)
    if filters:
        body["filters"] = filters
    return Pushed(body, tuple(columns), leaf, spread=True, here=(why or "the rows are listed here",))


def _sayable_filters(leaf: Query, fields: Fields) -> list[dict[str, Any]]:
    """Those conditions that VizQL can say; all of them are tested again here."""
    sayable = []
    for condition in conjuncts(leaf.where):
        try:
            formula(condition, fields)
            sayable.append(condition)
        except UnsaidError:
            continue
    return row_filters(Call(op="and", args=tuple(sayable)), fields) if sayable else []


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
    return _calculated(formula(expr, fields), item.name, fields)


def _whole(size: Any) -> bool:
    """Whether a width can be that of a bin, which VizQL takes from one upwards."""
    return isinstance(size, (int, float)) and not isinstance(size, bool) and size >= 1


def _plain_key(found: DataField) -> dict[str, Any]:
    return {"fieldCaption": found.caption, **({"function": "NONE"} if found.measure else {})}


def _calculated(calculation: str, name: str, fields: Fields) -> dict[str, Any]:
    """A calculation under a caption that no field has."""
    return {"fieldCaption": fresh(name, list(fields)), "calculation": calculation, "fieldAlias": name}


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
                found[aggregate] = _Part(name, _measure(aggregate, name, fields), type_of(aggregate, fields))
    return found


def _measure(aggregate: Aggregate, name: str, fields: Fields) -> dict[str, Any]:
    """An aggregate as a field with its function, or as a calculation where there is more to it."""
    func, args = aggregate.func, aggregate.args
    if len(args) == 1 and isinstance(args[0], Column) and field_of(args[0].name, fields).aggregated:
        return _own_formula(aggregate, name, fields)
    _refuse_types(aggregate, fields)
    if func in _FUNCTIONS and args and aggregate.where is None and isinstance(args[0], Column):
        found = field_of(args[0].name, fields)
        if func not in _OF_NUMBERS or found.data_type in NUMBERS:
            return {"fieldCaption": found.caption, "function": _FUNCTIONS[func], "fieldAlias": name}
    return _calculated(_summary(aggregate, fields), name, fields)


def _own_formula(aggregate: Aggregate, name: str, fields: Fields) -> dict[str, Any]:
    """A field that its own formula summarises is shown as it is, which is no total and no extreme of anything."""
    found = field_of(aggregate.args[0].name, fields)  # type: ignore[union-attr]
    if aggregate.func != "mean" or aggregate.where is not None:
        raise UnsaidError(
            f"{found.caption!r} is summarised by its own formula ({found.formula}); there is no {aggregate.func} of it",
            "Ask for it as it is, by whatever you like: its value by month, for example.",
        )
    return {"fieldCaption": found.caption, "function": "AGG", "fieldAlias": name}


def _refuse_types(aggregate: Aggregate, fields: Fields) -> None:
    kinds = [type_of(arg, fields) for arg in aggregate.args]
    wanted = (*NUMBERS, "BOOLEAN") if aggregate.func in ("sum", "mean") else NUMBERS
    if aggregate.func in _OF_NUMBERS and any(kind not in wanted for kind in kinds):
        raise UnsaidError(f"VizQL has no {aggregate.func} of {', '.join(kind.lower() for kind in kinds)}")
    if aggregate.func in ("min", "max") and kinds[0] in ("BOOLEAN", "UNKNOWN"):
        raise UnsaidError(f"VizQL has no {aggregate.func} of {kinds[0].lower()}")


def _summary(aggregate: Aggregate, fields: Fields) -> str:
    """The calculation of an aggregate: `SUM(IF condition THEN value END)`."""
    func, test = aggregate.func, None if aggregate.where is None else formula(aggregate.where, fields)
    if func == "count" and not aggregate.args:
        return "SUM(1)" if test is None else f"SUM(IF {test} THEN 1 ELSE 0 END)"
    values = [_numbered(arg, func, fields) for arg in aggregate.args]
    cells = values if test is None else [f"IF {test} THEN {value} END" for value in values]
    if func == "quantile" and not aggregate.discrete:
        return f"PERCENTILE({cells[0]}, {aggregate.quantile!r})"
    if func == "correlation":
        return f"CORR({cells[0]}, {cells[1]})"
    if func not in _FUNCTIONS:
        raise UnsaidError(f"VizQL has no {func} of the rows of a group")
    return f"{_FUNCTIONS[func]}({cells[0]})"


def _numbered(arg: Any, func: str, fields: Fields) -> str:
    """A value to be summarised; tests are summed as ones and noughts."""
    text = formula(arg, fields)
    return f"INT({text})" if func in ("sum", "mean") and type_of(arg, fields) == "BOOLEAN" else text


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
    if not leaf.by:
        return
    parts = {part.name: part for part in aggregates.values()}
    seen: set[str] = set()
    for test in conjuncts(leaf.having):
        match test:
            case Call(
                op=">" | ">=" | "<" | "<=" as op, args=(Column(name=name), Constant(value=int() | float() as bound))
            ):
                part = parts.get(name)
                if part is None or name in seen or part.data_type not in NUMBERS:
                    continue
                seen.add(name)
                side = ("MIN", "min") if op in (">", ">=") else ("MAX", "max")
                yield {
                    "field": _measured(part.field),
                    "filterType": "QUANTITATIVE_NUMERICAL",
                    "quantitativeFilterType": side[0],
                    side[1]: bound,
                }


def _measured(shown: dict[str, Any]) -> dict[str, Any]:
    """A measure as filters name it."""
    if "calculation" in shown:
        return {"calculation": shown["calculation"]}
    return {"fieldCaption": shown["fieldCaption"], "function": shown["function"]}


def _top(leaf: Query, aggregates: dict[Aggregate, _Part], fields: Fields, many: int) -> dict[str, Any] | None:
    """The first groups alone, where the order of one key by one measure decides and there are many groups."""
    if leaf.limit is None or not leaf.order or leaf.having or leaf.then or leaf.kept or len(leaf.by) != 1:
        return None
    key, first = leaf.by[0].expr, leaf.order[0]
    part = next((item for item in aggregates.values() if first.expr == Column(name=item.name)), None)
    if part is None or not isinstance(key, Column):
        return None
    found = field_of(key.name, fields)
    if found.distinct is not None and found.distinct < many:
        return None
    return {
        "field": {"fieldCaption": found.caption},
        "filterType": "TOP",
        "howMany": leaf.limit.n + leaf.limit.skip,
        "direction": "TOP" if first.descending else "BOTTOM",
        "fieldToMeasure": _measured(part.field),
    }


def _sorted(shown: list[dict[str, Any]], leaf: Query, columns: tuple[Returned, ...]) -> Iterator[dict[str, Any]]:
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
