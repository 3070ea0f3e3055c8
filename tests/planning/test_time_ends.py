"""The earliest and the latest go by the date, whatever else a reading would put in order."""

from __future__ import annotations

from datetime import date, timedelta

import pandas as pd
import pytest

import autoviz

DAYS = [date(2024, 1, 5) + timedelta(days=(17 * n) % 120) for n in range(60)]


def orders(form: str) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "order_no": range(1000, 1060),
            "received": [day.strftime(form) for day in DAYS],
            "region": ["North", "South", "East"] * 20,
            "revenue": [(37 * n) % 101 + 0.5 for n in range(60)],
        }
    )


@pytest.mark.parametrize("form", ["%Y-%m-%d", "%d.%m.%Y"])
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("earliest received", min(DAYS)),
        ("latest received", max(DAYS)),
        ("when was the last order received", max(DAYS)),
        ("most recent order", max(DAYS)),
    ],
)
def test_what_is_earliest_or_latest_is_told_by_its_date(form: str, question: str, expected: date) -> None:
    asked = autoviz.ask(orders(form), question)
    assert expected.isoformat() in asked.answer
    assert "revenue:" not in asked.answer
    assert asked.proof.verdict == "proven"


def test_the_latest_rows_are_those_of_the_last_dates() -> None:
    asked = autoviz.ask(orders("%d.%m.%Y"), "the 3 latest orders")
    last = sorted(range(60), key=lambda n: DAYS[n], reverse=True)[:3]
    assert set(asked.table["order_no"]) == {1000 + n for n in last}
    assert any("latest goes by received" in told for told in asked.assumed)


@pytest.mark.parametrize("question", ["latest received by region", "total revenue by region", "orders per month"])
def test_what_minds_the_date_already_stays(question: str) -> None:
    asked = autoviz.ask(orders("%Y-%m-%d"), question)
    assert not any("goes by received" in told for told in asked.assumed)
