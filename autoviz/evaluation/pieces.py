"""Pieces: written questions cut up by their tables, so that several processes can share the work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from itertools import chain
from multiprocessing import get_context
from typing import TypeVar

from autoviz.evaluation.gold import GoldQuestion, GoldTable

Result = TypeVar("Result")
Work = Callable[[Iterable[GoldQuestion]], Iterable[Result]]
"""What is done with questions, each in turn; a function of a module, which another process can import."""


def shared_out(work: Work[Result], lines: Iterable[GoldQuestion], jobs: int) -> Iterator[Result]:
    """What comes of the work on all questions, done by so many processes; one does it here, in order."""
    if jobs <= 1:
        yield from work(lines)
        return
    # Started afresh: what DuckDB and the networks hold open does not outlive a fork.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        started = [pool.submit(partial(_done, work), piece) for piece in pieces(lines, jobs)]
        for future in as_completed(started):
            yield from future.result()


def _done(work: Work[Result], piece: Sequence[GoldQuestion]) -> list[Result]:
    return list(work(piece))


def pieces(lines: Iterable[GoldQuestion], count: int) -> list[list[GoldQuestion]]:
    """The questions in so many parts or fewer, about equally long; those on one table stay together, in order."""
    by_table: dict[GoldTable, list[GoldQuestion]] = {}
    for line in lines:
        by_table.setdefault(line.table, []).append(line)
    parts: list[list[list[GoldQuestion]]] = [[] for _ in range(count)]
    for group in sorted(by_table.values(), key=len, reverse=True):
        min(parts, key=lambda part: sum(map(len, part))).append(group)
    return [list(chain.from_iterable(part)) for part in parts if part]
