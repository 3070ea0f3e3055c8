"""The walkthrough of the planning document: every stage's output for its example question."""

from __future__ import annotations

import numpy as np
import pytest

import autoviz
from autoviz.model.plan import Plan, Step
from autoviz.registry.catalog import default_catalog
from autoviz.samples import load_sales
from autoviz.stages.coverage import check

QUESTION = "get revenue totals by region and product type over time"


@pytest.fixture(scope="module")
def analysis():
    return autoviz.ask(load_sales(), QUESTION)


def test_intent_is_a_time_series(analysis):
    assert analysis.intent.primary == "time_series_investigation"
    assert analysis.intent.confidence >= 0.5
    assert analysis.plan.template == "time_series_grouped"


def test_requirements_are_those_of_the_document(analysis):
    asked = analysis.requirements
    assert asked.metrics == ("revenue",)
    assert asked.group_by == ("region", "product_category")
    assert asked.time is not None
    assert (asked.time.column, asked.time.grain) == ("date", "unknown")
    assert set(asked.analysis) == {"total", "compare", "trend"}
    assert set(asked.outputs) == {"chart", "table"}


def test_the_phrase_product_type_was_linked(analysis):
    assert any(link.target == "product_category" and "product" in link.phrase for link in analysis.requirements.links)


def test_shortlist_has_template_and_safety_tools_within_the_cap(analysis):
    names = analysis.shortlist.names
    assert {"parse_datetime", "aggregate", "plot_line", "compute_summary_stats"} <= set(names)
    assert len(names) <= analysis.shortlist.cap + 2
    assert all(candidate.reason for candidate in analysis.shortlist.tools)


def test_plan_groups_by_time_and_both_categories_before_it_draws(analysis):
    steps = {step.tool: step for step in analysis.plan.steps}
    assert set(steps["aggregate"].params["group_by"]) == {"date", "region", "product_category"}
    assert steps["aggregate"].params["agg_func"] == "sum"
    assert steps["plot_line"].params["x"] == "date"
    assert steps["plot_line"].params["y"] == "revenue"
    assert "aggregate" in {analysis.plan.step(name).tool for name in analysis.plan.feeding(steps["plot_line"].id)}


def test_no_anomaly_or_histogram_step_survives(analysis):
    assert not {step.tool for step in analysis.plan.steps} & {"detect_anomalies", "plot_histogram"}


def test_coverage_is_complete_and_each_step_is_justified(analysis):
    assert analysis.coverage.complete
    assert set(analysis.coverage.served) >= {
        "metrics", "group_by", "time", "analysis.total", "analysis.compare", "analysis.trend",
        "outputs.chart", "outputs.table",
    }  # fmt: skip
    assert all(analysis.coverage.served.values())


def test_totals_are_the_sums_of_the_frame(analysis):
    assert analysis.table["revenue"].sum() == pytest.approx(load_sales()["revenue"].sum())
    assert analysis.charts[0].mark == "line"
    assert {analysis.charts[0].color, analysis.charts[0].facet} == {"region", "product_category"}


@pytest.mark.parametrize("tool", ["plot_histogram", "detect_anomalies"])
def test_a_step_that_hides_behind_an_output_is_thrown_out(analysis, tool):
    catalog = default_catalog()
    params = {"x": "revenue"} if tool == "plot_histogram" else {"metric": "revenue"}
    cited = ("outputs.chart",) if tool == "plot_histogram" else ("outputs.table",)
    extra = Step(id="extra", tool=tool, params=params, satisfies=cited)
    plan = Plan(template="time_series_grouped", steps=(*analysis.plan.steps, extra))
    coverage = check(plan, analysis.requirements, analysis.record.profile, catalog)
    assert coverage.payload()["unjustified"] == ["extra"]


def test_exported_code_gives_the_same_totals(analysis):
    script = analysis.code().replace(".show()", "")
    space: dict[str, object] = {"df": load_sales()}
    exec(compile(script, "exported", "exec"), space)
    drawn = sum(float(np.nansum(np.asarray(trace.y, float))) for trace in space["fig"].data)
    assert drawn == pytest.approx(load_sales()["revenue"].sum())
