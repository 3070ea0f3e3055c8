"""Readings whose conditions no word of the question accounts for."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.linking.candidates import candidates
from autoviz.profile import profile
from autoviz.query.sql import from_sql
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
