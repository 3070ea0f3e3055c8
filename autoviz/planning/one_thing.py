"""One thing: rows of one thing of a panel, or of one group of things, are the course of the measure that is named, as
the population of Japan or of Asia; of a group at one time they are one figure."""

from __future__ import annotations

from datetime import date
from typing import Any

from autoviz.answering.day_spans import day_of
from autoviz.linking.links import STRONG, best_matches, link
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish, Filter, Requirements, Time
from autoviz.planning.defaults import suiting
from autoviz.query.language import Aggregate, Call, Column, Constant, Func, Named, Query, Sort, conjuncts
from autoviz.query.output_names import name_of

_LONGEST = 366
"""Days of a single time: the year that is asked for has no course of years."""


def course_of_one(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that lists the rows of one thing or group at several times, drawn as the course of the one measure that
    the question names."""
    return reading.each(lambda asked: _drawn(question, asked, profile))


def _drawn(question: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    query, things = asked.query, profile.things
    if query is None or things is None or not things.panel or things.time is None or not things.columns:
        return asked
    if query.replaced(where=None, order=(), shown=()) != Query() or query.where is None:
        return asked
    matches = best_matches(link(question, profile))
    named = {match.column for match in matches if match.value is None and match.score >= STRONG} - {things.time}
    if len(named) != 1 or not profile.by_name[metric := named.pop()].metric:
        return asked
    tests = conjuncts(query.where)
    kept = {test.args[0].name: test.args[1].value for test in tests if _is_value(test)}
    alone, once = {*things.columns} <= kept.keys(), things.time in kept or _is_one_time(tests, things.time)
    if not kept.keys() - {things.time} or (alone and once):
        return asked
    if once:
        func: Func = "mean" if suiting(profile)(metric) == "mean" else "sum"
        figure = Aggregate(func=func, args=(Column(name=metric),))
        made = Query(where=query.where, measures=(Named(name=name_of(figure), expr=figure),))
        return asked.replaced(query=made, outputs=("table",), constraints=())
    if alone:
        made = query.replaced(shown=(things.time, metric), order=(Sort(expr=Column(name=things.time)),))
        return asked.replaced(query=made, outputs=("chart", "table"), constraints=(ChartWish(mark="line"),))
    if len(kept) < len(tests):
        return asked
    filters = tuple(Filter(column=name, op="=", value=value) for name, value in kept.items())
    return Requirements(
        outputs=("chart",), metrics=(metric,), time=Time(column=things.time), analysis=("trend",), constraints=filters,
        links=asked.links, assumed=asked.assumed, unused=asked.unused, not_found=asked.not_found,
    )  # fmt: skip


def _is_value(test: Any) -> bool:
    match test:
        case Call(op="=", args=(Column(), Constant())):
            return True
    return False


def _is_one_time(tests: tuple[Any, ...], time: str) -> bool:
    """Whether rows are kept of a single year."""
    bounds = {test.op: test.args[1] for test in tests if isinstance(test, Call) and test.args[0] == Column(name=time)}
    first, last = (_at(bounds.get(op)) for op in (">=", "<"))
    return first is not None and last is not None and last - first <= _LONGEST


def _at(bound: Any) -> int | None:
    """The day of a bound, a year as its first."""
    if isinstance(bound, Constant) and isinstance(bound.value, int):
        return date(bound.value, 1, 1).toordinal() if 0 < bound.value < 9999 else None
    day = day_of(bound)
    return day.toordinal() if day is not None else None
