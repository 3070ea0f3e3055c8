"""Columns with a mark or nothing: X where an order was cancelled."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

ORDERS = pd.DataFrame({
    "order_no": range(4500, 4560), "customer": ["Abel", "Baum", "Cole"] * 20,
    "quantity": [place % 7 + 1 for place in range(60)],
    "cancelled": [None, None, "X", None, None, None] * 10, "blocked": [None, "X", None, None] * 15,
})  # fmt: skip
LEFT = ORDERS[ORDERS["cancelled"].isna()]


@pytest.mark.parametrize("question", [
    "total quantity of orders that were not cancelled", "total quantity without cancelled orders",
    "total quantity excluding cancelled orders",
])  # fmt: skip
def test_what_is_not_marked_is_left(question: str) -> None:
    asked = autoviz.ask(ORDERS, question, reader="embedded")
    assert asked.table is not None and asked.table.iloc[0, -1] == LEFT["quantity"].sum()
    assert asked.proof.verdict == "proven"


def test_what_is_marked_is_kept_and_both_are_held_against_each_other() -> None:
    assert "10 orders" in autoviz.ask(ORDERS, "how many orders were cancelled", reader="embedded").answer
    both = autoviz.ask(ORDERS, "compare total quantity of cancelled and not cancelled orders", reader="embedded")
    assert both.table is not None and len(both.table) == 2
