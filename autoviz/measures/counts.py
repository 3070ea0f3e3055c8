"""How often each value of a column occurs, and which rows occur more than once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import narwhals.stable.v2 as nw

from autoviz.columns import free_name, one_row
from autoviz.errors import ColumnError
from autoviz.frames import to_pandas
from autoviz.listing import counted
from autoviz.measures.columns import Notes
from autoviz.model.provenance import Note
from autoviz.table import Frame, Table

if TYPE_CHECKING:
    import pandas as pd

OTHER = "Other"


def value_counts(table: Table, column: str, limit: int | None, other: bool) -> tuple[pd.DataFrame, Notes]:
    """The values of a column, most frequent first and ties by value, with count and share of all rows."""
    count = free_name("count", (column,))
    frame = _counts(table, (column,), count)
    whole = one_row(frame.select(nw.len().alias("values"), nw.col(count).sum().alias("rows")))
    values, rows = int(whole["values"]), int(whole["rows"] or 0)
    ordered = frame.sort(count, column, descending=[True, False], nulls_last=True)
    top = to_pandas(ordered if limit is None else ordered.head(limit)).reset_index(drop=True)
    top[count] = top[count].astype("int64")
    notes = _missing(top, column, count)
    if limit is not None and values > limit:
        left, rest = values - limit, rows - int(top[count].sum())
        if other:
            top = _with_rest(top, column, count, rest)
        notes = (*notes, _rest_note(left, rest, other))
    share = free_name("share", (column,))
    return top.assign(**{share: top[count] / max(rows, 1)}), notes


def repeated(table: Table, columns: Sequence[str], limit: int) -> tuple[pd.DataFrame, Notes]:
    """What rows that agree in these columns have in common, the most frequent first, with how often it occurs."""
    count = free_name("times", columns)
    frame = _counts(table, columns, count).filter(nw.col(count) > 1)
    whole = one_row(frame.select(nw.len().alias("groups"), nw.col(count).sum().alias("rows")))
    groups, rows = int(whole["groups"]), int(whole["rows"] or 0)
    ordered = frame.sort(count, *columns, descending=[True, *(False for _ in columns)], nulls_last=True)
    top = to_pandas(ordered.head(limit)).reset_index(drop=True)
    top[count] = top[count].astype("int64")
    message = f"{counted(rows - groups, 'row')} too many: {counted(rows, 'row')} of which only {groups:,} differ."
    data = {"repeats": rows - groups, "rows": rows, "groups": groups}
    return top, (Note(kind="info", message=message if rows else "No row occurs twice.", data=data),)


def _counts(table: Table, columns: Sequence[str], count: str) -> Frame:
    """How many rows have each combination of values; NaN is missing."""
    floats = []
    for column in columns:
        kind = table.schema[column]
        if kind.is_nested():
            raise ColumnError(
                f"{column!r} holds lists or records, which cannot be counted", "Choose a column of plain values."
            )
        if kind.is_float():
            floats.append(nw.when(~nw.col(column).is_nan()).then(nw.col(column)).alias(column))
    frame: Frame = table.frame.select(*columns)
    if floats:
        frame = frame.with_columns(*floats)
    try:
        return frame.group_by(*columns).agg(nw.len().alias(count))
    except TypeError as error:
        named = ", ".join(map(repr, columns))
        raise ColumnError(f"{named}: some cells cannot be counted ({error})", "Make them text first.") from error


def _missing(top: pd.DataFrame, column: str, count: str) -> Notes:
    rows = int(top.loc[top[column].isna(), count].sum())
    if not rows:
        return ()
    return (Note(kind="nulls", message=f"{counted(rows, 'row')} without {column!r} counted too.", data={"rows": rows}),)


def _with_rest(top: pd.DataFrame, column: str, count: str, rest: int) -> pd.DataFrame:
    """One more row for all other values; values that are no text become text, so that the row can be called Other."""
    import pandas as pd

    texts = [None if pd.isna(value) else str(value) for value in top[column]]
    label = free_name(OTHER, [text for text in texts if text is not None])
    return pd.DataFrame({column: [*texts, label], count: [*top[count], rest]})


def _rest_note(left: int, rest: int, other: bool) -> Note:
    done: Any = f"put together as {OTHER!r}" if other else "not shown"
    message = f"{counted(left, 'further value')} in {counted(rest, 'row')} {done}."
    return Note(kind="other", message=message, data={"values": left, "rows": rest})
