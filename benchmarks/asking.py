"""`ask` end to end beside the same job by hand: what it costs whatever the table, and what each row adds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import autoviz
from benchmarks import on_spark
from benchmarks.by_hand import ON_A_FILE, ON_DUCKDB, ON_PANDAS, ON_POLARS, Jobs
from benchmarks.data import sales, sales_file

FEW = 1_000
ROWS = (100_000, 1_000_000)
ROUNDS = 9
MOST = 1.3


@dataclass(frozen=True)
class Asked:
    """One question at one size by one engine: seconds by hand, of `ask`, and of `ask` on few rows; warm, the best."""

    question: str
    engine: str
    rows: int
    by_hand: float
    asked: float
    fixed: float
    proof: float
    """The seconds of `ask` that went into the second computation, which whoever writes by hand does without."""

    @property
    def ratio(self) -> float:
        """What `ask` adds to its fixed cost and its proof, beside the job by hand."""
        return max(self.asked - self.fixed - self.proof, 0.0) / self.by_hand

    @property
    def met(self) -> bool:
        return self.ratio <= MOST


def _polars(rows: int) -> Any:
    import polars as pl

    return pl.from_pandas(sales(rows)).lazy()


def _relation(rows: int) -> Any:
    import duckdb

    return duckdb.from_df(sales(rows))


@dataclass(frozen=True)
class Engine:
    """What is asked, and how the same is written by hand for it."""

    make: Callable[[int], Any]
    jobs: Jobs


ENGINES = {
    "pandas": Engine(sales, ON_PANDAS),
    "Polars, lazy": Engine(_polars, ON_POLARS),
    "DuckDB relation": Engine(_relation, ON_DUCKDB),
    "parquet file": Engine(sales_file, ON_A_FILE),
    "Spark": Engine(on_spark.frame, on_spark.JOBS),
}


def askings(quick: bool) -> list[Asked]:
    """Every question on every engine that is here, at every size."""
    here = [name for name in ENGINES if name != "Spark" or not on_spark.missing()]
    return [
        _asked(question, engine, rows)
        for rows in ((ROWS[0] // 10,) if quick else ROWS)
        for question in ON_PANDAS
        for engine in here
    ]


def _asked(question: str, name: str, rows: int) -> Asked:
    engine = ENGINES[name]
    few, many = engine.make(FEW), engine.make(rows)
    short, long, hand = [], [], []
    for _ in range(ROUNDS):  # in turns, so that a busy moment costs nobody alone
        short.append(_answered(few, question))
        long.append(_answered(many, question))
        hand.append(_seconds(lambda: engine.jobs[question](many)))
    (fixed, few_proof), (asked, proof) = min(short), min(long)
    return Asked(question, name, rows, min(hand), asked, fixed, max(proof - few_proof, 0.0))


def _answered(frame: Any, question: str) -> tuple[float, float]:
    """The seconds of an answer, and what its proof took."""
    start = time.perf_counter()
    analysis = autoviz.ask(frame, question)
    taken = time.perf_counter() - start
    return taken, sum(stage.seconds for stage in analysis.provenance.stages if stage.stage == "proof")


def _seconds(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start
