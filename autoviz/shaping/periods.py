"""Periods: the time axis of a grouping: which column it is, at which grain, and which periods the data do not fill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd

from autoviz.columns import described, is_date
from autoviz.errors import ColumnError
from autoviz.frames import Frame, distinct, to_pandas
from autoviz.frames.dates import (
    CYCLE_LABELS,
    choose_grain,
    cyclic,
    incomplete_periods,
    local_time,
    parse_column,
    period_start,
    truncate,
)
from autoviz.frames.plain import having
from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.provenance import Note
from autoviz.shaping.hours import hours_of
from autoviz.shaping.summaries import Key
from autoviz.table import Lineage, Table


@dataclass(frozen=True)
class Axis:
    """The keys of a grouping as expressions, time first, and what is known of the time axis."""

    frame: Frame
    keys: Mapping[str, Key]
    time: str | None = None
    grain: str | None = None
    lineage: Mapping[str, Lineage] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    resolved: Mapping[str, Any] = field(default_factory=dict)

    def labelled(self, result: pd.DataFrame) -> pd.DataFrame:
        """Weekdays and months by their names, in the order of the calendar; hours stay numbers."""
        if self.time is None or self.grain not in ("weekday", "month_of_year"):
            return result
        labels = CYCLE_LABELS[self.grain]
        names = pd.Categorical(result[self.time].map(labels), categories=list(labels.values()), ordered=True)
        return having(result, {self.time: names})


@dataclass(frozen=True)
class Reach:
    """From when to when dates reach and how far apart they usually lie."""

    first: pd.Timestamp
    last: pd.Timestamp
    distinct: int
    spacing_days: float | None


def time_axis(table: Table, time: str | None, group_by: Sequence[str], grain: str | None) -> Axis:
    """The grouping keys, the date among them cut to the grain; an unknown grain is chosen from the data's span."""
    table.need(time, *group_by)
    column = time or _date_among(table, group_by)
    names = list(dict.fromkeys((*((column,) if column else ()), *group_by)))
    keys: dict[str, Key] = {name: nw.col(name) for name in names}
    if column is None:
        _refuse_grain(table, group_by, grain)
        return Axis(table.frame, keys)
    if grain is None:
        return Axis(table.frame, keys, column, resolved={"time": column})
    frame = _with_dates(table, column)
    dates = local_time(frame, column)
    if grain in CYCLIC_GRAINS:
        lineage = {column: Lineage(table.of(column).source, grain=grain)}
        keys[column] = cyclic(dates, grain).alias(column)
        return Axis(frame, keys, column, grain, lineage, resolved={"time": column})
    return _calendar_axis(table, Axis(frame, keys, column, grain, resolved={"time": column}), dates)


def reach_of(frame: Frame, column: str) -> Reach | None:
    """How far the dates of a column reach, from its distinct hours; None where there are no dates."""
    return _reach(_distinct_hours(frame, column))


def whole_reach(seen: Reach | None, story: Lineage) -> Reach | None:
    """How far the whole data reach, where rows were left out by other columns than the date.

    A region that sold nothing in the last days of March does not make March incomplete.
    """
    if seen is None or story.reach is None:
        return seen
    first, last, spacing = pd.Timestamp(story.reach[0]), pd.Timestamp(story.reach[1]), story.reach[2]
    return Reach(min(first, seen.first), max(last, seen.last), seen.distinct, spacing or seen.spacing_days)


def _reach(hours: pd.DatetimeIndex) -> Reach | None:
    if not len(hours):
        return None
    gaps = np.diff(hours.to_numpy()) / np.timedelta64(1, "D")
    return Reach(hours[0], hours[-1], len(hours), float(np.median(gaps)) if len(gaps) else None)


