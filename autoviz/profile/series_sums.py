"""Series sums: columns that are one series mean the same, and add up where another column of the table is their sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence

import numpy as np
import pandas as pd

from autoviz.model.profile import ColumnProfile, WideSeries
from autoviz.profile.wide import UNNAMED
from autoviz.profile.written import amounts_in

_NEARLY_ALL = 0.95
"""In how many rows the sum must be that of the others."""


def alike_in_series(
    columns: Sequence[ColumnProfile], series: Sequence[WideSeries], sample: pd.DataFrame, told: Container[str] = ()
) -> tuple[ColumnProfile, ...]:
    """The columns with those of a series that has no name meaning what most of them mean (Apr is as good as Mar), and
    those of any series adding up where their sum stands beside them."""
    by_name = {column.name: column for column in columns}
    for one in series:
        members = [by_name[name] for name in one.columns if name not in told]
        total = _sum_of(one, columns, sample) if members else None
        usual = Counter((column.meaning, column.adds_up, column.reason) for column in members).most_common(1)
        for column in members:
            meaning, adds_up, reason = usual[0][0] if one.value == UNNAMED else (column.meaning, column.adds_up, "")
            found = column.replaced(meaning=meaning, adds_up=adds_up, reason=reason or column.reason)
            summed = found.replaced(adds_up=True, reason=f"{total} is the sum of its series") if total else found
            by_name[column.name] = summed
    return tuple(by_name.values())


def _sum_of(series: WideSeries, columns: Sequence[ColumnProfile], sample: pd.DataFrame) -> str | None:
    """The column that holds the sum of a series in each row."""
    by_name = {column.name: column for column in columns}
    parts = [amounts_in(by_name[name], sample[name]) for name in series.columns]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts) or not len(sample):
        return None
    wanted = np.nansum(np.vstack(known), axis=0)
    for column in columns:
        cells = amounts_in(column, sample[column.name]) if column.metric and column.name not in series.columns else None
        if cells is not None and np.isclose(cells, wanted, rtol=1e-6, atol=1e-9).mean() >= _NEARLY_ALL:
            return column.name
    return None
