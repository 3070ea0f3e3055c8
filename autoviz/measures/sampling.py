"""A sample of rows where all of them are too many to collect: the same rows each time, and never unsaid."""

from __future__ import annotations

import narwhals.stable.v2 as nw

from autoviz.columns import one_row
from autoviz.errors import FrameError
from autoviz.frames import engine_of
from autoviz.measures.columns import Notes
from autoviz.model.provenance import Note
from autoviz.table import Frame

STEP = 2654435761
RANGE = 2**32
"""Row i is taken where i * STEP mod RANGE is low: spread evenly, and in step with no calendar."""


def row_total(frame: Frame) -> int:
    """How many rows there are, counted by the engine."""
    return int(one_row(frame.select(nw.len().alias("rows")))["rows"])


def sampled(frame: Frame, max_rows: int, done: str = "Computed") -> tuple[Frame, Notes]:
    """All rows of a pandas frame or of a short one; else about max_rows rows spread over the frame, with a note."""
    if engine_of(frame) == "pandas":
        return frame, ()
    rows = row_total(frame)
    if rows <= max_rows:
        return frame, ()
    message = f"{done} from a sample of about {max_rows:,} of {rows:,} rows, the same rows each time."
    note = Note(kind="sampled", message=message, data={"rows": rows, "sample": max_rows})
    return spread(frame, max_rows / rows), (note,)


def refuse_more(frame: Frame, max_rows: int, instead: str) -> None:
    """Raise where rows must be collected, cannot be sampled, and are too many."""
    rows = row_total(frame)
    if rows > max_rows:
        raise FrameError(f"This would collect {rows:,} rows, more than max_rows ({max_rows:,})", instead)


def spread(frame: Frame, share: float) -> Frame:
    """A share of the rows of a lazy frame, by their position; PySpark has none, so there a seeded draw stands in."""
    native = frame.to_native()
    bound = int(share * RANGE)
    if engine_of(frame) == "pyspark":
        kept = native.sample(fraction=share, seed=0)
    elif engine_of(frame) == "polars":
        import polars as pl

        kept = native.filter(pl.int_range(pl.len(), dtype=pl.Int64) * STEP % RANGE < bound)
    else:
        numbered = native.project("*, row_number() over () as _position")
        kept = numbered.filter(f"_position * {STEP} % {RANGE} < {bound}").project("* exclude (_position)")
    taken: Frame = nw.from_native(kept)
    return taken
