"""From when to when dates reach, and how far apart they usually lie."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd

from autoviz.model.profile import TimeSpan

DAY = 86_400.0
_CROWDED = 0.5
"""A sample in which more than this share of the dates is different does not show how close they lie."""


def time_span(dates: pd.Series[Any], rows: int, first: Any = None, last: Any = None) -> TimeSpan | None:
    """The span of naive time stamps; where they are a sample, first and last are those of the whole column."""
    present = dates.dropna()
    if present.empty and first is None:
        return None
    start = pd.Timestamp(first) if first is not None else present.min()
    end = pd.Timestamp(last) if last is not None else present.max()
    days = (end - start).total_seconds() / DAY
    return TimeSpan(first=iso(start), last=iso(end), days=days, spacing_days=_spacing(present, rows, days))


def iso(stamp: pd.Timestamp) -> str:
    """A day as 2024-01-31, with the time behind it where it is not midnight."""
    return stamp.date().isoformat() if stamp == stamp.normalize() else stamp.isoformat()


def naive(value: Any) -> pd.Timestamp | None:
    """A date of any engine as a time stamp without a zone."""
    if value is None or pd.isna(value):
        return None
    stamp = value.to_timestamp() if isinstance(value, pd.Period) else pd.Timestamp(value)
    return stamp.tz_localize(None) if stamp.tzinfo is not None else stamp


def _spacing(present: pd.Series[Any], rows: int, days: float) -> float | None:
    """The median distance between neighbouring dates; from a sparse sample the mean distance of all rows instead."""
    moments = np.unique(present.to_numpy())
    if len(moments) < 2:
        return None
    if len(present) < rows and len(moments) > _CROWDED * len(present):
        return days / max(rows - 1, 1)
    gaps = np.diff(moments).astype("timedelta64[us]").astype(float) / (DAY * 1e6)
    spacing = float(np.median(gaps))
    return spacing if math.isfinite(spacing) else None
