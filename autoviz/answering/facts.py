"""Facts: the typed values in a step's result, with their metric, group and period."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

import pandas as pd

from autoviz.drawing.numbers import period_label
from autoviz.model.fact import Fact
from autoviz.model.profile import Scalar
from autoviz.table import Table

MAX_FACTS = 1000


def facts_of(table: Table, step_id: str, metrics: Iterable[str], groups: Iterable[str]) -> tuple[Fact, ...]:
    """One fact per metric and row of a result: its value, its group and its period."""
    frame = table.pandas().head(MAX_FACTS)
    grouping = [name for name in groups if name in frame.columns]
    measured = [name for name in metrics if name in frame.columns]
    found: list[Fact] = []
    for row in frame.to_dict("records"):
        group = {name: plain(row[name]) for name in grouping if not is_moment(row[name])}
        period = next((_period(row[name], table.of(name).grain) for name in grouping if is_moment(row[name])), None)
        for metric in measured:
            value = plain(row[metric])
            if value is not None:
                found.append(
                    Fact(
                        name=table.of(metric).aggregate or "value",
                        value=value,
                        metric=metric,
                        group=group,
                        period=period,
                        unit=table.of(metric).unit,
                        step_id=step_id,
                    )
                )
    return tuple(found)


def is_moment(value: Any) -> bool:
    """Whether a cell is a point in time."""
    return isinstance(value, (date, datetime)) and not _missing(value)


def _period(value: Any, grain: str | None) -> str:
    moment = value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)
    return period_label(moment, grain)


def plain(value: Any) -> Scalar:
    """A cell as a plain Python value; what is missing or not finite is None."""
    if _missing(value):
        return None
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if isinstance(value, (str, int, bool)) else str(value)


def _missing(value: Any) -> bool:
    return value is None or bool(pd.api.types.is_scalar(value) and pd.isna(value))
