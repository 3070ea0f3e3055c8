"""Rows without what a share of rows hangs on are told: they count as no."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.model.requirements import Requirements
from autoviz.planning.absent import with_gaps_told
from autoviz.profile import profile
from autoviz.query.sql import from_sql

EXAMS = pd.DataFrame({
    "points": [np.nan, 40.0, 55.0, 70.0, 85.0] * 20, "group": ["a", "b"] * 50, "age": [20, 21, 22, 23] * 25,
    "rare": [np.nan, *range(99)],
})  # fmt: skip
TOLD = ("20 of all 100 rows have no points: in a share of rows they count as no.",)


def share(condition: str) -> str:
    return f'SELECT "group", 100 * AVG(CASE WHEN {condition} THEN 1 ELSE 0 END) AS s FROM t GROUP BY 1'


@pytest.mark.parametrize(("sql", "told"), [
    (share("points >= 50"), TOLD),
    (share("points >= 50 AND age > 21"), TOLD),
    (share("age > 21"), ()),
    (share("points IS NULL"), ()),
    (share("points >= 50").replace("GROUP", "WHERE points IS NOT NULL GROUP"), ()),
    ('SELECT "group", AVG(points) AS m FROM t WHERE points > 50 GROUP BY 1', ()),
])  # fmt: skip
def test_how_many_rows_lack_what_a_share_hangs_on(sql: str, told: tuple[str, ...]) -> None:
    known = profile(EXAMS)
    assert with_gaps_told(Requirements(query=from_sql(sql, known.names)), known).assumed == told


def test_an_answer_says_it() -> None:
    asked = autoviz.ask(EXAMS, "what percentage has more than 50 points?", reader="embedded")
    assert TOLD[0] in asked.assumed
