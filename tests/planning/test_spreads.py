"""How far the two ends of a measure lie apart is one number, of all rows or of each group, and no end of it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz

CHANCE = np.random.default_rng(5)
ROWS = 300
CRATES = pd.DataFrame({
    "crate": [f"C{number}" for number in range(ROWS)],
    "orchard": CHANCE.choice(["Hill", "Lake", "Mill"], ROWS),
    "variety": CHANCE.choice(["Gala", "Fuji", "Elstar"], ROWS),
    "weight_kg": CHANCE.integers(10, 90, ROWS),
    "price_eur": CHANCE.integers(200, 900, ROWS) / 10,
})  # fmt: skip


def ranges(column: str, key: str) -> dict[str, float]:
    found = CRATES.groupby(key)[column]
    return (found.max() - found.min()).to_dict()


@pytest.mark.parametrize(
    ("question", "column", "key"),
    [
        ("difference between the highest and lowest price by orchard", "price_eur", "orchard"),
        ("gap between the cheapest and the most expensive price in each variety", "price_eur", "variety"),
        ("difference between max and min weight by variety", "weight_kg", "variety"),
        ("how much heavier is the heaviest weight than the lightest per orchard", "weight_kg", "orchard"),
        ("which orchard has the biggest gap between the highest and lowest price", "price_eur", "orchard"),
    ],
)
def test_each_group_has_its_own_range(question: str, column: str, key: str) -> None:
    table = autoviz.ask(CRATES, question).table.set_index(key)
    assert table.iloc[:, -1].to_dict() == pytest.approx(ranges(column, key))


def test_all_rows_have_one_range() -> None:
    found = autoviz.ask(CRATES, "what is the difference between the highest and the lowest price")
    assert found.table.shape == (1, 1)
    assert found.table.iloc[0, 0] == pytest.approx(CRATES["price_eur"].max() - CRATES["price_eur"].min())


@pytest.mark.parametrize(
    "question",
    [
        "gap in average price between the cheapest and the most expensive variety",
        "difference between the highest and lowest average price by variety",
    ],
)
def test_between_groups_lies_what_they_come_to(question: str) -> None:
    found = autoviz.ask(CRATES, question)
    means = CRATES.groupby("variety")["price_eur"].mean()
    assert found.table.set_index("variety").iloc[:, -1].to_dict() == pytest.approx(means.to_dict())
    assert "lowest" in found.answer and "highest" in found.answer


@pytest.mark.parametrize(
    "question",
    ["max and average price by variety", "average price and max price by variety",
     "the average price and the max price by variety"],
)  # fmt: skip
def test_several_functions_of_one_measure_are_all_told(question: str) -> None:
    found = autoviz.ask(CRATES, question)
    held = CRATES.groupby("variety")["price_eur"]
    told = found.table.set_index("variety")
    wanted = [held.max().to_dict(), pytest.approx(held.mean().to_dict())]
    assert told.shape[1] == 2
    for column in told:
        assert told[column].to_dict() == wanted["max" not in column]
    assert "has the" not in found.answer


def test_minutes_are_no_least_value() -> None:
    flights = pd.DataFrame({"carrier": ["A", "B", "C"] * 40, "delay": np.arange(120) % 50})
    found = autoviz.ask(flights, "how many flights with over 20 min delay by carrier")
    kept = flights[flights["delay"] > 20]
    assert found.table.set_index("carrier").iloc[:, -1].to_dict() == kept.groupby("carrier").size().to_dict()


@pytest.mark.parametrize("percent", [False, True])
def test_two_sides_of_each_group_lie_so_far_apart(percent: bool) -> None:
    asked = "percent difference" if percent else "difference"
    found = autoviz.ask(CRATES, f"{asked} in average price between Lake and Hill by variety")
    means = CRATES.pivot_table(index="variety", columns="orchard", values="price_eur")
    wanted = means["Lake"] - means["Hill"]
    wanted = 100 * wanted / means["Hill"] if percent else wanted
    assert found.table.set_index("variety").iloc[:, -1].to_dict() == pytest.approx(wanted.to_dict())


def test_two_sides_alone_are_both_told() -> None:
    found = autoviz.ask(CRATES, "difference in average price between Lake and Hill")
    assert {*found.table["orchard"]} == {"Lake", "Hill"}
