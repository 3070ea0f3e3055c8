"""The questions of the benchmark as somebody writes them by hand, with plotly, in the words of each engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

Jobs = Mapping[str, Callable[[Any], object]]


def _listed(found: pd.DataFrame) -> object:
    """The rows that are found, and the first of them to look at."""
    return len(found), found.head(50).to_html()


def _bars(totals: pd.DataFrame) -> object:
    import plotly.express as px

    return px.bar(totals, x="category", y="revenue").to_json()


def _lines(months: pd.DataFrame) -> object:
    import plotly.express as px

    return px.line(months, x="date", y="revenue", color="region").to_json()


def _jobs(filtered: Callable[[Any], object], bars: Callable[[Any], object], months: Callable[[Any], object]) -> Jobs:
    return {
        "rows where revenue > 100": filtered,
        "total revenue by category": bars,
        "monthly revenue by region": months,
    }


def _pandas_totals(frame: pd.DataFrame) -> object:
    return _bars(frame.groupby("category", as_index=False)["revenue"].sum().sort_values("revenue", ascending=False))


def _pandas_months(frame: pd.DataFrame) -> object:
    months = frame.groupby([frame["date"].dt.to_period("M"), "region"])["revenue"].sum().reset_index()
    months["date"] = months["date"].dt.to_timestamp()
    return _lines(months)


def _duckdb_totals(rows: Any) -> object:
    return _bars(rows.aggregate("category, sum(revenue) AS revenue").order("revenue DESC").df())


def _duckdb_months(rows: Any) -> object:
    months = rows.aggregate("date_trunc('month', date) AS date, region, sum(revenue) AS revenue")
    return _lines(months.order("date, region").df())


def _polars_totals(rows: Any) -> object:
    import polars as pl

    totals = rows.group_by("category").agg(pl.col("revenue").sum()).sort("revenue", descending=True)
    return _bars(totals.collect().to_pandas())


def _polars_months(rows: Any) -> object:
    import polars as pl

    months = rows.group_by(pl.col("date").dt.truncate("1mo"), "region").agg(pl.col("revenue").sum())
    return _lines(months.sort("date", "region").collect().to_pandas())


def _polars_filtered(rows: Any) -> object:
    import polars as pl

    return _listed(rows.filter(pl.col("revenue") > 100).collect().to_pandas())


ON_PANDAS = _jobs(lambda frame: _listed(frame[frame["revenue"] > 100]), _pandas_totals, _pandas_months)
ON_DUCKDB = _jobs(lambda rows: _listed(rows.filter("revenue > 100").df()), _duckdb_totals, _duckdb_months)
ON_POLARS = _jobs(_polars_filtered, _polars_totals, _polars_months)
ON_A_FILE: Jobs = {question: lambda path, job=job: job(pd.read_parquet(path)) for question, job in ON_PANDAS.items()}
"""The same for a file, which has to be read for it."""
