"""Stacking: rows of two tables under one another, and several columns of one as a single series."""

from __future__ import annotations

from collections.abc import Sequence

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.errors import ParameterError
from autoviz.frames import Frame
from autoviz.frames.plain import having
from autoviz.query.language import Column
from autoviz.shaping.changes import collected
from autoviz.shaping.computing import schema_of
from autoviz.shaping.expressions import typed
from autoviz.shaping.typed import common
from autoviz.table import Table

BETWEEN = " | "
"""What stands between labels."""


def stacked(left: Table, right: Table) -> pd.DataFrame:
    """The rows of the first and then those of the second, under the names of the first."""
    if len(left.columns) != len(right.columns):
        raise ParameterError(
            f"{len(left.columns)} columns cannot stand over {len(right.columns)}",
            "Keep the same columns of both with select_columns first.",
        )
    upper, lower = collected(left, "stack_rows"), collected(right, "stack_rows").set_axis(left.columns, axis=1)
    # An empty frame or column has no say in the type of the other.
    for name in left.columns:
        if len(upper) and len(lower) and upper[name].isna().all():
            upper = having(upper, {name: upper[name].astype(object)})
    parts = [part for part in (upper, lower) if len(part)]
    return pd.concat(parts, ignore_index=True) if parts else upper


def labels_of(columns: Sequence[str], labels: str | None) -> tuple[str, ...]:
    """The label of each column: as stated, or its own name."""
    if labels is None:
        return tuple(columns)
    stated = tuple(labels.split(BETWEEN))
    if len(stated) != len(columns):
        raise ParameterError(f"{len(columns)} columns cannot have {len(stated)} labels",
                             f"Give one for each, between {BETWEEN!r}.")
    return stated


def unpivoted(table: Table, columns: Sequence[str], labels: Sequence[str], name: str, value: str) -> Frame:
    """A row for each of the columns: its label, its value, and the other columns again."""
    others = [column for column in table.columns if column not in columns]
    for new in (name, value):
        if new in others or name == value:
            raise ParameterError(f"There is a column {new!r} already", "Give the new columns other names.")
    schema = schema_of(table, columns)
    _, kind = common([typed(Column(name=column), schema) for column in columns])
    if isinstance(table.frame, nw.DataFrame):
        rows = table.pandas()
        parts = [
            having(rows[others], {name: pd.Series(label, index=rows.index), value: rows[column]})
            for column, label in zip(columns, labels, strict=True)
        ]
        return nw.from_native(pd.concat(parts, ignore_index=True))
    made = [
        table.frame.select(
            *others, nw.lit(label).alias(name), typed(Column(name=column), schema).to(kind).expr.alias(value)
        )
        for column, label in zip(columns, labels, strict=True)
    ]
    return nw.concat(made, how="vertical")
