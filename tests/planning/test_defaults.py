"""Defaults: the function that fits what a column means, and stocks that are never added up over time."""

from __future__ import annotations

from itertools import product

import pandas as pd
import pytest

from autoviz.follow_ups.correcting import with_filters
from autoviz.model.profile import ColumnFacts, DatasetProfile
from autoviz.model.requirements import Aggregation, Filter, Requirements, Time
from autoviz.planning.defaults import default_aggregate, settled, settled_query
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql

SAID = {
    "population": ColumnFacts(meaning="count"),
    "births": ColumnFacts(meaning="count"),
    "life_expectancy": ColumnFacts(meaning="measure"),
}


@pytest.fixture
def panel() -> DatasetProfile:
    pairs = list(product(["Peru", "Chile", "Cuba", "Mali"], [2000, 2001, 2002]))
    frame = pd.DataFrame(
        {
            "country": [country for country, _ in pairs],
            "continent": ["America", "America", "America", "Africa"] * 3,
            "year": [year for _, year in pairs],
            "population": range(1000, 1012),
            "births": range(20, 32),
            "life_expectancy": [60.5 + n for n in range(12)],
        }
    )
    return profile(frame, descriptions=SAID)


@pytest.mark.parametrize(
    ("said", "func"),
    [
        ({"meaning": "amount"}, "sum"),
        ({"meaning": "price"}, "mean"),
        ({"meaning": "amount", "adds_up": False}, "mean"),
        ({"meaning": "id"}, "nunique"),
        ({"meaning": "code"}, "count"),
    ],
)
def test_the_function_follows_the_meaning(said, func):
    frame = pd.DataFrame({"x": [n + 100 for n in range(30)]})
    column = profile(frame, descriptions={"x": ColumnFacts(**said)}).by_name["x"]
    assert default_aggregate(column) == func


def test_labels_are_counted(panel):
    assert default_aggregate(panel.by_name["continent"]) == "count"


def test_a_stock_is_taken_of_the_last_period(panel):
    asked = Requirements(metrics=("population",), group_by=("continent",))
    found = settled(asked, panel)
    assert found.all(Filter) == (Filter(column="year", op="=", value=2002),)
    (told,) = found.assumed
    assert told == ("population of year 2002, the last one: a total over every year would count each country 3 times.")
    assert settled(found, panel) == found


def test_a_period_that_was_assumed_and_taken_away_is_not_assumed_again(panel):
    found = settled(Requirements(metrics=("population",), group_by=("continent",)), panel)
    lifted = with_filters(found, (), panel)
    assert lifted.assumed == () and settled(lifted, panel) == lifted
    kept = with_filters(found, (*found.all(Filter), Filter(column="country", op="=", value="Peru")), panel)
    assert kept.assumed == found.assumed


@pytest.mark.parametrize(
    "asked",
    [
        Requirements(metrics=("population",), time=Time(column="year", grain="year")),
        Requirements(metrics=("population",), constraints=(Filter(column="year", op=">=", value=2001),)),
        Requirements(metrics=("population",), constraints=(Aggregation(metric="population", func="max"),)),
        Requirements(metrics=("births",), group_by=("continent",)),
    ],
)
def test_nothing_is_assumed_where_time_plays_a_part_or_amounts_flow(panel, asked):
    assert settled(asked, panel) == asked


def test_what_does_not_add_up_is_averaged_and_said(panel):
    asked = Requirements(metrics=("life_expectancy",), group_by=("continent",))
    found = settled(asked, panel)
    assert found.assumed == ("life_expectancy averaged over every year.",)
    assert found.constraints == ()


def test_a_stub_at_the_end_is_not_the_last_period():
    pairs = [*product(["Peru", "Chile", "Cuba", "Mali"], [2000, 2001, 2002]), ("Peru", 2003)]
    frame = pd.DataFrame({"country": [c for c, _ in pairs], "year": [y for _, y in pairs], "population": range(13)})
    things = profile(frame, descriptions=SAID).things
    assert things is not None
    assert things.last == 2002


def test_a_query_of_a_reader_is_settled_too(panel):
    query = from_sql("SELECT continent, sum(population) AS total FROM t GROUP BY continent", panel.names)
    found, told = settled_query(query, panel)
    assert "2002" in to_sql(found)
    assert len(told) == 1
    by_year = from_sql("SELECT year, sum(population) AS total FROM t GROUP BY year", panel.names)
    assert settled_query(by_year, panel) == (by_year, ())
