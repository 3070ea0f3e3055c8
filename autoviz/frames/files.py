"""Files: frames that lie in a file or in a table of a DuckDB file, found by their place and opened by DuckDB."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from autoviz.errors import FileError, FrameError, did_you_mean

CSV_SUFFIXES = (".csv", ".tsv", ".csv.gz", ".tsv.gz")
PARQUET_SUFFIXES = (".parquet", ".pq")
DATABASE_SUFFIXES = (".duckdb", ".ddb")
WHOLE_FILE_BYTES = 64 * 2**20
"""A CSV file up to this size is read in full to settle its types; of a larger one the first SNIFFED_ROWS rows are."""
SNIFFED_ROWS = 200_000
LONGEST_PATH = 300
"""How many letters of a path an error tells."""
MISSING_WORDS = ("", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "null", "NULL", "None", "<NA>")
_MOST_ABOVE, _FEWEST_COLUMNS = 20, 3
"""How many lines above a header are looked for, and in how many columns at the least."""
_NO_MARK = ("(empty)", "\0")
"""What DuckDB tells of a mark that a file has none of, the latter before 1.4."""
_NUMBER = re.compile(r"[-+]?[\d.,]+")
_WILDCARD = re.compile(r"[*?\[]")


def located(place: str | Path) -> Any:
    """What a place written as text stands for: the path of a table, or a table of a DuckDB file (`shop.duckdb:orders`).

    The file is attached for reading alone, to the default connection, where every tool is known to run.
    """
    path, _, table = str(place).partition(":")
    if not path.lower().endswith(DATABASE_SUFFIXES):
        return Path(place).expanduser()
    import duckdb

    file = Path(path).expanduser()
    _refuse_absent(file)
    name = f"autoviz_{hashlib.blake2b(str(file.resolve()).encode(), digest_size=6).hexdigest()}"
    quoted = _text(str(file.resolve()))
    try:
        duckdb.execute(f"attach if not exists {quoted} as {name} (read_only)")
    except duckdb.Error as error:
        raise FileError(
            f"{file.name!r} cannot be opened: {str(error).splitlines()[0]}", "Is it a DuckDB file?"
        ) from error
    return _table_of(file.name, name, table)


def name_of(place: str | Path) -> str:
    """What a frame is called in answers and code: its own name, its table's, or its file's without the ending."""
    path, _, table = str(place).partition(":")
    last = table or re.split(r"[/\\]", path)[-1]
    known = (*CSV_SUFFIXES, *PARQUET_SUFFIXES, *DATABASE_SUFFIXES)
    suffix = next((item for item in sorted(known, key=len, reverse=True) if last.lower().endswith(item)), "")
    plain = re.sub(r"\W+", "_", last[: -len(suffix)] if suffix else last.rpartition(".")[2])
    name = plain.strip("_") if not plain.isidentifier() else plain
    return name if name.isidentifier() else f"table_{name}".rstrip("_")


def open_file(path: Path) -> Any:
    """A DuckDB relation over a file; dates in CSV stay text, because DuckDB would guess the order of day and month."""
    import duckdb

    _refuse_absent(path)
    name = path.name.lower()
    quoted, query = _literal(path), ""
    if name.endswith(PARQUET_SUFFIXES):
        query = f"from read_parquet({quoted})"
    elif not name.endswith(CSV_SUFFIXES):
        raise FileError(
            f"{path.name!r} is neither a parquet nor a CSV file",
            f"Known endings: {', '.join((*PARQUET_SUFFIXES, *CSV_SUFFIXES))}. "
            "Other files are read by pandas, and the frame is asked: df = pandas.read_excel(...), read_json(...).",
        )
    try:
        return duckdb.sql(query or _csv_query(quoted, path.stat().st_size, path.stat().st_mtime_ns))
    except duckdb.Error as error:
        problem = str(error).splitlines()[0].rpartition("Error: ")[2]
        whole = "Check that the file is whole" + (" and UTF-8." if name.endswith(CSV_SUFFIXES) else ".")
        raise FileError(f"{path.name!r} cannot be read: {problem}", whole) from error


@lru_cache(maxsize=32)
def _csv_query(quoted: str, size: int, changed: int) -> str:
    """How a CSV file is read, all said: DuckDB would find its types out anew whenever a relation is made or run.

    By the size and the time of the last change a file is known that another has taken the place of.
    """
    import duckdb

    sample = -1 if size <= WHOLE_FILE_BYTES else SNIFFED_ROWS
    said = f"header=true, nullstr={list(MISSING_WORDS)}, sample_size={sample}"
    found = f"from sniff_csv({quoted}, {said}, auto_type_candidates=['BIGINT', 'DOUBLE', 'VARCHAR'])"
    delimiter, quote, escape, line, comment, skipped, _, columns, *_ = duckdb.execute(found).fetchall()[0]
    marks = {"delim": delimiter, "quote": quote, "escape": escape, "comment": comment, "new_line": line}
    dialect = ", ".join(f"{name}={_text('' if mark in _NO_MARK else mark)}" for name, mark in marks.items())
    lines = _lines_above(quoted, f"{dialect}, skip={skipped}", len(columns))
    if lines:
        skipped += lines
        below = f"{found[:-1]}, {dialect}, skip={skipped})"
        columns = duckdb.execute(below).fetchall()[0][7]
    kinds = ", ".join(f"{_text(column['name'])}: {_text(column['type'])}" for column in columns)
    return f"from read_csv({quoted}, auto_detect=false, {dialect}, skip={skipped}, columns={{{kinds}}}, {said})"


def _lines_above(quoted: str, dialect: str, width: int) -> int:
    """How many lines a spreadsheet wrote above its header, filled up with marks: a title, a date, empty ones.

    The header is the first line that is full; where its names come twice, the lines above tell them apart and stay.
    """
    import duckdb

    if width < _FEWEST_COLUMNS:
        return 0
    kinds = ", ".join(f"c{number}: 'VARCHAR'" for number in range(width))
    options = f"{dialect}, columns={{{kinds}}}, header=false, null_padding=true"
    first = f"from read_csv({quoted}, auto_detect=false, {options}) limit {_MOST_ABOVE + 1}"
    rows = [[cell or "" for cell in row] for row in duckdb.execute(first).fetchall()]
    place = next((place for place, row in enumerate(rows) if all(cell.strip() for cell in row)), 0)
    above, names = rows[:place], rows[place] if rows else []
    if any(2 * sum(map(bool, row)) > width or any("\n" in cell for cell in row) for row in above):
        return 0
    return place if len(set(names)) == width and not all(map(_NUMBER.fullmatch, names)) else 0


def _text(value: str) -> str:
    """A text of SQL."""
    return "'" + value.replace("'", "''") + "'"


def _table_of(file: str, database: str, table: str) -> Any:
    import duckdb

    held = "select schema_name, table_name from duckdb_tables() where database_name = $1 union all by name "
    held += "select schema_name, view_name as table_name from duckdb_views() where database_name = $1 and not internal"
    known = {name: schema for schema, name in sorted(duckdb.execute(held, [database]).fetchall())}
    wanted = table.rpartition(".")[2] or (next(iter(known)) if len(known) == 1 else "")
    if wanted not in known:
        told = f"has no table {wanted!r}" if wanted else f"has {len(known)} tables"
        hint = did_you_mean(wanted, tuple(known), "tables")
        raise FrameError(f"{file!r} {told}", f"{hint} Write {file}:TABLE.")
    return duckdb.sql(f'from {database}."{known[wanted]}"."{wanted}"')


def _refuse_absent(path: Path) -> None:
    try:
        there, size = path.is_file(), path.stat().st_size if path.is_file() else 0
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else str(error)
        raise FileError(f"{_short(path)!r} cannot be opened: {problem}", "Check the path.") from error
    if not there:
        raise FileError(f"There is no file {_short(path)!r}", _nearby(path))
    if not size:
        raise FileError(f"{path.name!r} is empty", "Check that the file was written in full.")


def _nearby(path: Path) -> str:
    """Tables that lie in the same folder under a like name, or where the path is looked up."""
    known = (*CSV_SUFFIXES, *PARQUET_SUFFIXES, *DATABASE_SUFFIXES)
    try:
        there = sorted(item.name for item in path.parent.iterdir() if item.name.lower().endswith(known))
    except OSError:
        return "Check the path; there is no such folder."
    place = f"Check the path; it is looked up in {_short(Path.cwd())}."
    return f"{did_you_mean(path.name, there, 'tables')} {place}" if there else place


def _short(path: Path) -> str:
    """The path as it is told; of one without end, its end."""
    text = str(path)
    return text if len(text) <= LONGEST_PATH else f"…{text[-LONGEST_PATH:]}"


def _literal(path: Path) -> str:
    """The path as a text of SQL that stands for this file alone: DuckDB would take s[1].csv for a pattern."""
    text = path.as_posix()
    if _WILDCARD.search(text) and "\\" in text:
        raise FileError(
            f"{path.name!r} cannot be opened: its path holds a backslash beside one of * ? [", "Rename the file."
        )
    return _text(_WILDCARD.sub(r"[\g<0>]", text))
