"""Names and years of a question that nothing in the table answers to."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.linking.unknown_names import named_years, unknown_names, unknown_things
from autoviz.profile import profile
from autoviz.query.language import COUNT_ROWS, Call, Column, Constant, Named, Query


def sales():
    draw = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "date": pd.date_range("2022-01-01", periods=200, freq="3D"),
            "region": draw.choice(["North", "East", "West"], 200),
            "product": draw.choice(["Chair", "Desk", "Lamp"], 200),
            "revenue": draw.integers(10, 3000, 200) * 1.5,
        }
    )


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("total revenue in the South", ("South",)),
        ("total revenue in france", ("france",)),
        ('how many sales of "Table"', ("Table",)),
        ("total revenue in the West", ()),
        ("revenue of Desks in September", ()),
        ("average GPA by region", ()),
        ("Count Rows by Region", ()),
        ("Average Revenue by Sales Region and Product", ()),
        ("Average Revenue by Region in Bavaria", ("Bavaria",)),
    ],
)
def test_names_that_nothing_has(question, names):
    assert unknown_names(question, profile(sales()), {}) == names


def test_a_year_is_named_only_where_there_are_dates():
    frame = sales()
    assert named_years("revenue in 1871", profile(frame)) == ("1871",)
    assert named_years("revenue in 1871", profile(frame.drop(columns="date"))) == ()


@pytest.mark.parametrize("question", ["total revenue in the South", "total revenue in France", "sales in 1871"])
def test_it_is_asked_about_and_not_left_out(question):
    asked = autoviz.ask(sales(), question)
    assert asked.clarification is not None or asked.nothing_left
    assert not asked.answer or "revenue is" not in asked.answer


def orders(size):
    draw = np.random.default_rng(size)
    customers = [f"{first}ton {second}" for first in ("Bar", "Cor", "Del", "Fen") for second in range(size // 8)]
    return pd.DataFrame({
        "order_id": range(size), "customer": draw.choice(customers, size), "amount": draw.integers(5, 500, size),
        "product": draw.choice(["Chair", "Desk", "Lamp"], size),
    })  # fmt: skip


@pytest.mark.parametrize("size", [40, 3000])
@pytest.mark.parametrize(
    "question",
    [
        'how many orders are for "Zorblax"',
        'how many orders are not for "Zorblax"',
        'compare "Zorblax" and "Chair" by amount',
        'average amount for “Glimmer Co” by product',
    ],
)
def test_a_quoted_text_that_no_cell_has_is_told_through_a_whole_question(question, size):
    asked = autoviz.ask(orders(size), question)
    name = "Glimmer Co" if "Glimmer" in question else "Zorblax"
    told = asked.clarification.text if asked.clarification else asked.answer if asked.nothing_left else ""
    assert name in told


@pytest.mark.parametrize("question", ['orders where customer contains "arto"', 'list orders of customers with "arto"'])
def test_a_part_of_a_text_is_looked_for_in_a_long_column_too(question):
    frame = orders(3000)
    asked = autoviz.ask(frame, question)
    expected = frame.customer.str.contains("arto").sum()
    assert asked.clarification is not None or f"{expected}" in asked.answer


def test_years_in_numbers_are_held_against_numbers():
    frame = pd.DataFrame({"year": range(1960, 2000), "cases": [n * 37 % 1000 for n in range(40)]})
    asked = autoviz.ask(frame, "cases before 1950")
    assert asked.clarification is None and (asked.query is not None or "1950" in asked.answer)


def test_spans_without_an_end_are_no_negative_numbers():
    frame = pd.DataFrame({"reign": ["1935-", "1940-", "1951-", "1980-"] * 4, "balance": ["100-", "20", "35-", "7"] * 4})
    found = profile(frame)
    assert found.by_name["reign"].numbers is None
    assert found.by_name["balance"].minimum == -100


def test_rows_of_a_panel_are_not_called_by_a_word_that_it_does_not_have():
    pairs = [(country, year) for country in ("Norland", "Sudia", "Westmark", "Alpinia") for year in range(2000, 2015)]
    panel = pd.DataFrame(pairs, columns=["country", "year"])
    panel["population"] = [1_000_000 + 37_123 * at for at in range(len(panel))]
    known = profile(panel)
    assert unknown_things("number of hospitals in Norland", known, {}) == "hospitals"
    assert unknown_things("number of countries", known, {}) == ""
    assert unknown_things("how many rows are there", known, {}) == ""
    assert unknown_things("how many orders are there", profile(sales()), {}) == "", "a series of dates is no panel"
    asked = autoviz.ask(panel, "number of hospitals in Norland")
    assert "hospitals" not in (asked.answer or "")
    assert asked.clarification is not None or any("called hospitals" in str(told) for told in asked.assumed)
    assert asked.confidence is not None and asked.confidence < 0.5


def test_rows_of_an_id_are_counted_for_other_things_with_a_word_and_for_their_own_without():
    parcels = pd.DataFrame({
        "parcel_no": range(7001, 7025), "driver": ["Ann", "Bob", "Cem"] * 8,
        "weight": [1.5 + place % 7 for place in range(24)], "delivered": pd.date_range("2024-01-01", periods=24),
    })  # fmt: skip
    told = "rows are counted: nothing in the table is called accidents."
    assert autoviz.ask(parcels, "how many accidents per driver", reader="embedded").assumed == (told,)
    for things in ("parcels", "deliveries", "entries"):
        assert autoviz.ask(parcels, f"how many {things} per driver", reader="embedded").assumed == ()


@pytest.mark.parametrize("question", ["how many e-mails per driver", "how many lost, damaged parcels"])
def test_words_that_stand_apart_are_found_where_they_stand(question):
    parcels = pd.DataFrame({"parcel_no": range(40), "driver": ["Ann", "Bo"] * 20, "weight": [1.5, 2.0] * 20})
    found = autoviz.ask(parcels, question, reader="embedded")
    assert found.answer or found.clarification


def test_things_that_only_notes_tell_of_are_not_every_row() -> None:
    notes = ["left at door", "customer complained: burnt", "gate locked", "customer complained: late"]
    drops = profile(pd.DataFrame({"drop#": range(50001, 50121), "rte": ["N1", "S2"] * 60, "note": notes * 30}))
    query = Query(by=(Named(name="rte", expr=Column(name="rte")),), measures=(Named(name="count", expr=COUNT_ROWS),))
    read = query.replaced(where=Call(op="contains", args=(Column(name="note"), Constant(value="complained"))))
    assert unknown_things("number of complaints by rte", drops, {}, (query,)) == "complaints"
    assert unknown_things("number of complaints by rte", drops, {}, (read,)) == ""
    assert unknown_things("number of drops by rte", drops, {}, (query,)) == ""


def test_a_short_form_that_nothing_is_called_by_is_told_beside_the_rows_that_are_counted():
    clients = pd.DataFrame({
        "client_id": [f"C{number}" for number in range(120)], "plan": ["Free", "Pro", "Team"] * 40,
        "seats": [1 + number % 17 for number in range(120)],
    })  # fmt: skip
    told = "rows are counted: nothing in the table is called arpu."
    assert told in autoviz.ask(clients, "arpu by plan").assumed
    for plain in ("clients by plan", "breakdown by plan", "distribution by plan", "count by plan"):
        assert not autoviz.ask(clients, plain).assumed, plain
