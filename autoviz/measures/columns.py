"""Choosing the columns that can be measured, and leaving out what is no number: infinities and NaN."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import narwhals.stable.v2 as nw

from autoviz.columns import need_numbers, one_row, plain
from autoviz.errors import ColumnError
from autoviz.frames import engine_of, overall, to_pandas
from autoviz.listing import counted, few, listed
from autoviz.model.provenance import Note
from autoviz.table import Frame, Lineage, Table

if TYPE_CHECKING:
    import pandas as pd

Notes = tuple[Note, ...]
MOST_GROUPS = 200
"""More groups than this are not described or compared one by one."""


def number_columns(table: Table, columns: Sequence[str], least: int = 1) -> tuple[str, ...]:
    """The named columns, checked; or all columns with numbers where none is named."""
    if columns:
        need_numbers(table, columns, "A statistic")
    chosen = tuple(dict.fromkeys(columns)) or tuple(name for name, kind in table.schema.items() if kind.is_numeric())
    if len(chosen) < least:
        raise ColumnError(
            f"This needs {least} columns with numbers, and there {'is' if len(chosen) == 1 else 'are'} {len(chosen)}",
            f"Columns here: {', '.join(map(repr, table.columns))}. Use cast_types for numbers kept as text.",
        )
    return chosen


def need_groups(table: Table, group_by: Sequence[str], measured: Iterable[str], made: Iterable[str]) -> None:
    """Refuse group columns that are missing, measured too, or have the name of a column that the result makes."""
    table.need(*group_by)
    for column in group_by:
        if column in measured:
            raise ColumnError(f"{column!r} is measured and grouped by at once", "Leave it out of one of the two.")
        if column in made:
            raise ColumnError(
                f"The group column {column!r} has the name of a column of the result",
                f"Rename it first, for example df.rename(columns={{{column!r}: {column + '_group'!r}}}).",
            )


def measurable(
    table: Table, numbers: Sequence[str], keep: Sequence[str] = (), called: Mapping[str, str] | None = None
) -> tuple[Frame, Notes]:
    """Only these columns, with NaN and infinities as nulls, and a note of how many infinities there were.

    `called` gives the user's name of a column that is a copy.
    """
    shown = called or {}
    frame = _plain_numbers(table.frame.select(*dict.fromkeys((*keep, *numbers))), numbers)
    schema = frame.collect_schema()
    floats = [name for name in numbers if schema[name].is_float()]
    infinite = _infinities(frame, floats)
    lazy = engine_of(frame) != "pandas"
    changed = [_finite(name) for name in floats if lazy or infinite[name]]
    changed += [nw.col(name).cast(nw.Float64) for name in numbers if _needs_cast(schema[name])]
    notes = tuple(
        Note(
            kind="dropped",
            message=f"{counted(count, 'infinite value')} of {shown.get(name, name)!r} left out.",
            data={"column": shown.get(name, name), "infinite": count},
        )
        for name, count in infinite.items()
        if count
    )
    return (frame.with_columns(*changed) if changed else frame), notes


def _needs_cast(kind: Any) -> bool:
    return bool(kind.is_decimal()) or kind == nw.Boolean


def _finite(name: str) -> nw.Expr:
    return nw.when(nw.col(name).is_finite()).then(nw.col(name)).alias(name)


def _plain_numbers(frame: Frame, numbers: Sequence[str]) -> Frame:
    """Nullable and Arrow numbers of pandas as floats, because they can hold NaN beside null, and whole numbers, because
    what lies between two of them is worked out in their own type, which may be too narrow for their distance."""
    if engine_of(frame) != "pandas":
        return frame
    import pandas as pd
    from pandas.api.types import is_extension_array_dtype, is_integer_dtype

    native = frame.to_native()
    kinds = {name: native[name].dtype for name in numbers}
    changed = [name for name, kind in kinds.items() if is_extension_array_dtype(kind) or is_integer_dtype(kind)]
    if not changed:
        return frame
    # All at once: one by one they take ten times as long, and so does whatever is asked of them.
    parts = [native.drop(columns=changed), native[changed].astype("float64")]
    plain_frame: Frame = nw.from_native(pd.concat(parts, axis=1)[list(native.columns)])
    return plain_frame


def _infinities(frame: Frame, floats: Sequence[str]) -> dict[str, int]:
    if not floats:
        return {}
    if engine_of(frame) == "pandas":
        import numpy as np

        # Of all columns at once: one by one they take several hundred times as long.
        return {name: int(count) for name, count in zip(floats, np.isinf(_cells(frame, floats)).sum(), strict=True)}
    keys = {f"c{number}": name for number, name in enumerate(floats)}
    # PySpark adds up numbers alone, so a truth value is cast first.
    flags = [(nw.col(name).abs() == math.inf).cast(nw.Int64).sum().alias(key) for key, name in keys.items()]
    row = one_row(frame.select(*flags))
    return {name: int(row[key] or 0) for key, name in keys.items()}


def _cells(frame: Frame, columns: Sequence[str]) -> pd.DataFrame:
    """Some columns of a pandas frame."""
    table: pd.DataFrame = frame.to_native()[list(columns)]
    return table


def per_group(frame: Frame, group_by: Sequence[str], aggregates: Sequence[nw.Expr]) -> pd.DataFrame:
    """The aggregates for each group, or in one row where there are no groups, sorted by group with nulls last."""
    if not group_by:
        return to_pandas(overall(frame, *aggregates))
    return in_order(to_pandas(frame.group_by(*group_by).agg(*aggregates)), group_by)


def group_parts(table: Table, group_by: Sequence[str]) -> list[tuple[dict[str, Any], Table]]:
    """The rows of each group with its label, in order; rows without one are a group apart."""
    import pandas as pd

    keys = per_group(table.frame.select(*group_by), group_by, [nw.len().alias("_rows")])[list(group_by)]
    if len(keys) > MOST_GROUPS:
        raise ColumnError(
            f"{listed(group_by)} make {len(keys):,} groups, too many to describe one by one",
            f"Use bin_numeric, or a filter that leaves at most {MOST_GROUPS}.",
        )
    found = []
    for cells in keys.itertuples(index=False, name=None):
        label = dict(zip(group_by, cells, strict=True))
        tests = [nw.col(name).is_null() if pd.isna(cell) else nw.col(name) == cell for name, cell in label.items()]
        found.append((label, table.having(table.frame.filter(*tests))))
    return found


def by_groups(
    table: Table, group_by: Sequence[str], described: Callable[[Table], tuple[pd.DataFrame, Notes]]
) -> tuple[pd.DataFrame, Notes]:
    """A description of all rows, or one of each group under one another with the group's label in front."""
    import pandas as pd

    if not group_by:
        return described(table)
    parts, notes = [], []
    for label, part in group_parts(table, group_by):
        rows, told = described(part)
        of = f"{group_name(label.values())}: "
        notes += [note.replaced(message=f"{of}{note.message}") for note in told]
        for place, (name, cell) in enumerate(label.items()):
            rows.insert(place, name, [cell] * len(rows))
        parts.append(rows)
    return pd.concat(parts, ignore_index=True), tuple(notes)


