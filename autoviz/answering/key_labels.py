"""Key labels: what the values of a result's keys are called, and the periods that its dates stand for."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pandas as pd

from autoviz.answering.comparing_words import label_words
from autoviz.answering.facts import is_moment
from autoviz.answering.form import Form
from autoviz.answering.query_words import value_words
from autoviz.answering.rendering import YES_OR_NO, label
from autoviz.answering.sides import condition_of, parts_named, sides
from autoviz.drawing.axes import bin_label
from autoviz.drawing.numbers import period_label
from autoviz.drawing.titles import readable
from autoviz.frames.dates.shapes import name_words
from autoviz.model.labels import CALENDAR_GRAINS
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.query.language import Call, Cases, Column, Constant, Query, Window, columns_of
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import tens_of
from autoviz.table import Table

WEEKDAYS = tuple(calendar.day_name)
DECADE = 10
PARTS = {2: "half", 3: "third", 4: "quarter", 5: "fifth", 10: "tenth"}
"""What one of so many parts of equal size is called."""
MONTHS = tuple(calendar.month_name)[1:]


def is_time(name: str, query: Query | None, table: Table, profile: DatasetProfile | None) -> bool:
    """Whether a key runs on with time: a period, a date, a year."""
    if table.of(name).grain in CALENDAR_GRAINS or table.schema[name].is_temporal():
        return True
    expr = key_expr(name, query)
    if isinstance(expr, Call) and expr.op == "date part":
        return expr.args[0] == Constant(value="year")
    source = expr.name if isinstance(expr, Column) else name
    column = profile.by_name.get(source) if profile else None
    dates = column is not None and column.kind == "temporal" and source == name and table.of(name).grain is None
    return column is not None and (column.meaning == "year" or dates)


def key_expr(name: str, query: Query | None) -> Any:
    """What a key of a Query is; None where it is a column of a plan's table."""
    return next((item.expr for item in (query.by if query else ()) if item.name == name), None)


def _parts_of_all(name: str, query: Query | None) -> str | None:
    """How parts of equal size are called: quarter 1 of income has the lowest; None for any other key."""
    expr = key_expr(name, query)
    source = query.source if query is not None and isinstance(query.source, Query) else None
    within = {item.name: item.expr for item in source.then} if source else {}
    made = within.get(expr.name) if isinstance(expr, Column) else None
    if not isinstance(made, Window) or made.func != "tiles" or not made.along:
        return None
    of = readable(" ".join(columns_of(made.along)))
    return f"{PARTS.get(made.n, 'part')} {{}} of {of}"


def labeller(name: str, query: Query | None, table: Table, profile: DatasetProfile | None, form: Form) -> Any:
    """How the values of a key are named: months and weekdays by name, flags and bare numbers with their column."""
    expr = key_expr(name, query)
    story = table.of(name)
    if story.width:
        source = profile.by_name.get(story.source) if profile else None
        if story.width == DECADE and source is not None and source.meaning == "year":
            return lambda value: f"{label(value)}s"
        return lambda value: f"{readable(story.source)} {bin_label(value, story.width or 1)}"
    if isinstance(expr, Call) and expr.op == "%" and expr.args[1] == Constant(value=7):
        return lambda value: WEEKDAYS[int(value) - 1] if value in range(7) else label_words(value)  # from Sunday, 0
    if name == "decade" and tens_of(expr) is not None:
        return lambda value: label(value) if value is None else f"{label(value)}s"
    if isinstance(expr, Call) and expr.op == "date part":
        return _label_of_part(getattr(expr.args[0], "value", ""))
    if (parts_of_all := _parts_of_all(name, query)) is not None:
        return lambda value: label(value) if value is None else parts_of_all.format(label(value))
    if (condition := condition_of(name, query)) is not None:
        held, parts = sides(condition, profile, form), parts_named(name, query)
        named_so = parts is not None and any(form.sides_of(column) for column in columns_of(condition))
        by_cell = dict(zip(parts[1], held, strict=True)) if parts is not None and named_so else {}
        return lambda value: held[0 if value else 1] if isinstance(value, bool) else by_cell.get(value, label(value))
    if isinstance(expr, (Call, Cases)):
        words = value_words(expr, profile) if isinstance(expr, Call) and name == name_of(expr) else readable(name)
        return lambda value: f"{words} {label_words(value)}" if isinstance(value, (bool, int, float)) else label(value)
    word = readable(expr.name if isinstance(expr, Column) else table.of(name).source or name)
    year = is_time(name, query, table, profile)
    key = profile is not None and name in profile.by_name and profile.by_name[name].kind == "identifier"
    if profile is not None and is_month_number(profile.by_name.get(expr.name if isinstance(expr, Column) else name)):
        return lambda value: MONTHS[int(value) - 1] if value in range(1, len(MONTHS) + 1) else label(value)
    flagged = _are_flags(table.pandas()[name])
    called = form.sides_of(expr.name if isinstance(expr, Column) else name)

    def told(value: Any) -> str:
        if called and value in called:
            return called[value]
        bare = isinstance(value, (bool, int, float)) and not year and not key
        return f"{word} {label(value)}" if bare or (flagged and value is not None) else label(value)

    return told


def _label_of_part(part: str) -> Callable[[Any], str]:
    """How a part of a date is named: March, Monday, Q1, 14:00."""
    if part in ("month", "weekday"):
        names = MONTHS if part == "month" else WEEKDAYS
        return lambda value: names[int(value) - 1] if value in range(1, len(names) + 1) else label_words(value)
    if part in ("quarter", "hour"):
        written = "Q{}" if part == "quarter" else "{}:00"
        return lambda value: label(value) if value is None else written.format(label(value))
    return label_words


def is_month_number(column: ColumnProfile | None) -> bool:
    """Whether the numbers of a column are those of months: 1 is January."""
    if column is None or column.meaning != "period" or "month" not in name_words(column.name):
        return False
    ends = (column.minimum, column.maximum)
    return all(isinstance(end, int) and 1 <= end <= len(MONTHS) for end in ends)


def _are_flags(cells: pd.Series[Any]) -> bool:
    """Whether texts say no more than yes or no, so that they need what they are said of."""
    texts = {value.casefold() for value in cells.dropna().unique() if isinstance(value, str)}
    return bool(texts) and texts <= YES_OR_NO


def written_in(column: pd.Series[Any]) -> str | None:
    """The period that dates stand for by themselves: the first days of months are months."""
    moments = [pd.Timestamp(value) for value in column.dropna().unique() if is_moment(value)]
    first = len(moments) > 1 and all(moment.day == 1 and moment == moment.normalize() for moment in moments)
    return "month" if first and any(moment.month > 1 for moment in moments) else None


def start_of(value: Any) -> str:
    """The first day of a period, of a year that is a number too."""
    return pd.Timestamp(value).date().isoformat() if is_moment(value) else f"{value}-01-01"


def period_words(value: Any, grain: str | None) -> str:
    """A period as people write it; a moment with its time of day."""
    if not is_moment(value):
        return str(value)
    moment = value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)
    clock = f" {moment:%H:%M}" if grain is None and (moment.hour or moment.minute) else ""
    return f"{period_label(moment, grain)}{clock}"
