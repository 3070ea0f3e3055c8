"""Per profile: what is prepared once for each profile and kept, the longest unused forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import TypeVar

from autoviz.model.profile import DatasetProfile

Prepared = TypeVar("Prepared")


def per_profile(
    most: int,
) -> Callable[[Callable[[DatasetProfile], Prepared]], Callable[[DatasetProfile], Prepared]]:
    """Let a function of a profile remember what it made for the last few of them; safe to share between threads."""

    def remembering(prepare: Callable[[DatasetProfile], Prepared]) -> Callable[[DatasetProfile], Prepared]:
        kept: OrderedDict[str, Prepared] = OrderedDict()
        lock = Lock()

        @wraps(prepare)
        def remembered(profile: DatasetProfile) -> Prepared:
            key = profile.known
            with lock:
                if key in kept:
                    kept.move_to_end(key)
                    return kept[key]
            made = prepare(profile)
            with lock:
                kept[key] = made
                while len(kept) > most:
                    kept.popitem(last=False)
            return made

        return remembered

    return remembering
