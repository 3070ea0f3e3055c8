"""Where a value lies among others: which share of them is lower, equal or higher, and between which quartiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import narwhals.stable.v2 as nw

from autoviz.measures.columns import Notes, measurable, missing_group_note, per_group
from autoviz.table import Table

if TYPE_CHECKING:
    import pandas as pd

STANDING_COLUMNS = ("column", "value", "count", "below", "equal", "above", "percentile", "q25", "q75")


def standings(table: Table, metric: str, value: float, group_by: Sequence[str]) -> tuple[pd.DataFrame, Notes]:
    """One row per group: how many values lie below, at and above it; its percentile counts half of its equals."""
    frame, notes = measurable(table, (metric,), keep=group_by)
    cell = nw.col(metric)
    # PySpark adds up numbers alone, so a truth value is cast first.
    marked = frame.with_columns(
        (cell < value).cast(nw.Int64).alias("_below"), (cell == value).cast(nw.Int64).alias("_equal")
    )
    quartiles = {name: cell.quantile(share, "linear") for name, share in (("q25", 0.25), ("q75", 0.75))}
    counts = {"count": cell.count(), "below": nw.col("_below").sum(), "equal": nw.col("_equal").sum()}
    wanted = [item.alias(name) for name, item in (counts | quartiles).items()]
    wide = per_group(marked, group_by, [nw.len().alias("_rows"), *wanted])
    told = wide[list(group_by)].assign(column=metric, value=float(value))
    known = wide[list(counts)].fillna(0).astype("int64")
    told = told.assign(**known, above=known["count"] - known["below"] - known["equal"])
    share = (known["below"] + known["equal"] / 2) / known["count"].where(known["count"] > 0)
    placed = told.assign(percentile=100 * share.astype("float64"), **wide[list(quartiles)].astype("float64"))
    return placed, (
        *notes,
        *missing_group_note(wide, group_by, "_rows"),
    )
