"""Meanwhile: what a reader will need, got ready in the background while the table is looked at."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable

LONGEST_WAIT = 10.0
"""Seconds that a fork waits for what is being done."""
_at_work: set[threading.Thread] = set()


def meanwhile(*works: Callable[[], object]) -> None:
    """Do them one after another in a thread of its own; what goes wrong is told when a question needs it.

    A process that ends waits for what is being done, and nothing more is begun: a thread that is cut off inside of a
    library aborts the process.
    """

    def quietly() -> None:
        try:
            for work in works:
                if not threading.main_thread().is_alive():
                    return
                with contextlib.suppress(Exception):
                    work()
        finally:
            _at_work.discard(threading.current_thread())

    thread = threading.Thread(target=quietly, name="autoviz-meanwhile", daemon=False)
    _at_work.add(thread)
    thread.start()


def _wait_for_all() -> None:
    """Let all threads end before a fork: a child would wait for ever for the imports that one of them had begun."""
    for thread in tuple(_at_work - {threading.current_thread()}):
        thread.join(LONGEST_WAIT)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_wait_for_all, after_in_child=_at_work.clear)
