"""Running totals: a column whose every cell is the one before and what another column adds, such as a balance."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd

from autoviz.model.profile import ColumnProfile
from autoviz.profile.meanings import ADDING
from autoviz.profile.written import amounts_in

_FEWEST_STEPS = 5
_NEARLY_ALL = 0.95
"""In how many rows the step is what the other column says; an export may lack a row or begin anew."""
_MOST_COLUMNS, _FIRST = 20, 300
_ROUNDED = 1e-6

Numbers = np.ndarray[Any, Any]


def with_running_totals(
    columns: Sequence[ColumnProfile], sample: pd.DataFrame, told: Container[str] = ()
) -> tuple[ColumnProfile, ...]:
    """The columns with what each is the running total of; such a column is a level and does not add up over rows,
    unless its owner said something of it."""
    able = [column for column in columns if column.metric][:_MOST_COLUMNS]
    adding = {column.name for column in able if column.meaning in ADDING and column.name not in told}
    read = {column.name: amounts_in(column, sample[column.name]) for column in able}
    numbers = {name: cells for name, cells in read.items() if cells is not None and len(cells) > _FEWEST_STEPS}
    running = {
        level: step
        for level, step in permutations(numbers, 2)
        if level in adding and _runs(numbers[level], numbers[step])
    }
    return tuple(_as_level(column, running.get(column.name)) for column in columns)


def _runs(level: Numbers, step: Numbers) -> bool:
    """Whether one column moves by the other from row to row, the first row first or last; most pairs are told apart by
    their first rows."""
    ways = ((level, step), (level[::-1], step[::-1]))
    return any(_moves(one[:_FIRST], other[:_FIRST]) and _moves(one, other) for one, other in ways)


def _moves(level: Numbers, step: Numbers) -> bool:
    known = np.isfinite(level[1:]) & np.isfinite(level[:-1]) & np.isfinite(step[1:])
    added = step[1:][known]
    if np.count_nonzero(added) < _FEWEST_STEPS:
        return False
    near = np.abs(np.diff(level)[known] - added) <= _ROUNDED * (np.abs(level[1:][known]) + np.abs(added))
    return bool(near.mean() >= _NEARLY_ALL)


def _as_level(column: ColumnProfile, step: str | None) -> ColumnProfile:
    if step is None:
        return column
    reason = f"each cell is the one before it and {step}: a running total, of which the last one holds"
    return column.replaced(adds_up=False, running=step, reason=reason)
