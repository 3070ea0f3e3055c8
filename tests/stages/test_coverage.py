"""Coverage: what it accepts, what it throws out and what it reports, rule by rule."""

from __future__ import annotations

import pytest

from autoviz.model.plan import Plan, Step
from autoviz.model.profile import ColumnProfile, DatasetProfile, DateEvidence
from autoviz.model.requirements import (
    Aggregation,
    ChartWish,
    Filter,
    Limit,
    Requirements,
    Time,
)
from autoviz.registry.catalog import default_catalog
from autoviz.stages.coverage import _pruned, check

PROFILE = DatasetProfile(
    engine="pandas",
    rows=100,
    fingerprint="x",
    columns=(
        ColumnProfile(
            name="date", dtype="str", kind="temporal", rows=100, dates=DateEvidence(format="%Y-%m-%d", parse_rate=1.0)
        ),
        ColumnProfile(name="region", dtype="str", kind="categorical", rows=100, distinct=4),
        ColumnProfile(name="revenue", dtype="float64", kind="numeric", rows=100, metric=True),
    ),
)
ASKED = Requirements(metrics=("revenue",), group_by=("region",), analysis=("total", "compare"), outputs=("chart",))
AGGREGATE = Step(
    id="aggregate",
    tool="aggregate",
    params={"group_by": ["region"], "metrics": ["revenue"], "agg_func": "sum"},
    satisfies=("metrics", "group_by", "analysis.total", "analysis.compare"),
)
PLOT = Step(
    id="plot",
    tool="plot_bar",
    params={"x": "region", "y": "revenue"},
    inputs=("aggregate",),
    satisfies=("outputs.chart",),
)


def gaps(*steps: Step, asked: Requirements = ASKED) -> dict[str, list[str]]:
    return check(Plan(template="t", steps=steps), asked, PROFILE, default_catalog()).payload()


def test_a_plan_that_does_what_was_asked_has_no_gap():
    assert gaps(AGGREGATE, PLOT) == {"missing": [], "unjustified": [], "misordered": [], "refused": []}


def test_a_missing_chart_is_missing():
    assert gaps(AGGREGATE)["missing"] == ["outputs.chart"]


def test_a_step_that_cites_nothing_and_feeds_nothing_is_unjustified():
    extra = Step(id="summary", tool="compute_summary_stats", inputs=("aggregate",))
    assert gaps(AGGREGATE, PLOT, extra)["unjustified"] == ["summary"]


def test_a_claim_that_the_tool_cannot_keep_does_not_count():
    liar = PLOT.replaced(satisfies=("outputs.chart", "analysis.total"))
    idle = AGGREGATE.replaced(satisfies=("metrics", "group_by", "analysis.compare"))
    assert gaps(idle, liar)["missing"] == ["analysis.total"]


def test_a_group_that_is_in_no_params_is_missing():
    ungrouped = AGGREGATE.replaced(params={"group_by": [], "metrics": ["revenue"], "agg_func": "sum"})
    bare = PLOT.replaced(params={"x": "revenue", "y": "revenue"})
    assert "group_by" in gaps(ungrouped, bare)["missing"]


def test_drawing_ungrouped_rows_is_out_of_order():
    loose = PLOT.replaced(inputs=("data",))
    assert gaps(AGGREGATE, loose)["misordered"] == ["plot"]


def test_a_filter_that_nobody_asked_for_is_not_preparation():
    sly = Step(
        id="filter", tool="filter_rows", params={"filters": [{"column": "region", "op": "=", "value": "West"}]}
    )
    assert gaps(sly, AGGREGATE.replaced(inputs=("filter",)), PLOT)["unjustified"] == ["filter"]


def test_a_filter_that_was_asked_for_must_be_that_filter():
    wanted = Filter(column="region", op="=", value="West")
    asked = ASKED.replaced(constraints=(wanted,))
    right = Step(
        id="filter", tool="filter_rows", params={"filters": [wanted.model_dump()]}, satisfies=("constraints.filter",)
    )
    wrong = right.replaced(params={"filters": [{"column": "region", "op": "=", "value": "East"}]})
    aggregate = AGGREGATE.replaced(inputs=("filter",))
    assert gaps(right, aggregate, PLOT, asked=asked)["missing"] == []
    assert gaps(wrong, aggregate, PLOT, asked=asked)["missing"] == ["constraints.filter"]


def test_text_dates_must_be_read_as_dates_before_time_counts_as_served():
    asked = Requirements(
        metrics=("revenue",), time=Time(column="date"), analysis=("trend",), outputs=("chart",)
    )
    aggregate = Step(
        id="aggregate",
        tool="aggregate",
        params={"group_by": ["date"], "metrics": ["revenue"]},
        satisfies=("metrics", "time"),
    )
    line = Step(
        id="plot",
        tool="plot_line",
        params={"x": "date", "y": "revenue"},
        inputs=("aggregate",),
        satisfies=("time", "analysis.trend", "outputs.chart"),
    )
    parse = Step(id="parse", tool="parse_datetime", params={"column": "date"}, when="not_typed")
    assert gaps(aggregate, line, asked=asked)["missing"] == ["time"]
    assert gaps(parse, aggregate.replaced(inputs=("parse",)), line, asked=asked)["missing"] == []


def test_the_chart_that_the_user_named_needs_no_label():
    asked = ASKED.replaced(constraints=(ChartWish(mark="pie"),))
    pie = PLOT.replaced(tool="plot_pie", satisfies=("outputs.chart", "constraints.chart"))
    assert gaps(AGGREGATE, pie, asked=asked)["unjustified"] == []
    assert gaps(AGGREGATE, pie)["unjustified"] == ["plot"]


@pytest.mark.parametrize(
    ("constraint", "key"), [(Limit(n=5), "constraints.limit"), (Aggregation(func="mean"), "constraints.aggregate")]
)
def test_a_stated_number_or_function_must_be_the_one_in_the_params(constraint, key):
    asked = ASKED.replaced(constraints=(constraint,))
    claiming = AGGREGATE.replaced(satisfies=(*AGGREGATE.satisfies, key))
    assert key in gaps(claiming, PLOT, asked=asked)["missing"]


def test_pruning_rewires_what_read_from_a_refused_step():
    sly = Step(id="filter", tool="filter_rows", params={"filters": []})
    plan = Plan(template="t", steps=(sly, AGGREGATE.replaced(inputs=("filter",)), PLOT))
    pruned = _pruned(plan, {"filter"})
    assert [step.id for step in pruned.steps] == ["aggregate", "plot"]
    assert pruned.step("aggregate").inputs == ("data",)
