"""Things without a kind of row: those of which no row is of it, and not all their other rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.readers.embedded.network import shipped

pytestmark = pytest.mark.skipif(shipped() is None, reason="needs the networks")

RNG = np.random.default_rng(21)
SHOPS = pd.DataFrame({
    "village": RNG.choice(["Aldham", "Bures", "Cockfield", "Denston", "Elmswell", "Felsham"], 90),
    "trade": RNG.choice(["Bakery", "Butcher", "Chemist", "Florist"], 90),
    "turnover_gbp": RNG.integers(20, 400, 90) * 1000,
    "listed": RNG.choice(["yes", "no"], 90),
})  # fmt: skip
SHOPS = SHOPS[~(SHOPS["village"].isin(["Bures", "Felsham"]) & (SHOPS["trade"] == "Florist"))].reset_index(drop=True)
WITHOUT = {"Bures", "Felsham"}


def asked(question: str) -> autoviz.Analysis:
    return autoviz.ask(SHOPS, question, reader="embedded")


@pytest.mark.parametrize("question", [
    "villages without a florist",
    "which villages have no florist",
    "villages that never had a florist",
    "villages where the florist did not open",
])  # fmt: skip
def test_things_without_a_kind_of_row_have_none_of_it(question):
    assert {*asked(question).table["village"]} == WITHOUT


def test_they_are_counted_where_their_number_is_asked_for():
    assert asked("how many villages have no florist").table.iloc[0, -1] == len(WITHOUT)


def test_an_amount_without_a_kind_of_row_is_one_of_all_others():
    found = asked("total turnover by village without florists").table.set_index("village").iloc[:, -1]
    others = SHOPS[SHOPS["trade"] != "Florist"].groupby("village")["turnover_gbp"].sum()
    assert dict(found) == dict(others)


def test_a_thing_named_without_another_of_its_kind_is_all_others():
    assert {*asked("villages without Bures").table["village"]} == {*SHOPS["village"]} - {"Bures"}
