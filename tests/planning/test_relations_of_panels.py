"""Relations of two measures in a panel: all rows count, also of a stock, of which totals take the last period."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

YEARS = range(2010, 2020)
TOWNS = pd.DataFrame(
    [
        {"town": town, "year": year, "population": 1000 * size + 10 * (year - 2010), "fires": size % 4 + year % 3}
        for size, town in enumerate(("Alm", "Berg", "Clova", "Dorn", "Elst", "Fenn", "Gard", "Holm"), 1)
        for year in YEARS
    ]
)


@pytest.mark.parametrize(
    "question", ["correlation of population and fires", "are population and fires correlated?",
                 "scatter of population against fires"],
)  # fmt: skip
def test_a_relation_is_one_of_all_rows(question):
    found = autoviz.ask(TOWNS, question, reader="embedded")
    assert f"r = {TOWNS['population'].corr(TOWNS['fires']):.3g}" in found.answer
    assert "n = 80" in found.answer


def test_a_total_of_a_stock_stays_one_of_the_last_period():
    found = autoviz.ask(TOWNS, "total population", reader="embedded")
    assert found.table.iloc[0, -1] == TOWNS.loc[TOWNS["year"] == 2019, "population"].sum()
