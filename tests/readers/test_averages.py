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


@pytest.fixture(scope="module")
def visits() -> pd.DataFrame:
    count = np.arange(240)
    return pd.DataFrame({
        "visit_time": pd.Timestamp("2025-01-06 09:00") + pd.to_timedelta(count * 5, unit="h"),
        "patient_no": count * 7 % 90 + 1,
        "therapist": np.array(["Kim", "Okafor", "Lindqvist"])[count % 3],
        "duration_min": np.array([20, 30, 45])[count * 5 % 7 % 3],
        "status": np.array(["completed", "cancelled"])[count % 11 // 9],
        "charge_eur": 30.0 + count * 13 % 47,
        "pain_score": (count * 3 % 11).astype(float),
    })  # fmt: skip


def test_a_total_per_group_is_that_of_the_money(visits):
    found = autoviz.ask(visits, "total per therapist", reader="embedded").table.set_index("therapist").iloc[:, -1]
    assert found.to_dict() == pytest.approx(visits.groupby("therapist")["charge_eur"].sum().to_dict())


def test_a_total_number_is_one_of_rows(visits):
    found = autoviz.ask(visits, "total number per therapist", reader="embedded").table
    assert int(found.iloc[:, -1].sum()) == len(visits)


def test_a_number_of_rows_is_no_average(gifts):
    assert autoviz.ask(gifts, "weekend vs weekday average", reader="embedded").confidence < 0.5
