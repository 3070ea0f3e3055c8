"""Typing a Query against a profile: every column exists where it is read, and every operation gets what fits it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NoReturn

from autoviz.errors import QueryError, did_you_mean
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import (
    OPTIONS,
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Expr,
    Matched,
    Member,
    Moment,
    Named,
    Overall,
    Query,
    Sort,
    Stack,
    Unpivot,
    Window,
    conjuncts,
)
from autoviz.query.types import (
    ASSOCIATIVE,
    DATE,
    FLAG,
    NUMBER,
    SINGLE,
    TEXT,
    TRUTH,
    Overload,
    Signature,
    Type,
    column_type,
    constant_type,
    given,
    narrowed,
    shared,
    signature,
    wanted,
)

Columns = dict[str, Type]
"""The columns of a station in their order."""


def check(query: Query, profile: DatasetProfile) -> None:
    """Refuse a Query that cannot be computed on this frame, naming the place."""
    result_types(query, profile)


def result_types(query: Query, profile: DatasetProfile) -> Columns:
    """The columns that a Query gives, with what each can serve as; refuses what cannot be computed."""
    return _query(query, {column.name: column_type(column) for column in profile.columns}, "")


@dataclass(frozen=True)
class _Station:
    """Where an expression stands: what it may read there, and how the place is called."""

    place: str
    columns: Mapping[str, Type]
    frame: Columns
    aggregates: bool = False
    windows: bool = False
    readable: bool = True
    """Whether columns may be read as they stand; in a measure only inside its aggregates."""

    def refuse(self, what: str, hint: str) -> NoReturn:
        """Say what does not fit here."""
        _refuse(self.place, what, hint)

    @property
    def inside(self) -> _Station:
        """The same inside an aggregate or a window, where neither may stand again."""
        return replace(self, aggregates=False, windows=False, readable=True)


def _refuse(place: str, what: str, hint: str) -> NoReturn:
    raise QueryError(f"{place or 'query'}: {what}", hint, retryable=True)


def _query(query: Query, frame: Columns, inside: str) -> Columns:
    """The columns of the result; `inside` says where the Query stands, with a comma after it."""
    source = _source(query, frame, inside)
    _condition(query.where, _Station(f"{inside}where", source, frame))
    columns = _groups(query, _Station(inside, source, frame)) if query.grouped else source
    if query.having is not None and not query.grouped:
        _refuse(f"{inside}having", "nothing is grouped here", "Use where, or add keys or measures.")
    _condition(query.having, _Station(f"{inside}having", columns, frame))
    columns = {**columns, **_named(query.then, f"{inside}then", _Station("", columns, frame, windows=True))}
    _condition(query.kept, _Station(f"{inside}kept", columns, frame))
    _sorts(query.order, _Station(f"{inside}order", columns, frame))
    return {name: _column(name, _Station(f"{inside}shown", columns, frame)) for name in query.shown} or columns


def _groups(query: Query, station: _Station) -> Columns:
    inside = station.place
    keys = _named(query.by, f"{inside}by", station)
    measures = _named(query.measures, f"{inside}measures", replace(station, aggregates=True, readable=False))
    for item in query.measures:
        place = f"{inside}measures, {item.name}"
        if not _has_aggregate(item.expr):
            _refuse(place, "it puts no rows together", "Use an aggregate such as sum or mean, or make it a key.")
        if item.name in keys:
            _refuse(place, "a key has the same name", "Give one of them another name.")
    return {**keys, **measures}


def _has_aggregate(expr: Expr) -> bool:
    """Whether an aggregate stands in it that is not one of an inner Query."""
    match expr:
        case Aggregate():
            return True
        case Call():
            return any(_has_aggregate(arg) for arg in expr.args)
        case Cases():
            inner = [part for when in expr.whens for part in (when.condition, when.value)]
            return any(_has_aggregate(part) for part in (*inner, expr.otherwise) if part is not None)
        case Member():
            return _has_aggregate(expr.expr)
    return False


def _named(items: tuple[Named, ...], station_name: str, station: _Station) -> Columns:
    return {item.name: _type(item.expr, replace(station, place=f"{station_name}, {item.name}")) for item in items}


def _condition(condition: Expr | None, station: _Station) -> None:
    if condition is not None:
        _test(condition, station)


def _test(condition: Expr, station: _Station) -> None:
    found = _type(condition, station)
    if not found & FLAG:
        station.refuse(f"a condition is needed, not a {found.words}", "Compare it with something.")


def _sorts(sorts: tuple[Sort, ...], station: _Station) -> None:
    for sort in sorts:
        _type(sort.expr, station)


def _source(query: Query, frame: Columns, inside: str) -> Columns:
    match query.source:
        case None:
            return frame
        case Query():
            return _query(query.source, frame, f"{inside}source, ")
        case Stack():
            return _stack(query.source, frame, f"{inside}source, ")
        case Unpivot():
            return _unpivot(query.source, frame, f"{inside}source, ")
        case Matched():
            return _matched(query.source, frame, f"{inside}source, ")


def _stack(stack: Stack, frame: Columns, inside: str) -> Columns:
    results = [_query(part, frame, f"{inside}part {at}, ") for at, part in enumerate(stack.queries, 1)]
    first = results[0]
    for at, result in enumerate(results[1:], 2):
        if len(result) != len(first):
            what = f"it gives {len(result)} columns, the first part {len(first)}"
            _refuse(f"{inside}part {at}", what, "Show the same columns in each part.")
    rows = zip(*(result.values() for result in results), strict=True)
    return dict(zip(first, (shared(types) for types in rows), strict=True))


def _unpivot(unpivot: Unpivot, frame: Columns, inside: str) -> Columns:
    place = f"{inside}unpivot"
    columns = frame if unpivot.source is None else _query(unpivot.source, frame, f"{place}, ")
    station = _Station(place, columns, frame)
    value = shared(tuple(_column(name, station) for name in unpivot.columns))
    others = {name: type_ for name, type_ in columns.items() if name not in unpivot.columns}
    if unpivot.name == unpivot.value or {unpivot.name, unpivot.value} & set(others):
        station.refuse("a column has the name of the names or of the values", "Give them other names.")
    return {**others, unpivot.name: TEXT, unpivot.value: value}


def _matched(matched: Matched, frame: Columns, inside: str) -> Columns:
    left = _query(matched.left, frame, f"{inside}left, ")
    right = _query(matched.right, frame, f"{inside}right, ")
    for name in matched.on:
        one = _column(name, _Station(f"{inside}on", left, frame))
        other = _column(name, _Station(f"{inside}on", right, frame))
        if not one & other:
            _refuse(f"{inside}on", f"{name!r} is a {one.words} left, a {other.words} right", "Match on what is alike.")
    return {**left, **{name: type_ for name, type_ in right.items() if name not in left}}


def _column(name: str, station: _Station) -> Type:
    if name not in station.columns:
        names = tuple(station.columns)
        station.refuse(f"there is no column {name!r} here", did_you_mean(name, names, "columns"))
    return station.columns[name]


def _type(expr: Expr, station: _Station) -> Type:
    """What an expression can serve as."""
    match expr:
        case Column():
            return _read(expr.name, station)
        case Constant():
            return constant_type(expr.value)
        case Moment():
            return DATE
        case Call():
            return _call(expr, station)
        case Cases():
            return _cases(expr, station)
        case Aggregate():
            return _aggregate(expr, station)
        case Window():
            return _window(expr, station)
        case Overall():
            return _overall(expr, station)
        case Member():
            return _member(expr, station)


def _read(name: str, station: _Station) -> Type:
    if not station.readable:
        hint = "Make it a key, put an aggregate around it, or compute it in then, which reads the groups."
        station.refuse(f"{name!r} has many values in a group", hint)
    return _column(name, station)


def _applied(name: str, live: Signature, args: tuple[Expr, ...], station: _Station) -> Type:
    """What an operation gives for these arguments, which must fit one another."""
    for position, arg in enumerate(args):
        found = _type(arg, station)
        left = narrowed(live, position, found)
        if not left:
            wish = wanted(live, position).words
            what = f"{name!r} takes a {wish} as argument {position + 1}, not {_told(arg)}, which is a {found.words}"
            station.refuse(what, f"Give it a {wish}, or turn this into one (as number, as date, as text …).")
        live = left
    return given(live)


def _told(expr: Expr) -> str:
    match expr:
        case Column():
            return repr(expr.name)
        case Constant():
            return repr(expr.value)
    return f"the {getattr(expr, 'op', None) or getattr(expr, 'func', None) or expr.kind!r}"


def _call(call: Call, station: _Station) -> Type:
    args = call.args[1:] if call.op in OPTIONS else call.args
    live = signature("call", call.op)
    if call.op not in ASSOCIATIVE:
        return _applied(call.op, live, args, station)
    if len(args) == 1:
        return _type(args[0], station)
    return _applied(call.op, live, (args[0], _rest(call, args[1:])), station)


def _rest(call: Call, args: tuple[Expr, ...]) -> Expr:
    """The arguments after the first as one, so that they are taken two at a time."""
    return args[0] if len(args) == 1 else Call(op=call.op, args=args)


def _cases(cases: Cases, station: _Station) -> Type:
    for when in cases.whens:
        _test(when.condition, station)
    values = [when.value for when in cases.whens]
    values += [cases.otherwise] if cases.otherwise is not None else []
    return _applied("cases", tuple(Overload((one,), one) for one in SINGLE), tuple(values), station)


def _aggregate(aggregate: Aggregate, station: _Station) -> Type:
    if not station.aggregates:
        hint = "Aggregates stand in measures; read a measure by its name, or compare with the value of a whole Query."
        station.refuse(f"the aggregate {aggregate.func!r} cannot stand here", hint)
    _condition(aggregate.where, station.inside)
    if not aggregate.args:
        return NUMBER
    return _applied(aggregate.func, signature("aggregate", aggregate.func), aggregate.args, station.inside)


def _window(window: Window, station: _Station) -> Type:
    if not station.windows:
        station.refuse(f"the window {window.func!r} cannot stand here", "Work it out in then and read it by its name.")
    for key in window.within:
        _type(key, station.inside)
    _sorts(window.along, station.inside)
    if window.unit is not None and not _type(window.along[0].expr, station.inside) & DATE:
        station.refuse(f"a window of {window.unit}s runs along no date", "Give a date, or count rows without a unit.")
    if not window.args:
        return NUMBER
    return _applied(window.func, signature("window", window.func), window.args, station.inside)


def _overall(overall: Overall, station: _Station) -> Type:
    columns = _inner(overall.query, "overall", station)
    if not gives_one_row(overall.query):
        station.refuse("the value of a Query that may give several rows", "Aggregate without keys, or limit it to 1.")
    return next(iter(columns.values()))


def _member(member: Member, station: _Station) -> Type:
    found = _type(member.expr, station)
    among = next(iter(_inner(member.query, "member", station).values()))
    if not found & among:
        station.refuse(f"a {found.words} is never among {among.words}s", "Show the column that holds such values.")
    return TRUTH


def _inner(query: Query, what: str, station: _Station) -> Columns:
    columns = _query(query, station.frame, f"{station.place}, {what}, ")
    if len(columns) != 1:
        station.refuse(f"a Query of {len(columns)} columns stands for one value", "Show one column of it.")
    return columns


def gives_one_row(query: Query) -> bool:
    """Whether a Query is meant to give one row: it is limited, aggregates all, or picks one thing by name."""
    if query.limit is not None and query.limit.n == 1:
        return True
    if query.grouped:
        return not query.by
    return picks_one(query.where) or (isinstance(query.source, Query) and gives_one_row(query.source))


def picks_one(condition: Expr | None) -> bool:
    """Whether a condition asks for one thing by its name or number; whether there is only one, the data says."""
    tests = [part for part in conjuncts(condition) if isinstance(part, Call) and part.op == "="]
    return any({type(arg) for arg in test.args} == {Column, Constant} for test in tests)
