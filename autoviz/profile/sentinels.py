"""Sentinels: numbers that lie apart from all others and come again and again, as codes for a missing value do."""

from __future__ import annotations

from typing import Any

import numpy as np

from autoviz.model.profile import Scalar

CODES = (-9, -99, -999, -9999, -1, -8, -98, -88, 88, 97, 98, 99, 998, 999, 9998, 9999, 99999, 999999)
FEWEST = 3
"""A code stands in at least so many cells, or in one of a hundred."""
_GAP = 0.5
"""A code lies at least this part of the others' range away from them."""


def sentinels(numbers: Any, frequencies: Any) -> tuple[Scalar, ...]:
    """The codes among these different numbers, given how often each is there; the other numbers are the judges."""
    numbers, frequencies = np.asarray(numbers, dtype=float), np.asarray(frequencies)
    candidates = np.isin(numbers, CODES)
    rest = numbers[~candidates]
    if not candidates.any() or len(rest) < 2:
        return ()
    low, high = float(rest.min()), float(rest.max())
    width = max(high - low, 1.0)
    often = max(FEWEST, 0.005 * float(frequencies.sum()))
    found = [
        int(number)
        for number, times in zip(numbers[candidates], frequencies[candidates], strict=True)
        if times >= min(often, 50) and _apart(number, low, high, width)
    ]
    return tuple(sorted(found))


def _apart(number: float, low: float, high: float, width: float) -> bool:
    """Whether a code is far above the rest, or below a rest that is never negative."""
    if number < 0:
        return number < low - width or (low >= 0 and (number <= -8 or low - number > _GAP * width))
    return number > high + _GAP * width
