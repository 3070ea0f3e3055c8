"""Threads: many questions at once give what they give one after another, on frames, files and shared relations.

Of the two hundred those in words are read at once on pandas, which is where threads read side by side: questions of
files and relations take turns, and each is asked every fourth question. Most questions come as a Query, because
reading takes longer than computing.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from typing import Any

import duckdb
import pandas as pd
import pytest

from autoviz.analysis import Analysis, opening
from autoviz.model.reading import Reading
from autoviz.pipeline import run
from autoviz.query.sql import from_sql
from autoviz.readers.default import embedded_reader
from autoviz.readers.given import GivenReader
from autoviz.samples import load_sales

THREADS = 8
MEASURES = ("revenue", "units")
WORDS = (
    *(f"table of {function} {measure} by {group}{condition}"
      for (function, measure), (group, condition) in product(
          (("total", "revenue"), ("average", "units"), ("median", "revenue")),
          product(("region", "month", "weekday"), ("", " where region is North", " where units > 5")))),
    *(f"table of {function} {measure} in 2023" for function, measure in product(("highest", "lowest"), MEASURES)),
    "how many rows are there?", "how many rows are there in 2023?", "top 3 product categories by revenue",
    "share of units by region", "how did revenue develop?", "number of rows by weekday",
    "is revenue normally distributed?", "correlation between revenue and units", "rows where revenue > 200",
)  # fmt: skip
CONDITIONS = ("", "where region = 'North'", "where units > 5", "where revenue < 200")
QUERIES = tuple(
    f"select {group}, {function}({measure}) as found from t {condition} group by {group} order by {group}"
    for function, measure, group, condition in product(
        ("sum", "avg", "median", "max", "min"), MEASURES, ("region", "product_category", "units", "date"), CONDITIONS
    )
)
QUESTIONS = (*WORDS, *QUERIES)


@pytest.fixture(scope="module")
def frames(tmp_path_factory):
    sales, folder = load_sales().head(100), tmp_path_factory.mktemp("data")
    sales.to_parquet(folder / "sales.parquet")
    return {"pandas": sales, "parquet": folder / "sales.parquet", "relation": duckdb.from_df(sales)}


@pytest.fixture(scope="module")
def one_by_one(frames):
    """What was read of each question on pandas, and what came of it."""
    return [_answered(frames["pandas"], question) for question in QUESTIONS]


class _ReadBefore:
    """Gives back what was read of a question, and plans as the embedded reader does."""

    name = "embedded"

    def __init__(self, readings: tuple[Reading, ...], reader: Any) -> None:
        self._readings = readings
        self.adapt = reader.adapt

    def intent(self, *asked: Any) -> Any:
        return self._readings[0].intent

    def readings(self, *asked: Any) -> tuple[Reading, ...]:
        return self._readings


def _answered(frame: Any, question: str, read: tuple[Reading, ...] = ()) -> tuple[Any, ...]:
    """What was read, the answer, and its tables to the digits that engines agree on."""
    state = opening(frame, question)
    if question in QUERIES:
        state = replace(state, reader=GivenReader(from_sql(question, list(load_sales().columns))))
    elif read:
        state = replace(state, reader=_ReadBefore(read, state.reader))
    finished = run(state)
    found = Analysis(finished)
    return finished.read.readings, found.answer, [_cells(table) for table in found.tables]


def _cells(table: pd.DataFrame) -> str:
    return table.to_csv(index=False, float_format="%.9g")


def _at_once(answer: Callable[..., Any], *arguments: Any) -> list[Any]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(answer, *arguments))


def test_there_are_two_hundred_questions():
    assert len(set(QUESTIONS)) == 200


def test_questions_at_once_are_read_and_answered_as_one_by_one(frames, one_by_one):
    embedded_reader.cache_clear()  # what it remembers of the questions is forgotten
    assert _at_once(lambda question: _answered(frames["pandas"], question), QUESTIONS) == one_by_one


@pytest.mark.parametrize(("kind", "first"), [("parquet", 0), ("relation", 1)])
def test_what_was_read_is_carried_out_at_once_as_one_by_one_on_pandas(frames, one_by_one, kind, first):
    asked, told = QUESTIONS[first::4], one_by_one[first::4]
    read = [readings for readings, *_ in told]
    answers = _at_once(lambda question, known: _answered(frames[kind], question, known), asked, read)
    for question, found, expected in zip(asked, answers, told, strict=True):
        assert (question, *found[1:]) == (question, *expected[1:])
