"""Query edits: each follow-up changes one thing of the earlier Query, and its measure and all the rest stay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autoviz.analysis import opening
from autoviz.evaluation.gold import told_table
from autoviz.follow_ups import editing
from autoviz.follow_ups.basis import Basis
from autoviz.follow_ups.edits import Changed, Undone
from autoviz.follow_ups.referring import SO_ALREADY, Earlier, Followed, refer
from autoviz.follow_ups.requerying import requeried
from autoviz.linking.text import normalise
from autoviz.model.fact import Fact
from autoviz.model.requirements import (
    Aggregation,
    Change,
    ChartWish,
    Filter,
    Having,
    Limit,
    Requirements,
    Sort,
    Time,
)
from autoviz.pipeline import run
from autoviz.profile import profile
from autoviz.query.check import check
from autoviz.query.language import Call, Column, Constant, Named, conjuncts, parts_of
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader
from autoviz.samples import load_sales

SALES = profile(load_sales())
BY_REGION = "SELECT region, sum(revenue) AS revenue FROM t GROUP BY region"
MONTHLY = "SELECT date_trunc('month', date) AS date, region, sum(revenue) AS revenue FROM t GROUP BY 1, 2"
TOP = "SELECT region, avg(revenue) AS mean_revenue FROM t WHERE units > 5 GROUP BY region ORDER BY 2 DESC LIMIT 3"

MONTHLY_MEAN = (
    "SELECT region, avg(m) AS m FROM "
    "(SELECT region, date_trunc('month', date) AS mon, sum(revenue) AS m FROM t GROUP BY 1, 2) GROUP BY region"
)
ROWS = "SELECT * FROM t WHERE units > 20 ORDER BY revenue DESC LIMIT 10"
CHANGE = (
    "SELECT date_trunc('quarter', date) AS date, sum(revenue) AS revenue, "
    "sum(revenue) - lag(sum(revenue)) OVER (ORDER BY date_trunc('quarter', date)) AS change FROM t GROUP BY 1"
)
BEST = (
    "SELECT region, product_category, sum(revenue) AS revenue FROM t GROUP BY 1, 2 "
    "QUALIFY row_number() OVER (PARTITION BY region ORDER BY sum(revenue) DESC) <= 1"
)


def query(text):
    return from_sql(text, SALES.names)


class Silent:
    """An encoder that no plain follow-up may ask."""

    def encode(self, texts):
        raise AssertionError(f"nothing need be encoded: {texts}")


def follow(sql, text):
    earlier = Requirements(analysis=("compare",), outputs=("chart",), query=query(sql))
    return refer(normalise(text), Earlier(earlier), SALES, {}, Silent(), 0.6)


CASES = [
    (BY_REGION, "only Toys", f"{BY_REGION[:-16]} WHERE product_category = 'Toys' GROUP BY region"),
    (BY_REGION, "sort it ascending", f"{BY_REGION} ORDER BY revenue"),
    (BY_REGION, "top 3", f"{BY_REGION} ORDER BY revenue DESC LIMIT 3"),
    (BY_REGION, "average instead", "SELECT region, avg(revenue) AS revenue FROM t GROUP BY region"),
    (BY_REGION, "same for units", "SELECT region, sum(units) AS units FROM t GROUP BY region"),
    (BY_REGION, "add units", "SELECT region, sum(revenue) AS revenue, sum(units) AS units FROM t GROUP BY region"),
    (BY_REGION, "by category too",
     "SELECT region, product_category, sum(revenue) AS revenue FROM t GROUP BY region, product_category"),
    (BY_REGION, "by category instead",
     "SELECT product_category, sum(revenue) AS revenue FROM t GROUP BY product_category"),
    (BY_REGION, "now as a line chart by month", MONTHLY),
    (BY_REGION, "as a share",
     "SELECT region, sum(revenue) AS revenue, sum(revenue) / sum(sum(revenue)) OVER () AS revenue_share FROM t "
     "GROUP BY region"),
    (BY_REGION, "only regions above 1000", f"{BY_REGION} HAVING sum(revenue) > 1000"),
    (f"{BY_REGION} ORDER BY revenue DESC", "now by month", MONTHLY),
    (MONTHLY, "make it weekly", MONTHLY.replace("month", "week")),
    (MONTHLY, "drop the region", "SELECT date_trunc('month', date) AS date, sum(revenue) AS revenue FROM t GROUP BY 1"),
    (MONTHLY, "drop the month", BY_REGION),
    (MONTHLY, "all together please",
     "SELECT date_trunc('month', date) AS date, sum(revenue) AS revenue FROM t GROUP BY 1"),
    (TOP, "switch to median", TOP.replace("avg(revenue) AS mean_", "median(revenue) AS median_")),
    (TOP, "make that top 2", TOP.replace("LIMIT 3", "LIMIT 2")),
    (TOP, "and the lowest?", TOP.replace("ORDER BY 2 DESC", "ORDER BY 2")),
    (TOP, "remove the filter",
     "SELECT region, avg(revenue) AS mean_revenue FROM t GROUP BY region ORDER BY 2 DESC"),
    (TOP, "only with more than 9 units", TOP.replace("units > 5", "units > 9")),
    (TOP, "smallest first", f"SELECT * FROM ({TOP}) ORDER BY mean_revenue"),
    (TOP, "now by month",
     "SELECT date_trunc('month', date) AS date, region, avg(revenue) AS mean_revenue FROM t WHERE units > 5 "
     "GROUP BY 1, 2"),
    (MONTHLY_MEAN, "same for units", MONTHLY_MEAN.replace("revenue", "units")),
    (MONTHLY_MEAN, "median instead", MONTHLY_MEAN.replace("avg(m) AS m", "median(m) AS m")),
    (MONTHLY_MEAN, "by category instead",
     "SELECT product_category, avg(m) AS m FROM (SELECT date_trunc('month', date) AS mon, product_category, "
     "sum(revenue) AS m FROM t GROUP BY 1, 2) GROUP BY 1"),
    (ROWS, "top 3", ROWS.replace("10", "3")),
    ("SELECT * FROM t WHERE units > 20 LIMIT 10", "now the first 3", "SELECT * FROM t WHERE units > 20 LIMIT 3"),
    (ROWS, "sort it ascending", f"SELECT * FROM ({ROWS}) ORDER BY revenue"),
    (CHANGE, "by category too",
     "SELECT date_trunc('quarter', date) AS date, product_category, sum(revenue) AS revenue, sum(revenue) - "
     "lag(sum(revenue)) OVER (PARTITION BY product_category ORDER BY date_trunc('quarter', date)) AS change FROM t "
     "GROUP BY 1, 2"),
    (BEST, "sort it ascending", f"{BEST} ORDER BY revenue"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "text", "after"), CASES, ids=[f"{text} ({sql[:20]})" for sql, text, _ in CASES])
def test_only_what_is_named_changes(before, text, after):
    found = follow(before, text)
    assert isinstance(found, Followed)
    assert found.requirements.query == query(after)
    check(found.requirements.query, SALES)


COURSES = [
    (MONTHLY, "as a running total", "cumulative", "month", ["date", "region", "revenue", "revenue_cumulative"]),
    (BY_REGION, "as a running total", "cumulative", "auto", ["date", "region", "revenue", "revenue_cumulative"]),
    (MONTHLY, "compared with the year before", "period_change", "month",
     ["date", "region", "revenue", "revenue_previous", "revenue_change"]),
    (MONTHLY, "month over month growth", "period_change", "month",
     ["date", "region", "revenue", "revenue_previous", "revenue_change", "revenue_change_pct"]),
    (MONTHLY, "7-day average", "rolling_average", "day", ["date", "region", "revenue", "revenue_rolling"]),
    (f"{MONTHLY} ORDER BY revenue", "smooth it over 3 months", "rolling_average", "month",
     ["date", "region", "revenue", "revenue_rolling"]),
]  # fmt: skip


@pytest.mark.parametrize(("before", "text", "tool", "grain", "columns"), COURSES)
def test_what_is_worked_out_along_time_is_planned_and_told(before, text, tool, grain, columns):
    found = follow(before, text)
    assert isinstance(found, Followed) and found.requirements is not None and found.requirements.query is not None
    asked = found.requirements.query
    check(asked, SALES)
    assert grain in {part.value for part in parts_of(Constant, asked.by)}
    state = replace(opening(load_sales(), text), reader=GivenReader(asked), next_readers=())
    done = run(state).parts[0]
    assert done.plan is not None and tool in {step.tool for step in done.plan.steps}
    assert list(told_table(done).columns) == columns
    assert done.proof is not None and done.proof.verdict == "proven"


def test_a_course_needs_periods_that_follow_one_another():
    cyclic = "SELECT dayname(date) AS day, sum(revenue) AS revenue FROM t GROUP BY 1"
    change = Changed("change", Change())
    assert requeried(change, query(cyclic), Basis(Requirements(), SALES, (), None, None, None)) is None


def test_the_fields_tell_what_the_query_says():
    beside = (Filter(column="units", op=">", value=9), ChartWish(mark="bar"))
    fields = Requirements(query=query(TOP), constraints=beside)
    assert (fields.metrics, fields.group_by, fields.time) == (("revenue",), ("region",), None)
    assert fields.constraints == (
        Filter(column="units", op=">", value=5), Aggregation(metric="revenue", func="mean"), Limit(n=3, order="desc"),
        ChartWish(mark="bar"),
    )  # fmt: skip
    nested = Requirements(query=query(MONTHLY_MEAN))
    assert (nested.metrics, nested.group_by) == (("revenue",), ("region",))
    monthly = Requirements(query=query(f"{MONTHLY} HAVING sum(revenue) >= 10 ORDER BY date"))
    assert monthly.time == Time(column="date", grain="month")
    assert monthly.all(Having) == (Having(metric="revenue", func="sum", op=">=", value=10),)
    assert monthly.all(Sort) == (Sort(by="x", order="asc"),)
    assert Requirements.model_validate_json(monthly.model_dump_json()) == monthly


def test_a_condition_takes_the_place_of_one_on_the_same_column_alone():
    asked = query("SELECT region, sum(units) AS units FROM t WHERE region = 'West' AND units > 5 GROUP BY region")
    east = Call(op="=", args=(Column(name="region"), Constant(value="East")))
    changed = editing.conditioned(asked, ("region",), east)
    assert changed == query(
        "SELECT region, sum(units) AS units FROM t WHERE units > 5 AND region = 'East' GROUP BY region"
    )
    assert editing.unconditioned(changed, ("units", "region")).where is None


def test_further_values_join_those_of_their_column():
    asked = query("SELECT sum(units) AS units FROM t WHERE region = 'West'")
    assert editing.with_values(asked, "region", ("East",)) == query(
        "SELECT sum(units) AS units FROM t WHERE region IN ('West', 'East')"
    )
    assert editing.with_values(asked, "product_category", ("Toys",)) is None


def test_rows_are_chosen_where_the_frame_is_read():
    nested = query("SELECT avg(units) AS units FROM (SELECT region, sum(units) AS units FROM t GROUP BY region)")
    west = Call(op="=", args=(Column(name="region"), Constant(value="West")))
    assert editing.conditioned(nested, ("region",), west) == query(
        "SELECT avg(units) AS units FROM "
        "(SELECT region, sum(units) AS units FROM t WHERE region = 'West' GROUP BY region)"
    )


def test_what_is_grouped_twice_gets_a_key_in_both_places_or_in_none():
    nested = query("SELECT avg(units) AS units FROM (SELECT region, sum(units) AS units FROM t GROUP BY region)")
    assert editing.with_keys(nested, (Named(name="product_category", expr=Column(name="product_category")),)) == query(
        "SELECT product_category, avg(units) AS units FROM "
        "(SELECT region, product_category, sum(units) AS units FROM t GROUP BY 1, 2) GROUP BY 1"
    )
    assert editing.with_keys(nested, (Named(name="region", expr=Column(name="region")),)) is None
    assert editing.without_keys(query(BY_REGION), ("date",)) is None


def test_a_share_follows_its_measure_to_another_column():
    shares = editing.shared(query(BY_REGION), "revenue")
    assert [item.name for item in editing.with_measure(shares, "revenue", "units").then] == ["units_share"]


def test_what_reads_a_key_that_is_gone_goes_with_it():
    asked = query(f"{MONTHLY} ORDER BY region, revenue DESC")
    left = editing.without_keys(asked, ("region",))
    assert [item.name for item in left.by] == ["date"]
    assert [item.expr for item in left.order] == [Column(name="revenue")]


def test_the_earlier_query_stays_as_it_was():
    asked = query(TOP)
    editing.limited(editing.in_order(asked, ()), None)
    assert asked == query(TOP)


@pytest.mark.parametrize("text", ["remove the filter", "drop the filter", "show everything"])
def test_what_takes_away_nothing_changes_nothing(text):
    found = follow(BY_REGION, text)
    assert isinstance(found, Followed) and found.requirements.query == query(BY_REGION)
    assert found.notes == (SO_ALREADY,)


def test_the_first_few_stay_those_few_over_time():
    earlier = Requirements(analysis=("rank",), outputs=("chart",), query=query(TOP))
    facts = tuple(Fact(name="mean", value=1.0, group={"region": name}, step_id="group") for name in ("West", "East"))
    found = refer("now by month", Earlier(earlier, facts), SALES, {}, Silent(), 0.6)
    asked = found.requirements.query
    assert asked.limit is None and asked.order == ()
    few = Call(op="in", args=(Column(name="region"), Constant(value="West"), Constant(value="East")))
    assert few in conjuncts(asked.where)


def test_undo_needs_no_encoder():
    found = follow(BY_REGION, "undo")
    assert isinstance(found, Followed) and found.requirements is None and found.kinds == (Undone().kind,)


def test_missing_values_are_left_out_or_filled_in_a_query():
    filled = follow(MONTHLY_MEAN, "treat missing revenue as 0").requirements.query
    assert filled == query(MONTHLY_MEAN.replace("sum(revenue)", "sum(coalesce(revenue, 0))"))
    kept = follow(TOP, "please leave out the rows without region").requirements.query
    assert kept == query(TOP.replace("units > 5", "units > 5 AND NOT region IS NULL"))
    assert not check(filled, SALES) and not check(kept, SALES)
    mean = follow(BY_REGION, "fill missing revenue with the mean")
    assert not isinstance(mean, Followed) and mean.doubtful, "what a Query cannot say is told, not passed over"
