"""The family output: the table that the user sees, and the file that the user named."""

from __future__ import annotations

from pathlib import Path

from autoviz.frames import to_pandas
from autoviz.model.provenance import Note
from autoviz.shaping.saving import checked_path, formulas, written
from autoviz.table import Outcome, Table


def show_table(df: Table, *, columns: tuple[str, ...], limit: int) -> Outcome:
    """The first rows of the chosen columns, and how many there are."""
    df.need(*columns)
    names = list(dict.fromkeys(columns)) or df.columns
    total = df.counted
    # A lazy engine looks through all its rows to find a few, and whoever proves or tells of them wants them all.
    first = df.pandas()[names].head(limit) if df.is_short else to_pandas(df.frame.select(*names).head(limit))
    table = df.having(first)
    some, all_of_them = f"The first {limit:,} of {total:,} rows are shown.", f"All rows are shown: {total:,}."
    data = {"rows": total, "shown": min(limit, total)}
    note = Note(kind="info", message=some if total > limit else all_of_them, data=data)
    return Outcome(table, notes=(note,))


def select_columns(df: Table, *, columns: tuple[str, ...]) -> Outcome:
    """Only these columns, in this order."""
    df.need(*columns)
    return Outcome(df.having(df.frame.select(*dict.fromkeys(columns))))


def save_dataframe(df: Table, *, path: str, overwrite: bool) -> Outcome:
    """Write the table to the file that the user named."""
    target = checked_path(path, overwrite)
    rows = written(df, target)
    note = Note(kind="info", message=f"Rows saved to {target}: {rows:,}.", data={"path": str(target), "rows": rows})
    return Outcome(df, notes=(note, *_formula_note(df, target)))


def _formula_note(df: Table, target: Path) -> tuple[Note, ...]:
    """The cells are saved as they are; that some of them would run in a spreadsheet is told."""
    count = formulas(df.pandas()) if target.suffix.lower() == ".csv" else 0
    message = f"Cells that a spreadsheet would run as formulas: {count:,}. Import such columns as text."
    return (Note(kind="info", message=message, data={"cells": count}),) if count else ()
