"""What a column means to its owner: what adds up, ids, flags and their yes, units, codes for a missing value."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

from autoviz.model.labels import MEANINGS
from autoviz.model.profile import ColumnProfile
from autoviz.profile import profile
from autoviz.profile.flags import yes_value
from autoviz.profile.meanings import WEIGHTS, shipped
from autoviz.profile.sentinels import sentinels
from autoviz.profile.units import unit_of

ROWS = 300
DRAW = np.random.default_rng(0)


def broken(low: float, high: float, digits: int = 2) -> Any:
    return DRAW.uniform(low, high, ROWS).round(digits)


def whole(low: int, high: int) -> Any:
    return DRAW.integers(low, high, ROWS)


def one(name: str, values: Any, **others: Any) -> ColumnProfile:
    """The profile of a column behind another one, so that it is not taken for a row number."""
    return profile(
        pd.DataFrame({"label": ["a", "b", "c"] * (len(values) // 3) + ["a"] * (len(values) % 3), name: values}),
        **others,
    ).column(name)


NEVER = {
    "life_expectancy": broken(40, 85, 1),
    "lifeExp": broken(40, 85, 3),
    "gdp_per_capita": broken(500, 60000),
    "gdpPercap": broken(500, 60000, 4),
    "temperature": broken(-10, 35, 1),
    "temp_max": broken(-10, 35, 1),
    "age": whole(18, 80),
    "rating": broken(1, 5, 1),
    "imdb_rating": broken(1, 10, 1),
    "tip": broken(1, 10),
    "total_bill": broken(3, 50),
    "price": broken(1, 500),
    "unit_price": broken(1, 500),
    "mpg": broken(9, 46, 1),
    "horsepower": whole(46, 230),
    "unemployment_rate": broken(0, 20, 1),
    "pct_female": broken(0, 100, 1),
    "growth (%)": broken(-5, 10, 1),
    "Miles_per_Gallon": broken(9, 46, 1),
    "unit_cost": broken(1, 500),
    "los_days": whole(0, 50),
    "Max Temp (C)": broken(-10, 35, 1),
    "cumulative_cases": whole(0, 4000),
    "snow_depth_cm": broken(0, 40, 1),
    "avg_rain": broken(0, 80, 1),
    "rain_probability": broken(0, 1, 2),
    "ticket_price_nok": broken(90, 900),
    "distance_to_centre_km": broken(0, 30, 1),
    "tank_litres": whole(40, 90),
}
ADDS = {
    "revenue": broken(10, 9000),
    "sales": broken(10, 9000),
    "Total Sales": whole(10, 90000),
    "units_sold": whole(0, 500),
    "quantity": whole(1, 60),
    "population": whole(10_000, 40_000_000),
    "deaths": whole(0, 400),
    "new_cases": whole(0, 4000),
    "passengers": whole(100, 900),
    "deaths_2018": whole(0, 400),
    "rainfall_mm": broken(0, 80, 1),
    "rain": broken(0, 80, 1),
    "daily_rain (in)": broken(0, 4, 2),
    "PRCP": broken(0, 80, 1),
    "snowfall_cm": broken(0, 40, 1),
    "cost_eur": broken(200, 900),
    "feeAmt": broken(0, 50),
    "output_mwh": broken(10, 330, 1),
    "points_scored": whole(0, 40),
    "Assists": whole(0, 12),
    "YellowCards": whole(0, 12),
    "ad_spend": broken(0, 600),
    "ticket_income_nok": broken(200, 90000),
    "fuel_litres": broken(4, 310, 1),
    "cost_chf": broken(200, 900),
    "PassengersOnBoard": whole(0, 250),
    "Municipal budget (bn NOK)": broken(1, 90),
    "visits_to_clinic": whole(0, 40),
    "fine_gbp": whole(50, 100),
    "amt_rcvd_gbp": broken(25, 150),
    "el_kWh": broken(100, 900, 1),
}


@pytest.mark.parametrize("name", NEVER)
def test_rates_prices_ages_and_the_like_never_add_up(name: str) -> None:
    found = one(name, NEVER[name])
    assert not found.adds_up
    assert found.reason


@pytest.mark.parametrize("name", ADDS)
def test_amounts_and_counts_add_up(name: str) -> None:
    found = one(name, ADDS[name])
    assert found.adds_up
    assert found.meaning in ("amount", "count", "money")


MEANT = {
    "customer_id": (np.arange(ROWS) + 7000, "id"),
    "price": (NEVER["price"], "price"),
    "age": (NEVER["age"], "age"),
    "rating": (NEVER["rating"], "score"),
    "pct_female": (NEVER["pct_female"], "percent"),
    "discount_pct": (whole(0, 20), "percent"),
    "Miles_per_Gallon": (NEVER["Miles_per_Gallon"], "rate"),
    "iso_num": ([4, 8, 12] * 100, "code"),
    "geoid": (np.arange(ROWS) + 7000, "id"),
    "temperature": (NEVER["temperature"], "measure"),
    "year": (whole(1990, 2020), "year"),
    "survived": (whole(0, 2), "flag"),
    "smoker": (["yes", "no", "no"] * 100, "flag"),
    "country": (["France", "Spain", "Italy"] * 100, "place"),
    "month": (["January", "March", "June"] * 100, "period"),
    "colour": (["red", "green", "blue"] * 100, "category"),
    "satisfaction": (["low", "medium", "high"] * 100, "ordered"),
    "seen": (pd.date_range("2022-01-01", periods=ROWS), "date"),
    "electric": (DRAW.random(ROWS) > 0.5, "flag"),
}


def test_the_shipped_weights_know_common_columns() -> None:
    right = {name: one(name, values).meaning == meaning for name, (values, meaning) in MEANT.items()}
    assert sum(right.values()) >= len(right) - 1, right


def test_the_weights_fit_the_meanings_and_are_small() -> None:
    assert shipped().meanings.shape[1] == len(MEANINGS)
    assert WEIGHTS.stat().st_size < 1_000_000


def test_a_number_that_only_names_things_is_no_metric() -> None:
    found = one("patient", np.repeat(np.arange(1, 151), 2))
    assert found.meaning == "id"
    assert not found.adds_up


def test_the_description_gives_the_unit_where_the_name_says_none() -> None:
    told = one("v7", whole(200, 900), descriptions={"v7": "Sale price of the house, in dollars"})
    assert told.unit == "USD"
    assert not told.adds_up


@pytest.mark.parametrize(
    ("name", "values", "yes"),
    [
        ("smoker", ("no", "yes"), "yes"),
        ("survived", (0, 1), 1),
        ("active", (True, False), True),
        ("member", ("N", "Y"), "Y"),
        ("died", ("alive", "died"), "died"),
        ("is_bad", ("good", "bad"), "bad"),
        ("status", ("good", "bad"), None),
        ("smoking", ("non-smoker", "smoker"), "smoker"),
        ("chd", ("no", "chd"), "chd"),
        ("sex", ("male", "female"), None),
        ("group", (1, 2), None),
        ("loan", ("yes",), "yes"),
    ],
)
def test_the_value_that_says_yes(name: str, values: tuple[Any, ...], yes: Any) -> None:
    assert yes_value(name, values) == yes


@pytest.mark.parametrize(
    ("numbers", "codes"),
    [
        ([*range(20), 98, 99], (98, 99)),
        ([*range(18, 70), -9], (-9,)),
        ([*range(18, 70), 999], (999,)),
        ([*range(1, 100)], ()),
        ([*range(-40, 40)], ()),
        ([1, 99], ()),
        ([*(number / 10 for number in range(100)), -999.0], (-999,)),
    ],
)
def test_codes_for_a_missing_value_lie_apart_and_come_again(numbers: list[float], codes: tuple[int, ...]) -> None:
    assert sentinels(numbers, [5] * len(numbers)) == codes


def test_a_single_outlier_is_no_code() -> None:
    assert sentinels([*range(20), 99], [5] * 20 + [1]) == ()


@pytest.mark.parametrize(
    ("name", "meaning", "unit"),
    [
        ("weight_kg", "measure", "kg"),
        ("bill_length_mm", "measure", "mm"),
        ("Height (cm)", "measure", "cm"),
        ("Area [km2]", "measure", "km²"),
        ("pct_poor", "percent", "%"),
        ("growth %", "percent", "%"),
        ("age", "age", "years"),
        ("duration_min", "duration", "minutes"),
        ("temp_min", "measure", ""),
        ("price ($)", "price", "USD"),
        ("m", "measure", ""),
        ("Market Value M", "amount", ""),
        ("Max Temp (C)", "measure", "°C"),
        ("Miles_per_Gallon", "rate", ""),
        ("price_per_kg", "price", ""),
        ("discount", "percent", ""),
        ("country", "place", ""),
        ("income_nok", "amount", "NOK"),
        ("AnnualSalaryCHF", "money", "CHF"),
        ("games_won", "count", ""),
        ("Would recommend (0-10)", "score", ""),
        ("Rating (1 to 5)", "score", ""),
        ("Population (2021)", "count", ""),
        ("Speed (m/s)", "measure", "m/s"),
    ],
)
def test_units_are_read_off_names(name: str, meaning: Any, unit: str) -> None:
    assert unit_of(name, meaning) == unit


def test_several_of_a_thing_are_counted_though_no_row_has_two() -> None:
    assert one("red_cards", whole(0, 2)).adds_up
    assert one("admitted", whole(0, 2)).meaning == "flag"


def test_litres_are_no_percent() -> None:
    assert one("coolant_litres", broken(0, 100, 1)).meaning in ("amount", "measure", "rate")


@pytest.mark.parametrize("name", ["celsius", "air_celsius", "Fahrenheit"])
def test_degrees_never_add_up(name: str) -> None:
    found = profile(pd.DataFrame({"city": list("abab"), name: [4.0, 18.0, 2.5, 21.0]})).by_name[name]
    assert (found.meaning, found.adds_up) == ("measure", False)


def test_every_engine_tells_the_same() -> None:
    table = pd.DataFrame(
        {
            "customer_id": MEANT["customer_id"][0],
            "age": NEVER["age"],
            "sales": ADDS["sales"],
            "smoker": MEANT["smoker"][0],
        }
    )
    told = [(c.name, c.meaning, c.adds_up, c.unit, c.yes, c.reason) for c in profile(table).columns]
    for other in (pl.from_pandas(table), pl.from_pandas(table).lazy(), duckdb.from_df(table)):
        assert [(c.name, c.meaning, c.adds_up, c.unit, c.yes, c.reason) for c in profile(other).columns] == told


@pytest.mark.parametrize("name", ["took", "lap", "value"])
def test_what_is_written_as_a_length_of_time_is_one(name: str) -> None:
    clocks = [f"{hour}:{minute:02d}:{second:02d}" for hour in (0, 30) for minute in (5, 30) for second in (0, 12, 44)]
    found = one(name, clocks)
    assert (found.meaning, found.unit) == ("duration", found.numbers.unit)


def test_dates_in_text_are_no_ranges_of_numbers() -> None:
    found = one("when", [f"2021-{month:02d}-05" for month in range(1, 13)])
    assert (found.meaning, "ranges" in found.reason) == ("date", False)


@pytest.mark.parametrize(
    ("cell", "meanings"),
    [("${}", {"money", "price", "amount"}), ("{} €", {"money", "price", "amount"}), ("{}%", {"percent", "rate"})],
)
@pytest.mark.parametrize("name", ["paid", "x", "value"])
def test_the_sign_beside_the_digits_says_what_they_are(name: str, cell: str, meanings: set[str]) -> None:
    assert one(name, [cell.format(number) for number in range(1, 90)]).meaning in meanings


def test_a_pace_is_a_rate_though_written_as_a_length_of_time() -> None:
    assert one("Pace", [f"{minute}:{second:02d}" for minute in (7, 8, 9) for second in range(60)]).meaning == "rate"


def test_numbers_of_things_name_them_in_several_rows_too():
    numbers = np.arange(600) % 190 + 4100
    names = ("cand_no", "order_no", "case_number", "patient_nr", "plz")
    known = profile(pd.DataFrame(dict.fromkeys((*names, "rooms_no", "amount"), numbers))).by_name
    assert not any(known[name].metric for name in names)
    assert known["rooms_no"].metric and known["amount"].metric  # how many rooms there are is counted
    assert profile(pd.DataFrame({"lap_number": np.arange(600) % 60 + 1})).by_name["lap_number"].metric
