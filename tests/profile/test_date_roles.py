"""Which date: several date columns told apart by the question's words, their roles and what they cover."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.profile import profile
from autoviz.profile.date_roles import has_hours, main_date, role_of

DAYS = pd.date_range("2024-01-01", periods=30)


def orders(**more: object) -> pd.DataFrame:
    return pd.DataFrame({"amount": [n + 0.5 for n in range(30)], **more})


def chosen(frame: pd.DataFrame, question: str = "", **options: bool) -> str | None:
    date = main_date(profile(frame), question.split(), **options)
    return date.column if date else None


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("order_date", "event"),
        ("birth_date", "birth"),
        ("DOB", "birth"),
        ("started_at", "start"),
        ("end_time", "end"),
        ("updated_at", "record"),
        ("postedDate", "event"),
        ("foo", ""),
    ],
)
def test_a_name_says_what_a_date_is_of(name, role):
    assert role_of(name) == role


def test_the_event_goes_before_births_ends_and_updates():
    frame = orders(updated_at=DAYS, birth_date=DAYS - pd.Timedelta("9000D"), end_date=DAYS, order_date=DAYS)
    assert chosen(frame) == "order_date"
    date = main_date(profile(frame))
    assert date is not None
    assert set(date.others) == {"updated_at", "birth_date", "end_date"}
    assert "would be another" in date.reason


def test_the_words_of_the_question_go_first():
    frame = orders(order_date=DAYS, ship_date=DAYS, birth_date=DAYS - pd.Timedelta("9000D"))
    assert chosen(frame, "amount by ship month") == "ship_date"
    assert chosen(frame, "people born per year") == "birth_date"
    assert chosen(frame, "amount per month") == "order_date"


def test_a_date_that_is_mostly_missing_is_not_the_main_one():
    frame = orders(order_date=[*DAYS[:5], *[None] * 25], start_date=DAYS)
    assert chosen(frame) == "start_date"


def test_hours_come_from_where_the_hours_are():
    frame = orders(order_date=DAYS, pickup=DAYS + pd.to_timedelta(range(30), unit="h"))
    assert chosen(frame, "rides by hour", hours=True) == "pickup"
    assert chosen(frame) == "order_date"
    found = profile(frame)
    assert has_hours(found.by_name["pickup"])
    assert not has_hours(found.by_name["order_date"])


def test_the_time_of_a_panel_is_the_main_date():
    frame = pd.DataFrame(
        {
            "country": ["Peru", "Chile", "Cuba"] * 4,
            "founded_date": pd.to_datetime(["1821-07-28", "1818-02-12", "1902-05-20"] * 4),
            "year": [2000] * 3 + [2001] * 3 + [2002] * 3 + [2003] * 3,
            "gdp": [n + 0.25 for n in range(12)],
        }
    )
    assert chosen(frame) == "year"


def test_no_date_is_no_choice():
    assert main_date(profile(orders())) is None
