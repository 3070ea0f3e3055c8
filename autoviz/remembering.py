"""Remembering: results of steps under a hash of all that they were made from, the longest unused forgotten first."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from autoviz.table import Outcome, row_count

MOST_CELLS = 50_000_000
"""The cells of all remembered tables together; numbers take eight bytes each, so about 400 MB."""


@dataclass(frozen=True)
class _Kept:
    """A result without its figure, which is kept as the plain data of a copy: most are never asked for again."""

    outcome: Outcome
    figure: tuple[Callable[..., Any], tuple[Any, ...]] | None
    cells: int


class StepCache:
    """What steps gave, by key; safe to share between threads.

    A key holds the content of the frame, so an edit in place makes other keys. The user's own frames are never kept.
    A single question draws each figure once, so it asks for none to be kept: keeping one costs a copy.
    """

    def __init__(self, most_cells: int = MOST_CELLS, *, figures: bool = True) -> None:
        self._figures = figures
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self.most_cells = most_cells
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str) -> Outcome | None:
        """The result under this key; its figure is a copy, so that changing it changes nothing here."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            kept = self._kept[key]
        if kept.figure is None:
            return kept.outcome
        make, content = kept.figure
        return replace(kept.outcome, figure=make(*content))

    def keep(self, key: str, outcome: Outcome) -> None:
        """Remember a result; one that alone is too large is not kept."""
        size = cells(outcome)
        if size > self.most_cells or (outcome.figure is not None and not self._figures):
            return
        figure = None if outcome.figure is None else outcome.figure.__reduce__()
        with self._lock:
            self._kept[key] = _Kept(replace(outcome, figure=None), figure, size)
            self._kept.move_to_end(key)
            while sum(kept.cells for kept in self._kept.values()) > self.most_cells:
                self._kept.popitem(last=False)


def cells(outcome: Outcome) -> int:
    """How many cells the table of a result holds; none where it is not collected."""
    table = outcome.table
    if table is None:
        return 0
    return (row_count(table) or 0) * len(table.columns)


def step_key(content: dict[str, Any]) -> str:
    """A hash of what a step is and of the keys of what it reads."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()
