"""Yes or no, with the numbers that decide it."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import autoviz
from autoviz.analysis import Analysis, opening
from autoviz.pipeline import run
from autoviz.planning.deciding import _claimed, with_what_decides
from autoviz.profile import profile
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader

VISITS = pd.DataFrame({
    "visit_no": range(1, 121),
    "centre": ["Central", "Northgate", "Riverside"] * 40,
    "wait_min": [place % 40 * 2.5 for place in range(120)],
    "age": [20 + place % 50 for place in range(120)],
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "there"),
    [
        ("Did anybody have to wait longer than 90 minutes?", VISITS["wait_min"] > 90),
        ("did anyone wait more than 95 minutes?", VISITS["wait_min"] > 95),
        ("was any visitor older than 68?", VISITS["age"] > 68),
    ],
)  # fmt: skip
def test_the_number_that_decides_is_told(question, there):
    found = autoviz.ask(VISITS, question, reader="embedded")
    assert found.answer.startswith("Yes") and f" {there.sum()} " in found.answer
    assert found.proof.verdict == "proven"


def test_both_sides_stand_beside_the_claim_and_in_the_answer():
    one, other = (f"avg(age) FILTER (WHERE centre = '{centre}')" for centre in ("Central", "Northgate"))
    query = with_what_decides(from_sql(f"SELECT {one} > {other} AS older FROM t", list(VISITS.columns)))
    assert [item.expr for item in query.measures[1:]] == [*query.measures[0].expr.args]
    state = opening(VISITS, "are people at Central older than at Northgate?", reader="embedded")
    found = Analysis(run(replace(state, reader=GivenReader(query), next_readers=())))
    ages = VISITS.groupby("centre")["age"].mean()
    assert found.answer.startswith("Yes: ") and found.proof.verdict == "proven"
    assert all(f"{ages[name]:g} years" in found.answer for name in ("Central", "Northgate"))


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Did nobody wait longer than 97 minutes?", "No, "),
        ("did none of the visits wait over 90 minutes?", "No, "),
        ("are there no visits with a wait above 200 minutes?", "Yes, there are no "),
        ("are there visits with a wait above 200 minutes?", "No, there are no "),
        ("did nobody wait longer than 200 minutes?", "Yes, there are no "),
        ("is nobody older than 75?", "Yes, there are no "),
        ("was nobody older than 60?", "No, there are 18 "),
    ],
)
def test_that_there_are_none_is_right_where_there_are_none(question, verdict):
    assert autoviz.ask(VISITS, question, reader="embedded").answer.startswith(verdict)


NORTHGATE = VISITS[VISITS["centre"] == "Northgate"]


@pytest.mark.parametrize(
    ("question", "verdict", "number"),
    [
        ("is the average age above 60?", "No: ", VISITS["age"].mean()),
        ("is the average wait below 60 minutes?", "Yes: ", VISITS["wait_min"].mean()),
        ("is the median age higher than 30 at Northgate?", "Yes: ", NORTHGATE["age"].median()),
        ("is the highest wait above 97 minutes?", "Yes: ", VISITS["wait_min"].max()),
    ],
)
def test_a_claim_about_the_average_is_not_one_about_rows(question, verdict, number):
    found = autoviz.ask(VISITS, question, reader="embedded")
    assert found.answer.startswith(verdict) and f"{number:.4g}" in found.answer
    assert found.proof.verdict == "proven"


@pytest.mark.parametrize("question", [
    "which centres have an average wait below 48 minutes?", "was anybody older than the average age?",
    "is the wait above 90 minutes anywhere?", "average wait of visitors above 60",
])  # fmt: skip
def test_other_questions_about_averages_are_no_claims_of_all(question):
    assert _claimed(question, profile(VISITS)) is None


def test_how_many_times_as_much_is_not_taken_for_the_number_itself():
    query = with_what_decides(from_sql("SELECT max(age) > 2 * avg(age) AS far FROM t", list(VISITS.columns)))
    assert [item.expr.func for item in query.measures[1:]] == ["max", "mean"]


def test_a_claim_of_which_one_side_is_unknown_gets_no_yes_and_no_no():
    frame = VISITS.assign(score=[None if place % 3 == 0 else float(place % 7) for place in range(120)])
    one, other = (f"avg(score) FILTER (WHERE centre = '{centre}')" for centre in ("Central", "Northgate"))
    query = with_what_decides(from_sql(f"SELECT {one} > {other} AS better FROM t", list(frame.columns)))
    state = opening(frame, "do people at Central score better than at Northgate?", reader="embedded")
    told = Analysis(run(replace(state, reader=GivenReader(query), next_readers=()))).answer
    assert told.startswith("That cannot be told: ") and "Central is unknown" in told and "Northgate is 2.98" in told


@pytest.mark.parametrize("sql", [
    "SELECT count(*) > 0 AS any FROM t WHERE age > 60", "SELECT count(DISTINCT centre) >= 2 AS some FROM t"
])  # fmt: skip
def test_the_number_stands_beside_the_claim(sql):
    first, second = with_what_decides(from_sql(sql, list(VISITS.columns))).measures
    assert second.expr == first.expr.args[0]


@pytest.mark.parametrize("sql", [
    "SELECT count(*) AS n FROM t", "SELECT avg(age) + 30 AS old FROM t",
    "SELECT centre, count(*) > 9 AS full FROM t GROUP BY 1",
])  # fmt: skip
def test_anything_else_stays_as_it_is(sql):
    query = from_sql(sql, list(VISITS.columns))
    assert with_what_decides(query) == query
