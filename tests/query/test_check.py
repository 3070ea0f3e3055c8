"""Checking a Query against a profile: what is refused, where, and what each column of a result serves as."""

from __future__ import annotations

import pytest

from autoviz.errors import QueryError
from autoviz.model.profile import ColumnProfile, DatasetProfile, DateEvidence
from autoviz.query.check import check, result_types
from autoviz.query.language import (
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Limit,
    Matched,
    Member,
    Moment,
    Named,
    Overall,
    Query,
    Sort,
    Stack,
    Unpivot,
    When,
    Window,
)
from autoviz.query.types import ANYTHING, DATE, FLAG, NUMBER, TEXT, TRUTH, column_type


def _column(name, dtype, kind, **more):
    return ColumnProfile(name=name, dtype=dtype, kind=kind, rows=10, **more)


ISO = DateEvidence(format="%Y-%m-%d", parse_rate=1.0)
PROFILE = DatasetProfile(
    engine="pandas",
    rows=10,
    fingerprint="f",
    columns=(
        _column("region", "object", "geographic", values=("north", "south")),
        _column("revenue", "float64", "numeric", minimum=0.5, maximum=9.0),
        _column("units", "int64", "numeric", minimum=1, maximum=9),
        _column("returned", "int64", "ordinal", minimum=0, maximum=1, values=(0, 1)),
        _column("member", "object", "boolean", values=("yes", "no")),
        _column("paid", "bool", "boolean", values=(True, False)),
        _column("day", "datetime64[ns]", "temporal"),
        _column("shipped", "object", "temporal", dates=ISO),
        _column("blob", "struct<a: int64>", "text"),
    ),
)


def col(name):
    return Column(name=name)


def const(value):
    return Constant(value=value)


def call(op, *args):
    return Call(op=op, args=tuple(arg if hasattr(arg, "kind") else const(arg) for arg in args))


def agg(func, *args, **more):
    return Aggregate(func=func, args=tuple(args), **more)


def named(name, expr):
    return Named(name=name, expr=expr)


def measured(expr, name="m", **more):
    return Query(measures=(named(name, expr),), **more)


def refusal(query):
    with pytest.raises(QueryError) as caught:
        check(query, PROFILE)
    assert caught.value.retryable
    assert caught.value.hint
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "type_"),
    [
        ("region", TEXT),
        ("revenue", NUMBER),
        ("returned", NUMBER | FLAG),
        ("member", TEXT | FLAG),
        ("paid", FLAG | NUMBER),
        ("day", DATE),
        ("shipped", TEXT | DATE),
        ("blob", ANYTHING),
    ],
)
def test_a_column_serves_as_what_its_profile_says(name, type_):
    assert column_type(PROFILE.by_name[name]) == type_


def test_the_result_has_keys_measures_and_what_was_worked_out():
    query = Query(
        by=(named("month", call("period", "month", col("day"))), named("region", col("region"))),
        measures=(named("total", agg("sum", col("revenue"))), named("first", agg("min", col("region")))),
        then=(named("share", call("/", col("total"), Window(func="sum", args=(col("total"),)))),),
    )
    assert result_types(query, PROFILE) == {
        "month": DATE, "region": TEXT, "total": NUMBER, "first": TEXT, "share": NUMBER
    }  # fmt: skip


def test_only_what_is_shown_is_given():
    query = Query(then=(named("double", call("*", col("units"), 2)),), shown=("double", "region"))
    assert list(result_types(query, PROFILE)) == ["double", "region"]


def test_a_source_gives_its_columns_and_no_others():
    inner = Query(by=(named("region", col("region")),), measures=(named("total", agg("sum", col("revenue"))),))
    assert result_types(measured(agg("mean", col("total")), source=inner), PROFILE) == {"m": NUMBER}
    told = refusal(measured(agg("mean", col("revenue")), source=inner))
    assert "measures, m: there is no column 'revenue' here" in told


