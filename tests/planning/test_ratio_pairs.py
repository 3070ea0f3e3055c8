"""A ratio of two totals is taken over the rows that have both, and what is left out is told."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def months() -> pd.DataFrame:
    """Two shops with 10 a visitor each; Bergen has two months whose revenue nobody wrote down."""
    months = pd.date_range("2023-01-01", periods=12, freq="MS")
    frame = pd.DataFrame({"shop": np.repeat(["Oslo", "Bergen"], 12), "month": [*months, *months]})
    frame["visitors"] = np.arange(24) * 7 % 90 + 100
    frame["revenue_eur"] = frame["visitors"] * 10.0
    frame.loc[[13, 14], "revenue_eur"] = np.nan
    return frame


def test_months_without_revenue_do_not_make_visitors_poorer(months):
    found = autoviz.ask(months, "revenue per visitor by shop")
    assert [round(float(value), 6) for value in found.table.iloc[:, 1]] == [10.0, 10.0]
    assert any("2 of all 24 rows have no revenue_eur" in told for told in found.requirements.assumed)


def test_nothing_is_left_out_where_nothing_lacks(months):
    found = autoviz.ask(months[months["shop"] == "Oslo"].assign(format=["a", "b"] * 6), "revenue per visitor by format")
    assert [round(float(value), 6) for value in found.table.iloc[:, 1]] == [10.0, 10.0]
    assert found.requirements.query.where is None


def test_shop_that_grew_the_most_is_told_by_the_difference(months):
    grown = months.assign(
        month=lambda frame: frame["month"].where(frame.index % 2 == 0, frame["month"] + pd.DateOffset(years=1)),
        revenue_eur=lambda frame: np.where((frame["shop"] == "Bergen") & (frame.index % 2 == 1), 2000.0, 1500.0),
    )
    answer = autoviz.ask(grown, "which shop's revenue grew the most from 2023 to 2024?").answer
    assert answer.startswith("Bergen")
    assert "3,000" in answer
