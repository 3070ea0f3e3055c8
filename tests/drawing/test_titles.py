"""Titles say what is shown, in the words of the user's own columns."""

from __future__ import annotations

import narwhals.stable.v2 as nw
import pandas as pd
import pytest

from autoviz.drawing.encoding import Encoding
from autoviz.drawing.finish import _head
from autoviz.drawing.titles import (
    chart_title,
    filled,
    measure,
    measure_title,
    pair_title,
    readable,
    share_title,
    spread_title,
    unitless,
    with_unit,
)
from autoviz.table import Lineage, Table

NAMES = ("date", "region", "segment", "revenue", "units")


def table(**lineage: Lineage) -> Table:
    return Table(nw.from_native(pd.DataFrame({name: [1] for name in NAMES})), lineage)


@pytest.mark.parametrize(("name", "words"), [
    ("product_category", "product category"), ("productCategory", "product category"), ("MPG", "MPG"),
    ("Miles_per_Gallon", "miles per gallon"), ("DEPT_CODE", "dept code"), ("EMPLOYEE", "employee"),
    ("unit price", "unit price"), ("ProductType", "product type"), ("x2", "x2"), ("used_kWh", "used kWh"),
    ("pH", "pH"), ("powerKw", "power kw"), ("Unit Price", "unit price"), ("GDP per Capita", "GDP per capita"),
    ("Sales in May", "sales in May"), ("T.Rex", "T.Rex"), ("HbA1c_before", "HbA1c before"), ("salesQ1", "sales q1"),
])  # fmt: skip
def test_column_names_become_words(name: str, words: str) -> None:
    assert readable(name) == words


@pytest.mark.parametrize(("story", "words"), [
    (Lineage("revenue", "sum"), "total revenue"),
    (Lineage("revenue", "mean"), "average revenue"),
    (Lineage("revenue", "quantile", quantile=0.29), "29th percentile of revenue"),
    (Lineage("revenue", "quantile", quantile=0.01), "1st percentile of revenue"),
    (Lineage("revenue", "quantile", quantile=0.975), "97.5th percentile of revenue"),
    (Lineage("revenue", "nunique"), "number of distinct revenue"),
    (Lineage("", "count"), "number of rows"),
    (Lineage("customer_id", "count"), "number of customer id values"),
    (Lineage("revenue"), "revenue"),
    (Lineage("revenue", "sum", made_by="share"), "share of total revenue"),
    (Lineage("revenue", "sum", made_by="change against the previous year"),
     "change in total revenue against the previous year"),
    (Lineage("revenue", "sum", made_by="rolling average of 3"), "total revenue (rolling average of 3)"),
    (Lineage("cost and units", made_by="ratio of cost and units"), "revenue"),
    (Lineage("cost and units", "mean", made_by="ratio of cost and units"), "average revenue"),
])  # fmt: skip
def test_a_measure_is_told_with_how_it_was_made(story: Lineage, words: str) -> None:
    assert measure(table(revenue=story), "revenue") == words


def test_an_axis_has_the_unit() -> None:
    assert measure_title(table(revenue=Lineage("revenue", "sum", unit="USD")), "revenue") == "Total revenue (USD)"


@pytest.mark.parametrize(("grain", "title"), [
    ("month", "Total revenue by region, monthly, for each segment"),
    ("quarter", "Total revenue by region, quarterly, for each segment"),
    (None, "Total revenue by region over time, for each segment"),
])  # fmt: skip
def test_a_chart_over_time_names_the_grain_after_the_groups(grain: str | None, title: str) -> None:
    story = table(revenue=Lineage("revenue", "sum"), date=Lineage("date", grain=grain))
    encoding = Encoding(story, "line", "date", ("revenue",), "region", "segment")
    assert chart_title(encoding, over_time=True) == title


def test_a_chart_by_category_names_each_group_once() -> None:
    encoding = Encoding(table(revenue=Lineage("revenue", "sum")), "bar", "region", ("revenue", "units"), "region")
    assert chart_title(encoding, over_time=False) == "Total revenue and units by region"


def test_other_charts_have_words_of_their_own() -> None:
    told = table(revenue=Lineage("revenue", "sum"), units=Lineage("", "count"))
    pair = Encoding(table(), "scatter", "units", ("revenue",), "region")
    assert pair_title(pair) == "Revenue against units by region"
    assert share_title(Encoding(told, "pie", "region", ("revenue",)), ["region"]) == "Share of total revenue by region"
    assert share_title(Encoding(told, "pie", "region", ("units",)), ["region"]) == "Share of rows by region"
    spread = Encoding(table(), "box", "region", ("revenue",))
    assert spread_title(spread, "revenue", ["region", None]) == "Distribution of revenue by region"


@pytest.mark.parametrize(
    ("words", "told"), [("total", "total"), ("total bill", "total bill"), ("totals", "total totals")]
)
def test_a_total_is_not_a_total_total(words: str, told: str) -> None:
    assert filled("total {}", words) == told


def test_what_stands_above_a_chart_fits_a_page_of_700_pixels() -> None:
    words = "a measure of something that takes many words to name in full, by one group and by another group of names"
    head = _head(words, (f"{words}, and more: {words}.",), {})
    lines = head["title"]["text"].split("<br>"), head["title"]["subtitle"]["text"].split("<br>")
    assert max(map(len, lines[0])) * 9.2 <= 630 and max(map(len, lines[1])) * 6.4 <= 630


@pytest.mark.parametrize(
    ("words", "unit", "told"),
    [
        ("cost usd", "USD", "cost (USD)"),
        ("Weight in lbs", "lb", "Weight (lb)"),
        ("nitrate mg l", "mg/l", "nitrate (mg/l)"),
        ("fare (EUR)", "EUR", "fare (EUR)"),
        ("amount (£)", "GBP", "amount (GBP)"),
        ("carat", "carat", "carat"),
        ("minutes in", "minutes", "minutes in (minutes)"),
        ("price", "", "price"),
    ],
)
def test_a_unit_is_told_once(words: str, unit: str, told: str) -> None:
    assert with_unit(unitless(words, unit), unit) == told


@pytest.mark.parametrize(("name", "unit", "words", "title"), [
    ("total_gbp", "GBP", "total in GBP", "total in GBP"),
    ("fare_eur", "EUR", "fare", "fare (EUR)"),
    ("rental_days", "days", "rental days", "rental days"),
    ("wait_min", "minutes", "wait", "wait (minutes)"),
])  # fmt: skip
def test_a_name_keeps_the_unit_without_which_it_says_nothing(name: str, unit: str, words: str, title: str) -> None:
    assert unitless(readable(name), unit) == words
    assert with_unit(words, unit) == title


def test_a_long_title_is_broken_before_the_buttons_of_the_figure() -> None:
    lines = str(_head("Average time from start date to returned at by bike type, country Germany", (), {})["title"])
    assert "by bike type,<br>country Germany" in lines