@pytest.mark.parametrize(
    ("query", "place"),
    [
        (Query(where=call(">", col("revenu"), 5)), "where: there is no column 'revenu' here"),
        (Query(by=(named("r", col("regio")),)), "by, r: there is no column"),
        (measured(agg("sum", col("revenues")), "average_age"), "measures, average_age: there is no column"),
        (measured(agg("count"), having=call(">", col("revenue"), 5)), "having: there is no column"),
        (measured(agg("count"), then=(named("x", col("units")),)), "then, x: there is no column"),
        (measured(agg("count"), kept=call(">", col("x"), 5)), "kept: there is no column"),
        (measured(agg("count"), order=(Sort(expr=col("units")),)), "order: there is no column"),
        (Query(shown=("region", "sales")), "shown: there is no column 'sales'"),
    ],
)
def test_each_station_reads_what_is_there(query, place):
    assert place in refusal(query)


def test_the_hint_offers_the_nearest_names():
    assert "Did you mean 'revenue'" in refusal(Query(where=call(">", col("revenu"), 5)))


def test_having_reads_keys_and_measures_by_their_names():
    check(Query(by=(named("r", col("region")),), having=call("=", col("r"), "north")), PROFILE)
    assert "nothing is grouped" in refusal(Query(having=call("=", col("region"), "north")))


def test_a_then_reads_the_groups_not_what_another_one_made():
    first = named("double", call("*", col("units"), 2))
    assert "then, more" in refusal(Query(then=(first, named("more", call("*", col("double"), 2)))))


@pytest.mark.parametrize(
    "query",
    [
        Query(where=call(">", agg("sum", col("revenue")), 5)),
        Query(by=(named("x", agg("sum", col("revenue"))),)),
        Query(then=(named("x", agg("sum", col("revenue"))),)),
        measured(agg("sum", agg("max", col("units")))),
        measured(agg("count"), order=(Sort(expr=agg("count")),)),
        measured(agg("count", where=call(">", agg("sum", col("units")), 1))),
    ],
)
def test_aggregates_stand_in_measures_only(query):
    assert "the aggregate" in refusal(query)


@pytest.mark.parametrize(
    "query",
    [
        Query(where=call("=", Window(func="row number"), 1)),
        measured(agg("sum", Window(func="row number"))),
        Query(kept=call("=", Window(func="rank"), 1)),
        Query(then=(named("x", Window(func="sum", args=(Window(func="rank"),))),)),
    ],
)
def test_windows_stand_in_then_only(query):
    assert "the window" in refusal(query)


def test_a_measure_puts_rows_together():
    assert "it puts no rows together" in refusal(measured(const(5)))
    assert "many values in a group" in refusal(measured(call("+", agg("count"), col("units"))))
    check(measured(call("/", call("*", 100, agg("count", where=col("paid"))), agg("count"))), PROFILE)


def test_a_measure_and_a_key_have_different_names():
    assert "a key has the same name" in refusal(measured(agg("count"), "r", by=(named("r", col("region")),)))


@pytest.mark.parametrize(
    "expr",
    [
        agg("sum", col("region")),
        agg("mean", col("member")),
        agg("sum", col("day")),
        agg("correlation", col("units"), col("region")),
        agg("min", call("date part", "year", col("units"))),
        agg("count", where=call("=", col("units"), "north")),
        agg("count", where=call("=", col("region"), 5)),
        agg("count", where=call("<", col("day"), 5)),
        agg("count", where=call("in", col("units"), "north", "south")),
        agg("count", where=call("and", col("revenue"), col("paid"))),
        agg("max", call("lower", col("units"))),
        agg("max", Cases(whens=(When(condition=col("paid"), value=const(1)),), otherwise=const("none"))),
    ],
)
def test_an_operation_gets_what_fits_it(expr):
    assert "measures, m: " in refusal(measured(expr))


