"""Queries made at random survive being written as SQL and read back, and being asked station by station."""

from __future__ import annotations

import math
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autoviz.query.language import (
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Expr,
    Limit,
    Named,
    Overall,
    Query,
    Sort,
    When,
    Window,
)
from autoviz.query.sql import from_sql, to_sql
from autoviz.query.sql.outputs import result_columns
from autoviz.query.sql.plain_sql import plain_sql

COLUMNS = ("k", "g", "x", "y")
ROWS = [(1, "a", 1, 2.5), (2, "a", 3, None), (3, "b", 3, 0.5), (4, None, -2, 4.0), (5, "b", 7, 2.5), (6, "c", 0, -1.0)]


@pytest.fixture(scope="module")
def database() -> Any:
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    connection.execute("CREATE TABLE t (k BIGINT, g VARCHAR, x BIGINT, y DOUBLE)")
    connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", ROWS)
    yield connection
    connection.close()


def result(database: Any, query: Query) -> tuple[list[str], list[str]]:
    found = database.execute(to_sql(query))
    rows = [tuple(map(plain, row)) for row in found.fetchall()]
    return [column[0] for column in found.description], [str(row) for row in rows]


def plain(value: Any) -> Any:
    if isinstance(value, str | bool) or value is None:
        return value
    return None if math.isnan(value) else float(f"{float(value):.9g}") + 0.0


def call(op: str, *args: Expr) -> Call:
    return Call(op=op, args=args)  # type: ignore[arg-type]


def column(name: str) -> Column:
    return Column(name=name)


def either(test: Expr, one: Expr, other: Expr) -> Cases:
    return Cases(whens=(When(condition=call(">", test, Constant(value=1)), value=one),), otherwise=other)


def between(value: Expr, least: Expr) -> Call:
    return call("and", call(">=", value, least), call("<=", value, Constant(value=4)))


def aggregate(func: str, arg: Expr, where: Expr | None) -> Aggregate:
    return Aggregate(func=func, args=(arg,), where=where)  # type: ignore[arg-type]


constants = st.integers(-3, 4).map(lambda value: Constant(value=value))


def numbers(names: tuple[str, ...]) -> st.SearchStrategy[Expr]:
    """Numbers worked out from these columns."""
    leaves = st.one_of(st.sampled_from([column(name) for name in names]), constants)
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(call, st.sampled_from(["+", "-", "*", "least", "greatest", "coalesce"]), inner, inner),
            st.builds(lambda value: call("abs", value), inner),
            st.builds(lambda value: call("negative", value), inner),
            st.builds(either, inner, inner, inner),
        ),
        max_leaves=4,
    )


def conditions(names: tuple[str, ...]) -> st.SearchStrategy[Expr]:
    """Conditions on these columns."""
    value = numbers(names)
    simple = st.one_of(
        st.builds(call, st.sampled_from(["<", "<=", ">", ">=", "=", "!="]), value, constants),
        st.builds(lambda inner: call("is null", inner), value),
        st.builds(lambda inner: call("in", inner, Constant(value=1), Constant(value=3)), value),
        st.builds(between, value, constants),
    )
    return st.recursive(
        simple,
        lambda inner: st.one_of(
            st.builds(call, st.sampled_from(["and", "or"]), inner, inner), inner.map(lambda test: call("not", test))
        ),
        max_leaves=3,
    )


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), strategy)


funcs = st.sampled_from(["sum", "mean", "min", "max", "median", "distinct", "count"])
aggregates = st.one_of(
    st.builds(aggregate, funcs, numbers(("x", "y")), maybe(conditions(("x", "k")))),
    st.builds(lambda where: Aggregate(func="count", where=where), maybe(conditions(("x", "k")))),
    st.sampled_from([0.25, 0.9]).map(lambda share: Aggregate(func="quantile", args=(column("y"),), quantile=share)),
)
measured = st.one_of(aggregates, st.builds(call, st.sampled_from(["+", "-", "*"]), aggregates, aggregates))
keys = st.sampled_from(
    [column("g"), call("%", column("k"), Constant(value=2)), call(">", column("x"), Constant(value=0))]
)


@st.composite
def windows(draw: st.DrawFn, names: tuple[str, ...], unique: tuple[str, ...]) -> Expr:
    """A window over these columns; ordered by `unique`, so that ties decide nothing."""
    along = tuple(Sort(expr=column(name), descending=draw(st.booleans())) for name in unique)
    func = draw(st.sampled_from(["row number", "rank", "previous", "sum", "mean", "max", "count", "first"]))
    args = () if func in ("row number", "rank") else (draw(numbers(names)),)
    ordered = func in ("row number", "rank", "previous", "first") or draw(st.booleans())
    frame: dict[str, Any] = {}
    if ordered and func in ("sum", "mean", "max") and draw(st.booleans()):
        frame = {"before": draw(st.integers(0, 2)), "after": draw(st.integers(0, 1))}
    return Window(func=func, args=args, along=along if ordered else (), **frame)


