"""A claim is told by what decides it: the course of one group, two sides without their members, averages of a flag."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def shops() -> pd.DataFrame:
    """Six shops of two formats in two countries over two years; Norway gets worse, a few months have a promotion."""
    rows = []
    for number, (shop, country, layout) in enumerate(
        [("Oslo", "Norway", "Flagship"), ("Bergen", "Norway", "City"), ("Malmö", "Sweden", "City"),
         ("Lund", "Sweden", "Flagship"), ("Umeå", "Sweden", "City"), ("Hamar", "Norway", "City")]
    ):  # fmt: skip
        for at, month in enumerate(pd.date_range("2023-01-01", periods=24, freq="MS")):
            promo = (at + number) % 6 == 0
            revenue = 100_000 + 40_000 * (layout == "Flagship") + 5_000 * promo + 10 * at + number
            score = 4.0 + 0.3 * (layout == "City") - 0.02 * at * (country == "Norway")
            rows.append((shop, country, layout, month, revenue, round(score, 2), "yes" if promo else "no"))
    names = ["shop", "country", "format", "month", "revenue_eur", "satisfaction", "promo"]
    frame = pd.DataFrame(rows, columns=names)
    frame["visitors"] = np.arange(len(frame)) % 50 + 500
    return frame


@pytest.mark.parametrize(
    ("question", "start", "told"),
    [
        ("is satisfaction improving in Norway?", "No", "Jan 2023"),
        ("is satisfaction falling in Norway?", "Yes", "Dec 2024"),
        ("is satisfaction higher in flagship shops than in city shops?", "No", "Flagship"),
        ("do promotions increase revenue?", "Yes", "average revenue"),
    ],
)
def test_a_claim_is_told_by_what_decides_it(shops, question, start, told):
    answer = autoviz.ask(shops, question).answer
    assert answer.startswith(f"{start}:")
    assert told in answer
    assert "Bergen" not in answer


def test_totals_are_held_against_each_other_where_they_are_asked_for(shops):
    assert "total revenue" in autoviz.ask(shops, "is the total revenue higher with a promo?").answer


def test_who_asks_for_each_country_gets_each(shops):
    answer = autoviz.ask(shops, "is satisfaction higher in flagship shops than in city shops in each country?").answer
    assert "Norway" in answer
    assert "Sweden" in answer
