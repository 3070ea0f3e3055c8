"""Trend: a straight or a smooth line through a cloud of points, fitted to all of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
import pandas as pd

from autoviz.drawing.rows import X, Y

SMOOTH_POINTS = 60
MOST_SMOOTHED = 20_000
"""A smooth line is fitted to so many points at most, taken evenly along x; its cost grows with their square."""


@dataclass(frozen=True)
class Trend:
    """Heights at even steps along x, and how well a straight line fits."""

    start: float | datetime
    step: float
    heights: list[float]
    r: float
    slope: float
    rows: int


def fitted(data: pd.DataFrame, kind: str) -> Trend | None:
    """The trend of y along x; None where there are too few points or none of them differ in x."""
    known = data[[X, Y]].dropna()
    x, y = _positions(known[X]), known[Y].to_numpy(dtype=float)
    if len(x) < 3 or np.ptp(x) == 0:
        return None
    slope, intercept = np.polyfit(x - x.mean(), y, 1)
    line = np.array([x.min(), x.max()])
    heights = intercept + slope * (line - x.mean())
    if kind == "smooth":
        line = np.linspace(x.min(), x.max(), SMOOTH_POINTS)
        heights = _smooth(x, y, line, intercept + slope * (line - x.mean()))
    r = float(np.corrcoef(x, y)[0, 1]) if np.ptp(y) > 0 else 0.0
    start: float | datetime = float(line[0])
    if known[X].dtype.kind == "M":
        start = known[X].min().to_pydatetime()
    return Trend(start, float(line[1] - line[0]), [float(height) for height in heights], r, float(slope), len(x))


def _positions(column: pd.Series[Any]) -> np.ndarray[Any, Any]:
    """The places on the axis as numbers, dates in milliseconds, as plotly counts them."""
    if column.dtype.kind == "M":
        return column.to_numpy(dtype="datetime64[ms]").astype("int64").astype(float)
    return column.to_numpy(dtype=float)


def _smooth(
    x: np.ndarray[Any, Any], y: np.ndarray[Any, Any], line: np.ndarray[Any, Any], straight: np.ndarray[Any, Any]
) -> np.ndarray[Any, Any]:
    """Heights of a smooth line; where too few points differ in x to fit one, those between their neighbours."""
    from statsmodels.nonparametric.smoothers_lowess import lowess

    order = np.argsort(x, kind="stable")
    if len(order) > MOST_SMOOTHED:
        order = order[np.linspace(0, len(order) - 1, MOST_SMOOTHED).astype(int)]
    with np.errstate(divide="ignore", invalid="ignore"):
        heights: np.ndarray[Any, Any] = lowess(y[order], x[order], frac=0.5, it=1, xvals=line)
    known = np.isfinite(heights)
    return np.interp(line, line[known], heights[known]) if known.any() else straight