def in_order(table: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Sorted by these columns with nulls last; cells of mixed types are sorted as text."""
    if not by or table.empty:
        return table.reset_index(drop=True)
    try:
        return table.sort_values(list(by), kind="stable", ignore_index=True)
    except TypeError:
        return table.sort_values(list(by), kind="stable", ignore_index=True, key=lambda cells: cells.astype(str))


def missing_group_note(table: pd.DataFrame, group_by: Sequence[str], rows: str) -> Notes:
    """A note of how many rows have no value in a group column; they are a group of their own."""
    found: list[Note] = []
    for column in group_by:
        count = int(table.loc[table[column].isna(), rows].sum())
        if count:
            message = f"{counted(count, 'row')} without {column!r} kept as a group apart."
            found.append(Note(kind="nulls", message=message, data={"keys": [column], "rows": count}))
    return tuple(found)


def left_out(rows: int, column: str) -> Notes:
    """A note of rows that have no value in a column which is needed."""
    if not rows:
        return ()
    return (Note(kind="dropped", message=f"{counted(rows, 'row')} without {column!r} left out.", data={"rows": rows}),)


def result(table: Table, frame: pd.DataFrame, group_by: Sequence[str] = (), **lineage: Lineage) -> Table:
    """A table of statistics: only the group columns keep the story they had."""
    story = {name: table.lineage[name] for name in group_by if name in table.lineage}
    return Table(nw.from_native(frame), {**story, **lineage}, table.conditions)


def group_name(key: Iterable[object]) -> str:
    """The values of a group in one name."""
    return " / ".join("(missing)" if plain(cell) is None else str(cell) for cell in key)


def some(names: Sequence[object]) -> str:
    """Names in a sentence, of many the first six."""
    return listed(few(list(map(str, names)), 6))
