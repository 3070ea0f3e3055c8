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
