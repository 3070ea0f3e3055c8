"""Money that came in, from the price of each sale."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.linking.money import money_in
from autoviz.model.settings import Settings
from autoviz.planning.takings import asks_for_takings, is_sales
from autoviz.profile import profile
from autoviz.readers.default import default_encoder


def rides():
    draw = np.random.default_rng(3)
    return pd.DataFrame(
        {
            "pickup": pd.date_range("2024-01-01", periods=240, freq="7h"),
            "zone": draw.choice(["Airport", "Centre", "Harbour"], 240, p=[0.2, 0.5, 0.3]),
            "fare": draw.gamma(3, 6, 240).round(2),
        }
    )


def prices():
    return pd.DataFrame({"model": [f"M{n}" for n in range(40)], "maker": ["A", "B"] * 20, "price": np.arange(40) + 9.5})


@pytest.mark.parametrize("question", ["which zone brings in the most money", "how much money did we make by zone"])
def test_the_price_of_sales_is_added_up_where_money_made_is_asked_for(question):
    frame = rides()
    asked = autoviz.ask(frame, question)
    expected = frame.groupby("zone")["fare"].sum()
    assert asked.table.iloc[:, -1].max() == pytest.approx(expected.max())
    assert "money made is the total of fare, each row a sale." in asked.assumed


def test_a_price_itself_is_averaged():
    frame = rides()
    asked = autoviz.ask(frame, "fare by zone")
    assert sorted(asked.table["fare"]) == pytest.approx(sorted(frame.groupby("zone")["fare"].mean()))
    assert not asked.assumed


def test_what_is_sold_in_pieces_is_multiplied_by_them():
    frame = rides().rename(columns={"fare": "price"}).assign(qty=[1, 2, 3] * 80)
    asked = autoviz.ask(frame, "which zone brings in the most money")
    expected = (frame["price"] * frame["qty"]).groupby(frame["zone"]).sum()
    assert asked.table.iloc[:, -1].max() == pytest.approx(expected.max())


def test_lines_with_a_price_and_pieces_are_sales_without_a_date():
    frame = rides().rename(columns={"fare": "unit_price"}).drop(columns="pickup").assign(qty=[1, 2, 3] * 80)
    asked = autoviz.ask(frame, "total revenue by zone")
    expected = (frame["unit_price"] * frame["qty"]).groupby(frame["zone"]).sum()
    assert sorted(asked.table.iloc[:, -1]) == pytest.approx(sorted(expected))
    assert "money made is the total of unit_price times qty, each row a sale." in asked.requirements.assumed
    pieces = autoviz.ask(frame, "total qty by zone").table.iloc[:, -1]
    assert sorted(pieces) == sorted(frame.groupby("zone")["qty"].sum())


def test_only_rows_that_are_sales_count():
    assert is_sales(profile(rides()))
    assert not is_sales(profile(prices()))
    courses = pd.DataFrame({"date": pd.date_range("2024-01-01", periods=50), "price": np.arange(50) + 0.5})
    assert not is_sales(profile(courses))


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("which zone earns the most", True),
        ("revenue by month", True),
        ("how much did we make", True),
        ("average revenue per zone", False),
        ("which item costs the most money", False),
        ("make a bar chart of fare", False),
    ],
)
def test_words_for_money_made(question, asks):
    money = money_in(question, profile(rides()), default_encoder(Settings().embedding_model))
    assert asks_for_takings(question, money) is asks


def test_what_is_paid_by_the_night_is_multiplied_by_the_nights():
    draw = np.random.default_rng(3)
    stays = pd.DataFrame(
        {
            "booking": range(90),
            "check_in": pd.date_range("2024-01-01", periods=90),
            "country": draw.choice(["Spain", "Italy"], 90),
            "nights": draw.integers(1, 15, 90),
            "rate_eur": draw.choice([80.0, 120.0, 240.0], 90),
            "guests": draw.integers(1, 5, 90),
        }
    )
    expected = (stays["rate_eur"] * stays["nights"]).groupby(stays["country"]).sum()
    for question in ("which country brings in the most revenue", "sales by country"):
        asked = autoviz.ask(stays, question)
        assert asked.table.iloc[:, -1].max() == pytest.approx(expected.max())
        assert "money made is the total of rate_eur times nights, each row a sale." in asked.assumed


def test_an_hour_is_paid_by_its_rate():
    jobs = rides().drop(columns="fare").assign(hours=[0.5, 1.0, 2.5, 4.0] * 60, hourly_rate_eur=[48.0, 55.0, 62.0] * 80)
    expected = (jobs["hours"] * jobs["hourly_rate_eur"]).groupby(jobs["zone"]).sum()
    assert autoviz.ask(jobs, "revenue by zone").table.iloc[:, -1].max() == pytest.approx(expected.max())


def test_what_the_price_is_said_to_be_of_is_what_was_sold():
    draw = np.random.default_rng(3)
    drops = pd.DataFrame({
        "deliv_dt": pd.Timestamp("2024-01-01") + pd.to_timedelta(draw.integers(0, 60, 120), "D"),
        "acct_type": draw.choice(["cafe", "hotel", "school"], 120),
        "trays_dlvd": draw.integers(1, 80, 120),
        "px_tray_eur": draw.choice([21.5, 18.0, 27.0], 120),
        "mins_late": draw.integers(-5, 30, 120),
    })  # fmt: skip
    asked = autoviz.ask(drops, "how much money did we make by acct_type")
    expected = (drops["px_tray_eur"] * drops["trays_dlvd"]).groupby(drops["acct_type"]).sum()
    assert sorted(asked.table.iloc[:, -1]) == pytest.approx(sorted(expected))
    assert not profile(drops).by_name["mins_late"].adds_up
