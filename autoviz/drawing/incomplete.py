"""Incomplete periods: the first and last of a time axis where the data does not fill them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from autoviz.drawing.encoding import Encoding
from autoviz.drawing.facets import Panel
from autoviz.drawing.numbers import period_label
from autoviz.drawing.rows import PANEL, SERIES, Rows, X
from autoviz.drawing.titles import sentence
from autoviz.frames.dates import add_periods
from autoviz.listing import few, listed
from autoviz.model.provenance import Note
from autoviz.table import Lineage

UNITS = {"week": "W", "month": "M", "quarter": "Q", "year": "Y"}
"""Periods of which each is expected to have rows; days without any are common."""
MOST_ABSENT = 5


def incomplete_note(encoding: Encoding, rows: Rows) -> tuple[Note, ...]:
    """Which periods the data does not fill."""
    places = incomplete_places(encoding, rows)
    if not places:
        return ()
    starts = [pd.Timestamp(place, 1, 1) if isinstance(place, int) else place for place in places]
    story = encoding.table.of(encoding.x or "")
    names = [period_label(start.to_pydatetime(), encoding.period) for start in starts]
    told = [f"{name}{extent(start, story)}" for name, start in zip(names, starts, strict=True)]
    verb = "is" if len(names) == 1 else "are"
    return (Note(kind="info", message=f"{sentence(listed(told))} {verb} incomplete.", data={"incomplete": names}),)


def extent(start: pd.Timestamp | str, story: Lineage) -> str:
    """From when and up to when the data reach within a period that they do not fill, to be put behind its name."""
    if story.reach is None or story.grain is None:
        return ""
    first, last = (pd.Timestamp(moment).tz_localize(None) for moment in story.reach[:2])
    whole_days = story.grain != "day"
    after, before = (first.floor("D"), last.ceil("D")) if whole_days else (first, last)
    begin = pd.Timestamp(start).tz_localize(None)
    parts = [f"from {_moment(first, whole_days)}"] if after > begin else []
    parts += [f"up to {_moment(last, whole_days)}"] if before < add_periods(begin, 1, story.grain) else []
    return f" ({' '.join(parts)})" if parts else ""


def _moment(moment: pd.Timestamp, whole_days: bool) -> str:
    return period_label(moment.to_pydatetime(), "day") if whole_days else f"{moment:%H:%M}"


@dataclass(frozen=True)
class Gaps:
    """Periods without rows: of the whole axis, and of each line between its own first and last."""

    unit: str = ""
    absent: tuple[pd.Timestamp, ...] = ()
    breaks: pd.DataFrame = field(default_factory=pd.DataFrame)
    """A row without a value for each period that a line lacks."""

    def __bool__(self) -> bool:
        return bool(len(self.breaks))

    def broken(self, rows: Rows) -> Rows:
        """The rows with the breaks, so that no line runs across a period without rows."""
        return rows.having(pd.concat([rows.data, self.breaks], ignore_index=True).sort_values(X, kind="stable"))


def gaps(encoding: Encoding, rows: Rows) -> Gaps:
    """The periods without rows; none where most of the axis has none, for then it is no course of such periods."""
    unit = UNITS.get(encoding.period or "")
    if unit is None or rows.kind != "date" or rows.data.empty:
        return Gaps()
    there = pd.DatetimeIndex(rows.data[X].dropna()).to_period(unit)
    course = pd.period_range(there.min(), there.max(), freq=unit)
    absent = course.difference(there)
    if len(absent) > len(there.unique()):
        return Gaps()
    keys = [role for role in (SERIES, PANEL) if role in rows.data]
    lines = rows.data.groupby(keys, sort=False, observed=True) if keys else [((), rows.data)]
    breaks = []
    for names, line in lines:
        known: dict[str, Any] = dict(zip(keys, names, strict=True))
        breaks.append(_lacking(line, course, unit).assign(**known))
    return Gaps(unit, tuple(period.start_time for period in absent), pd.concat(breaks, ignore_index=True))


def _lacking(line: pd.DataFrame, course: pd.PeriodIndex, unit: str) -> pd.DataFrame:
    """The periods of the axis without rows of this line, from its first to its last."""
    there = pd.DatetimeIndex(line[X].dropna()).to_period(unit)
    own = course[(course >= there.min()) & (course <= there.max())].difference(there)
    return pd.DataFrame({X: pd.Series(own.start_time, dtype=line[X].dtype)})


def gap_note(encoding: Encoding, absent: Sequence[pd.Timestamp]) -> tuple[Note, ...]:
    """Which periods have no rows at all, and how that looks; a break of one line among others can be seen."""
    if not absent:
        return ()
    names = [period_label(moment.to_pydatetime(), encoding.period) for moment in absent]
    looks = "the line is broken there" if encoding.mark == "line" else "the area runs across"
    message = f"There is no data for {listed(few(names, MOST_ABSENT))}: {looks}."
    return (Note(kind="info", message=message, data={"absent": names}),)


def incomplete_places(encoding: Encoding, rows: Rows) -> list[Any]:
    """The first or last period on the axis where the data does not fill it, as a moment or as the number of a year."""
    if encoding.x is None or not len(rows.data) or X not in rows.data:
        return []
    marked: list[Any] = [pd.Timestamp(text).tz_localize(None) for text in encoding.table.of(encoding.x).incomplete]
    if rows.kind != "date":
        if encoding.period != "year" or not all(isinstance(place, int) for place in rows.data[X].tolist()):
            return []
        marked = [moment.year for moment in marked]
    ends = (rows.data[X].min(), rows.data[X].max())
    return [moment for moment in sorted(set(marked)) if moment in ends]


def incomplete_band(encoding: Encoding, rows: Rows, drawn: Sequence[Panel]) -> list[dict[str, Any]]:
    """A veil over the stretch of an area that leads to or from an incomplete period."""
    places = sorted(rows.data[X].drop_duplicates())
    bands = []
    for moment in incomplete_places(encoding, rows):
        position = places.index(moment)
        ends = places[position - 1 : position + 1] if position else places[:2]
        for panel in drawn:
            bands.append({
                "type": "rect", "xref": panel.axes["xaxis"], "yref": f"{panel.axes['yaxis']} domain", "y0": 0, "y1": 1,
                "x0": ends[0].to_pydatetime(), "x1": ends[-1].to_pydatetime(), "line": {"width": 0},
                "fillcolor": "rgba(128, 128, 128, 0.35)", "layer": "above",
            })  # fmt: skip
    return bands
