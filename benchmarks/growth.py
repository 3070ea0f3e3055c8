"""How an answer grows with its table, its conversation and the tools: `ask` end to end, cold and warm, and memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd

import autoviz
from benchmarks.planning import indexed, many_tools
from benchmarks.worker import held

ROWS = 200
LENGTHS = (1_000, 100_000, 1_000_000)
COLUMNS = (10, 100, 1_000, 2_000)
CATEGORIES = (10, 1_000, 100_000, 1_000_000)
TURNS = (1, 50, 200)
TOOLS = (100, 1_000, 10_000)
AGAIN = 3


@dataclass(frozen=True)
class Growth:
    """One question at one size: processor seconds when it is asked first and again, and what is held more since."""

    what: str
    size: int
    cold: float
    warm: float
    megabytes: float


def growths(quick: bool) -> Iterator[Growth]:
    """All sizes, or the two smallest of each kind for a quick try; each as soon as it is measured."""
    most = 2 if quick else None
    autoviz.ask(_wide(2), "number of rows")  # what a process loads once is measured elsewhere
    for size in LENGTHS[:most]:
        yield _asked("rows: a filter", size, _many(size), "rows where amount > 100")
    for size in COLUMNS[:most]:
        yield _asked("columns: number of rows", size, _wide(size), "number of rows")
    yield from (_filed(size) for size in COLUMNS[:most])
    for size in COLUMNS[:most]:
        yield _asked("columns: summary", size, _wide(size), "describe the data")
    for size in CATEGORIES[:most]:
        yield _asked("categories: a bar each", size, _many(size), "total amount by name")
    yield from (_turned(size) for size in TURNS[:most])
    yield from (_tooled(size) for size in TOOLS[:most])


def _asked(what: str, size: int, frame: pd.DataFrame | Path, question: str) -> Growth:
    def ask() -> object:
        return autoviz.ask(frame, question)

    before = held()
    return Growth(what, size, _seconds(ask), _best(ask), held() - before)


def _filed(columns: int) -> Growth:
    """The number of rows of a CSV file, which DuckDB reads."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "wide.csv"
        _wide(columns).to_csv(path, index=False)
        return _asked("columns of a CSV file: number of rows", columns, path, "number of rows")


def _turned(turns: int) -> Growth:
    """The last turn of a conversation whose turns each list thousands of rows, and the same once more."""
    session, before = autoviz.Session(_many(5_000)), held()
    for turn in range(turns):
        last = _seconds(lambda turn=turn: session.ask(f"rows where amount > {turn % 50}"))
    again = _best(lambda: session.ask(f"rows where amount > {(turns - 1) % 50}"))
    return Growth("turns: rows listed in the last", turns, last, again, held() - before)


def _tooled(tools: int) -> Growth:
    """The index of so many tools made and searched, and the same from the file that it was kept in."""
    catalog, before = many_tools(tools), held()
    cold = []
    for _ in range(AGAIN):
        with TemporaryDirectory() as folder:
            cold.append(_seconds(lambda folder=folder: indexed(catalog, folder)))
            warm = _best(lambda folder=folder: indexed(catalog, folder))
    return Growth("tools: the nearest", tools, min(cold), warm, held() - before)


def _wide(columns: int) -> pd.DataFrame:
    numbers = np.random.default_rng(columns).normal(size=(ROWS, columns))
    return pd.DataFrame(numbers, columns=[f"measure {number}" for number in range(columns)])


def _many(names: int) -> pd.DataFrame:
    amounts = np.random.default_rng(names).gamma(2.0, 50.0, names)
    return pd.DataFrame({"name": [f"name {number}" for number in range(names)], "amount": amounts})


def _best(job: Callable[[], object]) -> float:
    return min(_seconds(job) for _ in range(AGAIN))


def _seconds(job: Callable[[], object]) -> float:
    """Of the processor, all threads together: what other work on the machine takes of the clock grows with nothing."""
    start = time.process_time()
    job()
    return time.process_time() - start