@pytest.mark.parametrize(
    "expr",
    [
        agg("mean", col("returned")),
        agg("sum", col("paid")),
        agg("mean", call("=", col("region"), "north")),
        agg("count", where=col("returned")),
        agg("count", where=call("=", col("paid"), 1)),
        agg("count", where=call("=", col("member"), True)),
        agg("count", where=call("=", col("member"), "yes")),
        agg("min", call("date part", "year", col("shipped"))),
        agg("count", where=call(">=", col("shipped"), Moment(at="2020-01-01"))),
        agg("count", where=call(">=", col("day"), "2020-01-01")),
        agg("count", where=call("starts with", col("shipped"), "2020")),
        agg("max", call("-", col("day"), col("shipped"))),
        agg("max", call("+", col("day"), col("units"))),
        agg("sum", col("blob")),
        agg("max", call("concat", col("units"), "-", col("region"))),
        agg("count", where=call("=", col("units"), "5")),
        agg("at max", col("region"), col("revenue")),
        agg("sum", Cases(whens=(When(condition=col("paid"), value=col("units")),), otherwise=col("returned"))),
    ],
)
def test_what_can_be_computed_is_not_refused(expr):
    check(measured(expr), PROFILE)


def test_a_condition_is_a_test():
    assert "a condition is needed, not a number" in refusal(Query(where=col("revenue")))


def test_overall_is_one_value():
    average = Overall(query=measured(agg("mean", col("revenue"))))
    check(Query(where=call(">", col("revenue"), average)), PROFILE)
    check(Query(where=call("=", col("day"), Overall(query=Query(limit=Limit(n=1), shown=("day",))))), PROFILE)
    picked = Overall(query=Query(where=call("=", col("region"), "north"), shown=("units",)))
    check(Query(where=call(">", col("units"), picked)), PROFILE)
    assert "several rows" in refusal(Query(where=call(">", col("units"), Overall(query=Query(shown=("units",))))))
    wide = Overall(query=measured(agg("mean", col("revenue")), by=(named("r", col("region")),)))
    assert "2 columns" in refusal(Query(where=call(">", col("units"), wide)))
    assert "where, overall, measures, m" in refusal(
        Query(where=call(">", col("units"), Overall(query=measured(agg("sum", col("region"))))))
    )


def test_a_member_is_among_values_of_its_kind():
    best = Query(by=(named("r", col("region")),))
    check(Query(where=Member(expr=col("region"), query=best)), PROFILE)
    assert "never among" in refusal(Query(where=Member(expr=col("units"), query=best)))


def test_stacked_queries_have_as_many_columns():
    one, two = Query(shown=("region",)), Query(shown=("units",))
    assert result_types(Query(source=Stack(queries=(one, one))), PROFILE) == {"region": TEXT}
    check(Query(source=Stack(queries=(one, two))), PROFILE)
    told = refusal(Query(source=Stack(queries=(one, Query(shown=("region", "units"))))))
    assert "source, part 2: it gives 2 columns, the first part 1" in told


def test_an_unpivot_gives_names_and_values():
    inner = Query(shown=("region", "revenue", "units"))
    series = Unpivot(columns={"revenue": "revenue", "units": "units"}, name="what", value="amount", source=inner)
    assert result_types(Query(source=series), PROFILE) == {"region": TEXT, "what": TEXT, "amount": NUMBER}
    assert "unpivot: a column has the name" in refusal(Query(source=series.replaced(name="region")))


def test_matched_queries_share_their_keys():
    left = Query(by=(named("region", col("region")),), measures=(named("n", agg("count")),))
    right = Query(by=(named("region", col("region")),), measures=(named("total", agg("sum", col("units"))),))
    found = result_types(Query(source=Matched(left=left, right=right, on=("region",))), PROFILE)
    assert found == {"region": TEXT, "n": NUMBER, "total": NUMBER}
    assert "source, on: there is no column" in refusal(Query(source=Matched(left=left, right=right, on=("n",))))


def test_checking_leaves_the_query_as_it_is():
    query = Query(where=call("=", col("region"), "north"), shown=("region",))
    before = query.model_dump()
    check(query, PROFILE)
    assert query.model_dump() == before


def test_a_test_counts_as_a_number_too():
    assert result_types(Query(then=(named("x", call("=", col("units"), 1)),), shown=("x",)), PROFILE) == {"x": TRUTH}
