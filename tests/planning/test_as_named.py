"""What a word names is read, though in short, where a column stands that no word of the question calls."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.as_named import as_named
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql

ROWS = 240
EXAMS = pd.DataFrame({
    "cand_no": np.arange(ROWS) % 60 + 4100,
    "subj": np.resize(["Maths", "Art", "French"], ROWS),
    "tchr": np.resize(["JKO", "RTA", "SMI", "LFE"], ROWS),
    "raw_mk": np.arange(ROWS) * 7 % 90,
    "attend_%": np.arange(ROWS) * 3 % 100 + 0.5,
    "sat_on": pd.date_range("2024-05-01", periods=ROWS),
})  # fmt: skip
KNOWN = profile(EXAMS)


def named(question: str, sql: str) -> Requirements:
    asked = Requirements(outputs=("table",), query=from_sql(sql, list(KNOWN.names)), not_found=("teacher", "biggest"))
    intent = Intent(primary="ranking", confidence=0.9, reasoning="")
    return as_named(question, Reading(requirements=asked, intent=intent, confidence=0.6), KNOWN).requirements


def sql_of(asked: Requirements) -> str:
    assert asked.query is not None
    return to_sql(asked.query)


def test_groups_are_by_the_column_that_is_named() -> None:
    found = named("which teacher has the biggest mean raw_mk", 'SELECT "subj", avg("raw_mk") AS a FROM t GROUP BY 1')
    assert 'GROUP BY "tchr"' in sql_of(found) and '"subj"' not in sql_of(found)
    assert found.not_found == ("biggest",)


def test_things_are_counted_by_the_column_that_is_named() -> None:
    found = named("how many candidates are there", 'SELECT count(DISTINCT "subj") AS n FROM t')
    assert 'count(DISTINCT "cand_no")' in sql_of(found)


def test_the_column_that_is_named_is_measured() -> None:
    found = named("average attend by tchr", 'SELECT "tchr", avg("raw_mk") AS a FROM t GROUP BY 1')
    assert 'avg("attend_%")' in sql_of(found)


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("raw_mk by subj for each tchr", 'SELECT "subj", avg("raw_mk") AS a FROM t GROUP BY 1'),
        ("which course has the best raw_mk", 'SELECT "subj", avg("raw_mk") AS a FROM t GROUP BY 1'),
        ("how many of teacher SMI", 'SELECT count(*) AS n FROM t WHERE "subj" = \'Art\''),
        ("raw_mk over time", 'SELECT "subj", avg("raw_mk") AS a FROM t GROUP BY 1'),
    ],
)
def test_what_is_named_or_meant_otherwise_stays(question: str, sql: str) -> None:
    assert sql_of(named(question, sql)) == to_sql(from_sql(sql, list(KNOWN.names)))


@pytest.mark.parametrize(
    ("question", "grouped"),
    [
        ("average price per tray", False), ("average price per tray by trays", True), ("average px_tray", False),
        ("average price", True),
    ],
)
def test_the_name_of_a_measure_makes_no_groups(question: str, grouped: bool) -> None:
    orders = profile(pd.DataFrame({
        "customer": np.resize(["Ash", "Bell", "Cole"], ROWS),
        "trays": np.arange(ROWS) % 17 + 1,
        "px_tray": np.arange(ROWS) * 7 % 31 / 10 + 3.05,
    }))  # fmt: skip
    asked = from_sql('SELECT "trays", avg("px_tray") AS a FROM t GROUP BY 1', list(orders.names))
    intent = Intent(primary="comparative_analysis", confidence=0.9, reasoning="")
    reading = Reading(requirements=Requirements(outputs=("chart",), query=asked), intent=intent, confidence=0.6)
    found = as_named(question, reading, orders).requirements.query
    assert found is not None
    assert bool(found.by) is grouped


def test_groups_that_are_ranked_stay_though_their_name_is_part_of_the_measure() -> None:
    orders = profile(pd.DataFrame({
        "year": np.arange(ROWS) % 3 + 2020, "trays": np.arange(ROWS) % 17 + 1,
        "px_tray": np.arange(ROWS) * 7 % 31 + 0.5,
    }))  # fmt: skip
    rank = "rank() OVER (PARTITION BY year ORDER BY avg(px_tray) DESC)"
    query = from_sql(f"SELECT year, trays, avg(px_tray) FROM t GROUP BY 1, 2 QUALIFY {rank} = 1", list(orders.names))
    intent = Intent(primary="ranking", confidence=0.9, reasoning="")
    reading = Reading(requirements=Requirements(outputs=("table",), query=query), intent=intent, confidence=0.6)
    assert as_named("highest average price per tray each year", reading, orders).requirements.query == query


def test_what_one_column_is_held_against_is_held_against_no_other() -> None:
    sql = """SELECT "subj", 100 * avg(CASE WHEN "tchr" = 'SMI' THEN 1 ELSE 0 END) AS a FROM t GROUP BY 1"""
    for question in ("share by subj of Smith", "share of candidates by subj"):
        assert "\"tchr\" = 'SMI'" in sql_of(named(question, sql))
