"""Stocks over longer periods than the data's own, and years by decades."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


def warehouses():
    months = pd.date_range("2021-01-01", periods=36, freq="MS")
    return pd.DataFrame(
        {
            "month": np.tile(months, 3),
            "warehouse": np.repeat(["Leeds", "York", "Hull"], 36),
            "stock": np.concatenate([np.arange(36) + 100, np.arange(36) * 2 + 50, np.full(36, 80)]),
            "shipped": np.tile(np.arange(36) + 5, 3),
        }
    )


def test_a_stock_is_not_added_up_over_months():
    frame = warehouses()
    asked = autoviz.ask(frame, "total stock by year")
    monthly = frame.groupby("month")["stock"].sum()
    assert asked.table.iloc[:, -1].tolist() == pytest.approx(monthly.groupby(monthly.index.year).mean().tolist())
    assert "stock is a level, not added up over month: the total at each month, averaged." in asked.assumed
    assert asked.proof.verdict == "proven"


def test_a_flow_is():
    frame = warehouses()
    asked = autoviz.ask(frame, "total shipped by year")
    assert asked.table.iloc[:, -1].tolist() == frame.groupby(frame["month"].dt.year)["shipped"].sum().tolist()


def test_how_much_there_is_is_that_of_the_last_month():
    asked = autoviz.ask(warehouses(), "how much stock do we have")
    assert asked.table.iloc[0, -1] == 135 + 120 + 80


@pytest.mark.parametrize("dated", [False, True])
def test_a_population_by_decade_is_a_level(dated):
    pairs = [(country, year) for country in ("Peru", "Chile", "Cuba") for year in range(1980, 2010, 5)]
    frame = pd.DataFrame(pairs, columns=["country", "year"])
    frame["population"] = 10_000_000 + frame.index * 70_000
    level = frame.groupby("year")["population"].sum()
    if dated:
        frame["year"] = pd.to_datetime(frame["year"].astype(str) + "-07-01")
    asked = autoviz.ask(frame, "population by decade")
    assert asked.table["decade"].tolist() == [1980, 1990, 2000]
    assert asked.table.iloc[:, -1].tolist() == pytest.approx(level.groupby(level.index // 10).mean().tolist())


def test_years_that_are_put_in_tens_are_called_decades():
    homes = pd.DataFrame({"home": range(60), "year_built": [1950 + at % 47 for at in range(60)]})
    asked = autoviz.ask(homes, "how many homes were built per decade", reader="embedded")
    assert list(asked.table["decade"]) == [1950, 1960, 1970, 1980, 1990]
    assert "1950s 20" in asked.answer
