"""Odd frames and questions: an Analysis or an error with a hint, never a raw one; the frame is left as it was."""

from __future__ import annotations

import datetime as dt
import decimal
import json
import uuid

import pandas as pd
import pytest

import autoviz
from autoviz.errors import AutovizError
from autoviz.export.plain_data import plain_rows

ROWS = 12


def beside(cells):
    return pd.DataFrame({"g": ["a", "b", "c"] * 4, "v": range(ROWS), "u": pd.Series(cells, dtype=object)})


FRAMES = {
    "uuid": beside([uuid.UUID(int=n) for n in range(ROWS)]), "bytes": beside([b"ab\xff"] * ROWS),
    "complex": beside([1 + 2j] * ROWS), "signalling": beside([decimal.Decimal("sNaN"), decimal.Decimal(1)] * 6),
    "half letters": beside(["x\ud800", "y"] * 6), "nul": beside(["a\x00b", "c"] * 6), "huge": beside([10**30, 1] * 6),
    "objects": beside([object()] * ROWS), "sets": beside([{1}] * ROWS), "far": beside([dt.date(9999, 12, 31)] * ROWS),
    "no name": beside(["x"] * ROWS).rename(columns={"u": pd.NA}),
    "none": beside(["x"] * ROWS).rename(columns={"u": None}),
    "long name": beside(["x"] * ROWS).rename(columns={"u": "u" * 10_000}),
}  # fmt: skip


@pytest.mark.parametrize("name", FRAMES)
def test_an_odd_column_gives_an_analysis_or_an_error_with_a_hint(name):
    frame = FRAMES[name]
    before = [repr(cell) for cell in frame.to_numpy().ravel()]
    try:
        found = autoviz.ask(frame, "list the rows")
        json.dumps(found.to_dict())
        assert found.code() and found.to_html()
    except AutovizError as error:
        assert error.what and error.hint
    assert [repr(cell) for cell in frame.to_numpy().ravel()] == before


@pytest.mark.parametrize("cell", [
    uuid.UUID(int=1), b"\xff", 1 + 2j, decimal.Decimal("sNaN"), "\ud800", 10**30, {1}, object(), pd.NA, pd.NaT, None,
    float("inf"), dt.date(1, 1, 1), dt.timedelta(1), pd.Period("2020"), pd.Interval(0, 1), range(3), Exception("x"),
])  # fmt: skip
def test_every_cell_has_a_form_in_json(cell):
    assert json.dumps(plain_rows(pd.DataFrame({"u": pd.Series([cell], dtype=object)})))


QUESTIONS = (
    "histogram of v with 0 bins", "histogram of v with -3 bins", f"total v where v > {'9' * 400}",
    f"top {'9' * 400} g by v", "v by g \ud800", "v by g \x00", "the 1e999th percentile of v",
    "rolling 0 day average of v",
    "sample 0 rows", "\x1b[31mv by g", "$\\href{javascript:alert(1)}{v}$ by g", "'; drop table t; --", "{{ 7*7 }}",
    "?", "…",
)  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS, ids=[repr(text[:24]) for text in QUESTIONS])
def test_an_odd_question_gives_an_analysis_or_an_error_with_a_hint(question):
    frame = pd.DataFrame({"g": ["a", "b", "c"] * 4, "v": range(ROWS)})
    try:
        json.dumps(autoviz.ask(frame, question).to_dict())
    except AutovizError as error:
        assert error.what and error.hint
