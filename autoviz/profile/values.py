"""Values: the different texts of a frame's columns, fetched when first asked for and kept by fingerprint."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
from pandas.api.types import is_object_dtype, is_string_dtype

from autoviz.frames import distinct, open_frame, to_pandas
from autoviz.frames.remote import Remote
from autoviz.model.profile import DatasetProfile

MOST_VALUES = 1_000_000
"""Up to how many different texts of one column are fetched."""
LONGEST_VALUE = 120
"""Longer texts are prose: a question names them by a piece at most."""
_REMEMBERED = 64


@dataclass(frozen=True)
class ColumnValues:
    """The different texts of one column, in no order."""

    column: str
    texts: pa.Array
    cut: bool = False
    """Whether the column has more of them."""


_frames: OrderedDict[str, Callable[[], Any]] = OrderedDict()
_fetched: OrderedDict[str, tuple[ColumnValues, ...]] = OrderedDict()
_lock = Lock()


def offer(mark: str, frame: Any) -> None:
    """Let the values of a profiled frame be asked for by its fingerprint, as long as the frame is there."""
    with _lock:
        _frames[mark] = _reference(frame)
        _frames.move_to_end(mark)
        while len(_frames) > _REMEMBERED:
            _frames.popitem(last=False)


def text_values(profile: DatasetProfile) -> tuple[ColumnValues, ...]:
    """The values of the profiled frame's text columns; those that the profile lists where the frame is gone."""
    mark = profile.fingerprint
    with _lock:
        if mark in _fetched:
            _fetched.move_to_end(mark)
            return _fetched[mark]
        source = _frames.get(mark)
    frame = source() if source else None
    if frame is None:
        return listed_values(profile)
    found = fetched_values(frame, [column.name for column in profile.columns])
    with _lock:
        _fetched[mark] = found
        while len(_fetched) > _REMEMBERED:
            _fetched.popitem(last=False)
    return found


def listed_values(profile: DatasetProfile) -> tuple[ColumnValues, ...]:
    """The values of low-cardinality columns, as the profile holds them."""
    texts = {
        column.name: [value for value in column.values if isinstance(value, str) and 0 < len(value) <= LONGEST_VALUE]
        for column in profile.columns
    }
    cut = {column.name: (column.distinct or 0) > len(column.values) for column in profile.columns}
    return tuple(
        ColumnValues(name, pa.array(values, pa.large_string()), cut[name]) for name, values in texts.items() if values
    )


def fetched_values(frame: Any, names: Sequence[str], most: int = MOST_VALUES) -> tuple[ColumnValues, ...]:
    """The different texts of each text column, by one distinct query a column where the frame is lazy."""
    if isinstance(frame, Remote):
        return tuple(
            _values(name, pd.Series(found, dtype=object), most) for name, found in frame.texts(names, most).items()
        )
    opened = open_frame(frame)
    if isinstance(opened, nw.DataFrame):
        found = (_of_table(opened, name, most) for name in names)
    else:
        kinds = opened.collect_schema()  # once: an engine tells all columns each time
        found = (_of_lazy(opened, name, most) for name in names if kinds[name] in (nw.String, nw.Categorical, nw.Enum))
    return tuple(values for values in found if values is not None and len(values.texts))


def _of_table(opened: Any, name: str, most: int) -> ColumnValues | None:
    column: pd.Series[Any] = opened.to_native()[name]
    if isinstance(column.dtype, pd.CategoricalDtype):
        present = column.cat.codes.unique()
        column = pd.Series(column.cat.categories.take(sorted(code for code in present if code >= 0)))
    if not (is_object_dtype(column.dtype) or is_string_dtype(column.dtype)):
        return None
    try:
        different = column.drop_duplicates()
    except TypeError:
        return None  # cells are lists or dicts
    return _values(name, different, most)


def _of_lazy(opened: Any, name: str, most: int) -> ColumnValues | None:
    part = distinct(opened.select(nw.col(name).cast(nw.String)).filter(~nw.col(name).is_null())).head(most + 1)
    return _values(name, to_pandas(part)[name], most)


def _values(name: str, different: pd.Series[Any], most: int) -> ColumnValues:
    try:
        texts = pa.array(different, pa.large_string(), from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        texts = pa.array([value for value in different.array if isinstance(value, str)], pa.large_string())
    length = pc.utf8_length(texts)
    texts = texts.filter(pc.and_(pc.greater(length, 0), pc.less_equal(length, LONGEST_VALUE)))
    texts = pa.chunked_array([texts]).combine_chunks() if isinstance(texts, pa.ChunkedArray) else texts
    return ColumnValues(name, texts[:most], len(texts) > most)


def _reference(frame: Any) -> Callable[[], Any]:
    """The frame as long as somebody else holds it; what allows no such reference is held."""
    with suppress(TypeError):
        return weakref.ref(frame)
    return lambda: frame
