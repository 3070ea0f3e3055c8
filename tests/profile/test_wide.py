"""Wide tables: columns that are one measure side by side."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.model.profile import WideSeries
from autoviz.profile import profile


def series(*names: str, scale: float = 1.0) -> tuple[WideSeries, ...]:
    columns = {name: [scale * (10.5 + place + row * 1.7) for row in range(12)] for place, name in enumerate(names)}
    return profile(pd.DataFrame({"land": [f"Land {row}" for row in range(12)], **columns})).series


@pytest.mark.parametrize(
    ("names", "labels", "name", "value"),
    [
        (("population_2000", "population_2001", "population_2002"), ("2000", "2001", "2002"), "year", "population"),
        (("Pop 2010", "Pop 2000"), ("2000", "2010"), "year", "pop"),
        (("1999", "2000", "2001"), ("1999", "2000", "2001"), "year", "value"),
        (("year_1960", "year_1970", "year_1980"), ("1960", "1970", "1980"), "year", "value"),
        (("Q1", "Q2", "Q3", "Q4"), ("Q1", "Q2", "Q3", "Q4"), "quarter", "value"),
        (("sales_q1", "sales_q2"), ("Q1", "Q2"), "quarter", "sales"),
        (("Q4 2023", "Q1 2024", "Q2 2024"), ("Q4 2023", "Q1 2024", "Q2 2024"), "quarter", "value"),
        (("jan", "feb", "mar", "apr"), ("Jan", "Feb", "Mar", "Apr"), "month", "value"),
        (("mon", "tue", "wed"), ("Mon", "Tue", "Wed"), "weekday", "value"),
        (("week1", "week2", "week3"), ("week 1", "week 2", "week 3"), "week", "value"),
        (("exam1", "exam2", "exam3"), ("1", "2", "3"), "number", "exam"),
        (("price_brandA", "price_brandB"), ("brand a", "brand b"), "kind", "price"),
        (("math score", "reading score", "writing score"), ("math", "reading", "writing"), "kind", "score"),
    ],
)
def test_names_that_differ_in_a_label_are_a_series(names, labels, name, value):
    (found,) = series(*names)
    assert set(found.columns) == set(names)
    assert (found.labels, found.name, found.value) == (labels, name, value)
    assert f"differ in the {name} alone" in found.reason


def test_two_measures_over_the_same_years_are_two_series():
    found = series("pop_2000", "pop_2001", "gdp_2000", "gdp_2001")
    assert [one.value for one in found] == ["pop", "gdp"]


@pytest.mark.parametrize(
    "names",
    [
        ("sepal_length", "sepal_width", "petal_length"),
        ("temp_min", "temp_max"),
        ("total_sales", "total_profit"),
        ("list_price", "sale_price"),
        ("lag1", "lag2", "lag3"),
        ("v1", "v2", "v3"),
        ("may", "sun"),
        ("birth_rate", "death_rate"),
        ("planned_units", "actual_units"),
        ("sales_target", "sales_actual"),
        ("budgeted_cost", "forecast_cost", "actual_cost"),
    ],
)
def test_columns_that_only_share_a_word_are_none(names):
    assert series(*names) == ()


def test_columns_of_other_sizes_are_no_series():
    rows = range(12)
    frame = pd.DataFrame({"cost_a": [0.001 * (row + 1) for row in rows], "cost_b": [5e6 + row * 0.5 for row in rows]})
    assert profile(frame).series == ()


def test_texts_are_no_series():
    frame = pd.DataFrame({"genre1": ["rock", "pop"], "genre2": ["jazz", "folk"], "genre3": ["soul", "rock"]})
    assert profile(frame).series == ()
