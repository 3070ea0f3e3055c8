"""What only some rows have goes by the date that the same rows have."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def homes() -> pd.DataFrame:
    listed = pd.Timestamp("2022-07-01") + pd.to_timedelta(np.arange(400) * 2, unit="D")
    homes = pd.DataFrame({"listing": [f"L{number}" for number in range(400)], "listed_on": listed})
    homes["sold_on"] = listed + pd.to_timedelta(60 + np.arange(400) % 150, unit="D")
    homes["asking_price"] = 250_000.0 + 100 * (np.arange(400) % 37)
    homes["sale_price"] = homes["asking_price"] - 5_000
    homes.loc[::9, ["sold_on", "sale_price"]] = None
    return homes


def test_what_homes_sold_for_goes_by_the_sale(homes):
    found = autoviz.ask(homes, "total sale price in 2023", reader="embedded")
    sold = homes[homes["sold_on"].dt.year == 2023]
    assert found.table.iloc[0, -1] == pytest.approx(sold["sale_price"].sum())


def test_what_was_asked_for_them_does_not(homes):
    found = autoviz.ask(homes, "total asking price in 2023", reader="embedded")
    listed = homes[homes["listed_on"].dt.year == 2023]
    assert found.table.iloc[0, -1] == pytest.approx(listed["asking_price"].sum())


def test_a_date_that_is_named_is_taken(homes):
    found = autoviz.ask(homes, "average sale price by month listed on", reader="embedded")
    assert found.query is not None and "listed_on" in str(found.sql)


def test_months_are_not_those_of_a_year_in_numbers(homes):
    built = homes.assign(year_built=[1950 + number % 60 for number in range(400)])
    asked = autoviz.ask(built, "number of homes by quarter", reader="embedded")
    assert "year_built" not in asked.sql and asked.table.iloc[:, 0].min() >= pd.Timestamp("2022-01-01")


@pytest.mark.parametrize(("question", "own"), [("how many returns in june", True), ("how many orders in june", False)])
def test_what_rows_are_called_by_says_which_date_a_span_is_of(question, own):
    count = np.arange(300)
    ordered = pd.Timestamp("2024-02-01") + pd.to_timedelta(count, unit="D")
    returns = pd.DataFrame({
        "return_no": 500 + count,
        "order_date": ordered,
        "return_date": ordered + pd.to_timedelta(5 + count * 7 % 23, unit="D"),
        "status": np.array(["refunded", "rejected", "open"])[count % 3],
    })  # fmt: skip
    found = autoviz.ask(returns, question.replace("many ", "many rejected "), reader="embedded")
    date = returns["return_date" if own else "order_date"]
    assert int(found.table.iloc[0, 0]) == int(((date.dt.month == 6) & (returns["status"] == "rejected")).sum())
