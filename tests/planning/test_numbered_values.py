"""A number right behind a column's name means the rows that have it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.planning.numbered_values import percentiles_called
from autoviz.profile import profile

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


@pytest.mark.parametrize("question", ["p90 of amount by payee", "amount p90 per payee", "P90 amount by payee"])
def test_p90_is_the_90th_percentile(question: str) -> None:
    found = autoviz.ask(DATED, question, reader="embedded")
    assert found.table.iloc[:, 1].tolist() == pytest.approx(DATED.groupby("payee")["amount"].quantile(0.9).tolist())
    assert not found.requirements.unused


def test_p90_is_itself_where_a_value_or_a_column_is_called_so() -> None:
    models = DATED.assign(payee=np.resize(["P90", "P95", "X10"], ROWS))
    found = autoviz.ask(models, "total amount of P90", reader="embedded")
    assert found.table.iloc[0, 0] == pytest.approx(models.loc[models["payee"] == "P90", "amount"].sum())
    lags = DATED.rename(columns={"amount": "lag_p95"})
    assert percentiles_called("average lag p95 by payee", profile(lags)) == "average lag p95 by payee"
