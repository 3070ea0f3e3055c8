"""Cases of the family transform."""

from __future__ import annotations

import numpy as np
import pandas as pd

from autoviz.table import Lineage

AGGREGATES = ("sum", "mean", "median", "min", "max", "count", "nunique", "std")


def sales() -> pd.DataFrame:
    """Two years and a bit of sales, with missing values, a missing region and a missing date."""
    random = np.random.default_rng(7)
    count = 240
    days = pd.Timestamp("2022-11-09 08:00") + pd.to_timedelta(np.sort(random.integers(0, 800 * 24, count)), unit="h")
    frame = pd.DataFrame(
        {
            "date": pd.Series(days).dt.as_unit("us"),
            "region": random.choice(["North", "South", "East"], count),
            "product": pd.Categorical(random.choice(["chair", "desk", "lamp", "sofa"], count)),
            "revenue": random.normal(100, 30, count).round(2),
            "units": random.integers(0, 9, count),
            "online": random.random(count) < 0.4,
        }
    )
    frame.loc[::17, "revenue"] = np.nan
    frame.loc[5::40, "region"] = None
    frame.loc[33, "date"] = pd.NaT
    return frame


def untold_region() -> pd.DataFrame:
    """Sales of which one region has no revenue at all."""
    frame = sales()
    frame.loc[frame["region"] == "East", "revenue"] = np.nan
    return frame


def monthly() -> pd.DataFrame:
    """A summary by month and region, with a month that one region lacks and one that both lack."""
    months = pd.to_datetime(["2023-01-01", "2023-02-01", "2023-04-01", "2024-01-01", "2024-02-01"])
    frame = pd.DataFrame({"date": months.astype("datetime64[us]").repeat(2), "region": ["East", "South"] * 5})
    frame["revenue"] = np.arange(10) * 5.0 + 4
    frame.loc[3, "revenue"] = 0.0
    frame.loc[6, "revenue"] = np.nan
    return frame.drop(index=[2]).reset_index(drop=True)


def by_weekday() -> pd.DataFrame:
    days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    labels = pd.Categorical(["Mon", "Wed", "Sun"], categories=days, ordered=True)
    return pd.DataFrame({"date": labels, "revenue": [1.0, 2.0, 3.0]})


def regions() -> pd.DataFrame:
    return pd.DataFrame(
        {"region": ["East", "West", "North", None, "South"], "revenue": [5.0, -1.0, 7.5, 2.0, 7.25], "n": range(1, 6)}
    )


def yearly() -> pd.DataFrame:
    return pd.DataFrame({"year": [2019, 2020, 2022, 2023], "revenue": [4.0, 6.0, 3.0, 0.0]})


def orders_and_customers() -> tuple[pd.DataFrame, pd.DataFrame]:
    orders = pd.DataFrame(
        {"order": range(6), "customer": ["a", "b", None, "b", "z", "c"], "note": list("uvwxyz"), "amount": range(6)}
    )
    customers = pd.DataFrame({"customer": ["a", "b", "c", None, "d"], "city": list("PQRST"), "note": list("12345")})
    return orders, customers


def sales_and_visits() -> tuple[pd.DataFrame, pd.DataFrame]:
    """The right frame has the key twice, and under another name."""
    left = pd.DataFrame({"store": ["x", "y", "z"], "sold": [1, 2, 3]})
    right = pd.DataFrame({"shop": ["x", "x", "y", "w"], "visits": [10, 20, 30, 40]})
    return left, right


def case(name: str, frame: object = sales, /, *, lineage: object = None, **params: object) -> dict[str, object]:
    return {"name": name, "frame": frame, "params": params, **({"lineage": lineage} if lineage else {})}


def ordered(item: dict[str, object]) -> dict[str, object]:
    return {**item, "ordered": True}


SUMMED = {"date": Lineage("date", grain="month"), "revenue": Lineage("revenue", aggregate="sum")}

