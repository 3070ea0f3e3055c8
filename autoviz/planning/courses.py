"""Courses: what a metric was before and what it comes to over some periods, as values by the calendar, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autoviz.model.profile import DatasetProfile
from autoviz.query.language import (
    Call,
    Cases,
    Column,
    Constant,
    Expr,
    Named,
    Sort,
    When,
    Window,
    columns_of,
    given,
    parts_of,
)
from autoviz.query.types import DATE, column_type

GRAINS = {"auto": "unknown", **{word: word for word in ("hour", "day", "week", "month", "quarter", "year")}}
"""Periods of the language → grains of the tools."""
PERIODS: dict[str, Any] = {grain: period for period, grain in GRAINS.items()}
"""The way back."""
EMPTY = ("zero", "missing")
"""What a period without rows may count as."""


def lacks_dates(column: str, profile: DatasetProfile) -> bool:
    """Whether some rows may have no date: cells are missing, or are texts that may not be dates."""
    entry = profile.by_name.get(column)
    return entry is None or bool(entry.missing) or column_type(entry) is not DATE


def change_of(
    metric: str, time: str, group_by: Sequence[str], base: str, grain: str, gaps: bool = False
) -> tuple[Named, ...]:
    """What a metric was a period or a year before, how far it is from that, and how far in percent."""
    unit, far = PERIODS[grain], 1
    if base == "previous year":
        unit, far = ("week", 52) if grain == "week" else ("year", 1)  # so that Mondays stay Mondays
    value, along = Column(name=metric), (Sort(expr=Column(name=time)),)
    window = Window(
        func="first", args=(value,), within=_columns(group_by), along=along, before=far, after=-far, unit=unit
    )
    earlier = _dated(time, Constant(value=True), window) if gaps else window
    change = Call(op="-", args=(value, earlier))
    hundredfold = Call(op="*", args=(Constant(value=100), change))
    percent = Call(op="/", args=(hundredfold, Call(op="nullif", args=(earlier, Constant(value=0)))))
    made = {"previous": earlier, "change": change, "change_pct": percent}
    return tuple(Named(name=f"{metric}_{word}", expr=expr) for word, expr in made.items())


def rolling_of(
    metric: str, time: str, group_by: Sequence[str], window: int, empty: str, grain: str, gaps: bool = False
) -> Named:
    """The average of the last so many periods, once there were so many; those without rows are zero, or missing."""
    args, within, along = (Column(name=metric),), _columns(group_by), (Sort(expr=Column(name=time)),)
    last: dict[str, Any] = {"along": along, "before": window - 1, "after": 0, "unit": PERIODS[grain]}
    if empty == "zero":
        begun = Window(func="count", along=along, after=1 - window, unit=PERIODS[grain])
        full = Call(op=">", args=(begun, Constant(value=0)))
        total = Call(op="coalesce", args=(Window(func="sum", args=args, within=within, **last), Constant(value=0)))
        mean: Expr = Call(op="/", args=(total, Constant(value=window)))
    else:
        full = Call(op="=", args=(Window(func="count", args=args, within=within, **last), Constant(value=window)))
        mean = Window(func="mean", args=args, within=within, **last)
    cases = _dated(time, full, mean) if gaps else Cases(whens=(When(condition=full, value=mean),))
    return Named(name=f"{metric}_rolling", expr=cases)


def _dated(time: str, condition: Expr, value: Expr) -> Cases:
    """A value where a row has a date: those without one would read one another."""
    known = given(Column(name=time))
    both = known if condition == Constant(value=True) else Call(op="and", args=(known, condition))
    return Cases(whens=(When(condition=both, value=value),))


def _columns(names: Sequence[str]) -> tuple[Column, ...]:
    return tuple(Column(name=name) for name in names)


def change_slots(then: Sequence[Named]) -> dict[str, Any] | None:
    """What is to be said of a change so that these columns come out; None where they are something else."""
    window = next(parts_of(Window, then[0].expr), None)
    course = _course(window)
    if course is None or window is None:
        return None
    period = GRAINS.get(str(window.unit), "")
    for base, grain in (("previous year", "unknown"), ("previous year", "week"), ("previous period", period)):
        slots = {**course, "base": base, "grain": grain}
        if grain and any(tuple(then) == change_of(**slots, gaps=gaps) for gaps in (False, True)):
            return slots
    return None


def rolling_slots(item: Named) -> dict[str, Any] | None:
    """The same of an average over the last periods."""
    window = next((part for part in parts_of(Window, item.expr) if part.args), None)
    course = _course(window)
    if course is None or window is None or window.before is None or window.before < 1:
        return None
    for empty in EMPTY:
        slots = {**course, "window": window.before + 1, "empty": empty, "grain": GRAINS.get(str(window.unit), "")}
        if slots["grain"] and any(item == rolling_of(**slots, gaps=gaps) for gaps in (False, True)):
            return slots
    return None


def _course(window: Window | None) -> dict[str, Any] | None:
    """The metric, the date and the groups of a window of plain columns on the calendar."""
    if window is None or window.unit is None or len(columns_of(window.args)) != 1:
        return None
    parts = (*window.args, window.along[0].expr, *window.within)
    if not all(isinstance(part, Column) for part in parts):
        return None
    (metric,), (time,) = columns_of(window.args), columns_of(window.along)
    return {"metric": metric, "time": time, "group_by": columns_of(window.within)}
