"""Of which of two groups a claim is made: what a course leads to, else what is named first."""

from __future__ import annotations

from functools import partial

import pandas as pd
import pytest

import autoviz
from autoviz.drawing.scales import places

MARKS = pd.DataFrame({
    "term": ["autumn 2023", "spring 2024"] * 60,
    "class": ["1a", "1a", "2b"] * 40,
    "mark": [4.0 + (place % 2) * 0.5 + (place % 5) * 0.1 for place in range(120)],
})  # fmt: skip
PLAYS = pd.DataFrame({
    "season": ["2021/22", "2022/23", "2023/24"] * 40,
    "stage": ["main", "studio"] * 60,
    "visitors": [300 - (place % 3) * 40 + place % 7 for place in range(120)],
})  # fmt: skip


@pytest.mark.parametrize(
    ("frame", "question", "word"),
    [
        (MARKS, "Did marks improve from autumn to spring?", "Yes"),
        (MARKS, "Did the average mark fall from autumn 2023 to spring 2024?", "No"),
        (MARKS, "Did marks get better in spring?", "Yes"),
        (PLAYS, "Did the number of visitors fall from 2022/23 to 2023/24?", "Yes"),
        (PLAYS, "Did visitors rise from 2022/23 to 2023/24?", "No"),
    ],
)
def test_a_course_is_claimed_of_where_it_ends(frame, question, word):
    assert autoviz.ask(frame, question, reader="embedded").answer.startswith(f"{word}:")


def test_parts_of_years_come_in_the_order_of_time():
    found = places(["spring 2024", "autumn 2023", "spring 2023"])
    assert sorted(found, key=found.get) == ["spring 2023", "autumn 2023", "spring 2024"]
    assert places(["Brazil 2014", "Russia 2018"]) is None


PAY = pd.DataFrame({
    "union": [0, 1] * 60,
    "sx": [0, 0, 1] * 40,
    "wage": [1600 + (place % 2) * 200 - (place % 3 == 2) * 150 for place in range(120)],
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("do union firms pay higher wages?", "Yes: average wage is 1,750 for union 1"),
        ("do union firms pay lower wages than non union?", "No: average wage is 1,750 for union and 1,550 for non"),
    ],
)
def test_a_claim_of_a_column_of_0_and_1_is_one_of_the_rows_with_a_1(question, begins):
    assert autoviz.ask(PAY, question, reader="embedded").answer.startswith(begins)


def test_codes_that_no_word_names_decide_no_claim():
    """Which of two codes the women are nobody said: the figures are told, and neither yes nor no."""
    told = autoviz.ask(PAY, "is the average wage lower for women, by sx?", reader="embedded").answer
    assert not told.startswith(("Yes", "No")), told


def test_of_a_flag_what_stands_before_than_is_claimed() -> None:
    frame = pd.DataFrame({"promo": [True, False, False] * 20, "total": [30.0, 50.0, 40.0] * 20})
    ask = partial(autoviz.ask, frame)
    assert ask("is the average total higher with promo than without?").answer.startswith("No: ")
    assert ask("is the average total lower with promo than without?").answer.startswith("Yes: ")
