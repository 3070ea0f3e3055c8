"""Thinning: fewer points than there are rows, chosen so that the picture stays the same, and told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from autoviz.drawing.rows import PANEL, SERIES, Rows, X, Y
from autoviz.model.provenance import Note

MOST_POINTS = 3000
"""Of all series together: more cannot be told apart on a screen, and a figure of so many stays under 200 kB."""
FEWEST_POINTS = 60
"""Of one series, however many there are."""
OUTLINE_POINTS = 32
Keep = Callable[[pd.DataFrame, int], np.ndarray[Any, Any]]


def thinned_lines(rows: Rows, limit: int | None) -> Rows:
    """Lines with the points that carry their shape: peaks and valleys stay."""
    return _thinned(rows, limit, _shape, "the ones that carry the shape of the line")


def thinned_points(rows: Rows, limit: int | None) -> Rows:
    """A cloud with its outermost points and a random share of the rest."""
    return _thinned(rows, limit, _cloud, "the outermost ones and a random share of the rest")


def _thinned(rows: Rows, limit: int | None, keep: Keep, how: str) -> Rows:
    most = limit or MOST_POINTS
    if len(rows.data) <= most:
        return rows
    keys = [role for role in (PANEL, SERIES) if role in rows.data]
    known = rows.data[rows.data[Y].notna()]
    parts = [part for _, part in known.groupby(keys, sort=False, observed=True)] if keys and len(known) else [known]
    data = pd.concat([_part(part, keep, max(FEWEST_POINTS, most * len(part) // len(known))) for part in parts])
    if len(data) == len(rows.data):
        return rows
    message = f"{len(data):,} of {len(rows.data):,} points are drawn, {how}."
    note = Note(kind="thinned", message=message, data={"rows": len(rows.data), "drawn": len(data)})
    return replace(rows.having(data, note), settled={**rows.settled, "thinned": {"most": most, "along": rows.kind}})


def _part(part: pd.DataFrame, keep: Keep, share: int) -> pd.DataFrame:
    """A series with the points that fall to its share of all rows."""
    return part if len(part) <= share else part.iloc[keep(part, share)]


def _shape(part: pd.DataFrame, count: int) -> np.ndarray[Any, Any]:
    """The largest triangles among the extremes, over points in the order of x."""
    from tsdownsample import MinMaxLTTBDownsampler

    heights = np.ascontiguousarray(part[Y].to_numpy(dtype=float))
    places = _places(part)
    sampler = MinMaxLTTBDownsampler()  # type: ignore[no-untyped-call]
    return np.unique(sampler.downsample(places, heights, n_out=count))


def _cloud(part: pd.DataFrame, count: int) -> np.ndarray[Any, Any]:
    """The outline of the cloud, so that outliers stay, and points drawn by a fixed seed, so that its density does."""
    places, heights = _places(part).astype(float), part[Y].to_numpy(dtype=float)
    outline = np.union1d(_outline(places, heights), _outline(heights, places))
    drawn = np.random.default_rng(0).choice(len(part), size=max(0, count - len(outline)), replace=False)
    return np.union1d(outline, drawn)


def _outline(along: np.ndarray[Any, Any], heights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The highest and lowest point on each of a few stretches of the other axis."""
    from tsdownsample import MinMaxDownsampler

    order = np.argsort(along)
    sampler = MinMaxDownsampler()  # type: ignore[no-untyped-call]
    chosen: np.ndarray[Any, Any] = order[sampler.downsample(heights[order], n_out=OUTLINE_POINTS)]
    return chosen


def _places(part: pd.DataFrame) -> np.ndarray[Any, Any]:
    """The x values as numbers; categories by the order in which they come."""
    column = part[X]
    if column.dtype.kind == "M":
        return np.ascontiguousarray(column.to_numpy(dtype="datetime64[ns]").astype("int64"))
    if column.dtype.kind in "iuf":
        return np.ascontiguousarray(column.to_numpy(dtype=float))
    return np.ascontiguousarray(pd.factorize(column)[0].astype("int64"))
