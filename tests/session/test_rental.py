"""Rentals and shops: a follow-up finds what it names in its table, and a new question stands on its own."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.errors import QuestionError

BOOKINGS = pd.DataFrame(
    {
        "booking_id": range(1001, 1241),
        "city": ["London", "Paris", "Berlin", "Leith"] * 60,
        "country": ["UK", "France", "Germany", "UK"] * 60,
        "bike_type": ["city", "e-bike", "cargo"] * 80,
        "start_date": pd.date_range("2023-01-01", periods=240, freq="4D"),
        "rental_days": [1, 2, 3, 4, 5] * 48,
        "total_gbp": [10.5, 22.0, 31.25, 44.0, 12.75, 60.0] * 40,
        "rating": [4.0, None, 3.0, 5.0] * 60,
    }
)
SHOPS = pd.DataFrame(
    {
        "shop": [f"Shop {number}" for number in range(1, 41)],
        "flagship": [True, False, False, False, False] * 8,
        "city": ["London", "Leeds", "York", "Bath"] * 10,
        "area_m2": [40 + 7 * number for number in range(40)],
        "staff": [2 + number % 9 for number in range(40)],
        "revenue": [60_000.0 + 1_250 * number for number in range(40)],
    }
)


def asked(frame, *questions):
    session = autoviz.Session(frame)
    found = [session.ask(question) for question in questions]
    return session, found[-1]


def table(frame, question):
    return autoviz.ask(frame, question).table


def test_by_names_a_column_though_a_value_of_another_is_called_so():
    _, found = asked(BOOKINGS, "average rating by country", "and by city")
    assert list(found.table["city"]) == ["Berlin", "Leith", "London", "Paris"]
    assert len(table(BOOKINGS, "total by city")) == 4


def test_a_function_that_is_a_measure_s_name_asks_for_that_measure():
    session, found = asked(BOOKINGS, "average rental days by bike type in Germany", "total by country")
    assert session.current.kind == "fresh"
    assert found.table.iloc[:, -1].sum() == pytest.approx(BOOKINGS["total_gbp"].sum())


def test_the_plural_of_what_the_rows_are_is_no_group():
    session, found = asked(SHOPS, "revenue by city", "only flagship shops")
    assert session.current.kind == "follow-up"
    assert found.table["revenue"].sum() == SHOPS.loc[SHOPS["flagship"], "revenue"].sum()


@pytest.mark.parametrize(
    ("frame", "first", "then"),
    [(SHOPS, "total revenue by city", "and the number of shops"), (BOOKINGS, "total by city", "and how many bookings")],
)
def test_a_count_is_of_the_groups_that_are_there(frame, first, then):
    session, found = asked(frame, first, then)
    assert session.current.kind == "follow-up"
    assert found.table["count"].tolist() == frame.groupby("city").size().tolist()


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("only the red ones", "'red'.*\nbike_type holds"),
        ("only the tandem bikes", "'tandem'.*\nbike_type holds city, e-bike and cargo"),
        ("without the scooters", "'scooters'"),
        ("just Manchester please", "'Manchester'"),
    ],
)
def test_what_rows_cannot_be_chosen_by_is_told_and_the_answer_stays(question, told):
    session, _ = asked(BOOKINGS, "total by bike type")
    with pytest.raises(QuestionError, match=told):
        session.ask(question)
    assert session.current.question == "total by bike type"
    assert len(session.ask("without the cargo bikes").table) == 2


def test_rows_without_a_value_can_be_left_out_as_missing_ones():
    session, _ = asked(BOOKINGS, "average rating by city", "without missing ones")
    assert session.current.kind == "follow-up" and session.current.changes == ("clean",)


def test_a_word_for_a_chart_may_be_a_measure():
    _, found = asked(SHOPS, "total revenue by city", "and their average area?")
    assert found.charts[0].mark == "bar"
    assert found.table.iloc[:, -1].tolist() == pytest.approx(SHOPS.groupby("city")["area_m2"].mean().tolist())


def test_a_measure_beside_has_a_function_of_its_own():
    _, found = asked(BOOKINGS, "total by city", "and how many bookings?", "add the average rating")
    wanted = BOOKINGS.groupby("city").agg(count=("city", "size"), rating=("rating", "mean"))
    assert found.table["count"].tolist() == wanted["count"].tolist()
    assert found.table["rating"].tolist() == pytest.approx(wanted["rating"].tolist(), nan_ok=True)
    _, both = asked(SHOPS, "total staff by city", "also the average staff")
    grouped = SHOPS.groupby("city")["staff"]
    assert both.table.iloc[:, 1].tolist() == grouped.sum().tolist()
    assert both.table.iloc[:, 2].tolist() == pytest.approx(grouped.mean().tolist())


@pytest.mark.parametrize("question", ["how much is that in percent?", "what percentage of all is that"])
def test_one_value_of_some_rows_is_told_as_a_part_of_all(question):
    _, found = asked(BOOKINGS, "total in Germany", question)
    part = BOOKINGS.loc[BOOKINGS["country"] == "Germany", "total_gbp"].sum() / BOOKINGS["total_gbp"].sum()
    assert f"{part:.1%}" in found.answer and found.proof.verdict == "proven"


@pytest.mark.parametrize(
    ("first", "told"), [("average rating by city", "A mean is no part"), ("total rental days", "100% of itself")]
)
def test_what_has_no_parts_is_told_instead_of_shares(first, told):
    session, _ = asked(BOOKINGS, first)
    with pytest.raises(QuestionError, match=told):
        session.ask("how much is that in percent?")


@pytest.mark.parametrize(
    ("frame", "first", "then"),
    [
        (SHOPS, "revenue per area_m2 by city", "only cities with more than 6 shops"),
        (BOOKINGS, "list the 5 bookings with the highest total", "and the 5 cheapest"),
    ],
)
def test_a_bound_of_rows_and_an_unknown_end_are_not_taken_for_the_measure_and_the_end_before(frame, first, then):
    session, _ = asked(frame, first, then)
    assert session.current.kind == "fresh"


@pytest.mark.parametrize(
    ("frame", "question", "wanted"),
    [
        (BOOKINGS, "total per city and how many bookings", {"total_gbp": "sum", "booking_id": "size"}),
        (BOOKINGS, "total by city and their average rating", {"total_gbp": "sum", "rating": "mean"}),
        (SHOPS, "total revenue per city and how many shops", {"revenue": "sum", "shop": "size"}),
        (SHOPS, "average area by city and total staff", {"area_m2": "mean", "staff": "sum"}),
    ],
)
def test_a_measure_said_behind_the_groups_is_of_these_groups(frame, question, wanted):
    found = table(frame, question).set_index("city").sort_index()
    grouped = frame.groupby("city").agg(wanted).sort_index()
    for place, name in enumerate(wanted):
        assert found.iloc[:, place].tolist() == pytest.approx(grouped[name].tolist(), nan_ok=True)
