"""How long it takes to plan: warm questions of the regression suite, and the first one of a fresh process."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

import autoviz
from autoviz.embedding import Vectors
from autoviz.evaluation.suites import load_suite
from autoviz.readers.default import default_encoder
from autoviz.registry.catalog import Catalog, default_catalog
from autoviz.registry.index import tool_index

SUITE = Path(__file__).parent.parent / "tests" / "regression" / "questions.jsonl"
MANY_TOOLS = 10_000
FIRST = "import autoviz; from autoviz.samples import load_sales; autoviz.ask(load_sales(), 'average revenue by region')"


@dataclass(frozen=True)
class Latency:
    """One measured time, in milliseconds, and what it should stay under."""

    what: str
    milliseconds: float
    target: float | None = None

    @property
    def met(self) -> bool | None:
        return None if self.target is None else self.milliseconds < self.target


def latencies() -> list[Latency]:
    """Everything but execution, warm; the first question of a process, cold; retrieval among many tools."""
    planned, (proven, answered) = _planning(), _proving()
    return [
        Latency("planning, warm, median", statistics.median(planned), 60),
        Latency("planning, warm, 95th percentile", float(np.quantile(planned, 0.95)), 120),
        *(_proof(name, share, proven, answered) for name, share in (("median", 0.5), ("95th percentile", 0.95))),
        Latency(f"nearest of {MANY_TOOLS:,} tools, after the query's embedding", _search(), 10),
        Latency("first answer, process start included", _cold()),
    ]


def _planning() -> list[float]:
    """Milliseconds per question of the suite, each asked once to warm the profile and once to be measured."""
    suite = load_suite(SUITE)
    frames = {path: pd.read_csv(path) for path in {suite.table_path(case) for case in suite.cases}}
    times = []
    for case in suite.cases:
        frame = frames[suite.table_path(case)]
        start = time.perf_counter()
        autoviz.ask(frame, case.question, only_plan=True)
        times.append((time.perf_counter() - start) * 1000)
    return times[len(times) // 10 :]


def _proof(name: str, share: float, proven: list[float], answered: list[float]) -> Latency:
    """What the proof costs, and what it may: 50 ms, or a tenth of the whole answer where that is more."""
    allowed = max(50.0, float(np.quantile(answered, share)) / 10)
    return Latency(f"proof of a warm answer, {name}", float(np.quantile(proven, share)), allowed)


def _proving() -> tuple[list[float], list[float]]:
    """Milliseconds of the second computation and of the whole answer, for some questions once each is warm."""
    suite = load_suite(SUITE)
    proven, answers = [], []
    for case in suite.cases[::5]:
        frame = pd.read_csv(suite.table_path(case))
        autoviz.ask(frame, case.question)
        start = time.perf_counter()
        answered = autoviz.ask(frame, case.question)
        answers.append((time.perf_counter() - start) * 1000)
        proven += [record.seconds * 1000 for record in answered.provenance.stages if record.stage == "proof"]
    return proven, answers


def _search() -> float:
    with tempfile.TemporaryDirectory() as folder:
        return indexed(MANY_TOOLS, folder) * 1000


def indexed(tools: int, folder: str) -> float:
    """Seconds of a search for eight requirements among so many tools, whose index is made or read in the folder."""
    catalog = default_catalog()
    base = catalog.tools["aggregate"]
    many = {f"tool_{number}": base.replaced(name=f"tool_{number}") for number in range(tools)}
    large = Catalog(many, catalog.functions, catalog.capabilities, catalog.intents, catalog.templates)
    index = tool_index(large, _Noise(), Path(folder))
    queries = default_encoder("autoviz-reader").encode([f"requirement {number}" for number in range(8)])
    start = time.perf_counter()
    index.search(queries, 24)
    return time.perf_counter() - start


class _Noise:
    """Vectors without meaning, as many as are wanted: the search does not care."""

    name = "noise"

    def encode(self, texts: list[str]) -> Vectors:
        rows = np.random.default_rng(1).normal(size=(len(texts), 384)).astype(np.float32)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def _cold() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", FIRST], check=True)
    return (time.perf_counter() - start) * 1000
