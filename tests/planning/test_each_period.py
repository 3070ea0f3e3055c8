"""Groups of each year are told apart by it, or it is told that the year plays no part."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.each_period import in_each_period
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql

DRAW = np.random.default_rng(4)
FINES = profile(
    pd.DataFrame({
        "ref": range(400),
        "issued": pd.Timestamp("2022-01-01") + pd.to_timedelta(DRAW.integers(0, 900, 400), "D"),
        "ward": DRAW.choice(["Castle", "Mill", "Quay"], 400),
        "fine": DRAW.choice([50.0, 70.0, 100.0], 400),
    })
)  # fmt: skip
WARDS = 'SELECT "ward", sum("fine") AS s FROM t GROUP BY 1'


def over(question: str, sql: str) -> tuple[str, tuple[str, ...]]:
    asked = Requirements(outputs=("table",), query=from_sql(sql, list(FINES.names)))
    intent = Intent(primary="ranking", confidence=0.9, reasoning="")
    found = in_each_period(question, Reading(requirements=asked, intent=intent, confidence=0.6), FINES).requirements
    assert found.query is not None
    return to_sql(found.query), found.unused


@pytest.mark.parametrize(
    ("question", "unit"),
    [("rank wards by fine each year", "year"), ("fine by ward per quarter", "quarter"), ("by ward by month", "month")],
)
def test_each_period_is_a_group(question: str, unit: str) -> None:
    found, unused = over(question, f"{WARDS} ORDER BY s DESC")
    assert f"date_trunc('{unit}'" in found and '"ward"' in found and unused == ()


def test_the_first_of_all_time_are_not_those_of_each_year() -> None:
    first = f"{WARDS} ORDER BY s DESC LIMIT 2"
    assert over("top 2 wards by year", first) == (to_sql(from_sql(first, list(FINES.names))), ("by year",))


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("average fine per month by ward", WARDS),
        ("fine by ward", WARDS),
        ("fine each year", "SELECT date_trunc('year', \"issued\") AS y, sum(\"fine\") AS s FROM t GROUP BY 1"),
    ],
)
def test_what_minds_its_periods_stays(question: str, sql: str) -> None:
    assert over(question, sql) == (to_sql(from_sql(sql, list(FINES.names))), ())
