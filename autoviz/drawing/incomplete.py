"""Incomplete periods: the first and last of a time axis where the data does not fill them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from autoviz.drawing.encoding import Encoding
from autoviz.drawing.facets import Panel
from autoviz.drawing.numbers import period_label
from autoviz.drawing.rows import PANEL, SERIES, Rows, X
from autoviz.listing import few, listed
from autoviz.model.provenance import Note

UNITS = {"week": "W", "month": "M", "quarter": "Q", "year": "Y"}
"""Periods of which each is expected to have rows; days without any are common."""
MOST_ABSENT = 5


def incomplete_note(encoding: Encoding, rows: Rows) -> tuple[Note, ...]:
    """Which periods the data does not fill."""
    places = incomplete_places(encoding, rows)
    if not places:
        return ()
    names = [str(place) if isinstance(place, int) else period_label(place.to_pydatetime(), encoding.period)
             for place in places]  # fmt: skip
    verb = "is" if len(names) == 1 else "are"
    message = f"{listed(names)} {verb} incomplete: the data does not cover the whole period."
    return (Note(kind="info", message=message, data={"incomplete": names}),)


def absent_periods(encoding: Encoding, rows: Rows) -> list[pd.Timestamp]:
    """The periods between the first and the last that have no rows; none where most have none."""
    unit = UNITS.get(encoding.period or "")
    if unit is None or rows.kind != "date" or rows.data.empty:
        return []
    there = pd.DatetimeIndex(rows.data[X].dropna()).to_period(unit)
    absent = pd.period_range(there.min(), there.max(), freq=unit).difference(there)
    mostly = len(absent) > len(there.unique())  # then it is no course of such periods
    return [] if mostly else [period.start_time for period in absent]


def absent_note(encoding: Encoding, absent: Sequence[pd.Timestamp]) -> tuple[Note, ...]:
    """Which periods have no rows, and how that looks."""
    if not absent:
        return ()
    names = [period_label(moment.to_pydatetime(), encoding.period) for moment in absent]
    looks = "the line is broken there" if encoding.mark == "line" else "the area runs across"
    message = f"There is no data for {listed(few(names, MOST_ABSENT))}: {looks}."
    return (Note(kind="info", message=message, data={"absent": names}),)


def with_breaks(rows: Rows, absent: Sequence[pd.Timestamp]) -> Rows:
    """The rows with one that has no value for each absent period of every line, so that no line runs across it."""
    if not absent:
        return rows
    keys = [role for role in (SERIES, PANEL) if role in rows.data]
    places = pd.DataFrame({X: pd.Series(absent, dtype=rows.data[X].dtype)})
    breaks = rows.data[keys].drop_duplicates().merge(places, how="cross") if keys else places
    return rows.having(pd.concat([rows.data, breaks], ignore_index=True).sort_values(X, kind="stable"))


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
