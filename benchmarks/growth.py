"""How an answer grows with its table and its conversation: `ask` end to end, cold and warm."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

import autoviz

ROWS = 200
COLUMNS = (10, 100, 1_000, 2_000)
CATEGORIES = (10, 1_000, 100_000, 1_000_000)
TURNS = (1, 50, 200)


@dataclass(frozen=True)
class Growth:
    """One question at one size: seconds when it is asked first, and when it is asked again."""

    what: str
    size: int
    cold: float
    warm: float


def growths(quick: bool) -> list[Growth]:
    """All sizes, or the two smallest of each kind for a quick try."""
    most = 2 if quick else None
    autoviz.ask(_wide(2), "number of rows")  # what a process loads once is measured elsewhere
    return [
        *(_asked("columns: number of rows", size, _wide(size), "number of rows") for size in COLUMNS[:most]),
        *(_asked("columns: summary", size, _wide(size), "describe the data") for size in COLUMNS[:most]),
        *(_asked("categories: a bar each", size, _many(size), "total amount by name") for size in CATEGORIES[:most]),
        *(_turned(size) for size in TURNS[:most]),
    ]


def _asked(what: str, size: int, frame: pd.DataFrame, question: str) -> Growth:
    def ask() -> object:
        return autoviz.ask(frame, question)

    return Growth(what, size, _seconds(ask), _seconds(ask))


def _turned(turns: int) -> Growth:
    """The last turn of a conversation whose turns each list thousands of rows, and the same once more."""
    session = autoviz.Session(_many(5_000))
    for turn in range(turns):
        last = _seconds(lambda turn=turn: session.ask(f"rows where amount > {turn % 50}"))
    again = _seconds(lambda: session.ask(f"rows where amount > {(turns - 1) % 50}"))
    return Growth("turns: rows listed in the last", turns, last, again)


def _wide(columns: int) -> pd.DataFrame:
    numbers = np.random.default_rng(columns).normal(size=(ROWS, columns))
    return pd.DataFrame(numbers, columns=[f"measure {number}" for number in range(columns)])


def _many(names: int) -> pd.DataFrame:
    amounts = np.random.default_rng(names).gamma(2.0, 50.0, names)
    return pd.DataFrame({"name": [f"name {number}" for number in range(names)], "amount": amounts})


def _seconds(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start
