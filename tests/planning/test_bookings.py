"""Of an amount that goes both ways what was spent is what went out, and what was earned what came in."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def account() -> pd.DataFrame:
    """A year of bookings, with the balance behind each."""
    random = np.random.default_rng(5)
    frame = pd.DataFrame({"Booked": pd.date_range("2023-01-01", periods=240, freq="36h")})
    frame["Payee"] = random.choice(["Grocer", "Landlord", "Acme Ltd", "Cinema"], 240, p=[0.5, 0.1, 0.1, 0.3])
    ends = {"Grocer": (-90, -10), "Landlord": (-800, -790), "Acme Ltd": (1500, 1900), "Cinema": (-30, 12)}
    frame["Amount (EUR)"] = [round(float(random.uniform(*ends[payee])), 2) for payee in frame["Payee"]]
    frame["Balance (EUR)"] = (4000 + frame["Amount (EUR)"].cumsum()).round(2)
    return frame


def test_what_was_spent_went_out(account):
    found = autoviz.ask(account, "spending by payee")
    out = account[account["Amount (EUR)"] < 0].groupby("Payee")["Amount (EUR)"].sum().abs()
    table = dict(zip(found.table["Payee"], found.table.iloc[:, -1], strict=True))
    assert table == pytest.approx(out.to_dict())
    assert "EUR" in found.answer and "what goes out is below 0 in Amount (EUR)." in found.assumed


def test_most_is_spent_where_most_went_out(account):
    assert autoviz.ask(account, "which payee did we spend the most on?").answer.startswith("Landlord")
    assert autoviz.ask(account, "top 3 expenses").table["Amount (EUR)"].max() < -790


def test_what_was_earned_came_in(account):
    found = autoviz.ask(account, "total income per payee")
    assert set(found.table["Payee"]) == {"Acme Ltd", "Cinema"}
    assert found.table.iloc[:, -1].min() > 0


def test_what_names_no_way_is_of_both(account):
    assert '"Amount (EUR)" <' not in autoviz.ask(account, "total amount by payee").sql


def test_the_money_of_orders_of_which_few_were_paid_back_has_one_way(account):
    orders = account.drop(columns="Balance (EUR)").assign(**{"Amount (EUR)": account["Amount (EUR)"] + 795})
    assert orders["Amount (EUR)"].min() < 0 < orders["Amount (EUR)"].mean()
    assert not autoviz.ask(orders, "income by payee").assumed


def test_a_bound_that_says_no_way_holds_of_both(account):
    found = autoviz.ask(account, "bookings over 700 euros")
    assert len(found.table) == (account["Amount (EUR)"].abs() > 700).sum()
    assert autoviz.ask(account, "bookings below -700").table["Amount (EUR)"].max() < -700


def test_what_was_spent_on_some_days_is_money_and_no_number_of_bookings(account):
    found = autoviz.ask(account, "how much do we spend on weekends vs weekdays")
    out = account[account["Amount (EUR)"] < 0]
    days = out["Booked"].dt.day_of_week.ge(5).map({True: "weekend", False: "weekday"})
    wanted = out["Amount (EUR)"].abs().groupby(days).sum()
    table = dict(zip(found.table.iloc[:, 0], found.table.iloc[:, -1], strict=True))
    assert table == pytest.approx(wanted.to_dict())
