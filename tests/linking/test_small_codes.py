"""Codes that are little words in small letters are heard where they stand as codes do."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.linking.small_codes import in_capitals
from autoviz.profile import profile

ROWS = 160
CLIENTS = pd.DataFrame({
    "client": [f"C{number}" for number in range(ROWS)],
    "country": np.resize(["US", "UK", "DE", "FR", "IT"], ROWS),
    "dept": np.resize(["IT", "HR", "Sales", "Legal"], ROWS),
    "spend_usd": np.arange(ROWS) * 7 % 90 + 0.5,
})  # fmt: skip
KNOWN = profile(CLIENTS.drop(columns="dept"))


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("average spend in the us", "average spend in the US"),
        ("clients in us by month", "clients in US by month"),
        ("us vs uk", "US vs UK"),
        ("compare uk and us by spend", "compare UK and US by spend"),
        ("show us the spend", "show us the spend"),
        ("how many of us spend more than de", "how many of us spend more than de"),
        ("is it more in fr or de", "is it more in FR or DE"),
        ("what is it that clients like", "what is it that clients like"),
    ],
)
def test_codes_stand_in_capitals(question: str, meant: str) -> None:
    assert in_capitals(question, KNOWN) == meant


def test_a_table_without_such_codes_leaves_a_question_as_it_is() -> None:
    towns = profile(pd.DataFrame({"town": ["Bath", "York", "Leeds"] * 20, "rent": range(60)}))
    assert in_capitals("rent in the us", towns) == "rent in the us"


def test_a_code_that_is_a_little_word_keeps_its_rows() -> None:
    found = autoviz.ask(CLIENTS.drop(columns="dept"), "average spend in the us")
    kept = CLIENTS.loc[CLIENTS["country"] == "US", "spend_usd"].mean()
    assert found.table.iloc[0, -1] == pytest.approx(kept)
    both = autoviz.ask(CLIENTS.drop(columns="dept"), "compare us and uk by average spend")
    assert {*both.table["country"]} == {"UK", "US"}


def test_a_department_behind_its_article_is_one() -> None:
    found = autoviz.ask(CLIENTS.drop(columns="country"), "how many clients are in the it department")
    assert str((CLIENTS["dept"] == "IT").sum()) in found.answer
