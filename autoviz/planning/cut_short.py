"""Cut short: periods that a question names and that the data do not fill, told where rows are added up in them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from autoviz.answering.day_spans import day_of, period_words
from autoviz.drawing.numbers import period_label
from autoviz.frames.dates.grain import unfilled
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Aggregate, Call, Column, Query, columns_of, conjuncts, parts_of

_ADDED = ("sum", "count", "distinct")
"""What is less where days are missing; an average is of those that are there."""


def with_cut_periods_told(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """Requirements with the periods that data begin or end in and in which rows are added up, but for the periods of a
    time axis, which are marked there."""
    told: dict[str, None] = {}
    for query in meant_queries(asked, profile):
        if any(part.func in _ADDED for part in parts_of(Aggregate, query.measures)):
            told |= dict.fromkeys(_told(query, profile))
    return asked.assuming(*told)


def _told(query: Query, profile: DatasetProfile) -> Iterator[str]:
    axis = {*columns_of(tuple(key.expr for key in query.by if isinstance(key.expr, Column) or _is_period(key.expr)))}
    for name, first, after in dict.fromkeys(_periods(query)):
        span = profile.by_name[name].span if name in profile.by_name and name not in axis else None
        if span is None:
            continue
        begins, ends = (datetime.fromisoformat(moment[:10]) for moment in (span.first, span.last))
        cut = unfilled(first, after, begins.date(), ends.date(), span.spacing_days)
        period = period_words(first, after - timedelta(days=1)).removeprefix("in ")
        if cut.first:
            yield f"{period} is not whole: {name} begins on {period_label(begins, 'day')}."
        if cut.last:
            yield f"{period} is not whole: {name} ends on {period_label(ends, 'day')}."


def _is_period(key: Any) -> bool:
    return isinstance(key, Call) and key.op == "period"


def _periods(query: Query) -> Iterator[tuple[str, date, date]]:
    """Each date that is held between two days: its column, the first day and the one behind the last."""
    groups = [conjuncts(query.where), *(conjuncts(part) for part in parts_of(Call, query) if part.op == "and")]
    for tests in groups:
        bounds = [found for test in tests if (found := _bound(test)) is not None]
        for name, op, first in bounds:
            ends = [day for other, side, day in bounds if other == name and side == "<" and day > first]
            if op == ">=" and ends:
                yield name, first, min(ends)


def _bound(test: Any) -> tuple[str, str, date] | None:
    match test:
        case Call(op=">=" | "<" as op, args=(Column(name=name), at)) if (day := day_of(at)) is not None:
            return name, op, day
    return None
