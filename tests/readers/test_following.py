"""Sentences of one question: a later one may go on with the one before."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

PARCELS = pd.DataFrame({
    "depot": ["North", "South", "East"] * 40,
    "size": ["small", "large"] * 60,
    "weight_kg": [1 + place * 7 % 23 for place in range(120)],
    "rating": [None if place % 5 == place % 3 else place % 5 for place in range(120)],
})  # fmt: skip


@pytest.mark.parametrize("question", ["what share has no rating? by depot", "average weight; per depot"])
def test_what_is_only_split_takes_the_place_of_the_one_before(question: str) -> None:
    found = autoviz.ask(PARCELS, question, reader="embedded")
    unrated = 100 * PARCELS["rating"].isna().groupby(PARCELS["depot"]).mean()
    weights = PARCELS.groupby("depot")["weight_kg"].mean()
    expected = unrated if "rating" in question else weights
    assert len(found.tables) == 1
    assert found.table.set_index("depot").iloc[:, -1].to_dict() == pytest.approx(expected.to_dict())


def test_what_asks_again_is_answered_beside_it() -> None:
    found = autoviz.ask(PARCELS, "how many parcels are over 10 kg? split them by depot", reader="embedded")
    heavy = PARCELS[PARCELS["weight_kg"] > 10]
    assert found.tables[0].iloc[0, -1] == len(heavy)
    assert found.tables[1].set_index("depot").iloc[:, -1].to_dict() == heavy["depot"].value_counts().to_dict()


def test_what_stands_alone_stays_alone() -> None:
    question = "how many small parcels are there? what is the average weight by depot?"
    found = autoviz.ask(PARCELS, question, reader="embedded")
    assert found.tables[0].iloc[0, -1] == 60
    expected = PARCELS.groupby("depot")["weight_kg"].mean()
    assert found.tables[1].set_index("depot").iloc[:, -1].to_dict() == pytest.approx(expected.to_dict())


def test_what_share_is_so_is_told_of_each_group_where_a_second_sentence_splits_it() -> None:
    patients = pd.DataFrame({
        "patient": range(80), "site": ["Lyon", "Porto"] * 40, "dropped_out": ["Y", "N", "N", "N"] * 20,
    })  # fmt: skip
    found = autoviz.ask(patients, "what share of patients dropped out? by site", reader="embedded").table
    assert found.set_index("site").iloc[:, 0].to_dict() == {"Lyon": 50.0, "Porto": 0.0}
