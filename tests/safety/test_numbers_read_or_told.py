"""Numbers: every way of writing one is read, and what is read as nothing is told."""

from __future__ import annotations

import pytest

import autoviz
from autoviz.linking.literals import literals, unread_numbers
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.text import looks_english, normalise
from autoviz.profile import profile
from autoviz.samples import load_sales

WAYS = {
    "1000": 1000, "1,000": 1000, "1_000": 1000, "1 000": 1000, "1\u00a0000": 1000, "1\u202f000": 1000, "1'000": 1000,
    "1’000": 1000, "1e3": 1000, "1E3": 1000, "1e+3": 1000, "1.0e3": 1000, "10^3": 1000, "10³": 1000, "2 x 10^3": 2000,
    "2×10³": 2000, "1k": 1000, "$1e3": 1000, "١٠٠٠": 1000, "１０００": 1000, "1,234.5": 1234.5, "1.234.567": 1234567,
    "1,234,567": 1234567, "1 234 567": 1234567, "½": 0.5, "2½": 2.5, "1e-3": 0.001, "10⁻³": 0.001, "-1e3": -1000,
    "−5": -5, ".5": 0.5, "1.5 million": 1500000, "0": 0, "007": 7,
}  # fmt: skip


@pytest.fixture(scope="module")
def sales():
    return load_sales().head(400)


@pytest.fixture(scope="module")
def known(sales):
    return profile(sales, "df")


@pytest.mark.parametrize("way", WAYS)
def test_a_number_is_read_in_whatever_way_it_is_written(known, way):
    question = normalise(f"revenue > {way}")
    assert [item.value for item in literals(question, known) if item.type == "number"] == [pytest.approx(WAYS[way])]
    assert pytest.approx(WAYS[way]) in [one.value for one in number_candidates(question)]
    assert looks_english(question) and not unread_numbers(question, known, {})


@pytest.mark.parametrize("way", ["1e3", "1_000", "10³", "1 000"])
def test_a_condition_with_it_holds(sales, way):
    found = autoviz.ask(sales, f"total units by region where revenue > {way}")
    expected = sales[sales["revenue"] > 1000].groupby("region")["units"].sum().to_dict()
    assert found.table.dropna().set_index("region").iloc[:, 0].to_dict() == pytest.approx(expected)


@pytest.mark.parametrize("way", ["0x10", "1e999", "9" * 400, "12abc3", "1e99999999999", "10^999", "10:30"])
def test_what_cannot_be_read_is_told(sales, known, way):
    assert unread_numbers(normalise(f"total units where revenue > {way}"), known, {}) == (way,)
    found = autoviz.ask(sales, f"total units by region where revenue > {way}")
    assert any("Not used" in note and way[:20] in note for note in found.record.notes)


@pytest.mark.parametrize("text", [
    "top 5 regions", "units in 2023 and 2024", "from 5-10", "Q3 2024", "on 2024-05-01", "7-day average", "3rd",
    "the 90s", "50%", "$5m", "save it to x1.csv", "1st of March", "week 12", "2023Q1",
])  # fmt: skip
def test_what_is_read_is_not_told(known, text):
    assert unread_numbers(normalise(f"revenue {text}"), known, {}) == ()
