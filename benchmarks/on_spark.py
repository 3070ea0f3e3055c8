"""The same questions by hand on Spark, and whether there is a Spark here to put them to."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

from benchmarks.data import sales_file


def missing() -> str:
    """Why there is no Spark here, in a few words; empty where there is."""
    if shutil.which("java") is None:
        return "no Java runtime here"
    return "" if find_spec("pyspark") else "pyspark is not installed"


def frame(rows: int) -> Any:
    """The sales as Spark reads them from their parquet file."""
    return _session().read.parquet(str(sales_file(rows)))


@cache
def _session() -> Any:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[*]").appName("autoviz benchmarks")
    options = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.sql.shuffle.partitions": 4}
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def _filtered(rows: Any) -> object:
    found = rows.where(rows["revenue"] > 100)
    return found.count(), found.limit(50).toPandas().to_html()


def _bars(rows: Any) -> object:
    import plotly.express as px

    totals = rows.groupBy("category").sum("revenue").toPandas().set_axis(["category", "revenue"], axis=1)
    return px.bar(totals.sort_values("revenue", ascending=False), x="category", y="revenue").to_json()


def _months(rows: Any) -> object:
    import plotly.express as px
    from pyspark.sql import functions

    month = functions.date_trunc("month", "date").alias("date")
    months = rows.groupBy(month, "region").sum("revenue").toPandas().set_axis(["date", "region", "revenue"], axis=1)
    return px.line(months.sort_values("date"), x="date", y="revenue", color="region").to_json()


JOBS: dict[str, Callable[[Any], object]] = {
    "rows where revenue > 100": _filtered,
    "total revenue by category": _bars,
    "monthly revenue by region": _months,
}
