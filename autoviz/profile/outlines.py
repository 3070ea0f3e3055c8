"""Outlines: the names and types of a frame's columns, without a look at its rows."""

from __future__ import annotations

from typing import Any

import narwhals.stable.v2 as nw

from autoviz.frames import engine_of, open_frame
from autoviz.frames.remote import Remote
from autoviz.model.labels import Kind
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.profile.fingerprints import fingerprint


def outline(frame: Any, name: str) -> DatasetProfile | None:
    """What costs nothing to know of a frame in memory; None where even the number of rows would cost a pass."""
    if isinstance(frame, Remote):
        return None  # what is free to know of it are its columns, and how many rows it has is asked once anyway
    opened = open_frame(frame)
    if not isinstance(opened, nw.DataFrame):
        return None
    columns = tuple(
        ColumnProfile(name=label, dtype=str(dtype), kind=_kind(dtype), rows=len(opened), metric=dtype.is_numeric())
        for label, dtype in opened.collect_schema().items()
    )
    return DatasetProfile(
        name=name,
        engine=engine_of(opened),
        rows=len(opened),
        columns=columns,
        fingerprint=fingerprint(frame),
        outlined=True,
    )


def _kind(dtype: Any) -> Kind:
    if dtype == nw.Boolean:
        return "boolean"
    if dtype.is_temporal():
        return "temporal"
    return "numeric" if dtype.is_numeric() else "categorical"
