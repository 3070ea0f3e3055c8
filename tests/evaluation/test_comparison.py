"""Comparison: mark, columns and roles of a chart against what the case fixes."""

import pytest

from autoviz.evaluation.comparison import attributes_match, mark_matches, roles_match
from autoviz.evaluation.suites import Expectation
from autoviz.model.chart import Chart


def expectation(**changes):
    given = {"charts": ["bar"], "x": {"column": "region"}, "y": {"column": "revenue", "aggregate": "sum"}, **changes}
    return Expectation.model_validate(given)


def bar(**changes):
    return Chart(**{"mark": "bar", "x": "region", "y": "revenue", "aggregate": "sum", **changes})


@pytest.mark.parametrize(
    ("mark", "charts", "right"),
    [
        ("bar", ["stacked_bar"], True),
        ("area", ["multi_line"], True),
        ("violin", ["box", "violin"], True),
        ("line", ["bar"], False),
        ("box", ["histogram"], False),
    ],
)
def test_marks_are_compared_by_family(mark, charts, right):
    assert mark_matches(bar(mark=mark), expectation(charts=charts)) is right


def test_a_lenient_mark_is_right_only_where_no_chart_was_named():
    assert mark_matches(bar(mark="pie"), expectation(charts_lenient=["bar", "pie"]))
    assert not mark_matches(bar(mark="pie"), expectation(charts_lenient=["bar", "pie"], chart_stated=True))


def test_an_answer_without_a_chart_is_a_table():
    assert mark_matches(None, expectation(charts=["table"]))
    assert not mark_matches(None, expectation())


def test_columns_are_compared_as_a_set_whatever_the_axis_or_casing():
    assert attributes_match(bar(x="Revenue", y="region"), expectation())
    assert not attributes_match(bar(color="channel"), expectation())
    assert not attributes_match(bar(y=None), expectation())


def test_facet_and_size_count_as_columns_drawn():
    assert attributes_match(bar(facet="channel"), expectation(attributes=["region", "revenue", "channel"]))
    assert not attributes_match(bar(size="cost"), expectation())


@pytest.mark.parametrize("y", [None, "order_id", "count"])
def test_a_count_may_name_what_it_counts_or_not(y):
    wanted = expectation(y={"column": "order_id", "aggregate": "count"})
    assert attributes_match(bar(y=y, aggregate="count"), wanted)
    assert not attributes_match(bar(y="revenue", aggregate="count"), wanted)


def test_a_column_that_is_counted_and_grouped_by_must_be_drawn():
    wanted = expectation(y={"column": "region", "aggregate": "count"})
    assert attributes_match(bar(y=None), wanted)
    assert not attributes_match(bar(x=None, y=None), wanted)


def test_other_sets_of_columns_may_be_right_too():
    wanted = expectation(attributes_accept=[["region"]])
    assert attributes_match(bar(y=None), wanted)


def test_the_name_of_a_derived_metric_is_free():
    wanted = expectation(y={"derived": True, "aggregate": "sum"}, attributes=["region"])
    assert attributes_match(bar(y="profit"), wanted)
    assert not attributes_match(bar(x="channel", y="profit"), wanted)


def test_without_a_chart_the_columns_read_are_compared():
    assert attributes_match(None, expectation(charts=["table"]), ("revenue", "region"))
    assert not attributes_match(None, expectation(charts=["table"]), ("revenue",))


def test_a_question_about_the_whole_table_may_show_any_columns():
    assert attributes_match(bar(x="anything"), expectation(any_attributes=True))


def test_the_aggregate_is_part_of_the_roles():
    assert roles_match(bar(), expectation())
    assert not roles_match(bar(aggregate="mean"), expectation())
    assert roles_match(bar(aggregate="mean"), expectation(y={"aggregate": "sum", "aggregate_accept": ["sum", "mean"]}))


def test_no_aggregate_and_a_count_of_rows_are_the_same():
    assert roles_match(bar(aggregate=None), expectation(y={"aggregate": "count"}))
    assert roles_match(bar(aggregate="count"), expectation(y={"aggregate": None}))
    assert not roles_match(bar(aggregate="sum"), expectation(y={"aggregate": None}))
    assert not roles_match(bar(aggregate="count"), expectation())
    assert not roles_match(bar(aggregate=None), expectation())


def test_colour_and_facet_may_change_places():
    wanted = expectation(color="channel", facet="country")
    assert roles_match(bar(color="country", facet="channel"), wanted)
    assert not roles_match(bar(color="channel"), wanted)


def test_x_and_colour_may_change_places_where_the_case_says_so():
    swapped = bar(x="channel", color="region")
    assert not roles_match(swapped, expectation(color="channel"))
    assert roles_match(swapped, expectation(color="channel", x_color_swappable=True))


def test_groups_of_a_spread_lie_on_x_in_a_box_plot_and_in_the_colour_of_a_histogram():
    histogram = expectation(charts=["histogram"], x={"column": "age"}, y={"aggregate": "count"}, color="sex")
    assert roles_match(Chart(mark="box", x="sex", y="age"), histogram)
    assert not roles_match(Chart(mark="box", x="age"), histogram)
    assert roles_match(Chart(mark="box", x="age", color="sex"), histogram)
    box = expectation(charts=["box"], x={"column": "sex"}, y={"column": "age"})
    assert roles_match(Chart(mark="histogram", x="age", color="sex", aggregate="count"), box)


@pytest.mark.parametrize(
    ("drawn", "asked", "right"),
    [
        ("month", "month", True),
        ("week", "month", False),
        (None, "year", True),
        (None, "month", False),
        ("day", None, True),
    ],
)
def test_time_must_be_cut_as_asked(drawn, asked, right):
    assert roles_match(bar(grain=drawn), expectation(time_bin=asked)) is right
