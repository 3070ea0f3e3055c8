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


@pytest.mark.parametrize("question", ["latest price by symbol", "most recent price for each symbol"])
def test_the_latest_of_a_measure_is_that_of_the_last_date(question):
    frame = _quotes()
    asked = autoviz.ask(frame, question)
    assert dict(zip(asked.table["symbol"], asked.table.iloc[:, -1], strict=True)) == {"AAA": 19.0, "BBB": 29.0}


def test_the_current_value_of_one_thing_is_its_last():
    assert "19" in autoviz.ask(_quotes(), "current price of AAA").answer
    assert autoviz.ask(_quotes(), "highest price by symbol").table.iloc[:, -1].max() == 68.0


def _quotes() -> pd.DataFrame:
    days = pd.date_range("2024-01-01", periods=40)
    return pd.concat(
        pd.DataFrame({"symbol": name, "date": days, "price": [last + float(40 - n) for n in range(1, 41)]})
        for name, last in (("AAA", 19), ("BBB", 29))
    )


@pytest.mark.parametrize("question", ["last 10 orders", "show me the last 10 rows", "the last ten orders"])
def test_the_last_few_things_are_those_with_the_latest_dates(question):
    frame = orders("%Y-%m-%d")
    found = autoviz.ask(frame, question, reader="embedded")
    assert len(found.table) == 10
    latest = sorted(DAYS)[-10]
    assert min(pd.to_datetime(found.table["received"]).dt.date) >= latest


def test_last_is_told_to_play_no_part_where_no_date_says_what_came_last():
    found = autoviz.ask(orders("%Y-%m-%d").drop(columns="received"), "last 10 rows", reader="embedded")
    assert "last" in found.requirements.not_found


def test_the_last_days_are_a_span_and_no_things():
    found = autoviz.ask(orders("%Y-%m-%d"), "total revenue in the last 30 days", reader="embedded")
    assert found.table.shape == (1, 1)
