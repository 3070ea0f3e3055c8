"""Meanwhile: what a reader will need, got ready in the background while the table is looked at."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable


def meanwhile(work: Callable[[], object]) -> None:
    """Do it in a thread of its own; what goes wrong is told when a question needs it."""

    def quietly() -> None:
        with contextlib.suppress(Exception):
            work()

    threading.Thread(target=quietly, name="autoviz-meanwhile", daemon=True).start()
