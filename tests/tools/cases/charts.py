"""Cases of the family charts."""

from __future__ import annotations

import numpy as np
import pandas as pd

from autoviz.table import Lineage

COMPARED_THERE = "what the exported code draws is compared in test_charts.py, whatever the order of its traces"


def sales() -> pd.DataFrame:
    """Monthly totals of three regions and one without a name, the last month incomplete, one cell empty."""
    months = pd.date_range("2023-01-01", "2023-06-01", freq="MS")
    rng = np.random.default_rng(7)
    rows = [(month, region) for month in months for region in ("West", "East", "North", None)]
    table = pd.DataFrame(rows, columns=["month", "region"])
    table["revenue"] = rng.uniform(100, 900, len(table)).round(2)
    table["units"] = rng.integers(1, 60, len(table))
    table.loc[5, "revenue"] = np.nan
    return table


def cars() -> pd.DataFrame:
    """Single rows with missing and infinite numbers, a small whole number and a category."""
    rng = np.random.default_rng(8)
    power = rng.uniform(50, 230, 80).round(1)
    table = pd.DataFrame({"power": power, "economy": (50 - power / 6 + rng.normal(0, 3, 80)).round(2)})
    table["cylinders"] = rng.choice([4, 6, 8], 80)
    table["origin"] = rng.choice(["USA", "Japan", "Europe", None], 80)
    table["weight"] = (1200 + 10 * power + rng.normal(0, 100, 80)).round(0)
    table.loc[[3, 9], "economy"] = [np.nan, np.inf]
    return table


def weekdays() -> pd.DataFrame:
    return pd.DataFrame({"day": ["Fri", "Mon", "Sun", "Wed"], "count": [4, 9, 2, 5]})


def best_months() -> pd.DataFrame:
    """Months by size, the largest first."""
    months = pd.to_datetime(["2023-05-01", "2023-01-01", "2023-03-01"])
    return pd.DataFrame({"month": months, "revenue": [90.0, 70.0, 20.0]})


def many_groups() -> pd.DataFrame:
    names = [f"shop {number:02d}" for number in range(16)]
    rows = [(year, name, (number + 1) * 10 + year) for number, name in enumerate(names) for year in (1, 2, 3)]
    return pd.DataFrame(rows, columns=["round", "shop", "sold"])


def pairs() -> pd.DataFrame:
    return pd.DataFrame({"column_a": ["a", "a", "b"], "column_b": ["b", "c", "c"], "r": [0.5, -0.2, 0.9]})


TOTALS = {
    "month": Lineage("date", grain="month", incomplete=("2023-06-01",)),
    "revenue": Lineage("revenue", "sum", unit="USD"),
    "units": Lineage("units", "sum"),
}
COUNTED = {"count": Lineage("", "count"), "day": Lineage("date", grain="weekday")}


def case(name: str, frame: object = sales, lineage: object = TOTALS, /, **params: object) -> dict[str, object]:
    return {"name": name, "frame": frame, "lineage": lineage, "params": params, "without_code": COMPARED_THERE}


LINES = [
    case("by month and region", x="month", y="revenue", color="region"),
    case("one panel per region", x="month", y="revenue", facet="region"),
    case("more series than can be told apart", many_groups, {"sold": Lineage("sold", "sum")},
         x="round", y="sold", color="shop"),
]  # fmt: skip

CASES: dict[str, list[dict[str, object]]] = {
    "plot_line": [*LINES, case("two metrics of different scale", x="month", y="revenue", color="region",
                               more_y=["units"])],
    "plot_area": LINES,
    "plot_bar": [
        case("by region", x="region", y="units", stated=True),
        case("by month and region", x="month", y="revenue", color="region"),
        case("by weekday", weekdays, COUNTED, x="day", y="count"),
        case("the best months", best_months, x="month", y="revenue", sort="none"),
        case("single rows, smallest first", pairs, {}, x="column_b", y="r", sort="y", order="asc"),
        case("more series than can be told apart", many_groups, {"sold": Lineage("sold", "mean")},
             x="round", y="sold", color="shop"),
    ],
    "plot_grouped_bar": [case("by month and region", x="month", y="revenue", color="region")],
    "plot_stacked_bar": [case("by month and region", x="month", y="revenue", color="region")],
    "plot_horizontal_bar": [case("by region", weekdays, COUNTED, x="day", y="count", sort="none")],
    "plot_scatter": [
        case("by origin", cars, {}, x="power", y="economy", color="origin", trend="linear"),
        case("on a colour scale", cars, {}, x="power", y="economy", color="weight", size="weight"),
        case("a panel per origin", cars, {}, x="power", y="economy", color="cylinders", facet="origin"),
    ],
    "plot_histogram": [
        case("round bins", cars, {}, x="economy"),
        case("by origin", cars, {}, x="power", color="origin"),
        case("so many bins", cars, {}, x="power", bins=7, facet="origin"),
        case("a bin per whole number", cars, {}, x="cylinders", color="origin"),
    ],
    "plot_box": [
        case("by origin", cars, {}, x="origin", y="economy"),
        case("by cylinders and origin", cars, {}, x="cylinders", y="power", color="origin"),
        case("all rows in one", cars, {}, y="power"),
    ],
    "plot_violin": [case("by origin", cars, {}, x="origin", y="power")],
    "plot_pie": [
        case("by weekday", weekdays, COUNTED, x="day", y="count"),
        case("one per region", x="month", y="revenue", facet="region", stated=True, sort="x"),
    ],
    "plot_heatmap": [
        case("two categories and a metric", x="month", y="region", value="revenue"),
        case("the category down as colour", x="region", y="units", color="month"),
        case("correlations of columns", cars, {}, columns=["power", "weight", "cylinders"]),
        case("correlations as pairs", pairs, {}, x="column_a", y="column_b", value="r"),
    ],
    "plot_treemap": [case("weekdays", weekdays, COUNTED, x="day", y="count"),
                     case("regions and months", x="region", y="units", color="month")],
}  # fmt: skip
