"""Pieces: written questions cut up by their tables, so that several processes can share the work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TypeVar

from autoviz.evaluation.gold import GoldQuestion, GoldTable

Result = TypeVar("Result")
Work = Callable[[Iterable[GoldQuestion]], Iterable[Result]]
"""What is done with questions, each in turn; something that another process can import."""


def shared_out(work: Work[Result], lines: Iterable[GoldQuestion], jobs: int) -> Iterator[Result]:
    """What comes of the work on all questions, done by so many processes; one does it here, in order.

    A process that is done with a table takes the next, so that a slow one holds nobody back. The work is handed over as
    it stands at that moment, with what it has learned from the results until then.
    """
    if jobs <= 1:
        yield from work(lines)
        return
    # Started afresh: what DuckDB and the networks hold open does not outlive a fork.
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_on_one_core) as pool:
        waiting = iter(pieces(lines))
        running: set[Future[list[Result]]] = set()
        while True:
            while len(running) < jobs and (piece := next(waiting, None)):
                running.add(pool.submit(_done, work, piece))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()


def _on_one_core() -> None:
    """So many processes share the cores already; threads of their own would only wait for each other."""
    import duckdb
    import pyarrow as pa  # type: ignore[import-untyped]

    duckdb.execute("SET threads = 1")
    pa.set_cpu_count(1)


def _done(work: Work[Result], piece: Sequence[GoldQuestion]) -> list[Result]:
    return list(work(piece))


def pieces(lines: Iterable[GoldQuestion]) -> list[list[GoldQuestion]]:
    """The questions on each table, in order; the tables with the most questions first, which else would end last."""
    by_table: dict[GoldTable, list[GoldQuestion]] = {}
    for line in lines:
        by_table.setdefault(line.table, []).append(line)
    return sorted(by_table.values(), key=len, reverse=True)
