"""Which column makes the groups is told where no word of the question names it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

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
