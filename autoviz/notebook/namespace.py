"""Frames in the user's namespace: which names hold one, and which one is meant where none is named."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from autoviz.errors import FrameError, did_you_mean

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
FILE_SUFFIXES = (".csv", ".tsv", ".csv.gz", ".tsv.gz", ".parquet", ".pq")
MOST_FRAMES = 8
"""Where no frame is named, so many of the newest are looked at."""


def is_frame(value: Any) -> bool:
    """Whether a value is a frame of a supported kind."""
    return any(base.__name__ in _FRAME_TYPES.get(base.__module__.partition(".")[0], ()) for base in type(value).__mro__)


def is_file(value: Any) -> bool:
    """Whether a value is the path of a table."""
    return isinstance(value, (str, Path)) and str(value).lower().endswith(FILE_SUFFIXES)


def frame_names(space: Mapping[str, Any]) -> tuple[str, ...]:
    """The names that hold frames, newest first; the shell's own names are left out."""
    names = [name for name, value in space.items() if not name.startswith("_") and is_frame(value)]
    return tuple(reversed(names))


def named_frames(names: tuple[str, ...], space: Mapping[str, Any]) -> dict[str, Any]:
    """The frames of these names, or an error that offers the nearest names."""
    return {name: _named(name, space) for name in names}


def _named(name: str, space: Mapping[str, Any]) -> Any:
    if name not in space:
        known = frame_names(space)
        raise FrameError(f"There is no frame called {name!r} here", did_you_mean(name, known, "frames"))
    value = space[name]
    if not is_frame(value) and not is_file(value):
        raise FrameError(
            f"{name!r} is a {type(value).__name__}, not a frame",
            "Give a pandas, Polars, DuckDB or PySpark frame, the path of a CSV or parquet file, or a data source.",
        )
    return value


def frame_for(question: str, space: Mapping[str, Any]) -> tuple[str, Any, str]:
    """The frame that a question is about where none is named: its name, itself, and the reason to say aloud."""
    names = frame_names(space)[:MOST_FRAMES]
    if not names:
        raise FrameError("There is no frame in this notebook yet", "Make one first: df = pandas.read_csv(...).")
    if len(names) == 1:
        return names[0], space[names[0]], f"Asked of {names[0]}, the only frame here."
    from autoviz.linking.text import normalise
    from autoviz.profile import profile
    from autoviz.stages.profiling import choose_frame

    chosen, reason = choose_frame(normalise(question), {name: profile(space[name], name) for name in names})
    return chosen, space[chosen], reason
