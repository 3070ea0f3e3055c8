"""Rows that lack a date are meant where a word says that something is lacking or goes on."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.absences import with_none_of, with_presence
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql

HIRED = pd.date_range("2019-01-01", periods=90, freq="9D")
STAFF = profile(
    pd.DataFrame({
        "employee_id": range(1000, 1090),
        "hire_date": HIRED,
        "termination_date": (HIRED + pd.Timedelta(days=400)).where(np.arange(90) % 3 == 0),
        "office": ["Berlin", "Oslo"] * 45,
        "phone": ["+49", None, "+47"] * 30,
    })
)  # fmt: skip


def kept(question: str, where: str) -> str:
    asked = Requirements(
        outputs=("table",), query=from_sql(f"SELECT count(*) AS n FROM t WHERE {where}", list(STAFF.names))
    )
    intent = Intent(primary="lookup", confidence=0.9, reasoning="")
    found = with_presence(question, Reading(requirements=asked, intent=intent, confidence=0.6), STAFF).requirements
    assert found.query is not None
    return to_sql(found.query).partition(" WHERE ")[2]


@pytest.mark.parametrize("question", ["how many employees left", "former employees", "staff who quit"])
def test_what_has_happened_has_its_date(question: str) -> None:
    assert kept(question, '"termination_date" IS NULL') == '"termination_date" IS NOT NULL'


def test_a_year_of_what_has_happened_is_that_of_its_date() -> None:
    where = '"termination_date" IS NULL AND "hire_date" >= DATE \'2020-01-01\' AND "hire_date" < DATE \'2021-01-01\''
    found = kept("how many people left in 2020", where)
    assert '"termination_date" >= DATE' in found and "hire_date" not in found and "NULL" not in found
    assert "hire_date" in kept("how many people by hire_date left in 2020", where)


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ("current employees", '"termination_date" IS NULL'),
        ("who has not left", '"termination_date" IS NULL'),
        ("unterminated contracts", '"termination_date" IS NULL'),
        ("employees without a phone", '"phone" IS NULL'),
        ("employees that nobody can call", '"phone" IS NULL'),
        ("former employees", '"termination_date" IS NOT NULL'),
    ],
)
def test_what_is_said_to_lack_and_what_is_no_date_stays(question: str, where: str) -> None:
    assert kept(question, where) == where


def test_what_is_named_is_there_too() -> None:
    assert kept("employees with a phone", '"phone" IS NULL') == '"phone" IS NOT NULL'


TRAINS = profile(
    pd.DataFrame({
        "train": [f"T{number}" for number in range(90)],
        "delay_min": [None if number % 9 == 0 else number % 20 - 4 for number in range(90)],
        "score": [None if number % 7 == 0 else number % 6 for number in range(90)],
        "complaints": [number % 3 for number in range(90)],
    })
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "sql", "none"),
    [
        ("how many trains had no delay", 'SELECT count(*) AS n FROM t WHERE "delay_min" IS NULL', True),
        ("share of trains without delay",
         'SELECT 100 * avg(CASE WHEN "delay_min" IS NULL THEN 1 ELSE 0 END) AS s FROM t', True),
        ("list trains with no complaints", 'SELECT count(*) AS n FROM t WHERE "complaints" IS NULL', True),
        ("how many trains have no delay recorded", 'SELECT count(*) AS n FROM t WHERE "delay_min" IS NULL', False),
        ("how many delays are missing", 'SELECT count(*) AS n FROM t WHERE "delay_min" IS NULL', False),
        ("how many have no score", 'SELECT count(*) AS n FROM t WHERE "score" IS NULL', False),
    ],
)  # fmt: skip
def test_none_of_an_amount_is_a_number_and_not_unknown(question: str, sql: str, none: bool) -> None:
    asked = Requirements(outputs=("table",), query=from_sql(sql, list(TRAINS.names)))
    read = Reading(requirements=asked, intent=Intent(primary="lookup", confidence=0.9, reasoning=""), confidence=0.6)
    query = with_none_of(question, read, TRAINS).requirements.query
    assert query is not None
    assert ("= 0" in to_sql(query)) is none and ("IS NULL" in to_sql(query)) is not none
