"""Bounds: how much computing one question may take, so that one that has no end does not hold up all others."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

from autoviz.errors import ExecutionError


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Raise once the work inside has computed for so long, on all its threads together; waiting does not count.

    Only where the system has such a clock and this is the thread that hears it: Windows has none.
    """
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def stop(number: int, frame: Any) -> None:
        raise ExecutionError(f"it was not done after {seconds:g} seconds of computing")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
