"""What is counted by what a value says was done are the rows with that value."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.deeds_counted import deeds_counted
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql

DRAW = np.random.default_rng(6)
CLAIMS = pd.DataFrame({
    "claim_id": range(9001, 9121),
    "branch": DRAW.choice(["Docks", "Forum"], 120),
    "outcome": DRAW.choice(["Withdrawn", "Hired", "Claimed", "Open"], 120),
    "paid": DRAW.integers(50, 900, 120),
})  # fmt: skip
ALL = 'SELECT "branch", count(*) AS n FROM t GROUP BY 1'


def read(question: str, sql: str = ALL, frame: pd.DataFrame = CLAIMS) -> Reading:
    asked = Requirements(outputs=("table",), query=from_sql(sql, list(frame.columns)))
    intent = Intent(primary="lookup", confidence=0.9, reasoning="")
    return deeds_counted(question, Reading(requirements=asked, intent=intent, confidence=0.6), profile(frame))


def kept(reading: Reading) -> str:
    assert reading.requirements.query is not None
    return to_sql(reading.requirements.query)


@pytest.mark.parametrize(("noun", "value"), [("withdrawals", "Withdrawn"), ("hires", "Hired")])
def test_the_rows_of_the_deed_are_counted_and_this_is_told(noun: str, value: str) -> None:
    found = read(f"{noun} by branch")
    assert f"\"outcome\" = '{value}'" in kept(found)
    assert found.requirements.assumed == (f"{noun} are the rows where outcome is {value}.",)


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("claims by branch", ALL),
        ("number of cases by branch", ALL),
        ("withdrawals by outcome", 'SELECT "outcome", count(*) AS n FROM t GROUP BY 1'),
        ("withdrawals by branch", "SELECT \"branch\", count(*) AS n FROM t WHERE \"outcome\" <> 'Open' GROUP BY 1"),
        ("withdrawals by branch", 'SELECT "branch", sum("paid") AS n FROM t GROUP BY 1'),
    ],
)
def test_the_rows_themselves_and_what_is_kept_already_stay(question: str, sql: str) -> None:
    assert kept(read(question, sql)) == to_sql(from_sql(sql, list(CLAIMS.columns)))

