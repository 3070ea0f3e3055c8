"""Doubles: one row of those that agree, the same one every time and in the same place, wherever the frame lives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import narwhals.stable.v2 as nw

from autoviz.columns import free_name
from autoviz.errors import FrameError
from autoviz.frames import Frame, engine_of

Keep = Literal["first", "last"]


def without_doubles(frame: Frame, columns: Sequence[str], keep: Keep, order_by: str | None) -> Frame:
    """The first or last row for each combination of values, by the order of a column or else as the rows lie."""
    if isinstance(frame, nw.DataFrame):
        return _of_pandas(frame, columns, keep, order_by)
    names = frame.collect_schema().names()
    place = free_name("place", names)
    if order_by is not None:
        return _by_order(_numbered(frame, place), list(columns) or names, keep, [order_by, place]).select(*names)
    if columns:
        raise FrameError(
            f"Which row to keep for each {', '.join(columns)} is not known: rows of this engine have no order",
            "Give order_by, the column that the rows follow.",
        )
    # Grouped, because narwhals' unique() numbers all rows in a window on DuckDB.
    found = nw.col(place).min() if keep == "first" else nw.col(place).max()
    return _numbered(frame, place).group_by(*names).agg(found).sort(place).select(*names)


def _of_pandas(frame: nw.DataFrame[Any], columns: Sequence[str], keep: Keep, order_by: str | None) -> Frame:
    native = frame.to_native()
    if order_by is not None:
        # Stable, so that of rows which tie the first is the one that comes first in the frame.
        native = native.sort_values(order_by, kind="stable", na_position="first")
    ordered: nw.DataFrame[Any] = nw.from_native(native)
    return ordered.unique(list(columns) or None, keep=keep, maintain_order=True)


def _by_order(frame: nw.LazyFrame[Any], keys: list[str], keep: Keep, order: list[str]) -> nw.LazyFrame[Any]:
    if engine_of(frame) != "polars":
        return frame.unique(keys, keep=keep, order_by=order).sort(*order)
    # Through narwhals older versions of Polars keep another row where values of the order are missing or tie.
    ordered: Any = frame.sort(*order).to_native()
    kept: nw.LazyFrame[Any] = nw.from_native(ordered.unique(keys, keep=keep, maintain_order=True))
    return kept


def _numbered(frame: nw.LazyFrame[Any], name: str) -> nw.LazyFrame[Any]:
    """The rows with their place in the order in which the engine would show them."""
    native: Any = frame.to_native()
    engine = engine_of(frame)
    if engine == "duckdb":
        quoted = '"' + name.replace('"', '""') + '"'
        native = native.project(f"*, row_number() over () as {quoted}")
    elif engine == "pyspark":
        from pyspark.sql import functions

        native = native.withColumn(name, functions.monotonically_increasing_id())
    else:
        native = native.with_row_index(name)
    numbered: nw.LazyFrame[Any] = nw.from_native(native)
    return numbered
