"""Corrections to an analysis: each goes through the same gates, and the first analysis stays as it was."""

from __future__ import annotations

import pytest

import autoviz
from autoviz.analysis import Analysis
from autoviz.editing import edits_from
from autoviz.errors import ColumnError, ParameterError, PlanError, QuestionError
from autoviz.model.requirements import ChartWish, Requirements
from autoviz.pipeline import Finished, run_part
from autoviz.query.sql import from_sql
from autoviz.samples import load_sales


@pytest.fixture(scope="module")
def analysis():
    return autoviz.ask(load_sales(), "total revenue by region over time")


def test_a_reading_is_corrected_wherever_it_led(analysis):
    other = analysis.edited(read={"revenue": "units"})
    assert other.requirements.metrics == ("units",)
    assert other.table["units"].sum() == pytest.approx(load_sales()["units"].sum())
    link = next(link for link in other.requirements.links if link.phrase == "revenue")
    assert (link.target, link.kind, link.alternative) == ("units", "alias", "revenue")
    assert all(getattr(item, "metric", "units") == "units" for item in other.requirements.constraints)
    assert analysis.requirements.metrics == ("revenue",)


def test_grain_and_chart(analysis):
    other = analysis.edited(grain="quarter", chart="area")
    assert (other.charts[0].grain, other.charts[0].mark) == ("quarter", "area")


def test_a_table_instead_of_a_chart(analysis):
    other = analysis.edited(chart="table")
    assert not other.figures and len(other.table)


def test_a_dropped_step_shows_as_a_gap_and_is_told(analysis):
    plot = next(step.id for step in analysis.plan.steps if step.tool.startswith("plot_"))
    planned = analysis.edited(drop=[plot], only_plan=True)
    assert planned.coverage.payload()["missing"]
    dropped = next(line for line in planned.diff.steps if line.step_id == plot)
    assert (dropped.action, dropped.note) == ("removed", "dropped by you")
    done = planned.edited()
    assert not done.figures and "Not done: the chart" in done.answer


def test_a_param_that_no_longer_does_what_was_asked_is_a_gap(analysis):
    assert analysis.edited(params={"aggregate": {"agg_func": "mean"}}, only_plan=True).coverage.gaps
    same = analysis.edited(params={"aggregate": {"agg_func": "sum"}})
    assert same.coverage.complete


def test_a_plan_that_was_not_run_is_run_by_editing_nothing():
    planned = autoviz.ask(load_sales(), "total revenue by region", only_plan=True)
    assert planned.answer == "" and planned.edited().answer


def test_changes_in_place_are_seen_by_an_edit():
    frame = load_sales()
    first = autoviz.ask(frame, "total revenue by region")
    frame["revenue"] = 1.0
    assert first.edited(chart="bar").table["revenue"].sum() == len(frame)


def test_other_rows(analysis):
    other = analysis.edited(filters="region in West, East; units > 5")
    assert other.coverage.complete
    assert set(other.table["region"]) == {"West", "East"}
    rows = load_sales().query("region in ['West', 'East'] and units > 5")
    assert other.table["revenue"].sum() == pytest.approx(rows["revenue"].sum())
    assert len(other.edited(filters="").table) == len(analysis.table)


@pytest.fixture(scope="module")
def two_parts():
    first, second = (autoviz.ask(load_sales(), f"total {name} by region over time") for name in ("revenue", "units"))
    return Analysis(Finished(first._finished.read, (*first._finished.parts, *second._finished.parts)))


def test_each_part_of_a_question_has_its_own_edits(two_parts):
    edits = edits_from(grain="quarter").with_part(2, edits_from(grain="year", filters="region = West"))
    other = two_parts.revised(edits)
    assert [chart.grain for chart in other.charts] == ["quarter", "year"]
    assert set(other.tables[0]["region"].dropna()) > set(other.tables[1]["region"]) == {"West"}
    second = two_parts.edited(chart="bar", part=2)
    assert [chart.mark for chart in second.charts] == ["line", "bar"]
    with pytest.raises(QuestionError, match="no part 3"):
        two_parts.edited(chart="bar", part=3)


