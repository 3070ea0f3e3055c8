"""Periods that a question names and that the data do not fill are told where rows are added up in them."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

SOLD = pd.DataFrame({
    "sold_on": pd.date_range("2023-03-10", "2024-02-04"),
    "revenue": [10 + place * 7 % 31 for place in range(332)],
    "shop": ["Elm", "Oak"] * 166,
})  # fmt: skip
END, START = "2024 is not whole: sold_on ends on 4 Feb 2024.", "Q1 2023 is not whole: sold_on begins on 10 Mar 2023."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("total revenue in 2024 by shop", [END]),
        ("total revenue in Q1 2023", [START]),
        ("total revenue in January 2024", []),
        ("average revenue in 2024", []),
        ("total revenue since 2024", []),
    ],
)
def test_a_period_that_is_not_whole_is_told(question: str, told: list[str]) -> None:
    assert [item for item in autoviz.ask(SOLD, question, reader="embedded").assumed if "whole" in item] == told


def test_data_by_month_fill_their_last_one() -> None:
    monthly = pd.DataFrame({"month": pd.date_range("2022-01-01", periods=24, freq="MS"), "revenue": range(24)})
    assert not autoviz.ask(monthly, "total revenue in 2023", reader="embedded").assumed
