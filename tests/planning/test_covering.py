"""A plan is held against the Query that was asked, part by part, whoever made it."""

from __future__ import annotations

import pytest

import autoviz
from autoviz.model.plan import Plan, Step
from autoviz.planning.covering import cover
from autoviz.profile import profile
from autoviz.query.sql import from_sql
from autoviz.registry.catalog import default_catalog

ASKED = (
    'SELECT "region", sum("amount") AS amount FROM t WHERE "units" > 2 AND "channel" = \'web\' '
    'GROUP BY 1 ORDER BY amount DESC LIMIT 2'
)  # fmt: skip
WEB = {"kind": "filter", "column": "channel", "op": "=", "value": "web"}
MANY = {"kind": "filter", "column": "units", "op": ">", "value": 2}


def steps(**changes):
    """The right plan with the params of some steps changed."""
    params = {
        "filter": {"filters": [MANY, WEB]},
        "aggregate": {"group_by": ["region"], "metrics": ["amount"], "agg_func": "sum"},
        "rank": {"by": "amount", "n": 2, "order": "desc"},
    }
    tools = {"filter": "filter_rows", "aggregate": "aggregate", "rank": "top_k"}
    before, made = "data", []
    for name, tool in tools.items():
        if changes.get(name, True) is None:
            continue
        made.append(Step(id=name, tool=tool, params={**params[name], **changes.get(name, {})}, inputs=(before,)))
        before = name
    return Plan(template="ranking", steps=tuple(made))


@pytest.fixture
def gaps(orders):
    known = profile(orders, "t")
    query = from_sql(ASKED, list(orders.columns))

    def found(plan):
        return [(gap.kind, gap.message) for gap in cover(plan, query, known, default_catalog()).gaps]

    return found


def test_the_right_plan_has_no_gap(gaps):
    assert gaps(steps()) == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"aggregate": {"agg_func": "mean"}}, "sum of amount"),
        ({"filter": {"filters": [MANY]}}, "channel = 'web'"),
        ({"filter": {"filters": [{**MANY, "value": 200}, WEB]}}, "units > 2"),
        ({"filter": {"filters": [{**MANY, "op": "<"}, WEB]}}, "units > 2"),
        ({"filter": None}, "units > 2"),
        ({"aggregate": {"group_by": ["region", "channel"]}}, "group by channel"),
        ({"aggregate": {"group_by": []}}, "group by region"),
        ({"rank": {"n": 5}}, "the first"),
        ({"rank": {"order": "asc"}}, "order by amount"),
        ({"rank": None}, "the first 2"),
        ({"aggregate": {"metrics": ["cost"]}}, "sum of amount"),
    ],
)
def test_a_wrong_plan_has_a_gap_that_names_the_part(gaps, changes, words):
    found = gaps(steps(**changes))
    assert any(words in message for _, message in found), found


def test_the_same_steps_in_another_order_are_another_plan(orders, gaps):
    right = steps()
    filtered, grouped, ranked = right.steps
    swapped = Plan(
        template="ranking",
        steps=(
            grouped.replaced(inputs=("data",)),
            ranked.replaced(inputs=("aggregate",)),
            filtered.replaced(inputs=("rank",)),
        ),
    )
    assert [kind for kind, _ in gaps(swapped)] == ["misordered"]


def test_a_condition_on_groups_is_none_on_rows(orders):
    having = from_sql('SELECT "region", sum("units") AS units FROM t GROUP BY 1 HAVING sum("units") > 10', list(orders))
    rows = Plan(
        template="comparative",
        steps=(
            Step(id="filter", tool="filter_rows", params={"filters": [{**MANY, "value": 10}]}),
            Step(id="aggregate", tool="aggregate", inputs=("filter",),
                 params={"group_by": ["region"], "metrics": ["units"], "agg_func": "sum"}),
        ),
    )  # fmt: skip
    found = cover(rows, having, profile(orders, "t"), default_catalog())
    assert found.gaps


def test_a_step_that_leads_nowhere_is_unjustified(orders, gaps):
    plan = steps()
    extra = Step(id="outliers", tool="detect_anomalies", params={"metric": "units"})
    assert ("unjustified", "detect_anomalies serves nothing that was asked") in gaps(
        plan.replaced(steps=(*plan.steps, extra))
    )


@pytest.mark.parametrize(
    "question",
    [
        "total amount by region", "average amount by region and channel", "top 2 regions by amount",
        "share of amount by region", "number of orders per month", "orders with amount above 6",
        "amount by region where channel is web", "cumulative amount by month", "units by region sorted ascending",
        "which region has the highest amount", "amount per units by region",
    ],
)  # fmt: skip
def test_a_right_plan_of_the_default_reader_is_covered_and_proven(orders, question):
    found = autoviz.ask(orders, question)
    assert found.coverage.complete, found.coverage.gaps
    assert found.proof.verdict == "proven", found.proof
    assert found.sql.startswith("SELECT")
