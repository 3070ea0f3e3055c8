"""A question that speaks of them, those or their rows asks of the rows that were kept before it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.planning.of_those import KEPT, speaks_of_those
from autoviz.profile import profile

CHANCE = np.random.default_rng(8)
ROWS = 240
LOANS = pd.DataFrame({
    "loan": [f"L{number}" for number in range(ROWS)],
    "branch": CHANCE.choice(["North", "South", "Harbour"], ROWS),
    "kind": CHANCE.choice(["Novel", "Comic", "Map"], ROWS),
    "renewed": CHANCE.choice(["yes", "no"], ROWS),
    "days_out": CHANCE.integers(1, 60, ROWS),
})  # fmt: skip
NORTH = LOANS[LOANS["branch"] == "North"]


@pytest.mark.parametrize(
    "question",
    [
        "how many loans were made at North and how many of those were renewed",
        "how many loans were made at North? how many of them were renewed?",
    ],
)
def test_the_second_part_counts_rows_of_the_first(question: str) -> None:
    found = autoviz.ask(LOANS, question)
    assert f"There are {len(NORTH)} loans" in found.answer
    assert f" {int(NORTH['renewed'].eq('yes').sum())} " in found.answer


def test_the_rows_of_the_first_part_are_counted_in_groups() -> None:
    found = autoviz.ask(LOANS, "how many loans were out for more than 30 days? show them by branch")
    kept = LOANS[LOANS["days_out"] > 30]
    assert found.tables[-1].set_index("branch").iloc[:, -1].to_dict() == kept.groupby("branch").size().to_dict()


def test_parts_with_rows_of_their_own_keep_them() -> None:
    found = autoviz.ask(LOANS, "how many loans were made at North and how many of them at South")
    assert str(len(LOANS[LOANS["branch"] == "South"])) in found.answer


def test_a_follow_up_counts_rows_of_the_question_before() -> None:
    session = autoviz.Session(LOANS)
    session.ask("how many loans were made at North")
    found = session.ask("how many of them were renewed?")
    assert f" {int(NORTH['renewed'].eq('yes').sum())} " in found.answer
    assert KEPT in found.assumed
    third = session.ask("what is their average number of days out?")
    kept = NORTH[NORTH["renewed"] == "yes"]
    assert float(third.table.iloc[0, -1]) == pytest.approx(kept["days_out"].mean())


@pytest.mark.parametrize(
    ("second", "least"), [("which of them is the longest?", False), ("which of those is the shortest", True)]
)
def test_a_follow_up_asks_which_of_the_groups_before_it_is_at_an_end(second: str, least: bool) -> None:
    session = autoviz.Session(LOANS)
    session.ask("average days out by branch")
    means = LOANS.groupby("branch")["days_out"].mean()
    assert session.ask(second).answer.startswith(means.idxmin() if least else means.idxmax())


def test_a_question_of_its_own_keeps_no_rows_of_the_one_before() -> None:
    session = autoviz.Session(LOANS)
    session.ask("how many loans were made at North")
    found = session.ask("how many loans are there by kind and what are their average days out")
    assert "North" not in found.answer and KEPT not in found.assumed


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        ("how many of them were renewed", True), ("what is their average days_out", True),
        ("average days_out of those", True), ("branches and their average days_out", False),
        ("how many of those with more than 10 days", False), ("comics and how many of them were renewed", False),
        ("average days_out by branch", False),
    ],
)  # fmt: skip
def test_what_a_text_names_itself_is_not_what_stood_before(text: str, speaks: bool) -> None:
    assert speaks_of_those(text, profile(LOANS)) is speaks
