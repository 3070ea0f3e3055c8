"""Failures met on real tables, each asked of a small table of the same make."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.notebook.assumed import assumed_chips
from autoviz.notebook.chips import chips_for
from autoviz.profile import profile
from autoviz.query.language import Aggregate, Column, parts_of


def countries():
    """Five countries in three years, as in a panel of development figures."""
    first = [
        ("France", "Europe", 58_607_000, 78.6, 25_889.0),
        ("Spain", "Europe", 39_855_000, 78.8, 20_445.0),
        ("Chad", "Africa", 7_562_000, 51.6, 1_005.0),
        ("Mali", "Africa", 9_384_000, 49.9, 790.0),
        ("Japan", "Asia", 125_956_000, 80.7, 28_817.0),
    ]
    return pd.DataFrame(
        [
            (country, continent, year, pop + 90_000 * step, life + step, gdp + 500 * step)
            for country, continent, pop, life, gdp in first
            for step, year in enumerate((1997, 2002, 2007))
        ],
        columns=["country", "continent", "year", "pop", "lifeExp", "gdpPercap"],
    )


def written_numbers():
    return pd.DataFrame(
        {
            "shop": ["North", "South", "North", "West", "South", "West", "North"],
            "takings": ["$1,100.82", "$200.00", "$50.18", "($20.00)", "$99.00", "n.a.", "$10.00"],
            "margin": ["29.1%", "10%", "12.4%", "n.a.", "30%", "5%", "0.5%"],
            "umsatz": ["1.032,62 €", "200,00 €", "7,38 €", "15,00 €", "1.000,00 €", "n.a.", "2,00 €"],
            "installs": ["1,000+", "10,000+", "500+", "100,000+", "1,000,000+", "500+", "1,000+"],
            "size": ["10M", "1.5M", "200k", "3M", "4.5M", "n.a.", "1.8M"],
        }
    )


def films():
    draw = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "title": [*(f"Film {number}" for number in range(400)), "Titanic", "Avatar", "The Net"],
            "genre": [*draw.choice(["Drama", "Comedy", "Action"], 400), "Drama", "Action", "Action"],
            "gross": [*draw.integers(1_000, 9_000, 400), 658_672_302, 760_507_625, 50_621_733],
        }
    )


def order_lines():
    """Five orders of three customers on eight lines."""
    dates = ["2023-01-05"] * 2 + ["2023-02-11"] + ["2023-04-02"] * 3 + ["2023-07-09", "2023-10-30"]
    return pd.DataFrame(
        {
            "order_id": [1001, 1001, 1002, 1003, 1003, 1003, 1004, 1005],
            "customer_id": [7, 7, 8, 7, 7, 7, 9, 8],
            "product": ["A", "B", "A", "C", "A", "B", "C", "A"],
            "qty": [1, 2, 3, 1, 1, 5, 2, 2],
            "price": [9.5, 3.0, 9.5, 7.0, 9.5, 3.0, 7.0, 9.5],
            "order_date": pd.to_datetime(dates),
        }
    )


def accidents():
    return pd.DataFrame(
        {
            "date": pd.date_range("2024-03-01", periods=3).repeat(2),
            "time": ["08:15:00", "17:40:00", "08:50:00", "12:05:00", "17:10:00", "8:30:00"],
            "injuries": [1, 2, 0, 1, 3, 1],
        }
    )


def codes():
    return pd.DataFrame(
        {"country_code": ["IN", "AR", "IT", "IN", "US", "DE", "AR", "NO"], "sales": [10.0, 20, 30, 40, 50, 60, 70, 80]}
    )


def states():
    return pd.DataFrame(
        {"state": ["CA", "GA", "TX", "IN", "CA", "DE", "OR"], "visitors": [10, 20, 30, 40, 50, 60, 70]}
    )


def found(analysis):
    """The result's cells: what is told of each group, or the one number."""
    table = analysis.table
    *keys, value = table.columns
    if not keys:
        return table[value].iloc[0]
    return dict(zip(table[keys[-1]], table[value], strict=True))


def test_life_expectancy_is_averaged():
    asked = autoviz.ask(countries(), "life expectancy by continent")
    assert found(asked) == pytest.approx({"Africa": 51.75, "Asia": 81.7, "Europe": 79.7})


