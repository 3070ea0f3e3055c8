"""Frames that a line of the magic may name: variables, files, DuckDB tables; and the one meant where none is named."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from autoviz.errors import FrameError, did_you_mean
from autoviz.frames.files import CSV_SUFFIXES, DATABASE_SUFFIXES, PARQUET_SUFFIXES, located, name_of

_FRAME_TYPES = {
    "pandas": ("DataFrame",),
    "polars": ("DataFrame", "LazyFrame"),
    "duckdb": ("DuckDBPyRelation",),
    "_duckdb": ("DuckDBPyRelation",),
    "pyspark": ("DataFrame",),
    "narwhals": ("DataFrame", "LazyFrame"),
    "autoviz": ("Remote",),
}
"""Packages and their frames, by name, so that asking imports none of them."""
FILE_SUFFIXES = (*CSV_SUFFIXES, *PARQUET_SUFFIXES)
MOST_FRAMES = 8
"""Where no frame is named, so many of the newest are looked at."""
_IN_DATABASE = re.compile(rf"\.({'|'.join(suffix.strip('.') for suffix in DATABASE_SUFFIXES)})(:\w[\w.]*)?$", re.I)


def is_frame(value: Any) -> bool:
    """Whether a value is a frame of a supported kind."""
    return any(base.__name__ in _FRAME_TYPES.get(base.__module__.partition(".")[0], ()) for base in type(value).__mro__)


def is_file(value: Any) -> bool:
    """Whether a value is the path of a table."""
    if not isinstance(value, (str, Path)):
        return False
    return str(value).lower().endswith(FILE_SUFFIXES) or bool(_IN_DATABASE.search(str(value)))


def _is_path(value: Any) -> bool:
    """Whether a value is the path of a table, or of another file that lies there: opening it tells that it is none."""
    if not isinstance(value, (str, Path)) or is_file(value):
        return is_file(value)
    try:
        return Path(value).suffix != "" and Path(value).is_file()
    except OSError:  # a text too long for any path
        return False


def in_place(frame: Any) -> bool:
    """Whether a frame lies in a file or a database, so that it was named by its place and not by a variable."""
    return isinstance(frame, Path) or type(frame).__name__ == "DuckDBPyRelation"


def is_named(word: str, space: Mapping[str, Any]) -> bool:
    """Whether a word of the magic's line stands for a frame: a variable, a file, or a table of DuckDB."""
    value = space.get(word)
    return (
        is_frame(value)
        or _is_path(value)
        or (word not in space and (_is_path(word) or _in_duckdb(word, space) is not None))
    )


def frame_names(space: Mapping[str, Any]) -> tuple[str, ...]:
    """The names that hold frames, newest first; the shell's own names are left out."""
    names = [name for name, value in space.items() if not name.startswith("_") and is_frame(value)]
    return tuple(reversed(names))


def named_frames(names: tuple[str, ...], space: Mapping[str, Any]) -> dict[str, Any]:
    """The frames of these names, or an error that offers the nearest names; a file is called after its stem."""
    return {name_of(name): _named(name, space) for name in names}


def _named(name: str, space: Mapping[str, Any]) -> Any:
    if name in space:
        value = space[name]
        if is_frame(value):
            return value
        if _is_path(value):
            return located(value)
        raise FrameError(
            f"{name!r} is a {type(value).__name__}, not a frame",
            "Give a pandas, Polars, DuckDB or PySpark frame, the path of a CSV or parquet file, or a data source.",
        )
    if _is_path(name):
        return located(name)
    table = _in_duckdb(name, space)
    if table is not None:
        return table
    known = frame_names(space)
    raise FrameError(f"There is no frame called {name!r} here", did_you_mean(name, known, "frames"))


def _in_duckdb(name: str, space: Mapping[str, Any]) -> Any:
    """A table or view of a connection (`con.orders`), or of DuckDB's default one; None where there is none.

    Nothing is imported to find out, and what the user's connection has yet to fetch is left alone.
    """
    first, _, rest = name.partition(".")
    held = space.get(first)
    own = rest and type(held).__name__ == "DuckDBPyConnection"
    duckdb = sys.modules.get("duckdb")
    if not re.fullmatch(r"\w+(\.\w+)*", name) or not (own or duckdb is not None):
        return None
    try:
        return held.table(rest) if own else duckdb.default_connection().table(name)  # type: ignore[union-attr]
    except Exception:  # no such table, or a connection that is closed
        return None


def frame_for(question: str, space: Mapping[str, Any]) -> tuple[str, Any, str]:
    """The frame that a question is about where none is named: its name, itself, and the reason to say aloud."""
    names = frame_names(space)[:MOST_FRAMES]
    if not names:
        raise FrameError(
            "There is no frame in this notebook yet",
            "Make one first: df = pandas.read_csv(...); or name a file: %%autoviz sales.csv",
        )
    if len(names) == 1:
        return names[0], space[names[0]], f"Asked of {names[0]}, the only frame here."
    from autoviz.linking.text import normalise
    from autoviz.profile import profile
    from autoviz.stages.profiling import choose_frame

    chosen, reason = choose_frame(normalise(question), {name: profile(space[name], name) for name in names})
    return chosen, space[chosen], reason
