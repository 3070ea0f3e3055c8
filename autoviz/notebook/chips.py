"""Chips: what was understood of a question, piece by piece, each with what it may be changed into."""

from __future__ import annotations

from typing import Any

from autoviz.answering.options import FUNCTIONS as FUNCTION_WORDS
from autoviz.drawing.titles import AUTO, CYCLES
from autoviz.follow_ups.understood import Measure, Understood, understood
from autoviz.frames.dates.grain import choose_grain, grain_policy
from autoviz.model.labels import GRAINS
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.record import Part
from autoviz.profile.date_roles import has_hours

_SUMMED_AT_WILL = ("price", "duration")
"""What does not add up by itself, and does where each row is a sale or a piece of work of its own."""
FUNCTIONS = ("sum", "mean", "median", "min", "max", "std", "nunique", "count")
_OF_NUMBERS = ("sum", "mean", "median", "std")
MOST_GROUPS = 1000
"""A column of more values than this is no sensible group."""
FEWEST_PERIODS = 2


def chips_for(part: Part, profile: DatasetProfile) -> dict[str, Any]:
    """Measures with their functions, groups, periods, conditions and the number of what is kept."""
    found = understood(part.requirements, profile)
    return {
        "measures": [_measure(item, profile) for item in found.measures],
        "groups": list(found.groups),
        "more_groups": _addable(found, profile),
        "time": _time(part, found, profile),
        "conditions": [{"text": item.text, "columns": item.columns, "editable": item.editable} for item in found.kept],
        "limit": found.limit,
    }


def _measure(item: Measure, profile: DatasetProfile) -> dict[str, Any]:
    columns = [column.name for column in profile.columns if column.metric]
    return {
        "words": item.words,
        "column": item.column,
        "columns": columns,
        "func": item.func,
        "functions": _functions(item, profile) if item.func else [],
        "called": _called(item),
        "assumed": item.assumed,
    }


def _called(item: Measure) -> dict[str, str]:
    """The functions in plain words, as they stand before the name of what they are of."""
    words = {func: told.format("").strip() for func, told in FUNCTION_WORDS.items()}
    return words if item.column else words | {"count": "number of"}


def _functions(item: Measure, profile: DatasetProfile) -> list[str]:
    """The functions that make sense of a column: no total of what does not add up."""
    column = profile.by_name.get(item.column or "")
    if column is None:
        return ["count"]
    known = [func for func in FUNCTIONS if column.metric or func not in (*_OF_NUMBERS, "min", "max")]
    total = column.adds_up or column.meaning in _SUMMED_AT_WILL
    sensible = [func for func in known if func != "sum" or total]
    return sensible if item.func in sensible else [item.func, *sensible]


def _addable(found: Understood, profile: DatasetProfile) -> list[str]:
    taken = {*found.groups, *(item.column for item in found.measures), *(found.period or ())[:1]}
    return [column.name for column in profile.columns if column.name not in taken and _is_group(column, found)]


def _is_group(column: ColumnProfile, found: Understood) -> bool:
    if column.kind == "temporal":
        return found.period is None and column.span is not None
    repeats = (column.distinct or 0) < column.rows - column.missing  # a group of one row each sums up nothing
    return not column.metric and column.kind != "text" and repeats and 1 < (column.distinct or 0) <= MOST_GROUPS


def _time(part: Part, found: Understood, profile: DatasetProfile) -> dict[str, Any] | None:
    if found.period is None:
        return None
    column, asked = found.period
    drawn = next((chart.grain for chart in part.charts if chart.grain), None)
    value = drawn or asked
    options = periods_of(profile.by_name[column]) if column in profile.by_name else []
    return {
        "column": column,
        "columns": [
            item.name for item in profile.columns if item.kind == "temporal" and (item.span or item.name == column)
        ],
        "value": value,
        "options": [grain for grain in GRAINS if grain in options or grain == value],
        "called": {**CYCLES, "unknown": AUTO},
        "assumed": asked == "unknown",
    }


def periods_of(column: ColumnProfile) -> list[str]:
    """The periods into which the dates of a column can sensibly be cut: none finer than they lie, none for all."""
    span = column.span
    if span is None:
        return []
    choice = choose_grain(span.first, span.last, None, span.spacing_days)
    lengths = grain_policy().longest_days
    calendar = [
        grain for grain in (choice.grain, *choice.alternatives) if span.days / lengths[grain] >= FEWEST_PERIODS - 1
    ]
    if not has_hours(column):
        calendar = [grain for grain in calendar if grain != "hour"]
    daily = (span.spacing_days or 1) < 7
    rounds = {"weekday": daily and span.days >= 14, "month_of_year": span.days > 366 and "month" in calendar,
              "hour_of_day": has_hours(column)}  # fmt: skip
    return [*calendar, *(name for name, fits in rounds.items() if fits)]
