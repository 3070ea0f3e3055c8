"""How much more one group has: it is held against the others where the question leaves them out."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

CARS = pd.DataFrame({
    "body": ["SUV", "Sedan", "Van", "SUV", "Van"] * 40,
    "fuel": ["diesel", "petrol", "petrol", "diesel"] * 50,
    "price_eur": [9000 + place * 37 % 2100 * 10 for place in range(200)],
    "age_years": [place * 7 % 19 for place in range(200)],
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "column", "group", "measure"),
    [
        ("how much more expensive are SUVs", "body", "SUV", "price_eur"),
        ("how much older are diesel cars?", "fuel", "diesel", "age_years"),
        ("how much more do vans cost", "body", "Van", "price_eur"),
    ],
)
def test_a_group_is_held_against_all_others(question: str, column: str, group: str, measure: str) -> None:
    found = autoviz.ask(CARS, question, reader="embedded")
    expected = CARS.groupby(CARS[column] == group)[measure].mean()
    assert sorted(found.table.iloc[:, -1]) == pytest.approx(sorted(expected))


def test_a_claim_of_one_group_is_decided_by_its_average_and_that_of_the_others() -> None:
    sold = CARS.rename(columns={"price_eur": "revenue_eur"})
    found = autoviz.ask(sold, "do SUVs have more revenue", reader="embedded")
    means = CARS.groupby(CARS["body"] == "SUV")["price_eur"].mean()
    assert found.answer.startswith("Yes" if means[True] > means[False] else "No")
    assert sorted(found.table.iloc[:, -1]) == pytest.approx(sorted(means))


def test_what_is_held_against_something_stays() -> None:
    found = autoviz.ask(CARS, "how much older are SUVs than vans?", reader="embedded")
    expected = CARS[CARS["body"] != "Sedan"].groupby("body")["age_years"].mean()
    assert found.table.set_index("body").iloc[:, -1].to_dict() == pytest.approx(expected.to_dict())


def test_where_nothing_is_found_to_hold_apart_the_answer_is_marked() -> None:
    assert autoviz.ask(CARS, "how much more expensive are cars with a garage", reader="embedded").confidence < 0.5
