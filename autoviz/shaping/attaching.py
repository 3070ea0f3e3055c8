"""Attaching: what a second, small table says of every row of the first: one value, or whether it is a member."""

from __future__ import annotations

from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.columns import plain
from autoviz.errors import ParameterError
from autoviz.frames import Frame, to_pandas
from autoviz.frames.plain import having
from autoviz.query.language import Call, Constant, Moment
from autoviz.shaping.computing import computed
from autoviz.table import Table

MOST_MEMBERS = 100_000


def attached(left: Table, right: Table, name: str) -> Frame:
    """The first value of the second table as a column of the first; missing where it has no row."""
    if not right.columns:
        raise ParameterError("The second table has no column to take a value from", "Name one that has a value.")
    first = to_pandas(right.frame.select(right.columns[0]).head(1))
    value = plain(first.iloc[0, 0]) if len(first) else None
    if isinstance(left.frame, nw.DataFrame):
        rows = left.pandas()
        return nw.from_native(having(rows, {name: _filled(first, rows.index)}))
    return computed(left, {name: as_constant(value)}, "attach_value")


def _filled(first: pd.DataFrame, index: pd.Index[Any]) -> pd.Series[Any]:
    """One cell for every row, in the type that its column has."""
    cells = first.iloc[:, 0]
    if not len(cells):
        return pd.Series([None] * len(index), index=index, dtype=object)
    return cells.repeat(len(index)).set_axis(index)


def as_constant(value: Any) -> Any:
    """A cell as a constant of the language."""
    if isinstance(value, pd.Timestamp):
        return Moment(at=value.tz_localize(None).isoformat(timespec="microseconds"))
    return Constant(value=value)


def marked(left: Table, right: Table, expression: Any, name: str) -> Frame:
    """The first table with a flag: whether a value is among those of the second table's only column."""
    if len(right.columns) != 1:
        raise ParameterError(
            f"Members are looked up in a table of one column, and this has {len(right.columns)}",
            "Keep the one column with select_columns first.",
        )
    column = right.columns[0]
    values = to_pandas(right.frame.select(column).head(MOST_MEMBERS + 1))[column].drop_duplicates()
    if len(values) > MOST_MEMBERS:
        raise ParameterError(f"There are more than {MOST_MEMBERS:,} values to look up", "Join the two tables instead.")
    return computed(left, {name: _among(expression, values)}, "mark_members")


def _among(expression: Any, values: pd.Series[Any]) -> Any:
    """Whether the value is one of these, as SQL has it: among none it is not, beside a missing one it may be."""
    members = [as_constant(plain(value)) for value in values]
    if not members:
        return Constant(value=False)
    return Call(op="in", args=(expression, *members))

