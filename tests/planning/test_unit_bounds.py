"""Numbers that are said with a unit, in the unit of what they are held against."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.linking.quantities import quantities
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.unit_bounds import in_units
from autoviz.profile import profile
from autoviz.query.sql import from_sql
from autoviz.writings.unit_words import factor_between

INTENT = Intent(primary="lookup", confidence=0.9, reasoning="")


@pytest.fixture(scope="module")
def films() -> pd.DataFrame:
    random = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "film": [f"Film {number}" for number in range(90)],
            "genre": random.choice(["Drama", "Comedy", "Horror"], 90),
            "runtime_min": random.integers(75, 200, 90),
            "rating": random.uniform(3, 9, 90).round(1),
        }
    )


@pytest.fixture(scope="module")
def orders() -> pd.DataFrame:
    random = np.random.default_rng(5)
    ordered = pd.Timestamp("2024-01-01") + pd.to_timedelta(random.integers(0, 300, 120), "D")
    return pd.DataFrame(
        {
            "order_no": np.arange(100, 220),
            "order_date": ordered,
            "ship_date": ordered + pd.to_timedelta(random.choice([1, 2, 5, 9, 16, 30], 120), "D"),
            "price_eur": random.uniform(5, 80, 120).round(2),
        }
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("longer than 2 weeks", [(2, "weeks")]),
        ("more than half an hour", [(0.5, "hours")]),
        ("an hour and a half", [(1.5, "hours")]),
        ("between 1 and 2 km", [(1, "km"), (2, "km")]),
        ("two in three", []),
        ("children of 30 months", [(30, "months")]),
        ("more than 20 percent", []),
    ],
)
def test_numbers_are_read_with_their_units(text, expected):
    assert [(one.value, one.unit) for one in quantities(text)] == expected


def test_units_of_one_kind_are_told_in_each_other():
    assert factor_between("hours", "minutes") == 60
    assert factor_between("years", "months") == 12
    assert factor_between("kg", "minutes") is None


def test_min_is_minutes_where_it_is_the_least_of_nothing(films):
    assert profile(films).by_name["runtime_min"].unit == "minutes"
    least = {"temp_min": [1.5, 2.5, 3.5], "temp_max": [5.5, 6.5, 7.0], "wage_min": [5, 6, 7], "wage": [6, 8, 9]}
    assert {column.unit for column in profile(pd.DataFrame(least)).columns} == {""}
    assert profile(pd.DataFrame({"temp_c": [1.5, 2.5, -3.5]})).by_name["temp_c"].unit == "°C"


@pytest.mark.parametrize("question", ["how many films run over two hours", "how many films are longer than 2 hours"])
def test_hours_are_held_against_minutes(films, question):
    asked = autoviz.ask(films, question)
    assert f"{(films['runtime_min'] > 120).sum()} films where runtime is above 120 minutes" in asked.answer


def test_what_took_longer_took_it_from_one_date_to_the_other(orders):
    asked = autoviz.ask(orders, "how many orders took longer than 2 weeks to ship")
    late = (orders["ship_date"] - orders["order_date"]).dt.days > 14
    assert f"{late.sum()} orders where time from order date to ship date is above 14 days" in asked.answer


def test_ages_that_are_plainly_in_months_are_held_against_months():
    children = profile(pd.DataFrame({"age": [7, 18, 30, 60] * 10, "score": range(40)}))
    asked = from_sql("SELECT avg(score) AS s FROM t WHERE age = 30", children.names)
    reading = Reading(requirements=Requirements(query=asked), intent=INTENT, confidence=0.9)
    assert in_units(reading, children, "average score of children of 30 months").requirements.query == asked


def test_a_week_is_no_bound_of_a_few_hours(orders):
    worked = orders.assign(hours=[0.5, 1.0, 2.5, 4.5] * 30)
    late = (orders["ship_date"] - orders["order_date"]).dt.days > 7
    assert f"{late.sum()} orders where time from" in autoviz.ask(worked, "how many orders took more than a week").answer


@pytest.fixture(scope="module")
def wages() -> pd.DataFrame:
    random = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "sex": random.choice(["female", "male"], 300),
            "school": random.integers(6, 17, 300),
            "wage": random.gamma(4, 2, 300).round(2),
        }
    )


def test_a_unit_belongs_to_the_column_that_is_named_behind_it(wages):
    answer = autoviz.ask(wages, "average wage with more than 12 years of school", reader="embedded")
    assert answer.clarification is None
    assert f"{wages[wages.school > 12].wage.mean():.2f}" in answer.answer


def test_a_highest_value_is_no_list_of_rows(wages):
    answer = autoviz.ask(wages, "highest wage of a woman", reader="embedded")
    assert f"{wages[wages.sex == 'female'].wage.max():.2f}".rstrip("0") in answer.answer


def test_a_unit_that_a_name_begins_with_is_its_unit():
    visits = pd.DataFrame({"club": ["North", "South"] * 60, "minutes_stayed": np.arange(30, 150)})
    answer = autoviz.ask(visits, "how many visits lasted longer than 2 hours", reader="embedded").answer
    assert f"{(visits.minutes_stayed > 120).sum()} " in answer, answer


def test_a_bound_of_an_average_bounds_no_rows(films):
    found = autoviz.ask(films, "which genres have an average runtime above 137 minutes?", reader="embedded")
    runs = films.groupby("genre")["runtime_min"].mean()
    assert "WHERE" not in found.sql and set(found.table["genre"]) == set(runs[runs > 137].index)


CALLS = pd.DataFrame({"team": ["A", "B"] * 50, "minutes_taken": [5 + place * 37 % 400 for place in range(100)]})


def test_a_bound_within_a_share_is_in_the_unit_too() -> None:
    found = autoviz.ask(CALLS, "share of calls that took less than 2 hours by team", reader="embedded").table
    expected = 100 * (CALLS["minutes_taken"] < 120).groupby(CALLS["team"]).mean()
    assert found.set_index("team").iloc[:, -1].to_dict() == pytest.approx(expected.to_dict())


@pytest.mark.parametrize("question", ["calls that took more than a day", "how many calls took more than one day"])
def test_none_lie_beyond_a_bound_that_no_row_reaches(question: str) -> None:
    assert autoviz.ask(CALLS, question, reader="embedded").answer.startswith("There are no ")
