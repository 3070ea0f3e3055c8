"""Meanwhile: what a reader will need, got ready in the background while the table is looked at."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable


def meanwhile(work: Callable[[], object], *, awaited: bool = False) -> None:
    """Do it in a thread of its own; what goes wrong is told when a question needs it.

    Where it is awaited a process that ends waits for it: one that is left inside of a library aborts at its end.
    """

    def quietly() -> None:
        with contextlib.suppress(Exception):
            work()

    threading.Thread(target=quietly, name="autoviz-meanwhile", daemon=not awaited).start()
