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
    planned, proven = _planning(), _proving()
    return [
        Latency("planning, warm, median", statistics.median(planned), 60),
        Latency("planning, warm, 95th percentile", float(np.quantile(planned, 0.95)), 120),
        Latency("proof of a warm answer, median", statistics.median(proven), 50),
        Latency("proof of a warm answer, 95th percentile", float(np.quantile(proven, 0.95)), 50),
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


def _proving() -> list[float]:
    """Milliseconds that the second computation takes, for some questions of the suite once each is warm."""
    suite = load_suite(SUITE)
    times = []
    for case in suite.cases[::5]:
        frame = pd.read_csv(suite.table_path(case))
        for _ in range(2):
            answered = autoviz.ask(frame, case.question)
        times += [record.seconds * 1000 for record in answered.provenance.stages if record.stage == "proof"]
    return times


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
