"""Of which of two groups a claim is made: what a course leads to, else what is named first."""

from __future__ import annotations

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