def _calendar_axis(table: Table, axis: Axis, dates: nw.Expr) -> Axis:
    column, asked = str(axis.time), str(axis.grain)
    eager = isinstance(axis.frame, nw.DataFrame)
    hours = hours_of(axis.frame.select(dates.alias(column)).to_native()[column]) if eager else None
    reach = _reach(hours.seen()) if hours else reach_of(axis.frame, column)
    grain, chosen = settled_grain(asked, reach)
    whole = whole_reach(reach, table.of(column))
    incomplete = incomplete_of(reach, grain, whole) if reach else ()
    lineage = Lineage(table.of(column).source, grain=grain, incomplete=incomplete)
    keys = {**axis.keys, column: (hours.starts(grain) if hours else truncate(dates, grain)).alias(column)}
    notes = (*chosen, *incomplete_note(column, grain, incomplete, whole))
    return Axis(axis.frame, keys, column, grain, {column: lineage}, notes, {**axis.resolved, "grain": grain})


def settled_grain(asked: str, reach: Reach | None) -> tuple[str, tuple[Note, ...]]:
    """The grain that was asked for; an unknown one is chosen from how far the dates reach."""
    if asked != "unknown":
        return asked, ()
    if reach is None:
        return "day", (Note(kind="grain", message="There are no dates to choose a grain from; days are used."),)
    choice = choose_grain(reach.first, reach.last, reach.distinct, reach.spacing_days)
    message = f"Shown by {choice.grain}: {choice.evidence}."
    return choice.grain, (Note(kind="grain", message=message, data=choice.model_dump(mode="json")),)


def incomplete_of(seen: Reach, grain: str, whole: Reach | None = None) -> tuple[str, ...]:
    """The first or last period that is seen, where the dates of the whole data do not fill it."""
    reach = whole or seen
    missing = incomplete_periods(reach.first, reach.last, grain, reach.spacing_days)
    starts = [period_start(reach.first, grain)] * missing.first + [period_start(reach.last, grain)] * missing.last
    shown = (period_start(seen.first, grain), period_start(seen.last, grain))
    starts = [start for start in starts if start in shown]
    return tuple(dict.fromkeys(_iso(start, grain) for start in starts))


def _iso(start: pd.Timestamp, grain: str) -> str:
    return start.isoformat() if grain == "hour" else start.date().isoformat()


def incomplete_note(column: str, grain: str, incomplete: tuple[str, ...], reach: Reach | None) -> tuple[Note, ...]:
    """What is to be said of periods that the data do not fill."""
    if not incomplete or reach is None:
        return ()
    listed = " and ".join(incomplete)
    message = (
        f"Not all of the {grain} starting {listed} is in the data: "
        f"{column!r} reaches from {reach.first:%Y-%m-%d} to {reach.last:%Y-%m-%d}."
    )
    return (Note(kind="info", message=message, data={"incomplete": list(incomplete)}),)


def _date_among(table: Table, group_by: Sequence[str]) -> str | None:
    schema = table.schema
    return next((name for name in group_by if is_date(schema[name]) or _is_period(table.frame, name)), None)


def _is_period(frame: Frame, column: str) -> bool:
    """Whether pandas holds the column as periods, a type that narwhals has no name for."""
    native = frame.to_native() if isinstance(frame, nw.DataFrame) else None
    return isinstance(native, pd.DataFrame) and isinstance(native[column].dtype, pd.PeriodDtype)


def _with_dates(table: Table, column: str) -> Frame:
    if is_date(table.schema[column]):
        return table.frame
    if _is_period(table.frame, column):
        return parse_column(table.frame, column)[0]
    raise ColumnError(
        f"A time grain needs dates, but {column!r} holds {described(table.schema[column])}",
        "Read it as dates first: parse_datetime.",
    )


def _refuse_grain(table: Table, group_by: Sequence[str], grain: str | None) -> None:
    if grain in (None, "unknown"):
        return
    dates = [repr(name) for name, dtype in table.schema.items() if is_date(dtype)]
    available = f"Columns of dates: {', '.join(dates)}." if dates else "Read a column as dates first: parse_datetime."
    raise ColumnError(f"Grouping by {grain} needs dates, and none of {list(group_by)} holds any", available)


def _distinct_hours(frame: Frame, column: str) -> pd.DatetimeIndex:
    dates = frame.select(local_time(frame, column).alias(column))
    hours = dates.select(truncate(nw.col(column), "hour").alias(column))
    found = to_pandas(distinct(hours))[column].to_numpy()
    stamps = pd.DatetimeIndex(found[~np.isnat(found)].astype("datetime64[us]"))
    return stamps.sort_values()
