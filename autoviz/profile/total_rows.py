"""Total rows: the last or first row of an export that adds up all the others, and by which cell it is told apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from autoviz.frames.dates.shapes import name_words
from autoviz.model.profile import ColumnProfile, TotalRow
from autoviz.profile.written import amounts_in

TOTAL_WORDS = frozenset({"total", "totals", "sum", "sums", "summe", "gesamt", "gesamtsumme", "totale"})
"""What people write beside the sum of a column; without one of these the sums alone must tell."""
_FEWEST_ROWS = 4
"""Of fewer rows one is the sum of the others by chance."""
_FEWEST_SUMS = 2
_ROUNDED = 1e-6


def total_row_of(columns: Sequence[ColumnProfile], sample: pd.DataFrame, rows: int) -> TotalRow | None:
    """The row that is the sum of all others; None where there is none, or where not all rows were looked at."""
    if len(sample) < rows or rows < _FEWEST_ROWS:
        return None
    read = {column.name: amounts_in(column, sample[column.name]) for column in columns}
    measured = {name: numbers for name, numbers in read.items() if numbers is not None}
    return next((found for place in (rows - 1, 0) if (found := _total_at(place, columns, sample, measured))), None)


def _total_at(
    place: int, columns: Sequence[ColumnProfile], sample: pd.DataFrame, measured: dict[str, np.ndarray[Any, Any]]
) -> TotalRow | None:
    sums = tuple(name for name, numbers in measured.items() if _is_sum(numbers, place))
    given = sum(bool(np.isfinite(numbers[place])) for numbers in measured.values())
    if not sums or 2 * len(sums) < given:
        return None
    others = [column for column in columns if column.name not in measured]
    labels = [column for column in others if _says_total(sample[column.name].iloc[place])]
    for column in labels:
        value = str(sample[column.name].iloc[place])
        if column.kind == "temporal" and column.dates is not None:
            if column.dates.failed == (value,) and not column.missing:
                return TotalRow(column=column.name, sums=sums)
        elif int((sample[column.name] == value).sum()) == 1:
            return TotalRow(column=column.name, value=value, sums=sums)
    bare = [column.name for column in others if column.missing == 1 and pd.isna(sample[column.name].iloc[place])]
    enough = bare and (len(sums) >= _FEWEST_SUMS or len(bare) >= _FEWEST_SUMS)
    return TotalRow(column=bare[0], sums=sums) if enough else None


def _says_total(cell: Any) -> bool:
    return isinstance(cell, str) and bool(set(name_words(cell)) & TOTAL_WORDS)


def _is_sum(numbers: np.ndarray[Any, Any], place: int) -> bool:
    """Whether the cell there is what all others come to, of which several are not nothing."""
    others = np.delete(numbers, place)
    others = others[np.isfinite(others)]
    if not np.isfinite(numbers[place]) or np.count_nonzero(others) < _FEWEST_ROWS - 1:
        return False
    return bool(abs(others.sum() - numbers[place]) <= _ROUNDED * np.abs(others).sum())
