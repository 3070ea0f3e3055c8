"""What only the reading that is not taken heard: a bound's side, groups, the average of all, and what is lacking."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.linking.form_reading import bound_directions
from autoviz.linking.links import link
from autoviz.model.intent import Intent
from autoviz.model.reading import DOUBT, Alternative, Reading
from autoviz.model.requirements import Aggregation, Filter, Requirements
from autoviz.profile import profile
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Overall, Query
from autoviz.query.reference import computed
from autoviz.query.sql import to_sql
from autoviz.readers.embedded.second_opinion import heeded
from autoviz.readers.embedded.values import completed

STAFF = pd.DataFrame({
    "team": ["red", "blue", "green", "blue", "red", "green"] * 8,
    "age": [31, 44, 58, 61, 25, 39] * 8,
    "pay_eur": [30.5, 28.0, 41.0, 35.5, 22.0, 44.5] * 8,
})  # fmt: skip
KNOWN = profile(STAFF)
AGE, PAY = Column(name="age"), Column(name="pay_eur")
ROWS = Named(name="count", expr=Aggregate(func="count"))
BY_TEAM = (Named(name="team", expr=Column(name="team")),)
AVERAGE_PAY = Aggregation(metric="pay_eur", func="mean")


def read(asked: Requirements, confidence: float = 0.6) -> Reading:
    intent = Intent(primary="comparative_analysis", confidence=0.9, reasoning="")
    return Reading(requirements=asked, intent=intent, confidence=confidence)


def by_fields(*constraints: object, **fields: object) -> Reading:
    return read(Requirements(outputs=("table",), constraints=constraints, **fields))  # type: ignore[arg-type]


def by_query(query: Query, **fields: object) -> Reading:
    return read(Requirements(outputs=("table",), query=query, **fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "directions"),
    [
        ("how many are older than 50", {50: 1}),
        ("how many are no older than 50", {50: -1}),
        ("those shorter than 3 km", {3: -1}),
        ("players aged 23 or younger", {23: -1}),
        ("who ran faster than 12 seconds", {}),
        ("is it 5 or 6", {}),
        ("more than the average", {}),
    ],
)
def test_a_comparative_says_from_which_side_a_number_bounds(question, directions):
    assert bound_directions(question) == directions


def test_the_reading_that_looks_the_right_way_is_taken():
    heads = by_fields(Aggregation(func="count"), Filter(column="age", op=">", value=50))
    younger = Query(where=Call(op="<", args=(AGE, Constant(value=50))), measures=(ROWS,))
    decoder = by_query(younger)
    told = heeded("how many are older than 50", decoder, heads, decoder, KNOWN, {})
    assert told.requirements == heads.requirements
    assert told.confidence == decoder.confidence
    kept = heeded("how many are younger than 50", decoder, heads, decoder, KNOWN, {})
    assert kept.requirements == decoder.requirements


def test_groups_are_held_against_the_average_of_all_rows():
    heads = by_fields(AVERAGE_PAY, metrics=("pay_eur",), group_by=("team",), analysis=("rank",))
    overall = Overall(query=Query(measures=(Named(name="all", expr=Aggregate(func="mean", args=(PAY,))),)))
    decoder = by_query(Query(where=Call(op=">", args=(PAY, overall)), by=BY_TEAM, measures=(ROWS,)))
    told = heeded("which teams have above average pay", heads, heads, decoder, KNOWN, {}).requirements.query
    assert told is not None
    averages = STAFF.groupby("team")["pay_eur"].mean()
    wanted = averages[averages > STAFF["pay_eur"].mean()]
    assert computed(to_sql(told), STAFF).set_index("team").iloc[:, 0].to_dict() == wanted.to_dict()


def test_what_one_finds_nothing_for_is_not_a_column_that_nobody_named():
    text = "average rainfall by team"
    heads = by_fields(AVERAGE_PAY, metrics=("pay_eur",), group_by=("team",), analysis=("compare",))
    ages = Query(by=BY_TEAM, measures=(Named(name="age", expr=Aggregate(func="mean", args=(AGE,))),))
    told = heeded(text, heads, heads, by_query(ages, not_found=("rainfall",)), KNOWN, {})
    assert told.requirements.not_found == ("rainfall",)
    assert told.confidence == heads.confidence * DOUBT
    apart = heeded(text, heads, heads, by_query(ages), KNOWN, {})
    assert (apart.requirements, apart.confidence) == (heads.requirements, heads.confidence * DOUBT)
    near = Alternative(requirements=by_fields(group_by=("team",)).requirements, confidence=heads.confidence - 0.2)
    behind = heeded(text, heads.replaced(alternatives=(near,)), heads, by_query(ages), KNOWN, {})
    assert behind.confidence - behind.alternatives[0].confidence == pytest.approx(0.2), "nothing comes nearer by doubt"
    unsure = heads.replaced(confidence=0.4)
    assert heeded(text, unsure, heads, by_query(ages), KNOWN, {}) == unsure
    named = heeded("average pay by team", heads, heads, by_query(ages), KNOWN, {})
    assert named == heads, "a word names what is measured"


def test_of_groups_those_that_are_named_are_asked_for():
    some, all_ = "pay of red and green teams", "pay of red, blue and green teams"
    found = completed((), link(some, KNOWN, {}), KNOWN, {"team"})
    assert found == (Filter(column="team", op="in", value=("red", "green")),)
    assert completed((), link(all_, KNOWN, {}), KNOWN, {"team"}) == ()
    assert completed((), link("pay of the red team", KNOWN, {}), KNOWN, {"team"}) == ()


@pytest.fixture(scope="module")
def sold():
    chance = np.random.default_rng(1)
    return pd.DataFrame({
        "date": pd.date_range("2023-01-01", periods=2000, freq="6h"),
        "region": chance.choice(["North", "South", "East", "West"], 2000),
        "category": chance.choice(["Toys", "Books", "Food", "Garden", "Sports"], 2000),
        "revenue": chance.gamma(2, 60, 2000).round(2),
    })  # fmt: skip


@pytest.mark.parametrize(
    ("question", "group", "thing", "count"),
    [
        ("top 3 categories by revenue in each region", "region", "category", 3),
        ("the two regions with the highest revenue in every category", "category", "region", 2),
    ],
)
def test_the_first_few_of_each_group_are_things_and_not_their_rows(sold, question, group, thing, count):
    found = autoviz.ask(sold, question, reader="embedded").table
    totals = sold.groupby([group, thing])["revenue"].sum()
    firsts = totals.groupby(level=0, group_keys=False).nlargest(count)
    assert set(zip(found[group], found[thing], strict=True)) == set(firsts.index)


def test_rows_that_are_named_by_nothing_else_stay_rows(sold):
    found = autoviz.ask(sold, "the 3 highest revenues in each region", reader="embedded").table
    firsts = sold.groupby("region")["revenue"].nlargest(3)
    assert sorted(found["revenue"]) == sorted(firsts)


@pytest.mark.parametrize("question", ["bedrooms by quarter_of_town", "bedrooms", "distribution of bedrooms"])
def test_rows_counted_by_a_measure_itself_stay_counted(question: str) -> None:
    draw = np.random.default_rng(2)
    houses = pd.DataFrame({
        "address": [f"{number} Oak St" for number in range(200)],
        "quarter_of_town": draw.choice(["Hill", "Lake", "Port"], 200),
        "bedrooms": draw.integers(1, 6, 200),
    })  # fmt: skip
    assert any("bedrooms" in name for name in autoviz.ask(houses, question).table.columns)




def test_a_distribution_is_of_each_of_the_groups_that_are_held_apart():
    taken = by_fields(metrics=("pay_eur",), analysis=("distribution",))
    both = Filter(column="team", op="in", value=("red", "blue"))
    heads = by_fields(both, metrics=("pay_eur",), group_by=("team",), analysis=("compare",))
    found = heeded("distribution of pay red vs blue", taken, heads, taken, KNOWN, {}).requirements
    assert (found.analysis, found.group_by, found.all(Filter)) == (("distribution",), ("team",), (both,))
    other = by_fields(metrics=("age",), group_by=("team",), analysis=("compare",))
    assert heeded("distribution of pay", taken, other, taken, KNOWN, {}).requirements == taken.requirements
