"""An average that is asked for is one figure: of a measure by its name, or of the money that each row stands for."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def gifts() -> pd.DataFrame:
    count = np.arange(240)
    return pd.DataFrame({
        "gift_no": count,
        "given_on": pd.Timestamp("2024-01-01") + pd.to_timedelta(count, unit="D"),
        "donor": [f"D{number}" for number in count * 7 % 90],
        "appeal": np.array(["Spring", "Roof"])[count % 2],
        "amount": 10.0 + count * 13 % 97,
    })  # fmt: skip


def test_the_average_of_what_rows_are_is_that_of_their_money(gifts):
    found = autoviz.ask(gifts, "average gift", reader="embedded")
    assert found.table.iloc[0, 0] == pytest.approx(gifts["amount"].mean())
    assert any("amount" in told for told in found.requirements.assumed)


def test_an_overview_stays_one(gifts):
    assert len(autoviz.ask(gifts, "describe the gifts", reader="embedded").table) > 1


def test_the_average_of_one_measure_is_one_proven_figure():
    count = np.arange(200)
    orders = pd.DataFrame({
        "order_id": 9000 + count,
        "order_date": pd.Timestamp("2024-01-01") + pd.to_timedelta(count, unit="D"),
        "customer": [f"C{number}" for number in count * 3 % 70],
        "order_value": 20.0 + count * 17 % 83,
        "invoice_total": 25.0 + count * 11 % 71,
    })  # fmt: skip
    found = autoviz.ask(orders, "average order value", reader="embedded")
    assert found.table.shape == (1, 1)
    assert found.table.iloc[0, 0] == pytest.approx(orders["order_value"].mean())
    assert found.sql
