"""Smoothing: local lines through a series with even steps, its trend and season by STL, and its peaks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Floats = NDArray[np.float64]
FLATTEST = 1e-12
_INNER_ROUNDS = 5
_MOST_CELLS = 1_000_000
"""How many weights are held at once, so that a long series costs time and no memory."""


def local_line(values: Floats, width: int, trust: Floats | None = None) -> Floats:
    """At each place the height of a line through the values around it, the near ones counting more (LOESS, degree 1).

    Near the ends the window stays whole and lies to one side. `trust` weighs the values besides.
    """
    size = len(values)
    reach = min(width, size)
    trust = np.ones(size) if trust is None else trust
    lefts = np.clip(np.ceil(np.arange(size) - reach / 2).astype(int), 0, size - reach)
    beyond = max(0, (width - size) // 2)
    seen, trusted = sliding_window_view(values, reach), sliding_window_view(trust, reach)
    rows = max(1, _MOST_CELLS // reach)
    parts = [
        _heights(seen[left], trusted[left], left - np.arange(start, start + len(left)), values, start, beyond)
        for start in range(0, size, rows)
        for left in (lefts[start : start + rows],)
    ]
    return np.concatenate(parts)


def _heights(seen: Floats, trusted: Floats, first: Any, values: Floats, start: int, beyond: int) -> Floats:
    """The heights at several places; `first` is how far the window of each begins from it."""
    away = first[:, None] + np.arange(seen.shape[1])
    radius = np.maximum(-away[:, 0], away[:, -1]) + beyond
    weights = (1 - np.minimum(np.abs(away) / np.maximum(radius, 1)[:, None], 1) ** 3) ** 3 * trusted
    usable = (weights > FLATTEST).sum(axis=1) > 1
    weights = weights / np.where(usable, weights.sum(axis=1), 1)[:, None]
    middle = (weights * away).sum(axis=1)
    spread = np.maximum((weights * (away - middle[:, None]) ** 2).sum(axis=1), FLATTEST)
    lean = 1 - middle[:, None] * (away - middle[:, None]) / spread[:, None]
    return np.where(usable, (weights * lean * seen).sum(axis=1), values[start : start + len(seen)])


def height_at(place: float, x: Floats, y: Floats, trust: Floats) -> float:
    """The height of a line through points around a place, the near ones counting more; unknown where all share an x."""
    away = x - place
    radius = float(np.abs(away).max())
    weights = (1 - (np.abs(away) / radius) ** 3) ** 3 * trust if radius else np.zeros(len(x))
    if (weights > FLATTEST).sum() < 2:
        return float("nan")
    weights = weights / weights.sum()
    middle = float(weights @ away)
    spread = float(weights @ (away - middle) ** 2)
    if spread <= (FLATTEST * radius) ** 2:
        return float(weights @ y)
    return float((weights * (1 - middle * (away - middle) / spread)) @ y)


def distrust(values: Floats, fit: Floats) -> Floats:
    """How far each value may be trusted by its distance from a fit: none beyond six times the median distance."""
    away = np.abs(values - fit)
    usual = float(np.median(away))
    share = np.minimum(away / (6 * usual), 1) if usual else (away > 0).astype(float)
    return (1 - share**2) ** 2


def trend_and_season(values: Floats, season: int) -> tuple[Floats, Floats]:
    """Trend and season by STL (Cleveland and others, 1990), with the same season every time."""
    size, span = len(values), 10 * len(values) + 1
    broad = _odd(int(np.ceil(1.5 * season / (1 - 1.5 / span))))
    trend = pattern = np.zeros(size)
    for _ in range(_INNER_ROUNDS):
        cycles = _cycles(values - trend, season, span)
        level = local_line(_averaged(_averaged(_averaged(cycles, season), season), 3), _odd(season + 1))
        pattern = cycles[season : season + size] - level
        trend = local_line(values - pattern, broad)
    return trend, pattern


def _cycles(values: Floats, season: int, span: int) -> Floats:
    """Each place of the season by its weighted mean over the years, one season longer on both sides."""
    whole = np.empty(len(values) + 2 * season)
    for place in range(season):
        years = values[place::season]
        count = len(years)
        at = np.arange(count + 2)
        radius = np.maximum(at - 1, count - at) + (span - count) // 2
        away = np.abs(at[:, None] - np.arange(1, count + 1)) / radius[:, None]
        weights = np.where(away <= 0.001, 1.0, (1 - away**3) ** 3)
        whole[place::season][: count + 2] = (weights @ years) / weights.sum(axis=1)
    return whole


def _averaged(values: Floats, width: int) -> Floats:
    return np.convolve(values, np.full(width, 1 / width), mode="valid")


def _odd(number: int) -> int:
    return number + (number % 2 == 0)


def peaks(values: Floats, prominence: float) -> list[int]:
    """Places higher than both neighbours, of a level stretch its middle, that stand out by so much."""
    edges = np.flatnonzero(np.diff(values)) + 1
    starts, ends = np.concatenate([[0], edges]), np.concatenate([edges, [len(values)]])
    found = []
    for start, end in zip(starts[1:-1], ends[1:-1], strict=True):
        height = values[start]
        if values[start - 1] < height > values[end] and height - _pass(values, start, end) >= prominence:
            found.append(int(start + end - 1) // 2)
    return found


def _pass(values: Floats, start: int, end: int) -> float:
    """The higher of the two lowest points on the way to higher ground, or to the ends."""
    higher = np.flatnonzero(values > values[start])
    left, right = higher[higher < start], higher[higher >= end]
    low_left = values[left[-1] if len(left) else 0 : start].min()
    low_right = values[end : right[0] + 1 if len(right) else None].min()
    return float(max(low_left, low_right))
