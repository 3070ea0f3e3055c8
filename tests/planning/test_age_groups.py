"""Children, adults and seniors are those of an age, which is told."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz

COUNT = np.arange(300)
GUESTS = pd.DataFrame({
    "survived": COUNT % 7 % 2,
    "class": COUNT % 3 + 1,
    "sex": np.resize(["female", "male"], 300),
    "age": COUNT * 11 % 80,
    "siblings": COUNT % 4,
    "fare": 5.5 + COUNT * 7 % 90,
})  # fmt: skip
YOUNG = GUESTS["age"] < 18
TOLD = "children are those with age under 18."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many children", YOUNG.sum()),
        ("how many children survived", (YOUNG & (GUESTS["survived"] == 1)).sum()),
        ("average fare of children", GUESTS.loc[YOUNG, "fare"].mean()),
        ("share of children", 100 * YOUNG.mean()),
    ],
)
def test_children_are_those_under_age(question: str, expected: float) -> None:
    found = autoviz.ask(GUESTS, question, reader="embedded")
    assert found.table.iloc[0, -1] == pytest.approx(expected)
    assert TOLD in found.assumed


def test_they_are_counted_by_group() -> None:
    found = autoviz.ask(GUESTS, "children by class", reader="embedded").table.set_index("class")["count"]
    assert found.to_dict() == GUESTS[YOUNG]["class"].value_counts().to_dict()


def test_children_that_a_column_counts_are_no_age() -> None:
    families = GUESTS.rename(columns={"siblings": "children"})
    found = autoviz.ask(families, "how many children", reader="embedded")
    assert found.table.iloc[0, -1] == families["children"].sum() and TOLD not in found.assumed


def test_children_that_people_have_are_no_age() -> None:
    assert TOLD not in autoviz.ask(GUESTS, "average fare of guests with children", reader="embedded").assumed


def test_children_that_a_column_calls_kids_are_no_age() -> None:
    families = GUESTS.rename(columns={"siblings": "kids"})
    found = autoviz.ask(families, "average number of children", reader="embedded")
    assert found.table.iloc[0, -1] == pytest.approx(families["kids"].mean()) and not found.assumed


def test_an_age_that_the_question_sets_itself_stands() -> None:
    found = autoviz.ask(GUESTS, "pensioners travelling: what share is 60 or more?", reader="embedded")
    assert found.table.iloc[0, -1] == pytest.approx(100 * (GUESTS["age"] >= 60).mean())
