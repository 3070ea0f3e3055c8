"""A trend is served by a table of periods, or by the very chart that the user named, as well as by a line."""

from __future__ import annotations

import pytest

import autoviz
from autoviz.samples import load_sales


@pytest.mark.parametrize("ending", ("", " as a bar chart", " as a table", " as an area chart"))
def test_a_course_is_covered_however_it_is_shown(ending):
    analysis = autoviz.ask(load_sales(), f"total revenue by month{ending}")
    assert analysis.coverage.complete and "not done" not in analysis.answer


def test_a_pie_of_regions_is_no_trend():
    from autoviz.model.plan import Plan, Step
    from autoviz.model.requirements import ChartWish, Requirements, Time
    from autoviz.profile import profile
    from autoviz.registry.catalog import default_catalog
    from autoviz.stages.coverage import check

    asked = Requirements(
        metrics=("revenue",),
        group_by=("region",),
        time=Time(column="date"),
        analysis=("trend",),
        outputs=("chart",),
        constraints=(ChartWish(mark="pie"),),
    )
    steps = (
        Step(id="aggregate", tool="aggregate", params={"group_by": ["region"], "metrics": ["revenue"]}),
        Step(
            id="plot",
            tool="plot_pie",
            params={"x": "region", "y": "revenue"},
            inputs=("aggregate",),
            satisfies=("analysis.trend",),
        ),
    )
    coverage = check(Plan(template="composition", steps=steps), asked, profile(load_sales()), default_catalog())
    assert "analysis.trend" in coverage.payload()["missing"]
