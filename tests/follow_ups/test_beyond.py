"""What is no question of the table is told as what it is, and a first look is shown to those who ask for one."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.errors import QuestionError
from autoviz.samples import load_sales

SHOPS = pd.DataFrame(
    {
        "shop": [f"Shop {number}" for number in range(40)],
        "city": ["London", "Leeds", "York", "Bath"] * 10,
        "weather": ["wet", "dry"] * 20,
        "forecast": [float(number) for number in range(40)],
        "revenue": [1000.0 + 7 * number for number in range(40)],
    }
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("asdf qwer", "Nothing in these words"),
        ("blah blah blah", "Nothing in these words"),
        ("???", "Nothing in these words"),
        ("hello", "asks nothing of the table"),
        ("thanks a lot", "asks nothing of the table"),
        ("what can you do?", "totals, averages"),
        ("what is the weather tomorrow", "outside the table"),
        ("forecast next year's revenue", "Nothing is forecast"),
        ("what will revenue be next year", "Nothing is forecast"),
        ("train a model to predict revenue", "No models are trained"),
        ("cluster the regions", "No models are trained"),
        ("email this to Ann", "Nothing is sent"),
        ("rename the column revenue to income", "never changed"),
        ("join this with the customers table and show revenue by region", "One table is asked"),
        ("total revenue in df2", "One table is asked"),
        ("compare this table with the one of last year", "One table is asked"),
        ("revenue by region in the other file", "One table is asked"),
    ],
)
def test_what_no_table_answers_is_told_with_a_way_on(question, told):
    with pytest.raises(QuestionError, match=told) as raised:
        autoviz.ask(load_sales(), question)
    assert raised.value.hint


@pytest.mark.parametrize(
    "question", ["overview", "describe the table", "what is in this data", "tell me something about the data"]
)
def test_a_first_look_is_shown_where_it_is_asked_for(question):
    assert autoviz.ask(load_sales(), question).requirements.analysis == ("summary",)


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("revenue by weather", "weather"),
        ("average forecast by city", "forecast"),
        ("which shop has the biggest revenue", "revenue"),
        ("total forecast in York", "forecast"),
    ],
)
def test_what_only_sounds_alike_is_answered(question, column):
    assert column in autoviz.ask(SHOPS, question).sql


def test_tables_that_are_the_things_of_a_table_are_asked_for():
    """A restaurant's tables are no other tables."""
    bills = pd.DataFrame({"table": [f"T{at % 9}" for at in range(90)], "bill": [20.0 + at % 30 for at in range(90)]})
    assert len(autoviz.ask(bills, "total bill by table").table) == 9
    assert autoviz.ask(bills, "which table has the highest average bill").table is not None


def test_a_stretch_of_the_past_is_no_forecast():
    for span in ("in the final quarter of 2023", "in the last month of 2022", "of the last 3 months", "next to units"):
        assert autoviz.ask(load_sales(), f"total revenue {span}").answer


def test_after_an_answer_it_is_told_too_and_the_answer_stays_the_one_to_go_on_from():
    session = autoviz.Session(load_sales())
    session.ask("total revenue by region")
    for question in ("make it bigger", "thanks", "forecast that for next year", "qwer asdf"):
        with pytest.raises(QuestionError):
            session.ask(question)
    assert session.ask("as a table").requirements.group_by == ("region",)


def test_a_question_is_not_told_off_for_what_stands_in_for_its_values():
    polls = pd.DataFrame({"polls": ["Gallup", "Ipsos", "Harris"] * 20, "share": [40.0, 41.5, 39.0] * 20})
    assert autoviz.ask(polls, "what's the story in these polls").answer
