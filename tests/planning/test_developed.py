"""How something has changed is its course over time, of what is named."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.developed import as_developed
from autoviz.profile import profile
from autoviz.query.sql import from_sql

DAYS = pd.date_range("2022-01-01", "2024-12-31")
SALES = pd.DataFrame({
    "day": DAYS, "region": [("East", "West", "North")[at % 3] for at in range(len(DAYS))],
    "profit": [float(at % 50) for at in range(len(DAYS))], "discount": [at % 4 / 10 for at in range(len(DAYS))],
})  # fmt: skip
BY_REGION = Requirements(outputs=("chart",), metrics=("profit",), group_by=("region",), analysis=("compare",))


def developed(question: str, asked: Requirements = BY_REGION) -> Requirements:
    intent = Intent(primary="comparative_analysis", confidence=0.9, reasoning="")
    read = Reading(requirements=asked, intent=intent, confidence=0.6)
    return as_developed(question, read, profile(SALES)).requirements


def test_the_course_of_the_one_that_is_named():
    made = developed("how did profit change in the west")
    assert made.time is not None and made.time.column == "day"
    assert made.analysis == ("trend",) and not made.group_by
    assert made.all(Filter) == (Filter(column="region", op="=", value="West"),)


def test_the_courses_of_the_groups_that_are_named():
    made = developed("how has profit changed by region")
    assert made.time is not None and made.group_by == ("region",)


@pytest.mark.parametrize("question", [
    "how did discount change profit", "how much did profit change by region", "how did profit change in 2023",
    "how do profits change by region", "how did the highest profit change by region",
])  # fmt: skip
def test_what_asks_for_something_else_stays(question):
    assert developed(question) == BY_REGION


def test_a_condition_that_is_not_said_so_is_kept():
    bounded = BY_REGION.replaced(constraints=(Filter(column="discount", op=">", value=0.1),))
    assert developed("how did profit change by region", bounded) == bounded


def test_it_is_told_as_a_course():
    answer = autoviz.ask(SALES, "how did profit change in the west", reader="embedded").answer
    assert "West" in answer and "2022" in answer and "2024" in answer


def test_single_days_of_what_adds_up_are_put_together():
    sold = SALES.rename(columns={"profit": "revenue"})
    query = from_sql("SELECT day, revenue FROM t WHERE region = 'West' ORDER BY day", list(sold.columns))
    intent = Intent(primary="lookup", confidence=0.9, reasoning="")
    read = Reading(requirements=Requirements(outputs=("chart",), query=query), intent=intent, confidence=0.6)
    made = as_developed("how did revenue develop in the west", read, profile(sold)).requirements
    assert made.query is None and made.time is not None and made.metrics == ("revenue",)
