"""Threads: many questions at once give what they give one after another, on every engine and on shared relations."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import autoviz
from autoviz.samples import load_sales

QUESTIONS = ("total revenue by region", "how many rows are there?", "average units by product category")
THREADS, ROUNDS = 8, 6


@pytest.fixture(scope="module")
def frames(tmp_path_factory):
    import duckdb

    sales, folder = load_sales().head(200), tmp_path_factory.mktemp("data")
    sales.to_parquet(folder / "sales.parquet")
    sales.to_csv(folder / "sales.csv", index=False)
    relation = duckdb.from_df(sales)
    return {"pandas": sales, "parquet": folder / "sales.parquet", "csv": folder / "sales.csv", "relation": relation}


@pytest.mark.parametrize("kind", ["pandas", "parquet", "relation"])
def test_questions_at_once_are_answered_as_one_by_one(frames, kind):
    def answer(question):
        found = autoviz.ask(frames[kind], question)
        return found.answer, [table.to_csv() for table in found.tables]

    serial = {question: answer(question) for question in QUESTIONS}
    with ThreadPoolExecutor(THREADS) as pool:
        asked = [question for _ in range(ROUNDS) for question in QUESTIONS]
        assert list(pool.map(answer, asked)) == [serial[question] for question in asked]
