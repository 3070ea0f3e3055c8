"""Measures in words: what is made of aggregates is told as what it is, or by its name where there are no words."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.answering.nouns import plural, singular
from autoviz.answering.query_words import condition_words, measure_words
from autoviz.profile import profile
from autoviz.query.sql.snippets import read_expression


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("100 * avg(CASE WHEN late THEN 1 ELSE 0 END)", "share of rows where late"),
        ("sum(price) * sum(units)", "worth"),
        ("2 * sum(price) * count(*)", "worth"),
        ("sum(price) * 1.19", "worth"),
    ],
)
def test_a_product_is_told_as_a_share_in_percent_or_by_its_name(text: str, words: str) -> None:
    assert measure_words(read_expression(text), "worth", "rows", None).text == words


CLAIMS = pd.DataFrame({
    "claim_id": range(40),
    "fraud_ind": [0, 1] * 20,
    "use": ["Y", "N"] * 20,
    "premie": ["premie", "full term"] * 20,
    "opened": pd.date_range("2024-01-01", periods=40),
    "closed": pd.date_range("2024-01-02", periods=40),
    "price": [1.0 + place for place in range(40)],
    "village": ["Ama", "Bo", "Cy", "Du"] * 10,
})  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("avg(fraud_ind)", "share of fraud"),
        ("avg(CASE WHEN use = 'Y' THEN 1 ELSE 0 END)", "share of claims where use is yes"),
        ("avg(CASE WHEN fraud_ind = 0 THEN 1 ELSE 0 END)", "share of claims where fraud is no"),
        ("avg(CASE WHEN premie = 'premie' THEN 1 ELSE 0 END)", "share of claims where premie is yes"),
        ("avg(CASE WHEN premie = 'full term' THEN 1 ELSE 0 END)", "share of claims where premie is full term"),
        ("sum(CASE WHEN closed = opened THEN price END)", "total price where closed is on the same day as opened"),
        ("exp(avg(ln(price)))", "geometric mean of price"),
    ],
)
def test_flags_and_equal_columns_are_told_as_a_person_would(text: str, words: str) -> None:
    assert measure_words(read_expression(text), "worth", "claims", profile(CLAIMS, "claims")).text == words


def test_none_of_them_are_not_different() -> None:
    assert autoviz.ask(CLAIMS, "how many villages have a price above 100").answer.startswith("There are no villages")


@pytest.mark.parametrize(
    ("one", "several"), [("woman", "women"), ("farm head", "farm heads"), ("person", "people"), ("city", "cities")]
)
def test_one_and_several(one: str, several: str) -> None:
    assert (plural(one), singular(several)) == (several, one)


def test_not_so_is_no_and_not_missing() -> None:
    asked = autoviz.ask(CLAIMS.rename(columns={"use": "active"}), "how many claims are not active")
    assert asked.answer == "There are 20 claims where active is no."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("month(day) IN (12, 1, 2)", "day is in December, January or February"),
        ("month(day) = 3", "day is in March"),
        ("month(day) IN (4, 9)", "day is in April or September"),
        ("hour(day) IN (18, 19, 20, 21, 22, 23)", "day is from 18:00 to 24:00"),
        ("hour(day) IN (22, 23, 0, 1, 2, 3, 4, 5)", "day is from 22:00 to 6:00"),
        ("isodow(day) = 7", "day is on a Sunday"),
        ("isodow(day) IN (6, 7)", "day is on a weekend"),
    ],
)
def test_times_that_come_round_are_told_as_people_call_them(text: str, words: str) -> None:
    days = profile(pd.DataFrame({"day": pd.date_range("2024-01-01", periods=60, freq="h")}))
    assert condition_words(read_expression(text), days) == words
