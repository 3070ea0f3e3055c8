"""How long it takes to read and to plan: warm questions of the regression suite, and the first of a fresh process."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
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
READING = ("intent", "requirements")
"""The stages that read."""
MANY_TOOLS = 10_000
COLD_ROUNDS = 5
FIRST = """import autoviz
from autoviz.samples import load_sales
print(autoviz.ask(load_sales(), 'average revenue by region').answer, flush=True)"""


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
    (read, planned), (proven, answered) = _planning(), _proving()
    return [
        *_spread("reading", read, 150),
        *_spread("planning without reading", planned, 60, 120),
        *(_proof(name, share, proven, answered) for name, share in (("median", 0.5), ("95th percentile", 0.95))),
        Latency(f"nearest of {MANY_TOOLS:,} tools, after the query's embedding", _search(), 10),
        Latency("first answer, process start included", _cold(), 2000),
    ]


def _spread(what: str, times: list[float], median: float, most: float | None = None) -> list[Latency]:
    return [
        Latency(f"{what}, warm, median", statistics.median(times), median),
        Latency(f"{what}, warm, 95th percentile", float(np.quantile(times, 0.95)), most),
    ]


def _planning() -> tuple[list[float], list[float]]:
    """Milliseconds of reading each question of the suite, and of all else until its plan; the first ones warm up."""
    suite = load_suite(SUITE)
    frames = {path: pd.read_csv(path) for path in {suite.table_path(case) for case in suite.cases}}
    read, planned = [], []
    for case in suite.cases:
        start = time.perf_counter()
        made = autoviz.ask(frames[suite.table_path(case)], case.question, only_plan=True)
        whole = (time.perf_counter() - start) * 1000
        read.append(sum(record.seconds for record in made.provenance.stages if record.stage in READING) * 1000)
        if made.plan is not None:
            planned.append(whole - read[-1])
    return read[len(read) // 10 :], planned[len(planned) // 10 :]


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
    catalog = many_tools(MANY_TOOLS)
    with tempfile.TemporaryDirectory() as folder:
        return statistics.median(indexed(catalog, folder) for _ in range(5)) * 1000


def many_tools(count: int) -> Catalog:
    """The installed catalog with so many tools instead of its own."""
    catalog = default_catalog()
    base = catalog.tools["aggregate"]
    many = {f"tool_{number}": base.replaced(name=f"tool_{number}") for number in range(count)}
    return replace(catalog, tools=many)


def indexed(catalog: Catalog, folder: str) -> float:
    """Seconds of a search for eight requirements among its tools, whose index is made or read in the folder."""
    index = tool_index(replace(catalog), _Noise(), Path(folder))  # a copy does not know its digest yet
    queries = default_encoder("autoviz-reader").encode([f"requirement {number}" for number in range(8)])
    start = time.perf_counter()
    index.search(queries, 24)
    return time.perf_counter() - start


class _Noise:
    """Vectors without meaning, as many as are wanted: the search does not care."""

    name = "noise"

    def encode(self, texts: list[str]) -> Vectors:
        rows = np.random.default_rng(1).standard_normal((len(texts), 384), np.float32)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def _cold() -> float:
    """Milliseconds, best of several, until a new process has told the answer; a kernel goes on, so its end does not
    count. With bytecode as an installation has it: the first one writes it."""
    with tempfile.TemporaryDirectory() as folder:
        told = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}
        return min([_first_answer(told) for _ in range(COLD_ROUNDS + 1)][1:]) * 1000


def _first_answer(env: dict[str, str]) -> float:
    """Seconds from the start of a process until its answer is there."""
    start = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", FIRST], stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        taken = time.perf_counter() - start
    assert told, "the first question of a process has no answer"
    return taken
