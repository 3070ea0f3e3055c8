"""Readings whose conditions no word of the question accounts for."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.linking.candidates import candidates
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql
from autoviz.readers.embedded.accounting import accounted
from autoviz.readers.embedded.heard import Heard
from autoviz.readers.embedded.writing import Written

YEARS = pd.DataFrame({"yr": range(1950, 1962), "output": range(12), "region": list("nsew") * 3})


def read(sql: str, question: str):
    known = profile(YEARS)
    one = Heard(Written("lookup", "table", from_sql(sql, known.names), -0.1, (-0.1,), ()), 0.9)
    [first] = accounted([one], question, known, candidates(question, known))
    return first.best.query


def test_a_number_that_the_question_gives_accounts_for_the_column_that_it_is_held_against():
    kept = read("SELECT * FROM t WHERE yr = 1953", "show me everything for 1953")
    assert kept.where is not None


@pytest.mark.parametrize("sql", ["SELECT * FROM t WHERE yr = 1953", "SELECT * FROM t WHERE region = 'n'"])
def test_a_condition_of_which_the_question_says_nothing_is_left_out(sql):
    assert read(sql, "show me everything").where is None


DROPS = pd.DataFrame({
    "acct_name": ["Lumen", "Olive", "Regina"] * 20, "drvr": ["Pavel", "Imke"] * 30, "px_eur": [21.5, 18.0, 27.0] * 20,
    "trays_ord": range(60), "note": ["customer at home", "none", "left at door"] * 20,
})  # fmt: skip


def heard(question: str, *sqls: str) -> list[str]:
    known = profile(DROPS)
    readings = [
        Heard(Written("group", "bar", from_sql(sql, known.names), -0.1, (-0.1,), ()), 0.5 / place)
        for place, sql in enumerate(sqls, 1)
    ]
    found = accounted(readings, question, known, candidates(question, known))
    return [to_sql(one.best.query) for one in found]


def test_a_word_that_comes_in_notes_may_mean_a_column():
    sql = 'SELECT "acct_name", sum("px_eur") AS s FROM t GROUP BY 1'
    assert heard("px_eur by customer", sql)[0] == to_sql(from_sql(sql, list(DROPS.columns)))


@pytest.mark.parametrize(
    ("question", "kept"), [("average px of trays ordered", 1), ("average px of 75 trays ordered", 2)]
)
def test_a_number_that_nobody_gives_and_no_row_has_is_not_meant(question, kept):
    none, every = ('SELECT avg("px_eur") AS a FROM t WHERE "trays_ord" = 75', 'SELECT avg("px_eur") AS a FROM t')
    assert len(heard(question, none, every)) == kept
