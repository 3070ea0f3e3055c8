"""Cases of the family statistics."""

from __future__ import annotations

import numpy as np
import pandas as pd

from autoviz.table import Lineage


def visits() -> pd.DataFrame:
    """Ninety days with quiet Sundays, two odd days, missing cells, an infinity and rows without a place."""
    rng = np.random.default_rng(21)
    days = pd.date_range("2023-01-02", periods=90, freq="D")
    visitors = np.where(days.day_name() == "Sunday", 20.0, 100.0) + rng.normal(0, 4, 90).round(2)
    visitors[[40, 62]] = [260.0, 101.5]
    visitors[[5, 6]] = [np.nan, np.inf]
    return pd.DataFrame(
        {
            "day": days,
            "place": rng.choice(["Park", "Museum", "Zoo", None], 90),
            "weather": rng.choice(["dry", "wet"], 90),
            "visitors": visitors,
            "tickets": rng.integers(0, 60, 90),
            "open_late": rng.random(90) < 0.4,
        }
    )


def seven_lots() -> pd.DataFrame:
    return visits().assign(lot=lambda table: table["tickets"] % 7)


def months() -> pd.DataFrame:
    """Four years of two shops, summers high, one gap and a drop."""
    rng = np.random.default_rng(22)
    dates = pd.date_range("2019-01-01", periods=48, freq="MS")
    season = 30 * np.sin(np.arange(48) * np.pi / 6)
    north = 200 + 1.5 * np.arange(48) + season + rng.normal(0, 5, 48).round(3)
    south = 400 - 2.0 * np.arange(48) + season + rng.normal(0, 5, 48).round(3)
    south[30] = 90.0
    both = pd.DataFrame({"month": [*dates, *dates], "shop": ["north"] * 48 + ["south"] * 48, "sold": [*north, *south]})
    return both.drop(index=[7, 8]).reset_index(drop=True)


def few_months() -> pd.DataFrame:
    table = months()
    return table[table["shop"] == "south"].tail(20).reset_index(drop=True)


def one_row() -> pd.DataFrame:
    return pd.DataFrame({"day": pd.to_datetime(["2023-05-01"]), "label": ["only"], "x": [4.5], "n": [3]})


def case(name: str, frame: object = visits, /, **params: object) -> dict[str, object]:
    return {"name": name, "frame": frame, "params": params}


def of_months(name: str, /, **params: object) -> dict[str, object]:
    """A case over periods that an earlier step made, the last of them incomplete."""
    lineage = {"month": Lineage("date", grain="month", incomplete=("2022-12-01",))}
    return {"name": name, "frame": months, "params": {"metric": "sold", "time": "month", **params}, "lineage": lineage}


CASES = {
    "compute_summary_stats": [
        case("all columns"),
        case("numbers alone", columns=["tickets", "visitors"]),
        case("per group", columns=["visitors", "weather", "day", "open_late"], group_by=["place"]),
        case("per two groups", columns=["tickets"], group_by=["place", "weather"]),
        case("one row", one_row),
    ],
    "compute_value_counts": [
        case("all values and the missing one", column="place"),
        case("a limit", column="tickets", limit=3),
        case("the rest as Other", column="place", limit=2, other=True),
        case("numbers with Other", column="tickets", limit=4, other=True),
        case("a limit that is not reached", column="weather", limit=5, other=True),
        case("truth values", column="open_late"),
    ],
    "compute_percentiles": [
        case("the usual ones", columns=["tickets", "visitors"]),
        case("per group", columns=["visitors"], percentiles="0, 12.5, 90%, 100", group_by=["place", "weather"]),
    ],
    "compute_distributions": [
        case("all numbers"),
        case("three bins", columns=["visitors"], bins=3),
        case("one bin", columns=["tickets"], bins=1),
        case("one row", one_row),
        case("per group, by Shapiro and Wilk", columns=["visitors"], group_by=["place"], test="shapiro"),
    ],
    "locate_value": [
        case("among all rows", metric="visitors", value=100.0),
        case("per group", metric="tickets", value=30, group_by=["place"]),
    ],
    "compute_correlations": [
        case("pearson"),
        case("spearman", method="spearman"),
        case("with truth values", columns=["tickets", "open_late", "visitors"]),
        case("per group", columns=["tickets", "visitors"], group_by=["place"]),
        case("spearman per group", columns=["tickets", "visitors"], group_by=["weather"], method="spearman"),
    ],
    "compare_groups": [
        case("two groups", metric="visitors", group="weather"),
        case("pairs", metric="tickets", group="place"),
        case("each against the rest", metric="visitors", group="place", method="rest"),
        case("a share", metric="open_late", group="weather", method="rest"),
    ],
    "compare_ranks": [
        case("two groups", metric="visitors", group="weather"),
        case("pairs", metric="tickets", group="place"),
        case("each against the rest", seven_lots, metric="visitors", group="lot"),
    ],
    "check_independence": [
        case("two by two", column="weather", other="open_late"),
        case("with rows left out", column="place", other="weather"),
    ],
    "detect_anomalies": [
        case("quartiles", metric="visitors"),
        case("quartiles per group", metric="visitors", group_by=["place"], time="day"),
        case("standard deviations", metric="visitors", method="zscore", time="day"),
        case("standard deviations per group", metric="tickets", method="zscore", threshold=1.5, group_by=["weather"]),
        case("medians", metric="visitors", method="mad"),
        case(
            "medians per group, all rows", metric="visitors", method="mad", group_by=["place"], time="day", keep="all"
        ),
        case("all rows", metric="tickets", threshold=0.5, time="day", keep="all"),
        case("nothing found", metric="tickets"),
        case("season", metric="visitors", time="day", method="seasonal"),
        case("season, all rows", metric="visitors", time="day", method="seasonal", keep="all"),
        of_months("season per group", method="seasonal", group_by=["shop"], threshold=4.0),
        case("trend of a short series", few_months, metric="sold", time="month", method="seasonal"),
    ],
    "compute_time_series_features": [
        case("by week, as chosen", metric="visitors", time="day"),
        case("by day, mean per group", metric="tickets", time="day", grain="day", agg_func="mean", group_by=["place"]),
        case("counted by month", metric="visitors", time="day", grain="month", agg_func="count"),
        of_months("periods of an earlier step", group_by=["shop"]),
        of_months("within bounds", since="2019-06-01", until="2021-05-31", agg_func="max"),
    ],
    "missing_report": [
        case("all columns"),
        case("some columns", columns=["tickets", "place"]),
    ],
    "find_duplicates": [
        case("no row twice"),
        case("some columns", columns=["place", "weather"]),
        case("numbers, some missing", columns=["visitors"]),
        case("the most frequent", columns=["place", "weather", "open_late"], limit=3),
    ],
}