CASES = {
    "aggregate": [
        *(case(f"{func} by region", group_by=["region"], metrics=["revenue"], agg_func=func) for func in AGGREGATES),
        case("a quantile", group_by=["region"], metrics=["revenue", "units"], agg_func="quantile", quantile=0.9),
        *(case(f"sum by {grain}", group_by=["date"], metrics=["revenue"], grain=grain)
          for grain in ("hour", "day", "week", "month", "quarter", "year", "weekday", "month_of_year", "hour_of_day")),
        case("a grain chosen by the data", group_by=["date", "region"], metrics=["revenue", "units"], grain="unknown"),
        case("time first", group_by=["region", "product", "date"], metrics=["units"], grain="quarter"),
        case("a named time column", group_by=["region"], metrics=["units"], time="date", grain="year"),
        case("dates as they are", group_by=["date"], metrics=["units"]),
        case("rows counted", group_by=["region", "product"]),
        case("all rows counted"),
        case("one overall row", metrics=["revenue", "units"], agg_func="mean"),
        case("one overall quantile", metrics=["revenue"], agg_func="quantile", quantile=0.25),
        case("flags summed", group_by=["product"], metrics=["online"], agg_func="sum"),
        case("a mean of flags", group_by=["region"], metrics=["online"], agg_func="mean"),
        case("the last date of a group", group_by=["region"], metrics=["date"], agg_func="max"),
        case("the first text of a group", lambda: sales().dropna(subset=["region"]), group_by=["product"],
             metrics=["region"], agg_func="min"),
        case("different texts", group_by=["product"], metrics=["region"], agg_func="nunique"),
        case("a key that is counted too", group_by=["region"], metrics=["region"], agg_func="count"),
        case("a time that is a metric too", group_by=["date"], metrics=["date"], agg_func="max", grain="month"),
        case("no rows", lambda: sales().head(0), group_by=["region"], metrics=["revenue"]),
        case("a sum of nothing is missing", untold_region, group_by=["region"], metrics=["revenue", "units"]),
        case("an overall sum of nothing", lambda: untold_region().query("region == 'East'"), metrics=["revenue"]),
        case("one row", lambda: sales().head(1), group_by=["region"], metrics=["revenue"], agg_func="std"),
    ],
    "segment_metric": [
        case("a total", metric="revenue", segment="region"),
        case("a mean", metric="revenue", segment="product", agg_func="mean"),
        case("a segment without values", untold_region, metric="revenue", segment="region"),
        case("rows", segment="product"),
        case("different values", metric="units", segment="region", agg_func="nunique"),
    ],
    "pivot_table": [
        case("a total", rows=["region"], column="product", metric="revenue"),
        case("rows counted", rows=["product"], column="region"),
        case("two keys", rows=["region", "online"], column="product", metric="units", agg_func="max"),
        case("dates as columns", monthly, rows=["region"], column="date", metric="revenue"),
        case("one row", rows=[], column="region", metric="units"),
    ],
    "top_k": [
        case("the largest rows", regions, by="revenue", n=3),
        case("the smallest rows", regions, by="revenue", n=2, order="asc"),
        case("more than there are", regions, by="n", n=50),
        case("the best values of a column", monthly, by="revenue", n=1, column="region", lineage=SUMMED),
        case("the rest of the rows as Other", regions, by="n", n=2, other=True),
        case("the rest of the values as Other", sales, by="units", n=2, column="product", other=True),
        case("ranked by the mean", sales, by="revenue", n=2, column="product", agg_func="mean"),
    ],
    "sort_rows": [
        ordered(case("one column", regions, by=["n"], order="desc")),
        ordered(case("missing last", regions, by=["region"])),
        ordered(case("two columns", monthly, by=["region", "date"], order="desc")),
    ],
    "share_of_total": [
        case("overall", regions, metric="n"),
        case("within a column", metric="units", within=["region"]),
        case("within two columns", metric="revenue", within=["region", "online"]),
        case("a total of zero", lambda: pd.DataFrame({"g": ["a", "a", "b"], "v": [1.0, -1.0, 3.0]}),
             metric="v", within=["g"]),
    ],
    "cumulative": [
        case("overall", yearly, metric="revenue", time="year"),
        case("per group, missing values passed over", monthly, metric="revenue", group_by=["region"]),
    ],
    "rolling_average": [
        case("overall", yearly, metric="revenue", time="year", window=2),
        case("per group", monthly, metric="revenue", group_by=["region"], window=2, lineage=SUMMED),
        *(case(f"empty periods {empty}", monthly, metric="revenue", time="date", group_by=["region"], window=2,
               empty=empty, lineage=SUMMED) for empty in ("zero", "missing")),
        case("over years as numbers", yearly, metric="revenue", time="year", window=2, empty="zero"),
    ],
    "period_change": [
        case("against the month before", monthly, metric="revenue", time="date", group_by=["region"], lineage=SUMMED),
        case("against the year before", monthly, metric="revenue", time="date", group_by=["region"],
             base="previous year", lineage=SUMMED),
        case("a stated grain", monthly, metric="revenue", time="date", group_by=["region"], grain="quarter"),
        case("a grain found from the dates", monthly, metric="revenue", time="date", group_by=["region"]),
        case("years as numbers", yearly, metric="revenue", time="year"),
    ],
    "fill_gaps": [
        *(case(f"with {fill}", monthly, time="date", group_by=["region"], fill=fill, lineage=SUMMED)
          for fill in ("zero", "nothing", "previous")),
        case("one series", yearly, time="year"),
        case("days of the week", by_weekday, time="date", lineage={"date": Lineage("date", grain="weekday")}),
    ],
    "join_frames": [
        case("keys proposed by name", orders_and_customers),
        case("only rows with a partner", orders_and_customers, how="inner"),
        case("keys proposed by values, rows multiplied", sales_and_visits),
        case("stated keys", sales_and_visits, left_on=["store"], right_on=["shop"], how="inner"),
    ],
}  # fmt: skip
