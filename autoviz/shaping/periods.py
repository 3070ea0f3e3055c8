"""Periods: the time axis of a grouping: which column it is, at which grain, and which periods the data do not fill."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
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
from autoviz.model.labels import CALENDAR_GRAINS, CYCLIC_GRAINS
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
    source: str = ""
    """The user's column that the time axis was made from."""
    whole: Reach | None = None
    """How far the dates of the whole data reach, where they are cut to the periods of a calendar."""
    notes: tuple[Note, ...] = ()
    resolved: Mapping[str, Any] = field(default_factory=dict)

    def labelled(self, result: pd.DataFrame) -> pd.DataFrame:
        """Weekdays and months by their names, in the order of the calendar; hours stay numbers."""
        if self.time is None or self.grain not in ("weekday", "month_of_year"):
            return result
        labels = CYCLE_LABELS[self.grain]
        names = pd.Categorical(result[self.time].map(labels), categories=list(labels.values()), ordered=True)
        return having(result, {self.time: names})

    def told(self, result: pd.DataFrame) -> tuple[dict[str, Lineage], tuple[Note, ...]]:
        """The lineage of the time axis of a result, and what is to be said of it."""
        if self.time is None or self.grain is None:
            return {}, self.notes
        incomplete = incomplete_of(result[self.time], self.grain, self.whole)
        notes = (*self.notes, *incomplete_note(self.time, self.grain, incomplete, self.whole))
        return {self.time: periods_story(self.source, self.grain, incomplete, self.whole)}, notes


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
    frame, source = _with_dates(table, column), table.of(column).source
    dates = local_time(frame, column)
    if grain in CYCLIC_GRAINS:
        keys[column] = cyclic(dates, grain).alias(column)
        return Axis(frame, keys, column, grain, source, resolved={"time": column})
    return _calendar_axis(table, Axis(frame, keys, column, grain, source, resolved={"time": column}), dates)


def reach_of(frame: Frame, column: str) -> Reach | None:
    """How far the dates of a column reach, from its distinct hours; None where there are no dates."""
    return _reach(_distinct_hours(frame, column))


def whole_reach(story: Lineage, seen: Callable[[], Reach | None]) -> Reach | None:
    """How far the whole data reach: as it is known of them, where rows were left out by other columns than the date.

    A region that sold nothing in the last days of March does not make March incomplete. Where it is not known the rows
    that are there are asked, which a lazy engine reads all of its rows for.
    """
    if story.reach is None or story.reach[2] is None:
        return seen()
    # To the hour, as the rows themselves are looked at: data that begin at 00:17 do not leave out the start of a day.
    return Reach(pd.Timestamp(story.reach[0]).floor("h"), pd.Timestamp(story.reach[1]), 0, story.reach[2])


def _reach(hours: pd.DatetimeIndex) -> Reach | None:
    if not len(hours):
        return None
    gaps = np.diff(hours.to_numpy()) / np.timedelta64(1, "D")
    return Reach(hours[0], hours[-1], len(hours), float(np.median(gaps)) if len(gaps) else None)


def _calendar_axis(table: Table, axis: Axis, dates: nw.Expr) -> Axis:
    column, asked = str(axis.time), str(axis.grain)
    eager = isinstance(axis.frame, nw.DataFrame)
    hours = hours_of(axis.frame.select(dates.alias(column)).to_native()[column]) if eager else None
    seen = cache(lambda: _reach(hours.seen()) if hours else reach_of(axis.frame, column))
    grain, chosen = settled_grain(asked, seen)
    keys = {**axis.keys, column: (hours.starts(grain) if hours else truncate(dates, grain)).alias(column)}
    resolved = {**axis.resolved, "grain": grain}
    whole = whole_reach(table.of(column), seen)
    return replace(axis, keys=keys, grain=grain, whole=whole, notes=chosen, resolved=resolved)


def settled_grain(asked: str, seen: Callable[[], Reach | None]) -> tuple[str, tuple[Note, ...]]:
    """The grain that was asked for; an unknown one is chosen from how far the dates reach."""
    if asked != "unknown":
        return asked, ()
    reach = seen()
    if reach is None:
        return "day", (Note(kind="grain", message="There are no dates to choose a grain from; days are used."),)
    choice = choose_grain(reach.first, reach.last, reach.distinct, reach.spacing_days)
    message = f"Shown by {choice.grain}: {choice.evidence}."
    return choice.grain, (Note(kind="grain", message=message, data=choice.model_dump(mode="json")),)


def incomplete_of(periods: pd.Series[Any], grain: str, whole: Reach | None) -> tuple[str, ...]:
    """The first or last of the periods of a result, where the dates of the whole data do not fill it."""
    if whole is None or grain not in CALENDAR_GRAINS or not periods.notna().any():
        return ()
    missing = incomplete_periods(whole.first, whole.last, grain, whole.spacing_days)
    starts = [period_start(whole.first, grain)] * missing.first + [period_start(whole.last, grain)] * missing.last
    shown = [_start(end) for end in (periods.min(), periods.max())]
    starts = [start for start in starts if start in shown]
    return tuple(dict.fromkeys(_iso(start, grain) for start in starts))


def periods_story(source: str, grain: str, incomplete: tuple[str, ...], whole: Reach | None) -> Lineage:
    """The lineage of periods, with how far the data reach where they do not fill one of them."""
    reach = (whole.first.isoformat(), whole.last.isoformat(), None) if incomplete and whole else None
    return Lineage(source, grain=grain, incomplete=incomplete, reach=reach)


def end_periods(seen: Reach | None, grain: str) -> pd.Series[Any]:
    """The first and the last period of dates that reach so far."""
    ends = [period_start(seen.first, grain), period_start(seen.last, grain)] if seen else []
    return pd.Series(ends, dtype="datetime64[us]")


def _start(period: Any) -> pd.Timestamp:
    """When a period starts that is told by that, or by the number of its year."""
    return pd.Timestamp(period) if isinstance(period, date) else pd.Timestamp(int(period), 1, 1)


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
