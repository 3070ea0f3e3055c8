"""Things: what tells the rows of a table apart, alone or over time."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import polars as pl
import pytest

import autoviz
from autoviz.model.profile import Things
from autoviz.profile import WHOLE_ROWS, profile


def told(frame: object) -> Things:
    found = profile(frame).things
    assert found is not None
    return found


def panel(things: list[str], years: list[int]) -> pd.DataFrame:
    pairs = list(product(things, years))
    return pd.DataFrame(
        {
            "country": [thing for thing, _ in pairs],
            "year": [year for _, year in pairs],
            "population": [1000.5 + 10 * number for number in range(len(pairs))],
        }
    )


COUNTRIES = ["France", "Italy", "Spain", "Peru", "Chile"]


def test_a_key_that_differs_in_every_row_is_the_thing():
    frame = pd.DataFrame(
        {"order_id": range(100, 160), "customer_id": [n % 7 for n in range(60)], "price": [n + 0.5 for n in range(60)]}
    )
    found = told(frame)
    assert found.columns == ("order_id",)
    assert found.rows_each == 1
    assert found.time is None
    assert found.reason == "order_id differs in every row"


def test_lines_of_orders_are_about_the_finest_key():
    frame = pd.DataFrame(
        {"order_id": np.repeat(range(30), 3), "customer_id": np.repeat(range(9), 10), "qty": [1, 2, 4] * 30}
    )
    found = told(frame)
    assert found.columns == ("order_id",)
    assert found.rows_each == 3


def test_things_over_years_are_a_panel():
    found = told(panel(COUNTRIES, [2000, 2001, 2002, 2003]))
    assert (found.columns, found.time, found.rows_each) == (("country",), "year", 4)
    assert found.reason == "each pair of country and year has one row"


def test_a_panel_may_have_gaps():
    frame = panel(COUNTRIES * 1, list(range(1990, 2010))).drop(index=[3, 17, 44, 45, 46, 80])
    assert told(frame).time == "year"


def test_a_panel_needs_two_columns_where_one_is_not_enough():
    both = [panel(COUNTRIES, [2000, 2001, 2002]).assign(sector=sector) for sector in ("farms", "mines")]
    found = told(pd.concat(both, ignore_index=True))
    assert set(found.columns) == {"country", "sector"}
    assert found.time == "year"


def test_whole_numbers_name_things_where_the_column_says_so():
    pairs = list(product(range(1, 7), pd.date_range("2024-01-01", periods=12, freq="W")))
    frame = pd.DataFrame(
        {"Store": [s for s, _ in pairs], "Date": [d for _, d in pairs], "sales": np.linspace(9, 80, len(pairs))}
    )
    assert told(frame).columns == ("Store",)
    assert told(frame).time == "Date"


def test_one_row_for_each_date_is_a_series_of_one_thing():
    frame = pd.DataFrame({"date": pd.date_range("2024-01-01", periods=40), "close": np.linspace(9.5, 20.1, 40)})
    found = told(frame)
    assert (found.columns, found.time) == ((), "date")


def test_birthdays_are_no_series():
    frame = pd.DataFrame({"birth_date": pd.date_range("1980-01-01", periods=40), "height": np.linspace(150.5, 190, 40)})
    assert profile(frame).things is None


def test_customers_who_buy_on_different_days_are_no_panel():
    chance = np.random.default_rng(1)
    frame = pd.DataFrame(
        {
            "order_id": range(400),
            "customer_id": chance.integers(0, 150, 400),
            "order_date": pd.Timestamp("2023-01-01") + pd.to_timedelta(chance.permutation(400), "D"),
        }
    )
    assert told(frame).columns == ("order_id",)


def test_measurements_without_a_key_have_no_thing():
    frame = pd.DataFrame(
        {"cut": ["good", "ideal"] * 50, "carat": np.linspace(0.2, 2.9, 100), "price": [9.5, 3.25] * 50}
    )
    assert profile(frame).things is None


def test_films_may_share_a_title():
    titles = [f"Film {chr(65 + n % 26)} of {n}" for n in range(99)]
    frame = pd.DataFrame({"title": [*titles, titles[0]], "gross": np.linspace(1.5, 99.5, 100)})
    found = told(frame)
    assert found.columns == ("title",)
    assert found.reason == "title differs in nearly every row"


def test_a_long_frame_is_judged_by_a_sample_and_says_so():
    rows = WHOLE_ROWS + 1000
    frame = pd.DataFrame({"order_id": range(rows), "price": np.linspace(1, 2, rows)})
    assert told(frame).reason.startswith("order_id differs in every row, in a sample of ")
    assert told(frame.drop(columns="order_id").assign(customer_id=np.arange(rows) // 4)).columns == ("customer_id",)


def test_a_sample_that_shows_no_pair_twice_is_not_enough_for_a_panel():
    chance, rows = np.random.default_rng(2), WHOLE_ROWS * 3
    frame = pd.DataFrame({"customer_id": chance.integers(0, 40_000, rows), "year": chance.integers(1950, 2020, rows)})
    assert told(frame).time is None


@pytest.mark.parametrize("lazy", [False, True])
def test_polars_frames_tell_the_same(lazy: bool):
    frame = pl.from_pandas(panel(COUNTRIES, [2000, 2001, 2002, 2003]))
    found = told(frame.lazy() if lazy else frame)
    assert (found.columns, found.time) == (("country",), "year")


def test_an_empty_frame_has_no_things():
    assert profile(pd.DataFrame({"id": [], "year": []})).things is None


def test_numbers_that_count_the_rows_through_are_no_amount():
    rows = 300
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"ticket": np.arange(rows) + 7000, "fee": rng.gamma(2.0, 40.0, rows).round(2)})
    found = profile(frame).by_name["ticket"]
    assert found.kind == "identifier" and not found.metric


@pytest.mark.parametrize(
    ("name", "first", "named"),
    [("voucher", 2401, True), ("wavelength", 400, False), ("pressure", 950, False), ("minute", 20, False)],
)
def test_numbers_of_the_first_column_that_go_on_from_row_to_row_name_the_rows(name, first, named):
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({name: np.arange(60) + first, "shop": rng.choice(["East", "West"], 60)})
    found = profile(frame).by_name[name]
    assert (found.kind == "identifier") is named and (found.meaning == "id") is named


def test_what_is_numbered_from_far_on_is_counted_and_never_added_up():
    shops = ["East", "West", "East"] * 20
    vouchers = pd.DataFrame({"voucher": np.arange(60) + 2401, "shop": shops, "paid_s": range(60)})
    asked = autoviz.ask(vouchers, "how many vouchers by shop", reader="embedded")
    assert asked.table.iloc[:, 1].tolist() == [40, 20]
