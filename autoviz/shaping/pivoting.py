"""Pivoting: a summary spread from one row per value to one column per value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from autoviz.columns import free_name
from autoviz.errors import ColumnError
from autoviz.frames.plain import having

MOST_COLUMNS = 200
MISSING = "(missing)"


def spread(summary: pd.DataFrame, rows: Sequence[str], column: str, value: str) -> pd.DataFrame:
    """One row per key and one column per value of the spread column; the summary has one row for each pair."""
    values = summary[column].drop_duplicates()
    if len(values) > MOST_COLUMNS:
        raise ColumnError(
            f"{column!r} has {len(values)} different values, too many for columns of their own",
            "Keep the largest with top_k first, or spread another column.",
        )
    labels = [_label(cell) for cell in _sorted(values)]
    named = having(summary, {column: summary[column].astype(object).map(_label)})
    if not rows:
        return named.set_index(column)[[value]].T[labels].reset_index(drop=True).rename_axis(columns=None)
    wide = named.set_index([*rows, column])[value].unstack(column)[labels]
    names = {label: free_name(label, rows) for label in labels}
    cells = wide.rename(columns=names).rename_axis(columns=None).reset_index()
    return summary[list(rows)].drop_duplicates(ignore_index=True).merge(cells, how="left", on=list(rows))


def _sorted(values: pd.Series[Any]) -> list[Any]:
    try:
        return list(values.sort_values(na_position="last"))
    except TypeError:
        return list(values)


def _label(cell: Any) -> str:
    if pd.isna(cell):
        return MISSING
    if isinstance(cell, pd.Timestamp):
        return cell.date().isoformat() if cell == cell.normalize() else cell.isoformat(sep=" ")
    return str(cell)
