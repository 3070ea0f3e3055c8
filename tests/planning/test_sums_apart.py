"""Totals of several columns, of which one has gaps."""

from __future__ import annotations

import pandas as pd

from autoviz.planning.sums_apart import with_sums_apart
from autoviz.profile import profile
from autoviz.query.sql import from_sql

JOBS = pd.DataFrame({"site": list("ab") * 4, "labour": range(8), "parts": [1.0, None] * 4, "hours": range(8)})


def query(sql: str):
    return from_sql(sql, list(JOBS.columns))


def test_columns_with_gaps_are_added_up_apart():
    asked = query("SELECT site, sum(labour + parts) AS cost FROM t GROUP BY site ORDER BY cost DESC")
    made = with_sums_apart(asked, profile(JOBS))
    assert made == query("SELECT site, sum(labour) + sum(parts) AS cost FROM t GROUP BY site ORDER BY cost DESC")


def test_columns_without_gaps_and_averages_stay_as_they_are():
    for sql in ("SELECT sum(labour + hours) AS x FROM t", "SELECT avg(labour + parts) AS x FROM t"):
        assert with_sums_apart(query(sql), profile(JOBS)) == query(sql)
