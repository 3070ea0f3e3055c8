"""Binning: groups of numbers cut into the bins that were asked for, and charts drawn over these."""

from __future__ import annotations

import math
from dataclasses import replace

from autoviz.model.profile import ColumnProfile
from autoviz.model.requirements import Bins
from autoviz.planning.charting import Encoding
from autoviz.planning.outline import Draft
from autoviz.planning.views import View

MOST_BINS = 1000


def bin_groups(plan: Draft) -> dict[str, str]:
    """Groups of numbers cut into the bins that were asked for: column → the column of its bins."""
    bins = plan.requirements.constraint(Bins)
    numbers = [name for name in plan.requirements.group_by if _is_number(name, plan)]
    column = bins.column if bins and bins.column in numbers else numbers[0] if bins and numbers else None
    if bins is None or column is None:
        return {}
    edges = _edges(plan.profile.by_name[column], bins.width) if bins.width else None
    plan.then("bins", View("bins", column=column, bins=bins.n, edges=edges))
    return {column: f"{column}_bin"}


def _is_number(name: str, plan: Draft) -> bool:
    entry = plan.profile.by_name.get(name)
    return entry is not None and isinstance(entry.minimum, (int, float)) and isinstance(entry.maximum, (int, float))


def _edges(entry: ColumnProfile, width: float) -> str:
    """Bins of this width from below the smallest value to above the largest."""
    low, high = float(str(entry.minimum)), float(str(entry.maximum))
    first = math.floor(low / width)
    count = min(math.floor(high / width) + 1 - first, MOST_BINS)
    return ", ".join(f"{(first + place) * width:g}" for place in range(count + 1))


def on_bins(encoding: Encoding, binned: dict[str, str]) -> Encoding:
    """The encoding with the columns of bins in place of those that were cut."""
    names = {axis: getattr(encoding, axis) for axis in ("x", "color", "facet")}
    return replace(encoding, **{axis: binned.get(name, name) for axis, name in names.items() if name})
