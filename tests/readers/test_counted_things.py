"""What is counted where things have an id and a name."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

NAMES = [f"{one} {other}" for one in ("Blue", "Red", "Oak", "Hill") for other in ("Foods", "Labs", "Co")]
ACCOUNTS = pd.DataFrame({
    "Account ID": [f"{number:05}" for number in range(17, 77)],
    "Account Name": NAMES * 5,
    "Owner": ["Amy", "Bob", "Cem"] * 20,
    "Phone": [None, "555-1", "555-2", "555-3", "555-4"] * 12,
})  # fmt: skip
NAMED = ACCOUNTS.drop(columns="Account ID")


@pytest.mark.parametrize(("question", "told"), [
    ("how many accounts have no phone number?", "12 accounts"), ("accounts per owner", "Amy 20"),
])  # fmt: skip
def test_things_with_an_id_of_their_own_in_every_row_are_its_rows(question: str, told: str) -> None:
    assert told in autoviz.ask(ACCOUNTS, question, reader="embedded").answer


def test_without_one_different_names_are_different_things() -> None:
    assert "12 different accounts" in autoviz.ask(NAMED, "how many accounts are there?", reader="embedded").answer
