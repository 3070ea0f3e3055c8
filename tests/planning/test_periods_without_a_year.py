"""Two months or quarters that are compared without a year: those of the last year that has both, which is told."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz

DAYS = pd.date_range("2022-03-01", "2024-05-20")
SALES = pd.DataFrame({
    "sold_on": DAYS,
    "shop": np.resize(["Pier", "Mill", "Old Town"], len(DAYS)),
    "amount": [100 + (day.month * 7 + day.day) % 40 - day.month for day in DAYS],
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "periods", "year"),
    [
        ("compare sales in March with sales in April", ("2024-03", "2024-04"), 2024),
        ("amount in the second quarter compared with the first", ("2023Q1", "2023Q2"), 2023),
        ("Q3 versus Q4 amount", ("2023Q3", "2023Q4"), 2023),
    ],
)
def test_the_last_year_that_has_both_is_taken(question, periods, year):
    found = autoviz.ask(SALES, question, reader="embedded")
    own = SALES["sold_on"].dt.to_period("Q" if "Q" in periods[0] else "M").astype(str)
    assert list(found.table.iloc[:, -1]) == [SALES.loc[own == period, "amount"].sum() for period in periods]
    assert any(f"are those of {year}" in told for told in found.assumed)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Was the average amount higher in March 2023 than in May 2023?", "Yes"),
        ("Was the average amount higher in May than in March?", "No"),
    ],
)
def test_the_period_named_first_is_claimed_of(question, word):
    means = SALES.groupby(SALES["sold_on"].dt.to_period("M").astype(str))["amount"].mean()
    assert means["2023-03"] > means["2023-05"]
    assert autoviz.ask(SALES, question, reader="embedded").answer.startswith(f"{word}:")


@pytest.mark.parametrize("question", [
    "total amount in March 2024 vs March 2023",
    "compare the amount in March 2023 and March 2024",
])  # fmt: skip
def test_months_of_two_years_are_those_two_alone(question):
    found = autoviz.ask(SALES, question, reader="embedded")
    own = SALES["sold_on"].dt.to_period("M").astype(str)
    both = [SALES.loc[own == month, "amount"].sum() for month in ("2023-03", "2024-03")]
    assert list(found.table.iloc[:, -1]) == both
    assert found.proof.verdict == "proven"


def test_a_claim_of_months_of_two_years_is_held_against_both():
    found = autoviz.ask(SALES, "was the total amount in April 2024 higher than in April 2022?", reader="embedded")
    own = SALES["sold_on"].dt.to_period("M").astype(str)
    sums = SALES.groupby(own)["amount"].sum()
    assert found.answer.startswith("Yes" if sums["2024-04"] > sums["2022-04"] else "No")


@pytest.mark.parametrize(("question", "word"), [
    ("was the total amount higher in the second half of 2023 than in the first half?", "No"),
    ("was the total amount lower in the second half of 2023 than in the first?", "Yes"),
])  # fmt: skip
def test_a_half_of_the_same_year_is_held_against_the_other(question, word):
    found = autoviz.ask(SALES, question, reader="embedded")
    year = SALES[SALES["sold_on"].dt.year == 2023]
    sums = year.groupby(year["sold_on"].dt.month > 6)["amount"].sum()
    assert sums[True] < sums[False]
    assert list(found.table.iloc[:, -1]) == [sums[False], sums[True]]
    assert found.answer.startswith(f"{word}:")


@pytest.mark.parametrize(
    ("question", "months"),
    [
        ("was the total amount higher in December 2022 than in november?", ("2022-11", "2022-12")),
        ("was the total amount higher in January 2024 than in december?", ("2023-12", "2024-01")),
    ],
)
def test_a_month_without_a_year_is_the_one_next_to_the_other(question, months):
    found = autoviz.ask(SALES, question, reader="embedded")
    sums = SALES.groupby(SALES["sold_on"].dt.to_period("M").astype(str))["amount"].sum()
    assert list(found.table.iloc[:, -1]) == [sums[month] for month in months]


@pytest.mark.parametrize(
    ("question", "months"),
    [
        ("amount in april vs february", ("2024-02", "2024-04")),
        ("amount in february compared with march", ("2024-02", "2024-03")),  # a month in small letters behind a joint
    ],
)
def test_months_of_which_the_data_hold_a_part_are_of_one_year(question, months):
    begun = SALES[SALES["sold_on"].between("2024-02-09", "2024-04-19")]
    own = begun["sold_on"].dt.to_period("M").astype(str)
    both = [begun.loc[own == month, "amount"].sum() for month in months]
    assert sorted(autoviz.ask(begun, question, reader="embedded").table.iloc[:, -1]) == sorted(both)