@st.composite
def queries(draw: st.DrawFn) -> Query:
    where = draw(maybe(conditions(("x", "y", "k"))))
    if draw(st.booleans()):
        where = call(
            "<",
            column("y"),
            Overall(query=Query(measures=(Named(name="m", expr=Aggregate(func="mean", args=(column("x"),))),))),
        )
    by: tuple[Named, ...] = ()
    measures: tuple[Named, ...] = ()
    before, unique = ("x", "y", "k"), ("k",)
    if draw(st.booleans()):
        found = draw(st.lists(keys, max_size=2, unique_by=repr))
        by = tuple(Named(name=f"key{at}", expr=expr) for at, expr in enumerate(found))
        found = draw(st.lists(measured, min_size=1, max_size=2))
        # a measure may take the name of a column that others read
        measures = tuple(Named(name=name, expr=expr) for name, expr in zip(("x", "m"), found, strict=False))
        before, unique = tuple(item.name for item in measures), tuple(item.name for item in by)
    values = st.one_of(numbers(before), windows(before, unique))
    made = draw(st.lists(values, max_size=2))
    then = tuple(Named(name=name, expr=expr) for name, expr in zip(("y", "new"), made, strict=False))
    after = tuple(dict.fromkeys((*before, *(item.name for item in then))))
    query = Query(
        where=where,
        by=by,
        measures=measures,
        then=then,
        having=draw(maybe(conditions(before))) if by or measures else None,
        kept=draw(maybe(conditions(after))) if then else None,
    )
    every = result_columns(query, COLUMNS)
    shown = tuple(draw(st.lists(st.sampled_from(every), unique=True)))
    covered = [name for name in unique if name in {item.name for item in then}]
    order = tuple(Sort(expr=column(name), descending=draw(st.booleans())) for name in unique if name not in covered)
    if draw(st.booleans()):
        order = (Sort(expr=draw(numbers(after)), missing_first=draw(st.booleans())), *order)
    limit = draw(maybe(st.builds(Limit, n=st.integers(1, 4), skip=st.integers(0, 2)))) if order else None
    return query.replaced(order=order, limit=limit, shown=shown)


def station_by_station(query: Query) -> Query:
    """The same question as a Query of a Query of a Query, each of one station."""
    rows = Query(where=query.where)
    groups = Query(source=rows, by=query.by, measures=query.measures)
    tested = Query(source=groups, where=query.having)
    columns = result_columns(query.replaced(shown=()), COLUMNS)
    worked = Query(source=tested, then=query.then, shown=columns)
    kept = Query(source=worked, where=query.kept)
    return Query(source=kept, order=query.order, limit=query.limit, shown=query.shown)


def shown_in_order(query: Query) -> Query:
    """With its columns named, since a Query of a Query lists new ones last."""
    return query if query.shown else query.replaced(shown=result_columns(query, COLUMNS))


CHECKED = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@CHECKED
@given(query=queries())
def test_a_query_that_is_written_and_read_gives_the_same(query: Query, database: Any):
    query = shown_in_order(query)
    again = from_sql(to_sql(query), COLUMNS)
    found, expected = result(database, again), result(database, query)
    assert found[0] == expected[0]
    assert found[1] == expected[1] if query.order else sorted(found[1]) == sorted(expected[1])


@CHECKED
@given(query=queries())
def test_one_select_gives_what_its_stations_give_one_by_one(query: Query, database: Any):
    query = shown_in_order(query)
    found, expected = result(database, query), result(database, station_by_station(query))
    assert found[0] == expected[0]
    assert found[1] == expected[1] if query.order else sorted(found[1]) == sorted(expected[1])


@CHECKED
@given(query=queries())
def test_what_is_read_back_is_in_its_last_form(query: Query):
    once = from_sql(to_sql(shown_in_order(query)), COLUMNS)
    assert from_sql(to_sql(once), COLUMNS) == once


@CHECKED
@given(query=queries())
def test_the_shortest_select_gives_the_same_and_is_read_as_the_same(query: Query, database: Any):
    query = shown_in_order(query)
    short = plain_sql(query)
    found = [str(tuple(map(plain, row))) for row in database.execute(short).fetchall()]
    expected = result(database, query)[1]
    assert (found if query.order else sorted(found)) == (expected if query.order else sorted(expected)), short
    again = result(database, from_sql(short, COLUMNS))[1]
    assert (again if query.order else sorted(again)) == (expected if query.order else sorted(expected)), short
