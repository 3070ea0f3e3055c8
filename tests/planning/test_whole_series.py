"""A wide table asked for what all columns of a series hold: no single one of them answers, but all or the last."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.whole_series import of_whole_series
from autoviz.profile import profile
from autoviz.query.sql import from_sql

YEARS = range(2019, 2024)
SALES = pd.DataFrame({
    "region": ["North", "South", "East", "West"], "age": [30, 40, 50, 60],
    **{f"sales_{year}": [100 + place * 30 + (year * 7) % 11 for place in range(4)] for year in YEARS},
})  # fmt: skip
CITIES = pd.DataFrame({
    "city": ["Ayr", "Bonn", "Cork", "Dole", "Enna", "Faro"], "region": ["north", "south"] * 3,
    **{f"population_{year}": [place * 90 + year % 7 for place in range(1, 7)] for year in (2002, 2001, 2000)},
})  # fmt: skip
WHOLE = SALES.set_index("region").filter(like="sales_").sum(axis=1)


@pytest.mark.parametrize(
    ("question", "expected"), [("total sales", WHOLE.sum()), ("total sales of North", WHOLE["North"])]
)
def test_sales_of_all_years_are_added_up_where_no_year_is_named(question: str, expected: float) -> None:
    asked = autoviz.ask(SALES, question)
    assert asked.table.iloc[0, -1] == expected
    assert asked.assumed == ("sales is that of every year: the columns sales_2019 … sales_2023 are one series.",)
    assert asked.proof.verdict == "proven"


def test_groups_are_compared_by_all_years() -> None:
    asked = autoviz.ask(SALES, "sales by region")
    assert dict(zip(asked.table["region"], asked.table.iloc[:, -1], strict=True)) == WHOLE.to_dict()


def test_what_there_is_at_a_time_is_that_of_the_last_year() -> None:
    asked = autoviz.ask(CITIES, "total population")
    assert asked.table.iloc[0, -1] == CITIES["population_2002"].sum()
    assert any("population is that of 2002, the last year" in told for told in asked.assumed)


@pytest.mark.parametrize("question", ["total sales in 2021", "total sales 2021", "average age"])
def test_a_year_that_is_named_and_another_measure_stay(question: str) -> None:
    asked = autoviz.ask(SALES, question)
    assert not any("one series" in told for told in asked.assumed)
    assert profile(SALES).series


def test_what_is_worked_out_of_one_column_stays_as_it_was_read() -> None:
    known = profile(SALES)
    halved = Requirements(query=from_sql("SELECT region, sum(sales_2021 / 2) AS half FROM t GROUP BY 1", known.names))
    reading = Reading(
        requirements=halved, intent=Intent(primary="lookup", confidence=0.9, reasoning=""), confidence=0.9
    )
    assert of_whole_series("half of the sales by region", reading, known) == reading
