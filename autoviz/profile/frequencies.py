"""Frequencies: the column that says how many observations a row stands for, where rows are cells of a cross-table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from autoviz.frames.dates.shapes import name_words
from autoviz.model.profile import ColumnProfile, Things

COUNTING_NAMES = frozenset({"freq", "frequency", "frequencies", "count", "counts", "n", "number"})
"""Names that say how many and not of what; a column of skips or passengers counts something of its own."""
FEWEST_CELLS_EACH = 2
"""A column of a cross-table has each of its values in so many rows on average."""


def with_frequency(
    columns: tuple[ColumnProfile, ...], sample: pd.DataFrame, things: Things | None, rows: int
) -> tuple[ColumnProfile, ...]:
    """The columns with the one marked that weighs the rows, unless their owner says which does."""
    if things is not None or rows != len(sample) or any(column.weighs for column in columns):
        return columns
    found = [column for column in columns if _may_weigh(column)]
    if len(found) != 1 or not _is_crossed([column for column in columns if column is not found[0]], sample, rows):
        return columns
    return tuple(column.replaced(weighs=True) if column is found[0] else column for column in columns)


def _may_weigh(column: ColumnProfile) -> bool:
    """Whether a column counts, and its name says nothing but that."""
    low = column.minimum
    counted = column.meaning == "count" and column.metric and column.weighs is None
    named = set(name_words(column.name)) <= COUNTING_NAMES
    return counted and named and isinstance(low, int | float) and low >= 0


def _is_crossed(others: Sequence[ColumnProfile], sample: pd.DataFrame, rows: int) -> bool:
    """Whether the other columns are what cells are made of: each value in several rows, few of them measured, no two
    rows alike."""
    several = [0 < FEWEST_CELLS_EACH * (column.distinct or rows) <= rows for column in others]
    measured = sum(column.metric for column in others)
    if len(others) < 2 or not all(several) or 2 * measured > len(others):
        return False
    table: Any = sample[[column.name for column in others]]
    return not table.duplicated().any()
