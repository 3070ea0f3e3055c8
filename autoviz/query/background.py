"""Background: DuckDB at work in a thread, so that an interrupt arrives at once and the caller can go on meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from threading import Thread
from time import monotonic
from typing import TypeVar

from autoviz.stopping import heed

_PATIENCE = 0.05
"""Seconds between two looks at whether the result is still wanted."""
_GRACE = 5.0
"""Seconds that DuckDB gets to end its work once it was told to."""
Made = TypeVar("Made")


@contextmanager
def begun(work: Callable[[], Made], stop: Callable[[], None]) -> Iterator[Callable[[], Made]]:
    """What waits for the work, which goes on meanwhile; left unfinished, for an interrupt or an error, it is ended."""
    done: Future[Made] = Future()
    thread = Thread(target=_settle, args=(done, work), name="autoviz reference", daemon=True)
    try:
        thread.start()
        yield partial(_awaited, done)
    finally:
        done.cancel()  # work that has not begun never does
        _end(thread, done, stop)


def _settle(done: Future[Made], work: Callable[[], Made]) -> None:
    if not done.set_running_or_notify_cancel():
        return
    try:
        done.set_result(work())
    except BaseException as error:
        done.set_exception(error)


def _end(thread: Thread, done: Future[Made], stop: Callable[[], None]) -> None:
    """Tell the work to stop until it does: DuckDB forgets what it is told before it computes."""
    last = monotonic() + _GRACE
    while thread.is_alive() and monotonic() < last:
        if not done.done():
            stop()
        thread.join(_PATIENCE)


def _awaited(done: Future[Made]) -> Made:
    while True:
        try:
            return done.result(timeout=_PATIENCE)
        except TimeoutError:
            if done.done():
                raise  # the work's own
            heed()
