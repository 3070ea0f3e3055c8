"""Bins: a column of numbers cut into intervals with readable labels that keep their order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import add

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd

from autoviz.columns import one_row
from autoviz.errors import ColumnError, ParameterError
from autoviz.frames import Frame
from autoviz.frames.plain import having

BETWEEN_LABELS = " | "


def equal_edges(frame: Frame, column: str, count: int) -> tuple[float, ...]:
    """The edges of so many bins of equal width over the finite values of the column."""
    finite = nw.col(column).cast(nw.Float64).is_finite()
    cells = frame.select(column).filter(~nw.col(column).is_null()).filter(finite)
    reach = one_row(cells.select(low=nw.col(column).min(), high=nw.col(column).max()))
    if pd.isna(reach["low"]):
        raise ColumnError(f"{column!r} holds no numbers to cut into bins", "Choose another column.")
    low, high = float(reach["low"]), float(reach["high"])
    if low == high:
        return (low - 0.5, low + 0.5)
    return tuple(float(edge) for edge in np.linspace(low, high, count + 1))


def stated_edges(text: str) -> tuple[float, ...]:
    """Edges as the user wrote them, rising."""
    try:
        edges = tuple(float(part) for part in text.split(","))
    except ValueError as error:
        raise ParameterError(f"{text!r} are no edges of bins", "Write numbers between commas: 0, 10, 50.") from error
    if len(edges) < 2 or any(not math.isfinite(edge) for edge in edges) or not _rising(edges):
        raise ParameterError(f"The edges {text!r} do not rise", "Write at least two, each larger than the one before.")
    return edges


def labels_for(edges: Sequence[float]) -> tuple[str, ...]:
    """A label for each bin, with as many decimals as it takes to tell the edges apart."""
    decimals = next(count for count in range(18) if _tells_apart(edges, count))
    joint = " to " if edges[0] < 0 else "–"
    names = [_number(edge, decimals) for edge in edges]
    return tuple(f"{low}{joint}{high}" for low, high in pairwise(names))


def stated_labels(text: str, edges: Sequence[float]) -> tuple[str, ...]:
    """Labels as the user wrote them, one for each bin."""
    labels = tuple(part.strip() for part in text.split(BETWEEN_LABELS.strip()))
    bins = len(edges) - 1
    if len(labels) != bins or len(set(labels)) != bins:
        raise ParameterError(f"{bins} different labels are needed, but these are {len(labels)}: {text!r}",
                             "Separate the labels with |, one for each bin.")
    return labels


def binned(frame: Frame, column: str, name: str, edges: Sequence[float], labels: Sequence[str]) -> Frame:
    """The frame with the bin of each number; each bin holds its upper edge, the first one its lower edge too."""
    if isinstance(frame, nw.DataFrame):
        native: pd.DataFrame = frame.to_native()
        cut = pd.cut(native[column].astype(float), list(edges), labels=list(labels), include_lowest=True)
        return nw.from_native(having(native, {name: cut}))
    cells = nw.col(column)
    place = reduce(add, ((cells > edge).cast(nw.Int64) for edge in edges[:-1]))
    inside = (cells >= edges[0]) & (cells <= edges[-1])
    numbers = list(range(len(labels) + 1))
    label = place.replace_strict(numbers, [labels[0], *labels], default=None, return_dtype=nw.String)
    return frame.with_columns(nw.when(inside).then(label).alias(name))


def _rising(edges: Sequence[float]) -> bool:
    return all(low < high for low, high in pairwise(edges))


def _tells_apart(edges: Sequence[float], decimals: int) -> bool:
    """Whether rounding keeps the edges distinct and moves none by more than a twentieth of a bin."""
    width = min(high - low for low, high in pairwise(edges))
    return all(abs(round(edge, decimals) - edge) <= width / 20 for edge in edges)


def _number(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
