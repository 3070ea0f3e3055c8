"""What has not happened since a date happened last before it."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

STOCK = pd.DataFrame({
    "sku": [f"S{place:03d}" for place in range(200)],
    "category": ["Tools", "Paint"] * 100,
    "on_hand": [place * 7 % 90 for place in range(200)],
    "last_restocked": pd.date_range("2024-01-01", periods=200),
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("items not restocked since May 2024", "2024-05-01"),
        ("how many items haven't been restocked since 1 March 2024", "2024-03-01"),
        ("items that were never restocked after April 2024", "2024-05-01"),
    ],
)
def test_it_happened_last_before(question: str, day: str) -> None:
    found = autoviz.ask(STOCK, question, reader="embedded")
    expected = int((STOCK["last_restocked"] < day).sum())
    assert (found.table.iloc[0, -1] if "how many" in question else len(found.table)) == expected


def test_what_did_happen_stays() -> None:
    found = autoviz.ask(STOCK, "items restocked since May 2024", reader="embedded")
    assert f"{int((STOCK['last_restocked'] >= '2024-05-01').sum())} " in found.answer


def test_without_a_column_of_the_last_time_it_is_a_guess() -> None:
    orders = STOCK.rename(columns={"last_restocked": "ordered_on"})
    assert autoviz.ask(orders, "items not ordered since May 2024", reader="embedded").confidence < 0.5
