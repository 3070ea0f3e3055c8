"""Totals by month, region and category: the job behind most charts."""

from __future__ import annotations

import pandas as pd

from autoviz.frames import choose_engine, open_frame
from autoviz.registry.catalog import default_catalog
from autoviz.table import Table
from benchmarks.contest import Contender, Contest
from benchmarks.data import sales, sales_file

PARAMS = {"group_by": ["date", "region", "category"], "metrics": ["revenue"], "agg_func": "sum", "grain": "month"}


def by_hand(df: pd.DataFrame) -> pd.DataFrame:
    """As one would write it."""
    months = df.assign(date=df["date"].dt.to_period("M").dt.to_timestamp())
    return months.groupby(["date", "region", "category"], as_index=False)[["revenue"]].sum()


def aggregated(native: object) -> pd.DataFrame:
    """The tool on a frame or a file."""
    catalog = default_catalog()
    outcome = catalog.functions["aggregate"](Table(open_frame(native)), **catalog.validated("aggregate", dict(PARAMS)))
    assert outcome.table is not None
    return outcome.table.pandas()


def on_duckdb(df: pd.DataFrame) -> pd.DataFrame:
    """The tool on a DuckDB relation that scans the pandas frame, as is done past a size."""
    return aggregated(choose_engine(df, 0))


CONTESTS = (
    Contest(
        title="Sum by month, region and category",
        section="aggregation",
        contenders={
            "pandas by hand": Contender(sales, by_hand),
            "autoviz on pandas": Contender(sales, aggregated),
            "autoviz on DuckDB over pandas": Contender(sales, on_duckdb),
            "autoviz on a parquet file": Contender(sales_file, aggregated),
        },
        sizes=(100_000, 1_000_000, 2_000_000, 10_000_000),
        targets={
            ("autoviz on pandas", 100_000): 1.2,
            ("autoviz on pandas", 1_000_000): 1.2,
            ("autoviz on pandas", 2_000_000): 1.2,
            ("autoviz on pandas", 10_000_000): 1.2,
            ("autoviz on DuckDB over pandas", 10_000_000): 1.0,
        },
        memory=True,
    ),
)
