"""How many of something there are is what a column of them adds up to, where a column says how many."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.counted_columns import columns_counted
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql

DRAW = np.random.default_rng(2)
DROPS = profile(
    pd.DataFrame({
        "drop_no": range(50001, 50301),
        "rte": DRAW.choice(["N1", "S2", "W4"], 300),
        "trays_ord": DRAW.integers(1, 40, 300),
        "trays_dlvd": DRAW.integers(1, 40, 300),
        "trays_ret": DRAW.integers(0, 30, 300),
        "passengers": DRAW.integers(1, 90, 300),
    })
)  # fmt: skip


def counted(question: str, sql: str) -> str:
    asked = Requirements(outputs=("table",), query=from_sql(sql, list(DROPS.names)))
    intent = Intent(primary="lookup", confidence=0.9, reasoning="")
    found = columns_counted(question, Reading(requirements=asked, intent=intent, confidence=0.6), DROPS).requirements
    assert found.query is not None
    return to_sql(found.query)


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("number of trays ordered by route", "trays_ord"),
        ("how many trays were returned on each route", "trays_ret"),
        ("how many passengers by rte", "passengers"),
    ],
)
@pytest.mark.parametrize("measure", ["count(*)", 'count(DISTINCT "trays_ord")'])
def test_what_a_column_counts_is_added_up(question: str, column: str, measure: str) -> None:
    assert f'sum("{column}")' in counted(question, f'SELECT "rte", {measure} AS n FROM t GROUP BY 1')


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("number of drops by route", 'SELECT "rte", count(*) AS n FROM t GROUP BY 1'),
        ("how many trays by route", 'SELECT "rte", count(*) AS n FROM t GROUP BY 1'),
        ("how many drops had more than 20 trays ordered", 'SELECT count(*) AS n FROM t WHERE "trays_ord" > 20'),
        ("how many routes", 'SELECT count(DISTINCT "rte") AS n FROM t'),
    ],
)
def test_rows_and_what_no_one_column_counts_stay(question: str, sql: str) -> None:
    assert counted(question, sql) == to_sql(from_sql(sql, list(DROPS.names)))


@pytest.mark.parametrize(("question", "told"), [
    ("outstanding fines by branch", True),
    ("number of outstanding fines by branch", False),
    ("outstanding loans by branch", False),
])  # fmt: skip
def test_that_an_amount_may_be_meant_is_told(question: str, told: bool) -> None:
    loans = profile(pd.DataFrame({
        "loan_id": range(120), "branch": ["Main", "East", "West"] * 40, "fine_amount": [0.0, 1.2, 3.45, 0.0] * 30,
        "fine_status": ["outstanding", "settled"] * 60,
    }))  # fmt: skip
    sql = """SELECT "branch", count(*) AS n FROM t WHERE "fine_status" = 'outstanding' GROUP BY 1"""
    asked = Requirements(outputs=("chart",), query=from_sql(sql, list(loans.names)))
    intent = Intent(primary="comparative_analysis", confidence=0.9, reasoning="")
    found = columns_counted(question, Reading(requirements=asked, intent=intent, confidence=0.6), loans).requirements
    assert any("fine_amount" in one for one in found.assumed) is told
    assert found.query == asked.query


@pytest.mark.parametrize(
    ("question", "measure"),
    [("how many N1 drops per day", "count(*)"), ("how many different rte are N1", 'count(DISTINCT "rte")')],
)
def test_what_all_rows_have_one_value_of_is_counted_by_its_rows(question: str, measure: str) -> None:
    asked = """SELECT "trays_ret", count(DISTINCT "rte") AS n FROM t WHERE "rte" = 'N1' GROUP BY 1"""
    assert measure in counted(question, asked)
    others = asked.replace("= 'N1'", "IN ('N1', 'S2')")
    assert 'count(DISTINCT "rte")' in counted(question, others)


POOLS = pd.DataFrame({
    "guest_no": range(301, 381),
    "pool": DRAW.choice(["Lake", "Hill"], 80),
    "last_swim": pd.to_datetime("2025-05-01") + pd.to_timedelta(DRAW.integers(0, 29, 80), "D"),
    "swims_may25": DRAW.integers(1, 12, 80),
}).assign(last_swim=lambda pools: pools["last_swim"].where(pools["swims_may25"] > 2))  # fmt: skip


def told_of_pools(question: str, sql: str) -> str:
    pools = profile(POOLS)
    asked = Requirements(outputs=("table",), query=from_sql(sql, list(pools.names)))
    intent = Intent(primary="lookup", confidence=0.9, reasoning="")
    found = columns_counted(question, Reading(requirements=asked, intent=intent, confidence=0.6), pools).requirements
    assert found.query is not None
    return to_sql(found.query)


@pytest.mark.parametrize("question", ["swims by pool", "how many swims at each pool"])
def test_what_a_column_counts_of_a_month_is_added_up_without_the_date_of_the_last(question: str) -> None:
    asked = """SELECT "pool", count(*) AS n FROM t WHERE "last_swim" IS NOT NULL GROUP BY 1"""
    told = told_of_pools(question, asked)
    assert 'sum("swims_may25")' in told and "last_swim" not in told


def test_dates_that_are_called_so_are_counted() -> None:
    asked = """SELECT "pool", count(*) AS n FROM t WHERE "last_swim" IS NOT NULL GROUP BY 1"""
    assert 'sum("swims_may25")' not in told_of_pools("number of last swims by pool", asked)
    assert 'sum("swims_may25")' not in told_of_pools("number of guests by pool", asked)
