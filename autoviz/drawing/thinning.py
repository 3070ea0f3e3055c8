"""Thinning: fewer points than there are rows, chosen so that the picture stays the same, and told."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
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
EXTREMES_EACH = 4
"""So many lowest and highest points for each point that is drawn are looked at for the largest triangles."""
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
    return rows.having(data, Note(kind="thinned", message=message, data={"rows": len(rows.data), "drawn": len(data)}))


def _part(part: pd.DataFrame, keep: Keep, share: int) -> pd.DataFrame:
    """A series with the points that fall to its share of all rows."""
    return part if len(part) <= share else part.iloc[keep(part, share)]


def _shape(part: pd.DataFrame, count: int) -> np.ndarray[Any, Any]:
    """The largest triangles among the extremes, over points in the order of x."""
    heights, places = part[Y].to_numpy(dtype=float), _places(part).astype(float)
    extremes = np.union1d(_extremes(heights, EXTREMES_EACH * count // 2), [0, len(part) - 1])
    return extremes[_largest_triangles(places[extremes], heights[extremes], count)]


def _largest_triangles(places: np.ndarray[Any, Any], heights: np.ndarray[Any, Any], count: int) -> list[int]:
    """Of each stretch the point that makes the largest triangle with the one before and the middle of the next.

    Steinarsson's largest triangle three buckets: the ends stay, and of a flat stretch the first point.
    """
    edges = np.linspace(1, len(places) - 1, count - 1).astype(int).tolist()
    stops = [*edges[2:], len(places)]
    kept = [0]
    for start, end, stop in zip(edges[:-1], edges[1:], stops, strict=True):
        before_x, before_y = places[kept[-1]], heights[kept[-1]]
        next_x, next_y = places[end:stop].mean(), heights[end:stop].mean()
        across = (places[start:end] - before_x) * (next_y - before_y)
        areas = np.abs((next_x - before_x) * (heights[start:end] - before_y) - across)
        kept.append(start + int(areas.argmax()))
    return [*kept, len(places) - 1]


def _extremes(heights: np.ndarray[Any, Any], stretches: int) -> np.ndarray[Any, Any]:
    """The lowest and highest point of each of so many stretches of the same length."""
    edges = np.linspace(0, len(heights), min(stretches, len(heights)) + 1).astype(int)
    parts = [(start, heights[start:end]) for start, end in pairwise(edges)]
    return np.unique([start + place for start, part in parts for place in (part.argmin(), part.argmax())])


def _cloud(part: pd.DataFrame, count: int) -> np.ndarray[Any, Any]:
    """The outline of the cloud, so that outliers stay, and points drawn by a fixed seed, so that its density does."""
    places, heights = _places(part).astype(float), part[Y].to_numpy(dtype=float)
    outline = np.union1d(_outline(places, heights), _outline(heights, places))
    drawn = np.random.default_rng(0).choice(len(part), size=max(0, count - len(outline)), replace=False)
    return np.union1d(outline, drawn)


def _outline(along: np.ndarray[Any, Any], heights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The highest and lowest point on each of a few stretches of the other axis."""
    order = np.argsort(along, kind="stable")
    chosen: np.ndarray[Any, Any] = order[_extremes(heights[order], OUTLINE_POINTS // 2)]
    return chosen


def _places(part: pd.DataFrame) -> np.ndarray[Any, Any]:
    """The x values as numbers; categories by the order in which they come."""
    column = part[X]
    if column.dtype.kind == "M":
        return np.ascontiguousarray(column.to_numpy(dtype="datetime64[ns]").astype("int64"))
    if column.dtype.kind in "iuf":
        return np.ascontiguousarray(column.to_numpy(dtype=float))
    return np.ascontiguousarray(pd.factorize(column)[0].astype("int64"))
