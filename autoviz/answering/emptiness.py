"""Emptiness: that there is nothing to compute from, which filter left no rows, and what comes nearest to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autoviz.answering.comparing_words import COMPARED
from autoviz.answering.condition_words import told_tests
from autoviz.answering.form import Form
from autoviz.answering.leading import Said, rows_in_words
from autoviz.answering.numerals import shown
from autoviz.answering.options import told_condition, told_together
from autoviz.answering.query_words import value_words
from autoviz.answering.result import Result
from autoviz.answering.shape import Shape, query_measures
from autoviz.answering.things import things_counted
from autoviz.drawing.numbers import exact
from autoviz.drawing.titles import readable, sentence
from autoviz.errors import NothingLeftError, nearest
from autoviz.listing import counted, few, listed
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import AnyOf, Filter, Requirements
from autoviz.query.language import Aggregate, Column, Query, parts_of

Condition = Filter | AnyOf
FILTERED = "No rows are left "
OF_ANY_ROWS = frozenset({"summary", "lookup"})
"""What can be told of rows that lack the values, or of none."""


def nothing_there(requirements: Requirements, profile: DatasetProfile) -> NothingLeftError | None:
    """That the table has no rows, or no values in all that is measured, in the dates, or in what makes the groups."""
    if OF_ANY_ROWS & set(requirements.analysis):
        return None
    if not profile.rows:
        return NothingLeftError("The table has no rows, so there is nothing to compute", "")
    dates = (requirements.time.column,) if requirements.time else ()
    metrics = () if _counts_rows(requirements) else requirements.metrics
    for names in (metrics, dates, requirements.group_by):
        columns = [profile.by_name[name] for name in names if name in profile.by_name]
        if columns and all(column.missing >= profile.rows for column in columns):
            told = sentence(listed([readable(column.name) for column in columns]))
            have = "has" if len(columns) == 1 else "have"
            return NothingLeftError(f"{told} {have} no values in any of the {counted(profile.rows, 'row')}", "")
    return None


def _counts_rows(requirements: Requirements) -> bool:
    """Whether rows are counted among the measures, which can be told whatever their columns lack."""
    measures = requirements.query.measures if requirements.query else ()
    return any(item.func == "count" and not item.args for item in parts_of(Aggregate, measures))


def no_rows_left(
    conditions: Sequence[Condition], profile: DatasetProfile, rows_under: Callable[[Condition], int]
) -> NothingLeftError:
    """An error that names the filter that emptied the result, or says that they do so only together."""
    emptying = [item for item in conditions if rows_under(item) == 0]
    if not emptying:
        told = " and ".join(told_together(conditions, _worded))
        return NothingLeftError(
            f"{FILTERED}where {told}", "Each holds for some rows, but never together. Drop one."
        )
    return NothingLeftError(
        f"{FILTERED}where {told_together(emptying[:1], _worded)[0]}",
        " ".join(_available(item, profile) for item in _simple(emptying[0])),
    )


def told_emptied(error: NothingLeftError, form: Form, profile: DatasetProfile | None) -> str:
    """The same as an answer: that there is nothing of the kind, under which conditions, and what there is instead."""
    if not error.what.startswith(FILTERED):
        return f"{error.what}."
    rows = error.what.removeprefix(FILTERED)
    things = things_counted(form, profile)
    return f"{form.there} are no {things} {rows}, so there is nothing to show. {error.hint}".strip()


def no_values_found(query: Query, form: Form, profile: DatasetProfile | None) -> NothingLeftError:
    """That no group has a value in anything that is measured, which is no answer: the question was hardly meant so."""
    told = listed([words.text for words in query_measures(query, form, profile).values()])
    where = rows_in_words(query, profile)
    return NothingLeftError(
        f"Nothing comes of this reading: {told} is unknown for every {listed([readable(one.name) for one in query.by])}"
        f"{where}", "Ask it in other words, or say which rows are meant.",
    )  # fmt: skip


def nothing_left(result: Result, shape: Shape) -> Said:
    """A result without rows: what was looked for, and that there is none."""
    things = things_counted(result.form, result.profile)
    rows = rows_in_words(shape.query, result.profile)
    no = result.form.there
    if shape.query is not None and shape.query.having is not None:
        told = _groups_wanted(shape.query, result)
        return Said(f"{no} are none: {told} for no {' and '.join(map(readable, shape.keys)) or 'group'}{rows}.")
    return Said(f"{no} are no {things}{rows}, so there is nothing to compute.")


def _groups_wanted(query: Query, result: Result) -> str:
    """What groups are to have, their measures in words."""
    measures = query_measures(query, result.form, result.profile)

    def told_as(expr: Any, profile: DatasetProfile | None = None) -> str:
        measured = isinstance(expr, Column) and expr.name in measures
        return measures[expr.name].text if measured else value_words(expr, profile)

    return listed(told_tests(query.having, told_as, result.profile))


def rows_kept(requirements: Requirements) -> str:
    """The rows that fields keep, as the end of a sentence."""
    conditions = [item for item in requirements.constraints if isinstance(item, Filter | AnyOf)]
    return f" where {' and '.join(told_together(conditions, _worded))}" if conditions else ""


def _simple(condition: Condition) -> tuple[Filter, ...]:
    return condition.filters if isinstance(condition, AnyOf) else (condition,)


def _worded(item: Filter) -> str:
    if item.op not in COMPARED or isinstance(item.value, tuple):
        return told_condition(item)
    name = readable(item.column)
    if isinstance(item.value, bool):
        return f"{name.removeprefix('is ')} {COMPARED[item.op]} {shown(item.value)}"
    value = exact(item.value) if isinstance(item.value, int | float) else shown(item.value)
    return f"{name} {COMPARED[item.op]} {value}"


def _available(item: Filter, profile: DatasetProfile) -> str:
    column = profile.by_name.get(item.column)
    if column is None:
        return ""
    values = [str(value) for value in column.values]
    close = nearest(str(item.value), values) if isinstance(item.value, str) else []
    if close:
        values_are = "value of {} is" if len(close) == 1 else "values of {} are"
        return f"The nearest {values_are.format(item.column)} {listed([repr(value) for value in close])}."
    return _reach(column)


def _reach(column: ColumnProfile) -> str:
    name = sentence(readable(column.name))
    if column.values:
        return f"{name} has the values {listed(few(list(map(repr, column.values)), 8, column.distinct))}."
    if column.span is not None:
        return f"{name} reaches from {column.span.first} to {column.span.last}."
    if column.minimum is not None:
        return f"{name} reaches from {shown(column.minimum)} to {shown(column.maximum)}."
    return ""
