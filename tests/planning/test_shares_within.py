"""Shares within each thing: the parts of each add up to all of it."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish, Requirements
from autoviz.planning.shares_within import within_each
from autoviz.profile import profile
from autoviz.query.sql import from_sql

MADE = pd.DataFrame(
    [
        {"day": day, "line": line, "shift": shift, "units": 10 * (place + 1) + (day % 3) * (turn + 1)}
        for day in range(30)
        for place, line in enumerate(("A", "B", "C"))
        for turn, shift in enumerate(("early", "late", "night"))
    ]
)


@pytest.mark.parametrize("question", [
    "For each line, what part of its units comes from each shift?",
    "within each line, what share of the units is made in each shift? stacked bars",
])  # fmt: skip
def test_the_parts_of_each_add_up_to_all_of_it(question):
    found = autoviz.ask(MADE, question, reader="embedded")
    shares = found.table.set_index(["line", "shift"]).iloc[:, -1]
    made = MADE.groupby(["line", "shift"])["units"].sum()
    expected = made / made.groupby("line").transform("sum")
    assert shares.to_dict() == pytest.approx(expected.to_dict())
    assert found.charts[0].x == "line" and found.charts[0].color == "shift"


def test_a_share_of_a_condition_in_each_group_stays_one():
    ordered = MADE.assign(scrapped=[place % 4 == 0 for place in range(len(MADE))])
    found = autoviz.ask(ordered, "for each line, what share of rows was scrapped?", reader="embedded")
    assert len(found.table) == 3


def test_the_whole_is_what_the_question_opens_with_for():
    found = autoviz.ask(MADE, "what share of the units falls in each shift for each line?", reader="embedded")
    shares = found.table.set_index(["line", "shift"]).iloc[:, -1]
    assert shares.groupby("line").sum().tolist() == pytest.approx([1, 1, 1])


@pytest.mark.parametrize(("question", "whole"), [
    ("what share of each shift's units comes from each line?", "shift"),
    ("what percentage of the units of every line is made in each shift?", "line"),
    ("what part of each month's units comes from each line, in %", "day_month"),
    ("share of each shift in the units of every line", "line"),
])  # fmt: skip
def test_the_whole_may_be_that_of_which_a_part_is_asked_for(question, whole):
    dated = MADE.assign(day=pd.Timestamp("2024-01-17") + pd.to_timedelta(MADE["day"], "D"))
    found = autoviz.ask(dated, question, reader="embedded")
    shares = found.table.set_index([*found.table.columns[:2]]).iloc[:, -1]
    assert found.table.columns[0] == whole
    each = shares.groupby(whole).sum()
    assert each.tolist() == pytest.approx([100 if "%" in question else 1] * found.table[whole].nunique())
    assert found.proof.verdict == "proven"


COSTS = pd.DataFrame({
    "depot": ["Derby", "Hull", "Leeds"] * 60,
    "category": ["fuel", "repairs", "tolls", "tolls"] * 45,
    "cost": [50.0 + place % 70 for place in range(180)],
    "due": pd.date_range("2022-03-01", periods=180, freq="4D"),
})  # fmt: skip


def test_the_share_of_one_kind_is_its_part_of_each_and_not_of_that_kind():
    found = autoviz.ask(COSTS, "what fraction of each depot's cost is fuel?", reader="embedded")
    costs = COSTS.groupby(["category", "depot"])["cost"].sum()
    expected = costs["fuel"] / costs.groupby("depot").sum()
    assert found.table.set_index("depot").iloc[:, -1].to_dict() == pytest.approx(expected.to_dict())
    assert found.proof.verdict == "proven"


def test_the_largest_part_of_each_stands_first_where_it_is_asked_for():
    found = autoviz.ask(COSTS, "which category has the largest share of each depot's cost?", reader="embedded")
    costs = COSTS.groupby(["depot", "category"])["cost"].sum()
    firsts = found.table.drop_duplicates("depot").set_index("depot")["category"].to_dict()
    assert firsts == {depot: costs[depot].idxmax() for depot in firsts}


def test_a_date_that_is_named_with_its_period_is_cut_into_it():
    found = autoviz.ask(COSTS, "what share of each due year's cost comes from each category", reader="embedded")
    assert found.table.iloc[:, -1].sum() == pytest.approx(3) and len(found.table) == 9  # three years


def test_the_parts_are_those_of_what_is_named_first_where_a_reading_has_the_whole_alone():
    known = profile(COSTS)
    by_depot = from_sql("SELECT depot, count(*) AS n FROM t GROUP BY 1", known.names)
    asked = Requirements(query=by_depot, constraints=(ChartWish(mark="pie"),))
    reading = Reading(requirements=asked, intent=Intent(primary="lookup", confidence=0.9, reasoning=""), confidence=0.9)
    found = within_each("share of each category in the costs of every depot", reading, known).requirements
    assert [item.name for item in found.query.by] == ["depot", "category"]
    assert found.constraint(ChartWish) is None
