"""Busier is where more goes on, and no measure that nobody names."""

from __future__ import annotations

import numpy as np
import pandas as pd

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.busy import as_busy
from autoviz.profile import profile
from autoviz.query.language import Query
from autoviz.query.sql import from_sql

COUNT = np.arange(200)
LESSONS = pd.DataFrame({
    "lesson_id": COUNT,
    "pool": np.array(["Central", "Lido"])[COUNT % 3 // 2],
    "rating": (COUNT * 7 % 5 + 1).astype(float),
    "visitors": COUNT * 13 % 89,
})  # fmt: skip
HELD = """SELECT {0} FILTER (WHERE "pool" = 'Central') > {0} FILTER (WHERE "pool" = 'Lido') AS more FROM t"""


def read(sql: str) -> Query:
    return from_sql(sql, list(LESSONS.columns))


def taken(question: str, sql: str) -> Query | None:
    intent = Intent(primary="comparative_analysis", confidence=0.9, reasoning="")
    reading = Reading(requirements=Requirements(outputs=("table",), query=read(sql)), intent=intent, confidence=0.6)
    return as_busy(question, reading, profile(LESSONS)).requirements.query


def test_rows_are_held_against_each_other_instead_of_ratings() -> None:
    found = taken("is Central busier than the Lido?", HELD.format('avg("rating")'))
    assert found is not None
    assert found.measures[0].expr == read(HELD.format("count(*)")).measures[0].expr


def test_what_is_named_or_adds_up_stays() -> None:
    rated = HELD.format('avg("rating")')
    assert taken("is Central busier than the Lido by rating?", rated) == read(rated)
    assert taken("is Central better than the Lido?", rated) == read(rated)
    visited = HELD.format('sum("visitors")')
    assert taken("is Central busier than the Lido?", visited) == read(visited)
