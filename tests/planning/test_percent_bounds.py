"""Percent of something are no number of pieces."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.percent_bounds import with_percents_told
from autoviz.profile import profile
from autoviz.query.sql import from_sql

RUNS = pd.DataFrame({
    "run_id": [f"R{number}" for number in range(90)],
    "planned_units": [200 + number % 40 for number in range(90)],
    "humidity_pct": [number % 90 + 5.5 for number in range(90)],
})  # fmt: skip
INTENT = Intent(primary="comparative_analysis", confidence=1.0, reasoning="")


@pytest.mark.parametrize(
    ("question", "where", "doubted"),
    [
        ("how many runs were more than 10 percent below plan", '"planned_units" > 10', True),
        ("runs that missed the plan by 10%", '"planned_units" < 10', True),
        ("how many runs planned more than 10 units", '"planned_units" > 10', False),
        ("how many runs had a humidity above 10 percent", '"humidity_pct" > 10', False),
    ],
)
def test_a_number_in_percent_bounds_no_pieces(question, where, doubted):
    query = from_sql(f"SELECT count(*) AS n FROM t WHERE {where}", list(RUNS.columns))
    reading = Reading(requirements=Requirements(query=query, outputs=("table",)), confidence=0.8, intent=INTENT)
    found = with_percents_told(reading, profile(RUNS), question)
    assert found.confidence == (0.4 if doubted else 0.8)
    assert bool(found.requirements.assumed) == doubted
