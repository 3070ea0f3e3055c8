"""Which end of a measure an adjective asks for."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.adjectives import at_meant_end
from autoviz.profile import profile
from autoviz.query.sql import from_sql


@pytest.fixture(scope="module")
def runs() -> pd.DataFrame:
    random = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "runner": [f"R{number}" for number in range(60)],
            "club": random.choice(["Tigers", "Owls", "Hares"], 60),
            "time_min": random.permutation(np.arange(40, 100)),
            "weight_kg": random.permutation(np.arange(50, 110)),
        }
    )


@pytest.mark.parametrize(
    ("question", "column", "least"),
    [
        ("fastest runner", "time_min", True),
        ("slowest runner", "time_min", False),
        ("show me the heavy runners", "weight_kg", False),
        ("which runner took the least time", "time_min", True),
    ],
)
def test_the_end_is_the_one_that_the_adjective_means(runs, question, column, least):
    ordered = runs.sort_values(column, ascending=least)
    assert autoviz.ask(runs, question).table["runner"].iloc[0] == ordered["runner"].iloc[0]


def test_how_old_the_oldest_is_asks_for_one_end(runs):
    aged = runs.assign(age=range(20, 80))
    assert "79" in autoviz.ask(aged, "how old is the oldest runner", reader="embedded").answer


@pytest.fixture(scope="module")
def repairs() -> pd.DataFrame:
    asked = pd.Timestamp("2024-01-01") + pd.to_timedelta(np.arange(90), unit="D")
    took = pd.to_timedelta(np.tile([9, 3, 20], 30), unit="D")
    shops = np.tile(["Ace", "Bolt", "Crank"], 30)
    return pd.DataFrame({"repair": range(90), "shop": shops, "asked_on": asked, "finished_on": asked + took})


TOOK = "SELECT shop, AVG(date_diff('day', asked_on, finished_on)) AS d FROM t GROUP BY shop ORDER BY d {} LIMIT 1"


@pytest.mark.parametrize(("question", "sql", "meant"), [
    ("which shop finishes repairs fastest", TOOK.format("DESC"), TOOK.format("ASC")),
    ("which shop finishes repairs slowest", TOOK.format("ASC"), TOOK.format("DESC")),
    ("when was the last repair finished", "SELECT MIN(finished_on) AS d FROM t", "SELECT MAX(finished_on) AS d FROM t"),
    ("the earliest finish", "SELECT MAX(finished_on) AS d FROM t", "SELECT MIN(finished_on) AS d FROM t"),
    ("when did the last 3 months begin", "SELECT MIN(asked_on) AS d FROM t", "SELECT MIN(asked_on) AS d FROM t"),
    ("first and last finish", "SELECT MIN(finished_on) AS d FROM t", "SELECT MIN(finished_on) AS d FROM t"),
])  # fmt: skip
def test_the_end_of_dates_and_of_the_time_between_them_is_the_one_that_is_meant(repairs, question, sql, meant):
    names = [*repairs.columns]
    asked, expected = (from_sql(text, names) for text in (sql, meant))
    read = Reading(
        requirements=Requirements(query=asked), confidence=1.0,
        intent=Intent(primary="lookup", confidence=1.0, reasoning=""),
    )  # fmt: skip
    turned = at_meant_end(question, read, {}, profile(repairs)).requirements.query
    assert turned is not None
    assert (turned.order, [item.expr for item in turned.measures]) == (
        expected.order, [item.expr for item in expected.measures],
    )  # fmt: skip


def test_an_age_is_no_time_that_something_took(repairs):
    aged = profile(repairs.assign(customer_age=[30.0 + at % 41 for at in range(len(repairs))]))
    names = [*repairs.columns]
    read = Reading(
        requirements=Requirements(query=from_sql(TOOK.format("DESC"), names)), confidence=1.0,
        intent=Intent(primary="lookup", confidence=1.0, reasoning=""),
    )  # fmt: skip
    turned = at_meant_end("which shop finishes repairs fastest", read, {}, aged).requirements.query
    assert turned is not None and turned.order == from_sql(TOOK.format("ASC"), names).order


@pytest.mark.parametrize("question", ["worst performing region", "which region performs worst"])
def test_the_worst_earned_the_least(question):
    sold = pd.DataFrame({"order": range(80), "region": ["North", "South"] * 40, "revenue": [10.5, 20.25] * 40})
    found = autoviz.ask(sold, question, reader="embedded")
    assert found.answer.startswith("North has the lowest")


def test_the_fastest_of_each_group_took_the_least_time():
    runs = pd.DataFrame({
        "bib": range(100, 160), "club": ["Harriers", "Striders", "Tri Club"] * 20,
        "finish_min": [150.5 + (7 * at) % 61 for at in range(60)],
    })  # fmt: skip
    found = autoviz.ask(runs, "fastest runner of each club", reader="embedded").table
    assert sorted(found["bib"]) == sorted(runs.loc[runs.groupby("club")["finish_min"].idxmin(), "bib"])


@pytest.fixture(scope="module")
def sites():
    """Sites of which P has the lowest of everything and R the highest."""
    return pd.DataFrame({
        "visit": range(90), "site": ["P", "Q", "R"] * 30, "delay_min": [12.5, 14.25, 19.0] * 30,
        "yield_t_ha": [6.5, 7.25, 8.125] * 30, "error_rate": [0.125, 0.2, 0.35] * 30,
    })  # fmt: skip


@pytest.mark.parametrize(("question", "first"), [
    ("which site has had the worst yield on average", "P has the lowest"),
    ("which site has the best yield", "R has the highest"),
    ("which site has the worst delay", "R has the highest"),
    ("site with the best delay", "P has the lowest"),
    ("which site has the worst error rate", "R has the highest"),
    ("top 2 sites with the worst average yield", "Average yield: P"),
    ("top 2 sites by average delay", "Average delay: R"),
])  # fmt: skip
def test_the_worst_of_a_measure_is_the_end_that_nobody_wants(sites, question, first):
    assert autoviz.ask(sites, question, reader="embedded").answer.startswith(first)


def test_the_best_go_by_what_nobody_named_too():
    runs = pd.DataFrame({"runner": [f"R{at}" for at in range(60)], "finish_time_min": [150.5 + at for at in range(60)]})
    assert "R0" in autoviz.ask(runs, "5 best runners", reader="embedded").answer
