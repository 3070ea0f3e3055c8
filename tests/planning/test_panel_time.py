"""Periods of a panel are those of its own time, and not of a date that tells its things."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.panels import at_one_time
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql


@pytest.fixture(scope="module")
def choir() -> pd.DataFrame:
    """Ten singers who joined at different times, at twenty rehearsals."""
    nights = pd.date_range("2024-01-08", periods=20, freq="7D")
    joined = pd.date_range("2015-03-01", periods=10, freq="200D")
    rows = [(f"Singer {at}", joined[at], night, "yes" if (at + number) % 4 else "no", at * 1.5 + 1)
            for number, night in enumerate(nights) for at in range(10)]  # fmt: skip
    return pd.DataFrame(rows, columns=["singer", "joined", "rehearsal", "attended", "km_from_home"])


@pytest.mark.parametrize(
    ("question", "column"),
    [("attendance rate by month", "rehearsal"), ("attendance by month of joining", "joined")],
)
def test_a_date_that_nobody_named_gives_way_to_the_panels_time(choir, question, column):
    known = profile(choir)
    sql = "SELECT date_trunc('month', joined) AS m, AVG(CASE WHEN attended = 'yes' THEN 1 ELSE 0 END) FROM t GROUP BY 1"
    query = from_sql(sql, known.names)
    intent = Intent(primary="lookup", confidence=1.0, reasoning="")
    reading = Reading(requirements=Requirements(query=query), intent=intent, confidence=1.0)
    assert f'"{column}"' in to_sql(at_one_time(reading, known, question).requirements.query)


def test_things_are_still_counted_by_their_own_date(choir):
    assert autoviz.ask(choir, "how many singers joined each year?").requirements.time.column == "joined"


def test_a_distribution_says_that_each_thing_counts_many_times(choir):
    told = autoviz.ask(choir, "show the distribution of km_from_home").requirements.assumed
    assert "each singer counts once for every rehearsal." in told
    assert not any("averaged" in item for item in told)


@pytest.mark.parametrize(("where", "question", "func"), [
    ("year >= DATE '2010-01-01' AND year < DATE '2011-01-01'", "people by part in 2010", "sum"),
    ("year >= DATE '2010-01-01' AND year < DATE '2011-01-01'", "average people by part in 2010", "avg"),
    ("year >= DATE '2010-01-01' AND year < DATE '2015-01-01'", "people by part from 2010 to 2014", "avg"),
])  # fmt: skip
def test_what_adds_up_is_added_up_at_one_time(where, question, func):
    lands = pd.DataFrame([
        {"land": land, "part": "north" if at % 2 else "south", "year": year, "people": (at + 1) * 100_000 + year * 50}
        for at, land in enumerate(("Arda", "Brid", "Cors", "Dun"))
        for year in range(2000, 2020)
    ])  # fmt: skip
    known = profile(lands)
    query = from_sql(f"SELECT part, AVG(people) AS p FROM t WHERE {where} GROUP BY part", known.names)
    intent = Intent(primary="lookup", confidence=1.0, reasoning="")
    reading = Reading(requirements=Requirements(query=query), intent=intent, confidence=1.0)
    assert f'{func}("people")' in to_sql(at_one_time(reading, known, question).requirements.query)