@pytest.mark.parametrize("question", ["highest gdp per capita", "which country has the highest gdp per capita"])
def test_gdp_per_capita_is_not_added_up_over_years(question):
    asked = autoviz.ask(countries(), question)
    assert "sum" not in {part.func for part in parts_of(Aggregate, asked.query)}
    assert "Japan" in asked.answer or "29,817" in asked.answer


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("total takings by shop", {"North": 1161.0, "South": 299.0, "West": -20.0}),
        ("average margin by shop", {"North": 14.0, "South": 20.0, "West": 5.0}),
        ("total umsatz by shop", {"North": 1042.0, "South": 1200.0, "West": 15.0}),
        ("total installs by shop", {"North": 2_500, "South": 1_010_000, "West": 100_500}),
        ("average size by shop", {"North": 4e6, "South": 3e6, "West": 3e6}),
    ],
)
def test_numbers_written_as_text_are_numbers(question, expected):
    asked = autoviz.ask(written_numbers(), question)
    assert found(asked) == pytest.approx(expected)
    assert asked.proof.verdict == "proven"


@pytest.mark.parametrize("question", ["how much did Titanic earn", "how much did titanic gross"])
def test_a_named_cell_is_found_among_many(question):
    assert "658,672,302" in autoviz.ask(films(), question).answer


def test_small_words_are_no_country_codes():
    asked = autoviz.ask(codes(), "what are the total sales in each country")
    assert asked.query.where is None
    assert asked.table["sales"].sum() == 360


@pytest.mark.parametrize(("question", "total"), [("total sales in India", 50), ("total sales in Italy", 30)])
def test_a_country_is_found_by_its_code(question, total):
    assert found(autoviz.ask(codes(), question)) == total


@pytest.mark.parametrize(
    ("question", "total"), [("how many visitors in California", 60), ("total visitors in Texas", 30)]
)
def test_a_state_is_found_by_its_full_name(question, total):
    assert found(autoviz.ask(states(), question)) == total


def test_a_country_is_no_state_of_that_code():
    beside = states().assign(country=["Canada", "Georgia", "Mexico", "India", "Canada", "Germany", "Georgia"])
    asked = autoviz.ask(beside, "total visitors from Germany")
    assert Column(name="country") in set(parts_of(Column, asked.query.where))
    assert found(asked) == 60
    alone = autoviz.ask(states(), "visitors from India")
    assert alone.clarification or alone.nothing_left or alone.requirements.not_found


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many orders are there", 5),
        ("number of customers", 3),
        ("number of orders by customer", {7: 2, 8: 2, 9: 1}),
        ("orders per product", {"A": 4, "B": 2, "C": 2}),
        ("how many customers bought product A", 2),
    ],
)
def test_things_are_counted_not_their_lines(question, expected):
    assert found(autoviz.ask(order_lines(), question)) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many customers bought product A", 4),
        ("how many customers are in the north", 6),
        ("number of customers by area", {"north": 6, "south": 6}),
    ],
)
def test_customers_of_a_small_table_are_counted_by_name(question, expected):
    rows = [(f"Customer {n % 12}", "ABC"[n % 3], ["north", "south"][n % 2], n) for n in range(48)]
    frame = pd.DataFrame(rows, columns=["customer", "product", "area", "amount"])
    assert found(autoviz.ask(frame, question)) == expected


def test_a_quarter_is_no_quantity():
    asked = autoviz.ask(order_lines(), "average price per quarter")
    assert "qty" not in {part.name for part in parts_of(Column, asked.query)}
    assert asked.table.iloc[:, -1].tolist() == pytest.approx([22 / 3, 6.5, 7.0, 9.5])


@pytest.mark.parametrize("times", ["08:15:00", "8:15 AM"])
@pytest.mark.parametrize("question", ["how many injuries by hour", "total injuries by hour of the day"])
def test_hours_come_from_the_column_of_times(question, times):
    frame = accidents()
    if times == "8:15 AM":
        frame["time"] = ["8:15 AM", "5:40 PM", "8:50 AM", "12:05 PM", "5:10 PM", "8:30 AM"]
    asked = autoviz.ask(frame, question)
    assert asked.table.iloc[:, -1].tolist() == [2, 1, 5]
    assert "hours are those of time; date has none." in asked.requirements.assumed
    assert asked.proof.verdict == "proven"


