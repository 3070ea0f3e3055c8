"""Threads: many questions at once give what they give one after another, on frames, files and shared relations."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product

import duckdb
import pytest

import autoviz
from autoviz.samples import load_sales

THREADS = 8
MEASURES = ("revenue", "units")
GROUPS = ("region", "product category", "month", "weekday")
CONDITIONS = ("", " where region is North", " where units > 5", " in 2023")
FUNCTIONS = ("total", "average", "median", "highest", "lowest")
QUESTIONS = (
    *(f"{function} {measure} by {group}{condition}"
      for function, measure, group, condition in product(FUNCTIONS, MEASURES, GROUPS, CONDITIONS)),
    *(f"number of rows by {group}{condition}" for group, condition in product(GROUPS, CONDITIONS)),
    *(f"top {count} {group} by {measure}" for count, group, measure in product((1, 2, 3), GROUPS[:2], MEASURES)),
    *(f"share of {measure} by {group}" for measure, group in product(MEASURES, GROUPS[:2])),
    *(f"how many rows are there{condition}?" for condition in CONDITIONS),
    *(f"how did {measure} develop?" for measure in MEASURES),
    "is revenue normally distributed?", "correlation between revenue and units",
)  # fmt: skip
"""Two hundred, no two alike."""


@pytest.fixture(scope="module")
def frames(tmp_path_factory):
    sales, folder = load_sales().head(200), tmp_path_factory.mktemp("data")
    sales.to_parquet(folder / "sales.parquet")
    return {"pandas": sales, "parquet": folder / "sales.parquet", "relation": duckdb.from_df(sales)}


def test_there_are_two_hundred_questions():
    assert len(set(QUESTIONS)) == 200


@pytest.mark.parametrize("kind", ["pandas", "parquet", "relation"])
def test_questions_at_once_are_answered_as_one_by_one(frames, kind):
    def answer(question):
        found = autoviz.ask(frames[kind], question)
        return question, found.answer, [table.to_csv() for table in found.tables]

    with ThreadPoolExecutor(THREADS) as pool:
        at_once = list(pool.map(answer, QUESTIONS))
    assert at_once == [answer(question) for question in QUESTIONS]
