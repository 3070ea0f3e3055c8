"""Spans of time as people write them, asked of a table with one date and of one with three."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.linking.moments import calendar_of, moments
from autoviz.linking.recurring import recurring
from autoviz.linking.spans import ends, joined, listed
from autoviz.profile import profile
from autoviz.readers.embedded.network import shipped

pytestmark = pytest.mark.skipif(shipped() is None, reason="needs the networks")


@pytest.fixture(autouse=True)
def own_project(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(tmp_path))


def receipts() -> pd.DataFrame:
    """Receipts of two and a half years, until the end of May 2024."""
    draw = np.random.default_rng(3)
    sold = pd.Timestamp("2022-01-03") + pd.to_timedelta([*np.sort(draw.integers(0, 880, 899)), 879], "D")
    return pd.DataFrame(
        {"receipt_no": np.arange(900), "sold_on": sold, "branch": draw.choice(["Brig", "Chur", "Thun"], 900),
         "amount": draw.gamma(2, 40, 900).round(2)}
    )  # fmt: skip


def stays() -> pd.DataFrame:
    """Stays booked until April 2024, the last guests arriving and leaving months later."""
    draw = np.random.default_rng(4)
    booked = pd.Timestamp("2022-02-01") + pd.to_timedelta(np.sort(draw.integers(0, 800, 900)), "D")
    arriving = booked + pd.to_timedelta(draw.integers(3, 90, 900), "D")
    return pd.DataFrame(
        {"stay_id": np.arange(900), "booked_on": booked, "arrival_date": arriving,
         "departure_date": arriving + pd.to_timedelta(draw.integers(1, 10, 900), "D"),
         "price_chf": draw.gamma(5, 60, 900).round()}
    )  # fmt: skip


RECEIPTS, STAYS = receipts(), stays()


def ask(frame: pd.DataFrame, question: str) -> autoviz.Analysis:
    return autoviz.ask(frame, question, reader="embedded")


def only(asked: autoviz.Analysis) -> Any:
    assert asked.table is not None and len(asked.table) == 1, asked.answer
    return asked.table.iloc[0, -1]


@pytest.mark.parametrize(
    ("span", "first", "last"),
    [
        ("in the last quarter of 2023", "2023-10-01", "2023-12-31"),
        ("in the final quarter of 2023", "2023-10-01", "2023-12-31"),
        ("in summer 2023", "2023-06-01", "2023-08-31"),
        ("in winter 2022/23", "2022-12-01", "2023-02-28"),
        ("last summer", "2023-06-01", "2023-08-31"),
        ("march to may 2024", "2024-03-01", "2024-05-31"),
        ("from June to July", "2023-06-01", "2023-07-31"),
        ("from April to July", "2023-04-01", "2023-07-31"),
        ("in 2022 from June to July", "2022-06-01", "2022-07-31"),
        ("from June to July in 2022", "2022-06-01", "2022-07-31"),
        ("second half 2022", "2022-07-01", "2022-12-31"),
        ("on 24, 25 and 26 December 2023", "2023-12-24", "2023-12-26"),
        ("last March", "2024-03-01", "2024-03-31"),
        ("since last March", "2024-03-01", "2024-05-31"),
        ("in March last year", "2023-03-01", "2023-03-31"),
        ("over the past two years", "2022-06-01", "2024-05-31"),
    ],
)
def test_a_span_keeps_its_rows_and_no_others(span: str, first: str, last: str) -> None:
    kept = RECEIPTS[RECEIPTS["sold_on"].between(first, last)]
    assert only(ask(RECEIPTS, f"total amount {span}")) == pytest.approx(kept["amount"].sum())


def test_days_of_a_list_are_those_days_alone() -> None:
    kept = RECEIPTS[RECEIPTS["sold_on"].isin([pd.Timestamp("2023-12-24"), pd.Timestamp("2023-12-26")])]
    assert only(ask(RECEIPTS, "total amount on 24 and 26 December 2023")) == pytest.approx(kept["amount"].sum())


def test_the_months_that_a_season_was_taken_for_are_told() -> None:
    assert "winter 2022/23 is December 2022 to February 2023." in ask(RECEIPTS, "amount in winter 2022/23").assumed


@pytest.mark.parametrize("word", ["early", "mid", "late"])
def test_a_part_without_bounds_is_told_to_play_no_part(word: str) -> None:
    asked = ask(RECEIPTS, f"total amount in {word} 2023")
    assert only(asked) == pytest.approx(RECEIPTS[RECEIPTS["sold_on"].dt.year == 2023]["amount"].sum())
    assert word in asked.requirements.unused


@pytest.mark.parametrize(
    ("question", "spans"),
    [
        ("total amount summer 2022 vs summer 2023", {"summer 2022": (2022, 6, 8), "summer 2023": (2023, 6, 8)}),
        ("compare total amount in h1 2023 and h2 2023", {"h1 2023": (2023, 1, 6), "h2 2023": (2023, 7, 12)}),
        ("total amount from June to July vs August to September",
         {"June to July 2023": (2023, 6, 7), "August to September 2023": (2023, 8, 9)}),
    ],
)  # fmt: skip
def test_two_spans_are_held_against_each_other(question: str, spans: dict[str, tuple[int, int, int]]) -> None:
    table = ask(RECEIPTS, question).table
    assert table is not None
    sold = RECEIPTS["sold_on"].dt
    wanted = {
        name: RECEIPTS[(sold.year == year) & sold.month.between(first, last)]["amount"].sum()
        for name, (year, first, last) in spans.items()
    }
    assert dict(zip(table.iloc[:, 0], table.iloc[:, -1], strict=True)) == pytest.approx(wanted)


def test_spans_of_years_in_numbers_are_held_against_each_other_as_numbers() -> None:
    frame = pd.DataFrame({"year": [*range(1950, 1980)] * 4, "region": ["North", "South"] * 60, "cases": range(120)})
    table = ask(frame, "total cases 1953-1962 versus 1964-1973").table
    wanted = [frame[frame["year"].between(*ends_of)]["cases"].sum() for ends_of in ((1953, 1962), (1964, 1973))]
    assert table is not None and [*table.iloc[:, -1]] == wanted


def test_growth_between_two_months_without_a_year_is_their_difference() -> None:
    sold = RECEIPTS["sold_on"].dt.to_period("M").astype(str)
    by_month = RECEIPTS["amount"].groupby(sold).sum()
    asked = ask(RECEIPTS, "how much did the amount grow from June to July")
    assert only(asked) == pytest.approx(by_month["2023-07"] - by_month["2023-06"])


def test_a_month_without_a_year_is_of_the_date_that_is_named() -> None:
    kept = STAYS[STAYS["booked_on"].between("2023-06-01", "2023-07-31")]
    asked = ask(STAYS, "average price of stays booked from June to July")
    assert only(asked) == pytest.approx(kept["price_chf"].mean())


def test_what_comes_round_is_of_the_date_that_is_named_in_the_plural() -> None:
    assert only(ask(STAYS, "how many arrivals in the summer")) == STAYS["arrival_date"].dt.month.isin([6, 7, 8]).sum()
    assert only(ask(STAYS, "how many arrivals in summer 2023")) == (
        STAYS["arrival_date"].between("2023-06-01", "2023-08-31").sum()
    )


def test_only_words_of_a_range_join_two_dates() -> None:
    known = profile(RECEIPTS)

    def read(question: str) -> tuple[str, list[Any]]:
        return question, moments(question, calendar_of(known, question))

    for question in ("March to May 2023", "between March and May 2023", "in 2023 between March and May"):
        assert [*ends(*read(question))] and not [*listed(*read(question))]
        (whole,) = joined(*read(question))
        assert whole.value[:2] == ("2023-03-01", "2023-05-31")
    for question in ("March and May 2023", "March vs May 2023"):
        assert not [*ends(*read(question))] and len(joined(*read(question))) == 2


def test_a_season_that_names_a_kind_of_thing_is_no_time() -> None:
    assert [one.name for one in recurring("sales in the spring term")] == []
    assert [one.name for one in recurring("sales in the spring by region")] == ["spring"]
    assert [one.name for one in recurring("in summer months")] == ["summer"]