@pytest.mark.parametrize(
    "question", ["which airline has the lowest cancellation rate", "which airline has the lowest total delay"]
)
def test_the_lowest_is_no_group_without_data(question):
    flights = pd.DataFrame(
        {
            "airline": ["AA", "AA", "BB", "BB", "CC", "CC", "DD", "DD"],
            "cancellation_rate": [0.1, 0.2, 0.05, 0.07, np.nan, np.nan, 0.3, 0.2],
            "delay": [10.0, 20.0, 5.0, 5.0, np.nan, np.nan, 30, 4],
        }
    )
    assert autoviz.ask(flights, question).answer.startswith("BB has the lowest")


def flights_by_clock():
    """Departures as whole numbers: 905 is five past nine."""
    times = [1430, 905, 830, 2359, 1215, 600, 1431, 45, 915, 1200]
    names, delays = [f"F{number}" for number in range(10)], [3, 5, 2, 9, 1, 0, 4, 8, 7, 2]
    return pd.DataFrame({"flight": names, "dep_time": times, "delay": delays})


def test_things_of_a_panel_are_ranked_by_their_last_year():
    """Chad overtakes everybody in the end, though its average stays low."""
    panel = countries()
    panel.loc[(panel["country"] == "Chad") & (panel["year"] == 2007), "gdpPercap"] = 40_000.0
    asked = autoviz.ask(panel, "which country has the highest gdp per capita")
    assert asked.answer.startswith("Chad has the highest")
    assert "gdpPercap of year 2007, the last one." in asked.requirements.assumed
    chips = assumed_chips(asked.record, chips_for(asked.record.parts[0], asked.record.profile))
    assert next(chip["control"] for chip in chips if "the last one" in chip["text"]) == "filter-0-away"
    every = autoviz.ask(panel, "which country has the highest average gdp per capita")
    assert every.answer.startswith("Japan has the highest")


@pytest.mark.parametrize(("question", "first"), [("largest country", "Japan"), ("biggest country in Africa", "Mali")])
def test_the_largest_thing_is_not_that_of_most_rows(question, first):
    asked = autoviz.ask(countries(), question)
    assert asked.table["country"].iloc[0] == first
    assert any("pop" in told for told in asked.requirements.assumed)
    assert asked.table["pop"].max() < 130_000_000  # of one year


def test_a_quarter_is_asked_for_by_which():
    asked = autoviz.ask(order_lines(), "which quarter sold the most")
    assert asked.answer.startswith("Q2 2023 has the highest total qty: 7")


@pytest.mark.parametrize("text", [False, True])
def test_hours_come_from_whole_numbers_and_texts_alike(text):
    frame = flights_by_clock()
    if text:
        frame["dep_time"] = [f"{time // 100:02}:{time % 100:02}" for time in frame["dep_time"]]
    asked = autoviz.ask(frame, "average delay by hour")
    assert asked.table.iloc[:, 0].tolist() == [0, 6, 8, 9, 12, 14, 23]
    assert asked.table.iloc[:, 1].tolist() == [8, 0, 2, 6, 1.5, 3.5, 9]
    assert asked.proof.verdict == "proven"


@pytest.mark.parametrize("name", ["air_time", "delay"])
def test_whole_numbers_are_no_times_of_day_without_both_name_and_form(name):
    times = flights_by_clock()["dep_time"] + (40 if name == "air_time" else 0)
    assert profile(pd.DataFrame({"flight": range(10), name: times})).by_name[name].dates is None


def test_a_region_in_small_letters_is_found():
    sales = pd.DataFrame({"region": ["South", "North", "South", "East"], "sales": [3.0, 4, 5, 6]})
    assert found(autoviz.ask(sales, "total sales in the south")) == 8


def test_the_number_of_rows_is_counted_and_no_column_looked_at():
    asked = autoviz.ask(written_numbers(), "how many rows are there?")
    assert asked.answer == "There are 7 rows."
    assert {step.tool for step in asked.plan.steps} <= {"aggregate", "show_table"}


@pytest.mark.parametrize("first", [90, 1990])
def test_things_of_a_panel_are_ranked_in_its_last_year_with_and_without_the_century(first):
    towns = ["Ash", "Bor", "Cot", "Dun", "Elm", "Fir"]
    rows = [(town, first + at, 1000 * (place + 1) + at) for place, town in enumerate(towns) for at in range(4)]
    panel = pd.DataFrame(rows, columns=["town", "year", "people"])
    answer = autoviz.ask(panel, "largest town", reader="embedded")
    assert answer.answer.startswith(f"Fir has the highest total people in {first + 3}: 6,003")
    top = autoviz.ask(panel, "top 3 towns by people", reader="embedded")
    assert "Fir 6,003, Elm 5,003 and Dun 4,003" in top.answer
