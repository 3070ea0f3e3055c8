"""New customers are those whose first row lies in a period, each counted once."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz

DRAW = np.random.default_rng(8)
ORDERS = pd.DataFrame({
    "order_id": range(1, 901),
    "ordered_on": pd.Timestamp("2023-01-01") + pd.to_timedelta(np.sort(DRAW.integers(0, 700, 900)), "D"),
    "customer_id": [f"C{number:03}" for number in DRAW.triangular(0, 220, 220, 900).astype(int)],
    "amount": DRAW.gamma(2, 40, 900).round(2),
})  # fmt: skip
FIRST = ORDERS.groupby("customer_id")["ordered_on"].min()


@pytest.mark.parametrize("question", ["new customers per month", "number of new customers by month"])
def test_new_customers_are_counted_where_they_first_came(question):
    found = autoviz.ask(ORDERS, question, reader="embedded")
    assert list(found.table.iloc[:, -1]) == list(FIRST.dt.to_period("M").value_counts().sort_index())
    assert any("is new at its first" in told for told in found.assumed) and found.proof.verdict == "proven"


def test_those_of_a_year_are_one_number():
    found = autoviz.ask(ORDERS, "how many new customers in 2024", reader="embedded")
    assert found.table.iloc[0, -1] == (FIRST.dt.year == 2024).sum()


@pytest.mark.parametrize("question", ["customers per month", "new orders per month"])
def test_rows_and_all_customers_stay(question):
    found = autoviz.ask(ORDERS, question, reader="embedded")
    assert not any("is new at its first" in told for told in found.assumed)
