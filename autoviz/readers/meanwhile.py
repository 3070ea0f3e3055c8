"""Meanwhile: what a reader will need, got ready in the background while the table is looked at."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable


def meanwhile(*works: Callable[[], object]) -> None:
    """Do them one after another in a thread of its own; what goes wrong is told when a question needs it.

    A process that ends waits for what is being done, and nothing more is begun: a thread that is cut off inside of a
    library aborts the process.
    """

    def quietly() -> None:
        for work in works:
            if not threading.main_thread().is_alive():
                return
            with contextlib.suppress(Exception):
                work()

    threading.Thread(target=quietly, name="autoviz-meanwhile", daemon=False).start()
