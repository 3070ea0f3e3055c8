"""Averages of figures that stand for many, and what is never added up."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.weighing import never_added
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql


def schools():
    draw = np.random.default_rng(3)
    rates = draw.uniform(40, 99, 60).round(1)
    rates[5] = np.nan
    return pd.DataFrame(
        {
            "school": [f"S{number}" for number in range(60)],
            "district": ["North", "East", "West"] * 20,
            "students": draw.integers(50, 2000, 60),
            "pass_rate": rates,
        }
    )


def test_a_rate_of_groups_says_that_they_count_alike():
    asked = autoviz.ask(schools(), "pass rate by district")
    (told,) = asked.assumed
    assert "weighted by students" in told


def test_a_named_weight_is_used():
    frame = schools()
    asked = autoviz.ask(frame, "average pass rate by district weighted by number of students")
    known = frame.dropna()
    expected = known.groupby("district").apply(lambda rows: np.average(rows["pass_rate"], weights=rows["students"]))
    assert asked.table.set_index("district").iloc[:, -1].to_dict() == pytest.approx(expected.to_dict())
    assert "average pass rate weighted by students" in asked.answer.casefold()
    assert asked.proof.verdict == "proven"


def test_an_overall_rate_is_no_sum():
    frame = schools()
    asked = autoviz.ask(frame, "what is the overall pass rate")
    assert asked.table.iloc[0, -1] == pytest.approx(frame["pass_rate"].mean())
    total = autoviz.ask(frame, "total pass rate")
    assert total.table.iloc[0, -1] == pytest.approx(frame["pass_rate"].sum())


def test_the_share_of_things_is_that_of_their_number_and_not_of_their_ids():
    draw = np.random.default_rng(7)
    loans = pd.DataFrame({"loan": range(500, 650), "status": draw.choice(["good", "bad"], 150, p=[0.8, 0.2])})
    asked = autoviz.ask(loans, "share of bad loans")
    assert asked.table.iloc[0, -1] == pytest.approx(100 * (loans["status"] == "bad").mean())


def test_what_a_running_total_adds_up_is_not_averaged():
    shares = profile(pd.DataFrame({"strength": list("abcd") * 5, "share_pct": [7.2, 29.4, 21.1, 14.9] * 5}))
    sql = "SELECT strength, sum(sum(share_pct)) OVER (ORDER BY strength) AS so_far FROM t GROUP BY 1 ORDER BY 1"
    asked = Requirements(query=from_sql(sql, shares.names))
    reading = Reading(requirements=asked, intent=Intent(primary="lookup", confidence=0.9, reasoning=""), confidence=0.9)
    assert never_added("cumulative share by strength", reading, shares) == reading
    plain = asked.replaced(query=from_sql("SELECT strength, sum(share_pct) AS s FROM t GROUP BY 1", shares.names))
    averaged = never_added("share by strength", reading.replaced(requirements=plain), shares).requirements.query
    assert "avg" in to_sql(averaged)


def trips():
    draw = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "trip_date": pd.date_range("2023-01-01", periods=400, freq="D"),
            "line": ["Red", "Blue", "Green", "Red"] * 100,
            "driver": ["Ann", "Ben", "Cem", "Dee", "Eva"] * 80,
            "passengers": draw.integers(5, 200, 400),
            "complaints": draw.integers(0, 2, 400),
        }
    )


@pytest.mark.parametrize(
    ("question", "key", "column"),
    [
        ("complaints per driver", "driver", "complaints"),
        ("passengers by line", "line", "passengers"),
        ("which driver carried the most passengers?", "driver", "passengers"),
    ],
)
def test_what_adds_up_in_dated_rows_is_totalled(question: str, key: str, column: str) -> None:
    frame = trips()
    asked = autoviz.ask(frame, question)
    expected = frame.groupby(key)[column].sum()
    told = asked.table.set_index(key).iloc[:, 0]
    assert told.to_dict() == expected.loc[told.index].to_dict()


def test_an_average_that_is_asked_for_stays_one() -> None:
    frame = trips()
    asked = autoviz.ask(frame, "average complaints per driver")
    expected = frame.groupby("driver")["complaints"].mean()
    assert asked.table.set_index("driver").iloc[:, 0].to_dict() == pytest.approx(expected.to_dict())
