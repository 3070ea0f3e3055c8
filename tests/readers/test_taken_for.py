"""Which column makes the groups is told where no word of the question names it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.profile import profile
from autoviz.query.sql import from_sql
from autoviz.readers.embedded.taken_for import with_groups_told

CLAIMS = pd.DataFrame({
    "claim_id": np.arange(120),
    "handler": np.array(["Amira", "Bo", "Carys"])[np.arange(120) % 3],
    "region": np.array(["North", "South"])[np.arange(120) % 2],
    "claim_amt": np.arange(120) * 7 % 53 + 0.5,
})  # fmt: skip
BY_HANDLER = 'SELECT "handler", count(*) AS n FROM t GROUP BY 1'


@pytest.mark.parametrize("in_fields", [False, True])
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("claims by broker", ("broker is taken for handler.",)), ("claims by handler", ()),
        ("claims for Amira and Bo", ()),
    ],
)
def test_the_word_and_its_column_are_told(question, told, in_fields):
    query = None if in_fields else from_sql(BY_HANDLER, list(CLAIMS.columns))
    asked = Requirements(outputs=("chart",), group_by=("handler",) if in_fields else (), query=query)
    intent = Intent(primary="comparative_analysis", confidence=0.9, reasoning="")
    reading = Reading(requirements=asked, intent=intent, confidence=0.8)
    assert with_groups_told(question, reading, profile(CLAIMS), {}).requirements.assumed == told


COUNTIES = pd.DataFrame({
    "county": [f"County {at}" for at in range(90)],
    "region": np.array(["North", "South", "East"])[np.arange(90) % 3],
    "Employment Rate Men (%)": 60 + np.arange(90) * 7 % 23 + 0.5,
    "Employment Rate Women (%)": 55 + np.arange(90) * 5 % 29 + 0.5,
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("average employment rate by region", True), ("counties with an employment rate over 70", True),
        ("average employment rate of women by region", False), ("average employment rate of men by region", False),
        ("compare the employment rate of men and women by region", False), ("number of counties by region", False),
    ],
)
def test_a_name_that_fits_two_columns_alike_is_told(question, told):
    assumed = " ".join(autoviz.ask(COUNTIES, question).assumed)
    assert ("is taken for Employment Rate" in assumed) == told