@pytest.mark.parametrize(
    ("edits", "error", "words"),
    [
        ({"read": {"revenu": "units"}}, QuestionError, "revenue"),
        ({"read": {"revenue": "unit"}}, ColumnError, "units"),
        ({"grain": "wek"}, QuestionError, "week"),
        ({"chart": "lin"}, QuestionError, "line"),
        ({"drop": ["plott"]}, PlanError, "plot"),
        ({"params": {"aggregate": {"agg_func": "sun"}}}, ParameterError, "sum"),
        ({"params": {"aggregate": {"agg": "sum"}}}, ParameterError, "agg_func"),
        ({"filters": "regoin = West"}, ColumnError, "region"),
        ({"filters": "region West"}, ParameterError, "region = West"),
    ],
)
def test_what_is_refused_names_what_there_is(analysis, edits, error, words):
    with pytest.raises(error) as caught:
        analysis.edited(**edits)
    assert words in str(caught.value)


def test_params_are_read_from_text():
    planned = autoviz.ask(load_sales(), "total revenue by region", only_plan=True)
    other = planned.edited(params={"aggregate": {"group_by": "region, product_category"}}, only_plan=True)
    step = next(step for step in other.plan.steps if step.tool == "aggregate")
    assert step.params["group_by"] == ["region", "product_category"]


def read_as(sql, profile_of):
    """An analysis whose reading is a Query and no fields, as the decoder gives it."""
    finished = profile_of._finished
    query = from_sql(sql, profile_of.record.profile.names)
    wish = Requirements(outputs=("chart", "table"), query=query, constraints=(ChartWish(mark="bar"),))
    reading = finished.parts[0].reading.replaced(requirements=wish)
    return Analysis(Finished(finished.read, (run_part(finished.read, reading),)))


BEST = """SELECT region, avg(revenue) AS average_revenue FROM t WHERE region <> 'North' AND revenue > units
GROUP BY region ORDER BY average_revenue DESC LIMIT 2"""
ROWS = "region.notna() and region != 'North' and revenue > units"


@pytest.mark.parametrize(
    ("edits", "key", "wanted"),
    [
        ({"function": "median"}, "region", lambda f: f.query(ROWS).groupby("region")["revenue"].median().nlargest(2)),
        ({"function": "count"}, "region", lambda f: f.query(ROWS).groupby("region").size().nlargest(2)),
        ({"measure": {"revenue": "units"}}, "region",
         lambda f: f.query(ROWS).groupby("region")["units"].mean().nlargest(2)),
        ({"groups": ["product_category"]}, "product_category",
         lambda f: f.query(ROWS).groupby("product_category")["revenue"].mean().nlargest(2)),
        ({"limit": 0}, "region", lambda f: f.query(ROWS).groupby("region")["revenue"].mean()),
        ({"filters": "units > 0.02 thousand and date = March 2024", "limit": 0}, "region",
         lambda f: f[f["date"].str.startswith("2024-03") & (f["units"] > 20) & (f["revenue"] > f["units"])]
         .groupby("region")["revenue"].mean()),
    ],
)  # fmt: skip
def test_a_reading_that_is_a_query_is_corrected_like_any_other(analysis, edits, key, wanted):
    other = read_as(BEST, analysis).edited(**edits)
    assert other.coverage.complete and other.proof.verdict == "proven"
    told = other.table.dropna(subset=[key]).set_index(key).iloc[:, -1]
    assert told.to_dict() == pytest.approx(wanted(load_sales()).to_dict())


def test_along_time_a_query_gets_the_periods_that_suit_its_dates(analysis):
    other = read_as(BEST, analysis).edited(groups=["date", "region"])
    assert other.charts[0].grain == "month" and other.proof.verdict == "proven"
    assert other.edited(grain="quarter").charts[0].grain == "quarter"


def test_what_has_no_place_is_told(analysis):
    with pytest.raises(QuestionError, match="no time axis"):
        read_as(BEST, analysis).edited(grain="week")
    with pytest.raises(QuestionError, match="is not measured here"):
        analysis.edited(measure={"unit": "units"})
