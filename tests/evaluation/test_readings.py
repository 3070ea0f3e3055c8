"""Readings: requirements are judged field by field, against the best of the right readings."""

import pytest

from autoviz.evaluation.readings import FIELDS, fields_right
from autoviz.evaluation.suites import Case
from autoviz.model.requirements import Requirements

WANTED = {
    "metrics": ["revenue"],
    "group_by": ["region"],
    "time": {"column": "date", "grain": "month"},
    "analysis": ["trend"],
    "constraints": [
        {"kind": "aggregate", "metric": "revenue", "func": "sum"},
        {"kind": "filter", "column": "channel", "op": "=", "value": "web"},
        {"kind": "limit", "n": 5},
        {"kind": "chart", "mark": "line", "color": "region"},
    ],
}


def case(wanted=WANTED, **more):
    return Case.model_validate(
        {"id": "1", "table": "t", "question": "q", "expect": {"charts": ["line"]}, "requirements": wanted, **more}
    )


def wrong(got, judged_by=None):
    judged = fields_right(Requirements.model_validate(got), judged_by or case())
    return {name for name, right in judged.items() if not right}


def without(kind):
    return {**WANTED, "constraints": [item for item in WANTED["constraints"] if item["kind"] != kind]}


def with_constraint(**item):
    return {**WANTED, "constraints": [*WANTED["constraints"], item]}


def test_the_reading_itself_is_right_in_every_field():
    judged = fields_right(Requirements.model_validate(WANTED), case())
    assert tuple(judged) == FIELDS
    assert all(judged.values())


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"metrics": ["cost"]}, "metrics"),
        ({"metrics": ["revenue", "cost"]}, "metrics"),
        ({"group_by": []}, "group_by"),
        ({"time": None}, "time"),
        ({"time": {"column": "date", "grain": "week"}}, "time"),
        ({"time": {"column": "shipped", "grain": "month"}}, "time"),
        ({"analysis": []}, "analysis"),
        ({"analysis": ["trend", "anomaly"]}, "analysis"),
    ],
)
def test_a_changed_field_is_the_only_wrong_one(change, field):
    assert wrong({**WANTED, **change}) == {field}


@pytest.mark.parametrize(
    ("kind", "field"), [("aggregate", "aggregate"), ("filter", "filter"), ("limit", "order"), ("chart", "chart")]
)
def test_a_constraint_left_out_is_wrong(kind, field):
    assert wrong(without(kind)) == {field}


@pytest.mark.parametrize(
    ("extra", "field"),
    [
        ({"kind": "filter", "column": "units", "op": ">", "value": 3}, "filter"),
        ({"kind": "having", "metric": "revenue", "func": "sum", "op": ">", "value": 3}, "filter"),
        ({"kind": "sort", "by": "x"}, "order"),
        ({"kind": "window", "n": 3}, "shape"),
        ({"kind": "bins", "n": 3}, "shape"),
        ({"kind": "aggregate", "metric": "cost", "func": "mean"}, "aggregate"),
    ],
)
def test_a_constraint_that_nobody_asked_for_is_wrong(extra, field):
    assert wrong(with_constraint(**extra)) == {field}


def test_what_is_optional_may_be_there_or_not():
    lenient = case(
        without("aggregate"), optional={"analysis": ["total"], "constraints": [WANTED["constraints"][0]]}
    )
    assert not wrong(without("aggregate"), lenient)
    assert not wrong({**WANTED, "analysis": ["total", "trend"]}, lenient)
    assert wrong({**WANTED, "analysis": ["total"]}, lenient) == {"analysis"}


def test_a_sort_in_the_order_of_the_limit_says_nothing_new():
    assert not wrong(with_constraint(kind="sort", by="revenue", order="desc"))
    assert wrong(with_constraint(kind="sort", by="revenue", order="asc")) == {"order"}


def test_a_sort_by_a_column_is_a_sort_by_its_axis():
    wanted = {**WANTED, "time": None, "constraints": [{"kind": "sort", "by": "x", "order": "desc"}]}
    named = {**wanted, "constraints": [{"kind": "sort", "by": "Region", "order": "desc"}]}
    assert not wrong(named, case(wanted))


def test_a_count_is_the_same_with_and_without_its_column():
    wanted = {"group_by": ["region"], "constraints": [{"kind": "aggregate", "metric": None, "func": "count"}]}
    named = {**wanted, "metrics": ["order_id"]}
    named["constraints"] = [{"kind": "aggregate", "metric": "order_id", "func": "count"}]
    assert not wrong(named, case(wanted))


def test_a_derived_metric_may_have_any_name():
    def reading(name, columns=("revenue", "cost"), metrics=None):
        derive = {"kind": "derive", "op": "difference", "columns": columns, "name": name}
        total = {"kind": "aggregate", "metric": name, "func": "sum"}
        return {"metrics": metrics or [name], "constraints": [derive, total]}

    wanted = case(reading("profit"))
    assert not wrong(reading("revenue_minus_cost"), wanted)
    assert not wrong(reading("margin", metrics=["revenue", "cost"]), wanted)
    assert wrong(reading("profit", ("cost", "revenue")), wanted) == {"shape"}
    assert wrong(reading("profit", metrics=["units"]), wanted) == {"metrics"}


def test_a_sum_of_columns_is_the_same_in_any_order():
    def reading(*columns):
        return {"constraints": [{"kind": "derive", "op": "sum", "columns": columns, "name": "both"}]}

    assert not wrong(reading("b", "a"), case(reading("a", "b")))


def test_a_mark_that_was_not_named_may_not_be_read():
    assert wrong(WANTED, case(without("chart"))) == {"chart"}


def test_a_mark_that_is_optional_may_be_read_or_not():
    lenient = case(without("chart"), optional={"constraints": [{"kind": "chart", "mark": "table"}]})
    tabled = without("chart")
    tabled["constraints"].append({"kind": "chart", "mark": "table"})
    assert not wrong(tabled, lenient)
    assert not wrong(without("chart"), lenient)
    assert wrong(WANTED, lenient) == {"chart"}


def test_more_may_be_said_of_the_chart_but_not_less():
    more = without("chart")
    more["constraints"].append({"kind": "chart", "mark": "line", "color": "region", "x": "date", "layout": "stacked"})
    assert not wrong(more)
    less = without("chart")
    less["constraints"].append({"kind": "chart", "mark": "line"})
    assert wrong(less) == {"chart"}


def test_outputs_are_compared_only_where_they_are_asked_for():
    assert not wrong({**WANTED, "outputs": ["chart"]})
    wanted = case({**WANTED, "outputs": ["table"]})
    assert not wrong({**WANTED, "outputs": ["chart", "table"]}, wanted)
    assert wrong({**WANTED, "outputs": ["chart"]}, wanted) == {"outputs"}


def test_the_reading_that_fits_best_is_the_judge():
    lenient = case(also_right=[{"time": None, "group_by": ["date", "region"], "analysis": ["compare"]}])
    other = {**WANTED, "time": None, "group_by": ["region", "date"], "analysis": ["compare"]}
    assert not wrong(other, lenient)
    assert wrong({**other, "analysis": ["trend"]}, lenient) == {"analysis"}
