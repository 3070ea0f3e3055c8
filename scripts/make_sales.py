"""Writes the bundled sample, autoviz/samples/sales.csv: two invented years of sales, the same on every machine."""

from __future__ import annotations

import csv
import math
import random
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "autoviz" / "samples" / "sales.csv"
FIRST_DAY, LAST_DAY = date(2023, 1, 1), date(2024, 12, 31)
SALES_A_DAY = 6
REGIONS = {"North": 1.0, "South": 0.8, "East": 1.25, "West": 1.5}
CATEGORIES = {"Clothing": 45.0, "Electronics": 210.0, "Furniture": 320.0, "Groceries": 12.0, "Toys": 28.0}
UNITS = {"Clothing": 14, "Electronics": 5, "Furniture": 3, "Groceries": 60, "Toys": 16}
MISSING = {"revenue": 0.015, "units": 0.010, "region": 0.004}
ANOMALY = (date(2024, 3, 14), "West", "Electronics", 25)
"""On this day one sale in this region and category is this many times the usual."""

Row = dict[str, str]


def rows(seed: int = 7) -> Iterator[Row]:
    """The table, row by row; `random.Random` gives the same numbers with every Python."""
    chance = random.Random(seed)
    for offset in range((LAST_DAY - FIRST_DAY).days + 1):
        day = FIRST_DAY + timedelta(days=offset)
        for _ in range(SALES_A_DAY):
            region = _weighted(chance, REGIONS)
            category = _weighted(chance, dict.fromkeys(CATEGORIES, 1.0))
            yield _sale(chance, day, region, category)
        if day == ANOMALY[0]:
            yield _anomaly()


def _sale(chance: random.Random, day: date, region: str, category: str) -> Row:
    units = max(1, round(UNITS[category] * _season(day, category) * REGIONS[region] * chance.uniform(0.5, 1.5)))
    price = CATEGORIES[category] * chance.uniform(0.9, 1.1)
    row = _row(day, region, category, units, units * price)
    return {name: "" if chance.random() < MISSING.get(name, 0.0) else cell for name, cell in row.items()}


def _anomaly() -> Row:
    day, region, category, times = ANOMALY
    units = round(UNITS[category] * REGIONS[region] * times)
    return _row(day, region, category, units, units * CATEGORIES[category])


def _season(day: date, category: str) -> float:
    """Slow growth, a stronger December (most of all for toys) and quieter Sundays."""
    growth = 1 + 0.25 * (day - FIRST_DAY).days / 730
    peak = 1.2 if category == "Toys" else 0.35
    december = 1 + peak * math.exp(-(((day.timetuple().tm_yday - 350) / 18) ** 2))
    return growth * december * (0.7 if day.weekday() == 6 else 1.0)


def _weighted(chance: random.Random, weights: dict[str, float]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]


def _row(day: date, region: str, category: str, units: int, revenue: float) -> Row:
    return {
        "date": day.isoformat(),
        "region": region,
        "product_category": category,
        "revenue": f"{revenue:.2f}",
        "units": str(units),
    }


def write(target: Path = TARGET) -> int:
    """Write the table and say how many rows it has."""
    table = list(rows())
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(table[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    return len(table)


if __name__ == "__main__":
    sys.stdout.write(f"{write()} rows in {TARGET.name}\n")
