"""A result in which no group has a value: it is told that nothing comes of the reading, and not listed."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from autoviz.analysis import Analysis, opening
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.pipeline import run
from autoviz.profile import profile
from autoviz.query.sql import from_sql
from autoviz.readers.embedded.void import is_void
from autoviz.readers.given import GivenReader

ROWS = pd.DataFrame({"town": ["A", "B", "C"] * 40, "year": [2001, 2002, 2003, 2004] * 30, "rent": range(120)})
GROWN = "SELECT town, max(rent) FILTER (WHERE year = {}) - max(rent) FILTER (WHERE year = {}) FROM t GROUP BY town"


def test_nothing_comes_of_it():
    reader = GivenReader(from_sql(GROWN.format(12, 1), list(ROWS.columns)))
    found = Analysis(run(replace(opening(ROWS, "growth of rent by town"), reader=reader, next_readers=())))
    assert found.answer.startswith("Nothing comes of this reading:") and "unknown for every town" in found.answer
    assert not found.facts


def test_a_reading_that_no_row_can_meet_is_void():
    known = profile(ROWS)
    intent = Intent(primary="comparative_analysis", confidence=1.0, reasoning="")
    for years, void in (((12, 1), True), ((2004, 1), True), ((2004, 2001), False)):
        query = from_sql(GROWN.format(*years), list(ROWS.columns))
        asked = Requirements(outputs=("table",), query=query)
        assert is_void(Reading(requirements=asked, intent=intent, confidence=0.5), known) == void
