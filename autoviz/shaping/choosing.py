"""Chosen rows: what a table knows of itself once conditions have left rows out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.model.requirements import AnyOf, Filter, Filters
from autoviz.shaping.conditions import fitted
from autoviz.table import Table

Reach = tuple[str, str, float | None]


def chosen_by(table: Table, before: Table, columns: Iterable[str], conditions: Filters | None) -> Table:
    """The table's rows as those of the one before that were chosen by these columns.

    Bounds of a date cut short how far it reaches: what lies within 2024 reaches from its first day to its last where
    the data go on after that. Under conditions that are none of these (None: they cannot be told) it is not known.
    """
    cut = {}
    for name in dict.fromkeys(columns):
        story = before.of(name)
        if story.reach is not None:
            cut[name] = replace(story, reach=_bounded(before, name, story.reach, conditions))
    return replace(table.described(cut), conditions=(*before.conditions, *(conditions or ())))


def _bounded(table: Table, column: str, reach: Reach, conditions: Filters | None) -> Reach | None:
    """How far a date still reaches under its own conditions; None where they are no bounds, or of years in numbers."""
    if conditions is None or table.schema[column] not in (nw.Date, nw.Datetime):
        return None
    first, last = (pd.Timestamp(end) for end in reach[:2])
    for item in fitted(table, tuple(item for item in conditions if _speaks_of(item, column))):
        match item:
            case Filter(op=">=" | ">"):
                first = max(first, _at(item))
            case Filter(op="<="):
                last = min(last, _at(item))
            case Filter(op="<"):
                last = min(last, _at(item) - pd.Timedelta(microseconds=1))
            case _:
                return None
    return (first.isoformat(), last.isoformat(), reach[2]) if first <= last else None


def _at(item: Filter) -> pd.Timestamp:
    """The bound on the clock of its column, on which the reach is told too."""
    return pd.Timestamp(str(item.value)).tz_localize(None)


def _speaks_of(item: Filter | AnyOf, column: str) -> bool:
    return any(part.column == column for part in (item.filters if isinstance(item, AnyOf) else (item,)))
