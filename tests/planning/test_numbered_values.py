"""A number right behind a column's name means the rows that have it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz

ROWS = 240
BOOKED = pd.DataFrame({
    "order_no": np.arange(1, ROWS + 1),
    "month": np.resize([1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], ROWS),
    "payee": np.resize(["Post", "Baker", "Power"], ROWS),
    "amount": np.arange(ROWS) * 7 % 90 + 0.5,
})  # fmt: skip
DATED = pd.DataFrame({
    "order_no": np.arange(1, ROWS + 1),
    "ordered_on": pd.date_range("2023-01-01", periods=ROWS),
    "payee": np.resize(["Post", "Baker", "Power"], ROWS),
    "amount": np.arange(ROWS) * 7 % 90 + 0.5,
})  # fmt: skip


@pytest.mark.parametrize("question", ["how many orders in month 3", "number of orders in month 3"])
def test_a_number_behind_a_name_keeps_its_rows(question: str) -> None:
    found = autoviz.ask(BOOKED, question, reader="embedded")
    assert found.answer.startswith(f"There are {(BOOKED['month'] == 3).sum()} orders")


def test_several_numbers_behind_a_name_stay_groups() -> None:
    found = autoviz.ask(BOOKED, "how many orders in months 3 and 4", reader="embedded")
    assert found.table["month"].tolist() == [3, 4]


def test_a_month_of_dates_is_called_by_its_name() -> None:
    found = autoviz.ask(DATED, "how many orders in month 3", reader="embedded")
    assert found.answer == "There are 31 orders in Mar 2023."
