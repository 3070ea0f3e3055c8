"""Columns that are one series, followed along them where a question asks for it."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.profile import profile

CITIES = pd.DataFrame({
    "city": ["Ayr", "Bonn", "Cork", "Dole", "Enna", "Faro"], "region": ["north", "south"] * 3,
    **{f"population_{year}": [place * 90 + year % 7 for place in range(1, 7)] for year in range(2000, 2005)},
})  # fmt: skip
STORES = pd.DataFrame({
    "store": ["a1", "a2", "b1", "b2"],
    **{f"sales_q{quarter}": [quarter * 10 + n for n in range(4)] for quarter in range(1, 5)},
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "func", "groups"),
    [
        ("population over time", "sum", ["year"]),
        ("population by year and region", "sum", ["year", "region"]),
        ("average population by year", "mean", ["year"]),
    ],
)
def test_a_measure_in_several_columns_is_followed_along_them(question, func, groups):
    asked = autoviz.ask(CITIES, question)
    names = {f"population_{year}": str(year) for year in range(2000, 2005)}
    long = CITIES.rename(columns=names).melt(["city", "region"], var_name="year", value_name="population")
    expected = long.groupby(groups)["population"].agg(func)
    assert asked.table.set_index(groups).iloc[:, 0].to_dict() == pytest.approx(expected.to_dict())
    assert asked.proof.verdict == "proven"
    assert asked.requirements.assumed == (
        "the columns population_2000 … population_2004 are one series: population by year.",
    )


def test_quarters_are_no_fractions():
    asked = autoviz.ask(STORES, "total sales per quarter")
    assert asked.table.iloc[:, -1].tolist() == [46, 86, 126, 166]


@pytest.mark.parametrize("question", ["total population in 2004", "population by region", "which city is in the north"])
def test_what_does_not_ask_for_the_series_is_read_as_ever(question):
    query = autoviz.ask(CITIES, question).query
    assert query is None or query.source is None


def test_the_period_in_a_name_is_no_part_of_what_is_measured():
    names = [f"sales_q{quarter}" for quarter in range(1, 5)]
    frame = STORES.assign(sales_jan=[3, 9, 4, 8], score_q1=[3, 9, 4, 8])
    found = profile(frame).by_name
    assert all(found[name].adds_up for name in (*names, "sales_jan"))
    assert not found["score_q1"].adds_up


MONTHS = ("Jan", "Feb", "Mar", "Apr")
COSTS = pd.DataFrame({
    "Center": [f"C{number}" for number in range(10, 40)], "Team": ["IT", "HR", "Law"] * 10,
    "Kind": ["Wages", "Rent", "Wages", "Travel", "Rent"] * 6,
    **{name: [(row * (place + 3)) % 17 * 10 + 40 for row in range(30)] for place, name in enumerate(MONTHS)},
})  # fmt: skip
COSTS["Total"] = COSTS[list(MONTHS)].sum(axis=1)


@pytest.mark.parametrize(("question", "rows"), [
    ("total cost per month", COSTS), ("total by month", COSTS), ("cost over time", COSTS),
    ("how did wages develop over the year?", COSTS[COSTS["Kind"] == "Wages"]),
    ("monthly total for IT", COSTS[COSTS["Team"] == "IT"]),
    ("which month was the most expensive for IT?", COSTS[COSTS["Team"] == "IT"]),
])  # fmt: skip
def test_months_side_by_side_are_followed_whatever_their_amounts_are_called(question, rows):
    asked = autoviz.ask(COSTS, question)
    assert dict(zip(asked.table.iloc[:, 0], asked.table.iloc[:, -1], strict=True)) == rows[list(MONTHS)].sum().to_dict()
    assert asked.proof.verdict == "proven"


@pytest.mark.parametrize("question", ["compare the first and the second half of the year", "cost of Jan by team"])
def test_more_than_the_months_is_not_said_by_them(question):
    query = autoviz.ask(COSTS, question).query
    assert query is None or query.source is None


def test_columns_whose_sum_stands_beside_them_add_up_alike():
    found = profile(COSTS).by_name
    assert all(found[name].adds_up and "Total is the sum" in found[name].reason for name in MONTHS)
    assert len({profile(COSTS.drop(columns="Total")).by_name[name].meaning for name in MONTHS}) == 1
