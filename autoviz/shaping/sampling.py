"""Sampling: the same random rows every time, wherever the frame lives."""

from __future__ import annotations

from typing import Any

import narwhals.stable.v2 as nw

from autoviz.frames import Frame, engine_of, to_pandas
from autoviz.table import Table

COLLECTED_ROWS = 1_000_000
"""A lazy frame of up to so many rows is collected and sampled as pandas would; a larger one inside its engine."""


def sampled(frame: Frame, count: int, seed: int) -> Any:
    """So many rows chosen at random, in their own order."""
    rows = Table(frame).counted
    if count >= rows:
        return frame
    if isinstance(frame, nw.LazyFrame) and rows > COLLECTED_ROWS:
        return _inside(frame, count, rows, seed)
    return to_pandas(frame).sample(n=count, random_state=seed).sort_index()


def _inside(frame: nw.LazyFrame[Any], count: int, rows: int, seed: int) -> Any:
    """A sample that never leaves the engine whole."""
    native = frame.to_native()
    engine = engine_of(frame)
    if engine == "duckdb":
        return native.query("frame", f"from frame using sample reservoir({count} rows) repeatable ({seed})")
    if engine == "pyspark":
        # Spark samples by share, so a few more are taken and cut off.
        return native.sample(fraction=min(1.0, count * 1.1 / rows + 100 / rows), seed=seed).limit(count)
    return native.collect().sample(n=count, seed=seed).lazy()
