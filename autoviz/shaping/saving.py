"""Saving: a table written to a file in the format of its ending, whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.errors import FileError
from autoviz.frames import engine_of
from autoviz.table import Table

ENDINGS = (".csv", ".parquet", ".json")
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def checked_path(path: str, overwrite: bool) -> Path:
    """The path, refused where its ending is unknown, its folder missing or the file there already."""
    if not path:
        raise FileError("No file is named for the result", "Say where to save it, for example: save it to result.csv.")
    target = Path(path).expanduser()
    if target.suffix.lower() not in ENDINGS:
        raise FileError(f"{target.name!r} does not say in which format to save", f"End it with {', '.join(ENDINGS)}.")
    if not target.parent.is_dir():
        raise FileError(f"There is no folder {str(target.parent)!r}", "Make it first, or name another path.")
    if target.exists() and not overwrite:
        raise FileError(f"{str(target)!r} is there already", "Name another path, or allow it with overwrite.")
    return target


def written(table: Table, target: Path) -> int:
    """Write beside the target first, so that a failure leaves no half of a file; gives the number of rows."""
    draft = target.with_name(f".{target.stem}-{os.getpid()}{target.suffix}")
    try:
        rows = _write(table, draft)
        draft.replace(target)
    except OSError as error:
        told = f"{str(target)!r} cannot be written: {error.strerror or error}"
        raise FileError(told, "Name a file in another folder, or ask without saving.") from error
    finally:
        with suppress(OSError):  # nothing can be taken away from a folder that takes nothing in
            draft.unlink(missing_ok=True)
    return rows


def _write(table: Table, path: Path) -> int:
    # Spark would write a folder of parts, so its rows are collected like those of pandas.
    frame = table.frame
    if path.suffix.lower() == ".parquet" and isinstance(frame, nw.LazyFrame) and engine_of(frame) != "pyspark":
        try:
            frame.sink_parquet(str(path))
        except Exception as error:  # each engine has errors of its own, also for a full disk
            raise OSError(str(error)) from error
        return table.counted
    rows = table.pandas()
    if path.suffix.lower() == ".csv":
        rows.to_csv(path, index=False)
    elif path.suffix.lower() == ".json":
        rows.to_json(path, orient="records", date_format="iso")
    else:
        _plain_objects(rows).to_parquet(path, index=False)
    return len(rows)


def _plain_objects(rows: pd.DataFrame) -> pd.DataFrame:
    """Cells of mixed types as text, because a parquet column has one type."""
    mixed = [name for name in rows.columns if pd.api.types.infer_dtype(rows[name], skipna=True).startswith("mixed")]
    return rows.astype(dict.fromkeys(mixed, str)) if mixed else rows


def formulas(rows: pd.DataFrame) -> int:
    """How many cells of text a spreadsheet would take for formulas and run."""
    texts = [rows.iloc[:, place] for place in range(rows.shape[1])]
    texts = [column for column in texts if column.dtype == object or pd.api.types.is_string_dtype(column.dtype)]
    return sum(isinstance(cell, str) and cell.startswith(FORMULA_SIGNS) for column in texts for cell in column)
