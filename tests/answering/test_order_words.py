"""Whether a question says in which order its rows are to stand."""

from __future__ import annotations

import pytest

from autoviz.answering.order_words import states_order


@pytest.mark.parametrize("question", [
    "revenue by region sorted by revenue", "rank the hours by arrivals", "total by weekday, highest to lowest",
    "amount by hour from most to least", "products, cheapest first", "list them in descending order",
    "cities ordered by name", "by month, high to low",
])  # fmt: skip
def test_an_order_is_said(question):
    assert states_order(question)


@pytest.mark.parametrize("question", [
    "which hour has the most orders?", "average order value by weekday", "in which quarter are sales highest?",
])  # fmt: skip
def test_orders_that_were_placed_are_none(question):
    assert not states_order(question)
