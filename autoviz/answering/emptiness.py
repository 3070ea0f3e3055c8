"""Emptiness: which filter left no rows, and the values that come nearest to what it asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from autoviz.answering.form import Form
from autoviz.answering.leading import Said, rows_in_words
from autoviz.answering.options import told_condition
from autoviz.answering.query_words import condition_words
from autoviz.answering.result import Result
from autoviz.answering.shape import Shape, things_counted
from autoviz.drawing.titles import readable
from autoviz.errors import NothingLeftError, nearest
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import AnyOf, Filter

Condition = Filter | AnyOf


def no_rows_left(
    conditions: Sequence[Condition], profile: DatasetProfile, rows_under: Callable[[Condition], int]
) -> NothingLeftError:
    """An error that names the filter that emptied the result, or says that they do so only together."""
    emptying = [item for item in conditions if rows_under(item) == 0]
    if not emptying:
        told = " and ".join(_told(item) for item in conditions)
        return NothingLeftError(
            f"No rows are left where {told}", "Each holds for some rows, but never together. Drop one."
        )
    return NothingLeftError(
        f"No rows are left where {_told(emptying[0])}",
        " ".join(_available(item, profile) for item in _simple(emptying[0])),
    )


def told_emptied(error: NothingLeftError, form: Form, profile: DatasetProfile | None) -> str:
    """The same as an answer: that there is nothing of the kind, under which conditions, and what there is instead."""
    no = "No, there" if form.opens == "yes_no" else "There"
    rows = error.what.removeprefix("No rows are left ")
    return f"{no} are no {things_counted(form, profile)} {rows}, so there is nothing to show. {error.hint}".strip()


def nothing_left(result: Result, shape: Shape) -> Said:
    """A result without rows: what was looked for, and that there is none."""
    things = things_counted(result.form, result.profile)
    rows = rows_in_words(shape.query, result.profile)
    no = "No, there" if result.form.opens == "yes_no" else "There"
    if shape.query is not None and shape.query.having is not None:
        told = condition_words(shape.query.having, result.profile)
        return Said(f"{no} are none: no {' and '.join(map(readable, shape.keys)) or 'group'} has {told}{rows}.")
    return Said(f"{no} are no {things}{rows}, so there is nothing to compute.")


def _simple(condition: Condition) -> tuple[Filter, ...]:
    return condition.filters if isinstance(condition, AnyOf) else (condition,)


def _told(condition: Condition) -> str:
    return " or ".join(map(told_condition, _simple(condition)))


def _available(item: Filter, profile: DatasetProfile) -> str:
    column = profile.by_name.get(item.column)
    if column is None:
        return ""
    values = [str(value) for value in column.values]
    close = nearest(str(item.value), values) if isinstance(item.value, str) else []
    if close:
        return f"The nearest values of {item.column} are {', '.join(repr(value) for value in close)}."
    return _reach(column)


def _reach(column: ColumnProfile) -> str:
    if column.values:
        listed = ", ".join(repr(value) for value in column.values[:8])
        return f"{column.name} has the values {listed}{' and more' if len(column.values) > 8 else ''}."
    if column.span is not None:
        return f"{column.name} reaches from {column.span.first} to {column.span.last}."
    if column.minimum is not None:
        return f"{column.name} reaches from {column.minimum} to {column.maximum}."
    return ""
