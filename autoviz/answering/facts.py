"""Facts: the typed values in a step's result, with their metric, group and period."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

import pandas as pd

from autoviz.drawing.numbers import period_label
from autoviz.model.fact import Fact
from autoviz.model.profile import ColumnProfile, Scalar
from autoviz.table import Lineage, Table

MAX_FACTS = 1000
"""So many rows of a result become facts; of a longer one the first rows, and both ends of every group."""

YES, NO = ("yes", "y", "true"), ("no", "n", "false")
"""How flags are written as text."""


def facts_of(
    table: Table, step_id: str, metrics: Iterable[str], groups: Iterable[str], name: str = ""
) -> tuple[Fact, ...]:
    """One fact per metric and row of a result: its value, its group and its period."""
    frame = table.pandas().reset_index(drop=True)
    grouping = [label for label in groups if label in frame.columns]
    measured = [label for label in metrics if label in frame.columns]
    found: list[Fact] = []
    for row in kept_rows(frame, grouping).to_dict("records"):
        group = {label: plain(row[label]) for label in grouping if not is_moment(row[label])}
        period = next((_period(row[label], table.of(label).grain) for label in grouping if is_moment(row[label])), None)
        for metric in measured:
            value = plain(row[metric])
            if value is not None:
                found.append(
                    Fact(
                        name=name or fact_name(table.of(metric)),
                        value=value,
                        metric=metric,
                        group=group,
                        period=period,
                        unit=table.of(metric).unit,
                        step_id=step_id,
                    )
                )
    return tuple(found)


def fact_name(story: Lineage) -> str:
    """What a value is: a share, a change, the function that made it, or a plain value."""
    kind = story.made_by.partition(" ")[0]
    return kind if kind in ("share", "change") else story.aggregate or "value"


def kept_rows(frame: pd.DataFrame, grouping: list[str]) -> pd.DataFrame:
    """All rows of a short result; of a long one the first, and the first and last of every group."""
    if len(frame) <= MAX_FACTS:
        return frame
    moments = [label for label in grouping if pd.api.types.is_datetime64_any_dtype(frame[label])]
    labels = [label for label in grouping if label not in moments]
    if not moments:
        return frame.head(MAX_FACTS)
    ends = (
        frame.index[~frame.duplicated(labels) | ~frame.duplicated(labels, keep="last")]
        if labels
        else frame.index[[0, -1]]
    )
    chosen = ends[:MAX_FACTS].append(frame.index[:MAX_FACTS]).unique()[:MAX_FACTS]
    return frame.loc[frame.index.isin(chosen)]


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
    # A day needs no hour: 2024-01-05 00:00:00 is 2024-01-05.
    return value if isinstance(value, (str, int, bool)) else str(value).removesuffix(" 00:00:00")


def said_by_flag(value: Any) -> bool | None:
    """What a flag says of the rows that its column names, also where it is written as text; None for no flag."""
    if isinstance(value, bool):
        return value
    return {**dict.fromkeys(YES, True), **dict.fromkeys(NO, False)}.get(str(value).casefold())


def _missing(value: Any) -> bool:
    return value is None or bool(pd.api.types.is_scalar(value) and pd.isna(value))


def dated(cells: pd.Series[Any], entry: ColumnProfile | None) -> pd.Series[Any]:
    """The cells of a column of dates as dates where they are written as text, year first; any others as they are."""
    if entry is None or entry.kind != "temporal" or not pd.api.types.is_string_dtype(cells):
        return cells
    read = pd.to_datetime(cells, errors="coerce", format="ISO8601")
    return read if bool((read.notna() == cells.notna()).all()) else cells
