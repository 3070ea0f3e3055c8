"""The SQL of an answer, run by DuckDB on the table as it came, gives the numbers of the answer."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.export.prepared_sql import _reading

COUNT = 240
DRAWN = np.random.default_rng(7)
DAYS = pd.Series(pd.Timestamp("2024-01-15") + pd.to_timedelta(DRAWN.integers(0, 300, COUNT), "D"))
TRIPS = pd.DataFrame({
    "picked up": DAYS.dt.strftime("%d/%m/%Y"),
    "month": DAYS.dt.strftime("%Y%m").astype(int),
    "city": DRAWN.choice(["Oslo", "Rome", "Lima"], COUNT),
    "fare": [f"€{fare:,.2f}" for fare in DRAWN.gamma(3, 900, COUNT)],
    "gain": [f"({-gain:.0f})" if gain < 0 else f"{gain:.0f}" for gain in DRAWN.normal(0, 50, COUNT)],
    "audience": [f"{size:.1f}k" for size in DRAWN.gamma(3, 9, COUNT)],
    "duration": [f"{size // 60}:{size % 60:02d}:30" for size in DRAWN.integers(5, 400, COUNT)],
    "rating": DRAWN.choice(["1", "2", "3", "4", "5", "N/A"], COUNT),
    "km": np.where(DRAWN.random(COUNT) < 0.1, np.nan, DRAWN.gamma(3, 9, COUNT).round(1)),
})  # fmt: skip
TRIPS = pd.concat([TRIPS, TRIPS.head(15)], ignore_index=True)


@pytest.mark.parametrize(("question", "prepared"), [
    ("average fare by city", True),
    ("total fare by month of picked up", True),
    ("total gain by city", True),
    ("average audience by city", True),
    ("average duration by city", True),
    ("average rating by city in 2024", True),
    ("remove duplicates, then number of rows by city", True),
    ("fill missing km with 0, then average km by city", True),
    ("remove outliers, then average km by city", True),
    ("average km by city", False),
])  # fmt: skip
def test_the_sql_gives_the_answers_numbers_on_the_raw_table(question: str, prepared: bool) -> None:
    analysis = autoviz.ask(TRIPS, question)
    assert analysis.table is not None and analysis.sql.startswith("WITH prepared") is prepared
    with duckdb.connect(":memory:") as connection:
        connection.register("raw", TRIPS)
        connection.execute("create table t as select * from raw")
        found = connection.sql(analysis.sql).df()
    _assert_same(found, analysis.table)


def _assert_same(found: pd.DataFrame, told: pd.DataFrame) -> None:
    """The same keys and numbers, in whichever order and under whichever names."""
    rows = [frame.set_axis(range(frame.shape[1]), axis=1).sort_values(0, ignore_index=True) for frame in (found, told)]
    assert len(rows[0]) == len(rows[1]) > 1
    assert rows[0][0].astype(str).tolist() == rows[1][0].astype(str).tolist()
    np.testing.assert_allclose(rows[0][1].astype(float), rows[1][1].astype(float), rtol=1e-9)


def test_what_sql_cannot_repeat_is_said() -> None:
    told = autoviz.ask(TRIPS, "fill missing km with the previous value, then average km by city").sql
    assert told.startswith("-- t is the table after handle_missing: Missing values were filled"), told


def test_only_the_table_is_read_under_another_name() -> None:
    select = """SELECT t."FROM t" FROM t JOIN t AS b USING (k) WHERE x = 'FROM t' AND t.y > 1"""
    told = """SELECT t."FROM t" FROM prepared AS t JOIN prepared AS b USING (k) WHERE x = 'FROM t' AND t.y > 1"""
    assert _reading(select, "prepared") == told
