"""What several rows belong to: orders are counted and measured as such, and not once for each of their lines."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

import autoviz
from autoviz.planning.parent_things import parent_of
from autoviz.profile import profile
from autoviz.readers.embedded.network import shipped

pytestmark = pytest.mark.skipif(shipped() is None, reason="needs the networks")


def lines() -> pd.DataFrame:
    """Lines of orders at a garden shop: each order has one customer, one day and one shipping."""
    rng = np.random.default_rng(11)
    orders = pd.DataFrame(
        {
            "order_id": [f"A{number}" for number in range(300, 420)],
            "order_date": pd.Timestamp("2024-01-03") + pd.to_timedelta(np.sort(rng.integers(0, 300, 120)), unit="D"),
            "customer_id": [f"K{number:03d}" for number in rng.integers(0, 45, 120)],
            "region": rng.choice(["North", "South", "West"], 120),
            "shipping_eur": rng.choice([0.0, 4.5, 9.0], 120),
        }
    )
    rows = orders.loc[orders.index.repeat(rng.integers(1, 5, 120))].reset_index(drop=True)
    rows["plant"] = rng.choice(["fern", "rose", "yew"], len(rows))
    rows["qty"] = rng.integers(1, 6, len(rows))
    rows["unit_price"] = rows["plant"].map({"fern": 6.5, "rose": 11.0, "yew": 24.0})
    return rows


LINES = lines()
ORDERS = LINES.drop_duplicates("order_id")


def asked(question: str, frame: object = LINES) -> autoviz.Analysis:
    return autoviz.ask(frame, question, reader="embedded")


def number(question: str) -> float:
    table = asked(question).table
    assert table is not None and len(table) == 1
    return float(table.iloc[0, -1])


@pytest.mark.parametrize("opened", [lambda: LINES, lambda: pl.from_pandas(LINES), lambda: duckdb.from_df(LINES)])
def test_what_all_rows_of_an_order_agree_in_is_taken_once_of_each(opened):
    found = asked("total shipping by region", opened())
    told = dict(zip(found.table["region"], found.table["shipping_eur"], strict=True))
    assert told == ORDERS.groupby("region")["shipping_eur"].sum().to_dict()
    assert found.charts[0].mark == "bar" and "shipping_eur is the same in all rows of one order_id" in found.assumed[0]


def test_so_it_is_over_time_and_among_the_first_few():
    monthly = asked("total shipping per month")
    assert monthly.charts[0].mark == "line"
    assert monthly.table["shipping_eur"].sum() == ORDERS["shipping_eur"].sum()
    best = ORDERS.groupby("region")["shipping_eur"].sum().nlargest(2)
    assert list(asked("top 2 regions by total shipping").table["shipping_eur"]) == list(best)
    running = asked("running total of shipping by month")
    assert running.table.iloc[-1, -1] == ORDERS["shipping_eur"].sum()


def test_what_differs_within_an_order_is_measured_row_by_row():
    assert number("total qty") == LINES["qty"].sum()
    assert not asked("total qty by region").assumed


def test_a_share_by_what_parts_orders_is_told_and_less_sure():
    found = asked("share of shipping by plant")
    assert any("taken of each of them" in note for note in found.assumed) and found.confidence < 0.5


@pytest.mark.parametrize(
    ("question", "bound"),
    [
        ("how many customers ordered more than 3 times", 4),
        ("how many customers placed more than 3 orders", 4),
        ("how many customers have 4 or more orders", 4),
        ("how many customers ordered at least twice", 2),
    ],
)
def test_who_ordered_so_often_is_told_by_orders(question, bound):
    assert number(question) == (ORDERS["customer_id"].value_counts() >= bound).sum()


def test_who_ordered_so_often_is_listed_where_no_number_is_asked_for():
    often = ORDERS["customer_id"].value_counts()
    assert set(asked("customers with at least 4 orders").table["customer_id"]) == set(often[often >= 4].index)


def test_an_average_number_of_orders_counts_no_lines():
    found = asked("average number of orders per customer")
    assert found.table.iloc[0, -1] == pytest.approx(ORDERS["customer_id"].value_counts().mean())
    assert "orders" in found.answer


def test_the_value_of_an_order_is_that_of_all_its_lines():
    found = asked("average order value by region")
    value = LINES.assign(value=LINES.qty * LINES.unit_price).groupby(["region", "order_id"])["value"].sum()
    told = dict(zip(found.table.iloc[:, 0], found.table.iloc[:, -1], strict=True))
    assert told == pytest.approx(value.groupby("region").mean().to_dict())
    assert number("average qty per order") == pytest.approx(LINES.groupby("order_id")["qty"].sum().mean())
    assert number("average shipping per order") == pytest.approx(ORDERS["shipping_eur"].mean())


def test_rows_that_are_things_themselves_or_their_course_have_no_parent():
    visits = pd.DataFrame({"visit_id": range(60), "patient_id": [f"P{n % 20}" for n in range(60)], "fee": range(60)})
    months = pd.DataFrame(
        {"shop_id": np.repeat(range(10), 12), "month": list(pd.date_range("2024-01-01", periods=12, freq="MS")) * 10,
         "sales": range(120)}
    )  # fmt: skip
    assert parent_of(profile(visits)) is None and parent_of(profile(months)) is None
    assert parent_of(profile(LINES)) == "order_id"
