"""Dates in text that do not stand in the order of time: first, last and before are those of the calendar."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pytest

from autoviz import ask
from autoviz.planning.compiling import dated_text
from autoviz.profile import profile
from autoviz.query.language import Aggregate, Call, Column, Named, Query, Sort

FIRST = date(2024, 1, 29)
DAYS = [FIRST + timedelta(days=9 * n) for n in range(40)]
WRITINGS = {
    "%d.%m.%Y": "14.03.2025",
    "%d/%m/%Y": "14/03/2025",
    "%m/%d/%Y": "03/14/2025",
    "%-d %b %Y": "3 Mar 2024",
    "%B %d, %Y": "March 03, 2024",
    "%d.%m.%Y 09:30": "14.03.2025 09:30",
}
ENGINES: dict[str, Callable[[pd.DataFrame], Any]] = {
    "pandas": lambda frame: frame,
    "polars": pl.from_pandas,
    "duckdb": duckdb.from_df,
}


def orders(form: str, every: int = 0, word: str | None = None) -> pd.DataFrame:
    """Forty orders, of which every so many have no date."""
    texts: list[str | None] = [day.strftime(form) for day in DAYS]
    texts = [word if every and n % every == 2 else text for n, text in enumerate(texts)]
    return pd.DataFrame({"order_no": range(1, 41), "received": texts, "revenue": [10.0 + n % 7 for n in range(40)]})


@pytest.mark.parametrize("form", WRITINGS, ids=WRITINGS.values())
@pytest.mark.parametrize("engine", ENGINES)
def test_the_earliest_date_is_that_of_the_calendar(form: str, engine: str) -> None:
    found = ask(ENGINES[engine](orders(form)), "what is the earliest date")
    assert "2024-01-29" in found.answer
    assert "00:00:00" not in found.answer
    assert str(found.proof).startswith("proven")
    assert "strptime" in found.sql


@pytest.mark.parametrize("form", WRITINGS, ids=WRITINGS.values())
def test_only_dates_that_stand_in_the_order_of_time_are_kept_as_they_are_written(form: str) -> None:
    known = profile(orders(form)).by_name["received"].dates
    assert known is not None and not known.in_order
    iso = profile(orders("%Y-%m-%d")).by_name["received"].dates
    assert iso is not None and iso.in_order
    unpadded = profile(orders("%Y-%-m-%-d")).by_name["received"].dates
    assert unpadded is not None and not unpadded.in_order


@pytest.mark.parametrize(
    "query",
    [
        Query(order=(Sort(expr=Column(name="received")),)),
        Query(measures=(Named(name="last", expr=Aggregate(func="max", args=(Column(name="received"),))),)),
        Query(
            measures=(
                Named(name="n", expr=Aggregate(func="at max", args=(Column(name="order_no"), Column(name="received")))),
            )
        ),
        Query(where=Call(op="<", args=(Column(name="received"), Column(name="received")))),
    ],
    ids=["order", "last", "at last", "before"],
)
def test_what_comes_first_is_asked_of_dates(query: Query) -> None:
    assert dated_text(query, profile(orders("%d.%m.%Y"))) == ("received",)
    assert dated_text(query, profile(orders("%Y-%m-%d"))) == ()


@pytest.mark.parametrize("word", [None, "n.a.", "tbd"])
@pytest.mark.parametrize("engine", ENGINES)
def test_rows_without_a_date_have_no_busiest_month(engine: str, word: str | None) -> None:
    frame = ENGINES[engine](orders("%d.%m.%Y", every=4, word=word))
    found = ask(frame, "which month had the most orders")
    assert not found.answer.startswith("(missing)")
    assert any(f"{told} the most orders" in found.answer for told in ("has", "are level with", "is"))
    assert "Rows without received are left out of this." in found.answer


def test_the_first_groups_are_groups_that_have_a_name() -> None:
    frame = pd.DataFrame({"region": ["North", "South", None, None, None, "North"] * 5, "revenue": [1.0, 2.0, 9.0] * 10})
    found = ask(frame, "top 2 regions by revenue")
    assert set(found.table["region"]) == {"North", "South"}
    assert any("rows without region are left out" in told for told in found.assumed)
    most = ask(frame, "which region has the most rows")
    assert most.answer.startswith("North has the most rows: 10")


def test_words_for_a_missing_date_are_no_failures() -> None:
    known = profile(orders("%d.%m.%Y", every=4, word="n.a.")).by_name["received"]
    assert known.kind == "temporal"
    assert known.dates is not None and known.dates.parse_rate == 1 and known.dates.missing == ("n.a.",)
