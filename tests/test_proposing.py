"""Questions proposed from a profile: of different kinds, each with a reason, and each answered as it was meant."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.profile import profile
from autoviz.proposing import going_on, propose
from autoviz.samples import load_sales

PUPILS = pd.DataFrame(
    {
        "school": ["A", "B", "A", "C", "B", "C"] * 20,
        "passed": [True, False, True, True, False, True] * 20,
        "score": [61.5, 48.0, 77.25, 90.0, 35.5, 66.0] * 20,
    }
)


@pytest.mark.parametrize("frame", [load_sales(), PUPILS], ids=["sales", "pupils"])
def test_what_is_proposed_is_answered_with_the_columns_it_was_made_for(frame):
    found = propose(profile(frame, "t"))
    assert 4 <= len(found) <= 8
    assert len({item.question for item in found}) == len(found)
    for item in found:
        analysis = autoviz.ask(frame, item.question)
        assert analysis.answer, item.question
        assert set(item.columns) <= set(analysis.requirements.columns), item.question
        assert item.reason.endswith((".", "?"))


def test_what_does_not_add_up_is_averaged_and_said_so():
    found = {item.question: item.reason for item in propose(profile(PUPILS, "t"))}
    assert "does not add up" in found["average score by school"]
    assert "share of passed by school" in found
    assert not any("over time" in question or "missing" in question for question in found)


def test_the_number_is_held_and_an_empty_column_is_no_measure():
    assert len(propose(profile(load_sales(), "t"), 3)) == 3
    assert propose(profile(pd.DataFrame({"a": [None, None]}), "t"))[0].question == "how many values are missing?"


def test_what_goes_on_shares_a_column_and_was_not_asked_yet():
    told = profile(load_sales(), "t")
    found = going_on(told, ("units", "region"), ("Total revenue  over time",))
    assert len(found) == 3 and all({"units", "region"} & set(item.columns) for item in found)
    assert not {"total revenue over time", "total units by region"} & {item.question for item in found}


def test_what_was_answered_in_other_words_is_not_offered_again():
    told = profile(load_sales(), "t")
    first = going_on(told, ("units",), ())[0]
    assert first not in going_on(told, ("units",), (), [first.columns])


def test_where_things_lie_is_no_measure_and_a_month_of_numbers_has_no_course():
    frame = pd.DataFrame({
        "date": pd.date_range("2020-01-01", periods=60), "month": [1, 2, 3, 4] * 15, "lat": [3.25, 4.5, 7.75] * 20,
        "wind": [9.5, 8.25, 2.0, 1.5] * 15, "kind": ["a", "b", "c"] * 20,
    })  # fmt: skip
    asked = [item.question for item in propose(profile(frame))]
    assert "average wind over time" in asked and not any("lat" in question.split() for question in asked)
    assert "average wind by kind over time" in asked and "average wind by month over time" not in asked


def test_reasons_write_numbers_as_people_do():
    frame = pd.DataFrame({"amount": [103.31, 21_290.94, 5_000_000.25] * 20, "kind": list("abc") * 20})
    reasons = " ".join(item.reason for item in propose(profile(frame)))
    assert "from 103.31 to 5,000,000" in reasons and "e+" not in reasons


def test_names_are_written_as_words_and_no_word_twice():
    frame = pd.DataFrame(
        {
            "bike_type": ["city", "cargo", "road"] * 40,
            "town": ["Leeds", "York"] * 60,
            "rental_days": [1, 2, 3, 4] * 30,
            "total_gbp": [10.5 + number for number in range(120)],
            "staff": [3, 4, 5] * 40,
        }
    )
    found = propose(profile(frame, "bookings"), 20)
    asked = [item.question for item in found]
    assert "total gbp by bike type" in asked
    assert not any("_" in question or "total total" in question for question in asked)
    assert not any("by staff" in question or "by rental days" in question for question in asked)
    for item in found[:5]:
        assert set(item.columns) <= set(autoviz.ask(frame, item.question).requirements.columns), item.question
