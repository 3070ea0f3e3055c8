"""Things with more than so much are told by all their rows, and what nobody says is a guess."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.profile import profile
from autoviz.query.reference import computed
from autoviz.query.sql import from_sql, to_sql
from autoviz.readers.embedded.bounds_on_things import with_bounds_on_things

COUNT = np.arange(240)
LOANS = pd.DataFrame({
    "loan_id": COUNT + 1,
    "borrower": [f"Reader {at * 7 % 31}" for at in COUNT],
    "lent_on": pd.Timestamp("2023-01-02") + pd.to_timedelta(COUNT, unit="D"),
    "fine_eur": np.where(COUNT % 3 == 0, COUNT % 17 * 0.35, 0.0).round(2),
    "branch": np.resize(["Mitte", "Nord", "Ost"], 240),
})  # fmt: skip


def test_what_is_owed_is_added_up_over_all_rows() -> None:
    totals = LOANS.groupby("borrower")["fine_eur"].sum()
    found = autoviz.ask(LOANS, "borrowers who owe more than 5 euros", reader="embedded")
    assert {*found.table["borrower"]} == {*totals[totals > 5].index}


def test_a_number_of_rows_that_nobody_asked_for_is_a_guess() -> None:
    found = autoviz.ask(LOANS, "borrowers who owe more than 5", reader="embedded")
    assert "rows are counted: what there is more of is not said." in found.assumed
    assert found.confidence < 0.5


def test_what_is_counted_may_be_said() -> None:
    found = autoviz.ask(LOANS, "borrowers who have more than 7 loans", reader="embedded")
    assert not found.assumed and found.confidence > 0.5
    assert not autoviz.ask(LOANS, "borrowers who had 8 or more loans", reader="embedded").assumed


def test_who_got_the_most_got_no_rows() -> None:
    booked = pd.DataFrame({
        "booked_on": LOANS["lent_on"], "payee": np.resize(["Post", "Baker", "Rent", "Work", "Baker"], 240),
        "amount": np.where(COUNT % 9 == 0, 2400.0, -20.5 - COUNT % 31),
    })  # fmt: skip
    booked["balance"] = 1500 + booked["amount"].cumsum()
    found = autoviz.ask(booked, "which payee got the most", reader="embedded")
    assert "rows" not in found.answer or found.confidence < 0.5


MOST_LOANS = """SELECT "branch", count(*) AS "n" FROM t GROUP BY 1 ORDER BY 2 DESC LIMIT 1"""


def by_number(question: str) -> Reading:
    asked = Requirements(query=from_sql(MOST_LOANS, [*LOANS.columns]))
    read = Reading(requirements=asked, confidence=0.6, intent=Intent(primary="lookup", confidence=1.0, reasoning=""))
    return with_bounds_on_things(question, read, profile(LOANS))


def test_a_superlative_of_which_nothing_tells_what_it_goes_by_makes_a_number_of_rows_a_guess() -> None:
    for word in ("dirtiest", "strongest"):
        found = by_number(f"which is the {word} branch")
        assert found.requirements.assumed == (f"rows are counted: what '{word}' goes by is not said.",)
        assert found.confidence < 0.5


def test_a_superlative_of_numbers_goes_by_rows() -> None:
    for word in ("busiest", "largest", "commonest"):
        assert by_number(f"which is the {word} branch").confidence == 0.6


STAYS = pd.DataFrame({
    "stay": COUNT + 1,
    "channel": np.resize(["Direct", "Phone", "Agency"], 240),
    "guests": COUNT % 4 + 1,
    "rating": np.resize([8.5, 7.5, 9.0, 6.5, 7.0, 8.0], 240),
})  # fmt: skip


def by_rating(question: str) -> Requirements:
    sql = """SELECT "channel", avg("rating") AS "r" FROM t WHERE "guests" < 8 GROUP BY 1 ORDER BY 2 DESC LIMIT 1"""
    asked = Requirements(outputs=("chart",), query=from_sql(sql, [*STAYS.columns]))
    read = Reading(requirements=asked, confidence=0.6, intent=Intent(primary="lookup", confidence=1.0, reasoning=""))
    return with_bounds_on_things(question, read, profile(STAYS)).requirements


def test_groups_are_kept_by_what_they_come_to() -> None:
    query = by_rating("which channel has an average rating under 8").query
    assert query is not None and query.where is None and query.having is not None and query.limit is None
    assert {*computed(to_sql(query), STAYS)["channel"]} == {"Direct", "Phone"}


def test_single_rows_are_kept_where_no_group_is_said_to_come_to_so_much() -> None:
    among = "which channel has the highest average rating among stays of under 8 guests"
    for question in (among, "average rating under 8 by channel"):
        query = by_rating(question).query
        assert query is not None and query.having is None


def after_counting(question: str) -> Requirements:
    sql = 'SELECT "channel", avg("rating") AS "r", count(*) AS "n" FROM t GROUP BY 1 HAVING count(*) > 7'
    asked = Requirements(outputs=("chart",), query=from_sql(sql, [*STAYS.columns]))
    read = Reading(requirements=asked, confidence=0.6, intent=Intent(primary="lookup", confidence=1.0, reasoning=""))
    return with_bounds_on_things(question, read, profile(STAYS)).requirements


def test_a_bound_behind_the_name_of_a_measure_bounds_its_rows() -> None:
    query = after_counting("average rating of stays with a rating over 7 by channel").query
    assert query is not None and query.having is None
    kept = STAYS[STAYS["rating"] > 7].groupby("channel")["rating"].mean()
    assert computed(to_sql(query), STAYS).set_index("channel")["r"].to_dict() == pytest.approx(kept.to_dict())


@pytest.mark.parametrize("question", ["average rating by channel with over 7 stays", "channels with more than 7 stays"])
def test_a_bound_before_what_is_counted_keeps_groups(question: str) -> None:
    query = after_counting(question).query
    assert query is not None and query.having is not None and query.where is None
