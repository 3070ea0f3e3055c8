"""What the second computation costs of an answer that is asked again: kinds of questions, engines, many rows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import autoviz
from benchmarks.asking import ENGINES

QUESTIONS = (
    "rows where revenue > 100",
    "rows where region is West",
    "rows where date is after 2022-06-01",
    "rows where revenue > 100 sorted by date, first 20",
    "top 10 sales by revenue",
    "rows sorted by revenue",
    "how many rows have revenue over 100",
    "total revenue by region",
    "monthly revenue by region",
    "top 3 categories by revenue in each region",
)
ROWS, MANY = 1_000_000, 5_000_000
ROUNDS = 5
SHARE, SECONDS = 0.1, 0.05
"""At most this share of an answer, or these seconds, whichever is more."""


@dataclass(frozen=True)
class Proven:
    """One question on one engine: seconds of the whole answer and of its proof, warm, where the proof was quickest."""

    question: str
    engine: str
    rows: int
    asked: float
    proof: float
    line: str

    @property
    def met(self) -> bool:
        return self.proof <= max(SECONDS, SHARE * self.asked)


def proofs(quick: bool) -> Iterator[Proven]:
    """Every question on every engine in this process, and on pandas with more rows."""
    engines = [name for name in ENGINES if name != "Spark"]
    for rows, names in ((20_000, engines[:1]),) if quick else ((ROWS, engines), (MANY, engines[:1])):
        for name in names:
            frame = ENGINES[name].make(rows)
            yield from (_proven(question, name, rows, frame) for question in QUESTIONS)


def _proven(question: str, engine: str, rows: int, frame: Any) -> Proven:
    autoviz.ask(frame, question)
    found = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        analysis = autoviz.ask(frame, question)
        taken = time.perf_counter() - start
        proof = sum(stage.seconds for stage in analysis.provenance.stages if stage.stage == "proof")
        found.append(Proven(question, engine, rows, taken, proof, analysis.proof.line))
    return min(found, key=lambda item: item.proof)
