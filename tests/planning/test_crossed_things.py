"""What is told of each pair of two things: what belongs to one of the two alone is taken once of each."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.readers.embedded.network import shipped

pytestmark = pytest.mark.skipif(shipped() is None, reason="needs the networks")


def sales() -> pd.DataFrame:
    """Units of each shop and article, beside the floor and the staff of the shop, which stand in all of its rows."""
    rng = np.random.default_rng(5)
    shops = pd.DataFrame({
        "shop": ["Ash", "Birch", "Cedar", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Oak", "Yew"],
        "land": ["Kent", "Devon"] * 5,
        "staff": rng.permutation(np.arange(4, 24))[:10],
        "visitors": rng.integers(900, 9000, 10),
    })  # fmt: skip
    articles = pd.DataFrame({"article": ["Kettle", "Lamp", "Mug", "Rug", "Vase", "Clock"]})
    rows = shops.merge(articles, how="cross")
    rows["units_sold"] = rng.integers(3, 140, len(rows))
    return rows.drop(index=[4, 17, 33]).reset_index(drop=True)


SALES = sales()
SHOPS = SALES.drop_duplicates("shop")


def asked(question: str, frame: pd.DataFrame = SALES) -> autoviz.Analysis:
    return autoviz.ask(frame, question, reader="embedded")


def test_what_belongs_to_one_of_two_crossed_things_is_added_up_once_of_each():
    found = asked("total visitors")
    assert found.table.iloc[0, -1] == SHOPS["visitors"].sum()
    assert any("visitors is the same in all rows of one shop" in told for told in found.assumed)
    lands = asked("total visitors by land").table.set_index("land").iloc[:, -1]
    assert dict(lands) == dict(SHOPS.groupby("land")["visitors"].sum())


def test_a_ratio_of_two_such_is_that_of_the_things():
    found = asked("visitors per staff by land").table.set_index("land").iloc[:, -1]
    lands = SHOPS.groupby("land")[["visitors", "staff"]].sum()
    assert dict(found.round(6)) == dict((lands["visitors"] / lands["staff"]).round(6))


def test_what_is_told_of_each_pair_is_added_up_of_all_rows():
    assert asked("total units sold").table.iloc[0, -1] == SALES["units_sold"].sum()


def test_a_price_of_goods_that_come_several_times_is_added_up_of_all_rows():
    rng = np.random.default_rng(8)
    prices = {"adult": 14, "child": 7, "student": 9, "senior": 10, "group": 8, "carer": 3}
    category = rng.choice([*prices], 160)
    tickets = pd.DataFrame({
        "seat_row": rng.choice(list("ABCDEFGH"), 160),
        "category": category,
        "price": [prices[one] for one in category],
        "visits_before": rng.integers(0, 30, 160),
    })  # fmt: skip
    assert asked("total price", tickets).table.iloc[0, -1] == tickets["price"].sum()


def test_an_amount_of_each_time_is_added_up_over_the_times():
    months = pd.DataFrame({"month": pd.date_range("2023-01-01", periods=24, freq="MS")})
    plans = pd.DataFrame({"branch": ["Oak", "Elm", "Yew", "Fir"], "rent_eur": [900, 1200, 1500, 700]})
    rows = plans.merge(months, how="cross")
    rows["sales_eur"] = np.random.default_rng(2).integers(4000, 9000, len(rows))
    assert asked("total rent", rows).table.iloc[0, -1] == rows["rent_eur"].sum()
