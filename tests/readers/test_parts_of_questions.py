"""Parts of questions: several requests in one question get one answer each, in the order of the words."""

from __future__ import annotations

import pytest

import autoviz
from autoviz.linking.joints import questions, requests
from autoviz.profile import profile
from autoviz.samples import load_sales

FRAME = load_sales().assign(price=lambda frame: (frame["revenue"] / frame["units"]).round(2))
FRAME["rep"] = ["Ann", "Bob", "Cid"] * (len(FRAME) // 3) + ["Ann"] * (len(FRAME) % 3)
KNOWN = profile(FRAME)

SEVERAL = [
    ("revenue by region and units by product category", ["revenue", "units"]),
    ("total revenue by region, then average price by month", ["revenue", "price"]),
    ("revenue over time and the distribution of price", ["revenue", "price"]),
    ("revenue by region, units by product category, and the average price per month", ["revenue", "units", "price"]),
    (
        "show revenue per month; which product category sells most units; how is price distributed",
        ["revenue", "units", "price"],
    ),
    (
        "what was the revenue in 2023, the average price by region and the units per month",
        ["revenue", "price", "units"],
    ),
    (
        "revenue by region, units by product category, average price per month and number of rows by rep",
        ["revenue", "units", "price", ""],
    ),
    (
        "units per month. revenue by rep. average price by region. top 3 product categories by revenue",
        ["units", "revenue", "price", "revenue"],
    ),
    (
        "how many rows are from 2023? which product category has the highest revenue? what is the average price?",
        ["", "revenue", "price"],
    ),
    (
        "a bar chart of revenue by region, a line of units over time and a histogram of price",
        ["revenue", "units", "price"],
    ),
    ("1) revenue per region 2) units per product category 3) average price per month", ["revenue", "units", "price"]),
]
ONE = [
    "revenue and units by region and year",
    "total revenue and average price by region",
    "revenue by region and month",
    "units by product category and region, sorted descending",
    "compare revenue of West, East and North",
    "revenue for Toys, Clothing and Furniture by month",
    "average, minimum and maximum price by region",
    "revenue, units and price per month",
    "top 3 product categories by revenue and their units",
    "revenue by region, largest first, as a bar chart",
    "revenue by region and units by region",
    "total revenue in 2023 and 2024 by region",
    "which product categories are there, and how many rows are there for each?",
    "average price over the months, one line for each region",
    "how many rows are there in each year? Visualize with a line chart grouped by region.",
    "what are the price and the units of the orders by region. Plot them as a scatter chart.",
    "only rows with price over 5 and units below 10, revenue by region",
    "revenue by region; sort it descending, as a bar chart",
    "a scatter of price and units",
    "a line of revenue and units by month",
    "revenue as bars and units as a line by month",
]


@pytest.mark.parametrize(("question", "measures"), SEVERAL, ids=[question for question, _ in SEVERAL])
def test_each_part_gets_its_answer_in_the_order_of_the_words(question, measures):
    parts = autoviz.ask(FRAME, question).record.parts
    assert ["".join(part.requirements.metrics) for part in parts] == measures


@pytest.mark.parametrize("question", ONE)
def test_one_request_is_not_cut(question):
    assert len(autoviz.ask(FRAME, question, only_plan=True).record.parts) == 1


def test_a_piece_that_does_not_ask_by_itself_goes_with_those_before_it():
    assert requests("revenue by region and month, and units by rep as a table", KNOWN, {}) == [
        "revenue by region and month",
        "units by rep as a table",
    ]


def test_a_session_changes_every_part():
    session = autoviz.Session(FRAME)
    session.ask("revenue by region, units by product category, and the average price per month")
    after = session.ask("only Toys").record.parts
    assert len(after) == 3
    assert all(any(item.kind == "filter" for item in part.requirements.constraints) for part in after)


def test_marks_and_numbers_set_questions_apart_unless_one_only_goes_on():
    assert questions("revenue by region; monthly rows; only the West", KNOWN, {}) == [
        "revenue by region",
        "monthly rows; only the West",
    ]
    assert questions("2. of all: revenue?", KNOWN, {}) == ["2. of all: revenue?"]
