"""Uncollected: what is made to stay, made without a search for garbage in between."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Importing makes tens of thousands of objects, all to stay: the collector looks through them again and again.

    What was made counts as old afterwards, or the next collection looks through it after all. Whoever has switched the
    collector off, or frozen what there was, finds it so.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            if not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()
