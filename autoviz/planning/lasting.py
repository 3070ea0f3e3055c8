"""Lasting: how long something took, from the one date of a row to the other, as finely as these dates tell it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from autoviz.linking.form_reading import is_superlative
from autoviz.linking.joints import COUNTING
from autoviz.linking.links import link
from autoviz.linking.names import positive
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.adjectives import asked_of_time, names_length
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.dating import from_earlier_dates
from autoviz.planning.defaults import meant_queries, suiting
from autoviz.profile.date_roles import has_hours, is_intended, role_of
from autoviz.query.language import Aggregate, Call, Column, Constant, Limit, Named, Query, Sort, columns_of
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import recomputed, remeasured, rewritten
from autoviz.registry.wording import wording
from autoviz.writings.unit_words import DAYS_OF, DIMENSIONS, LENGTHS_BETWEEN, factor_between, unit_named

_HOW_LONG = re.compile(r"\bhow (?:long|quickly|fast)\b", re.IGNORECASE)
_UNIT = re.compile(r"\b(?:in|many|average|mean|median|total)\s+(\w+s)\b", re.IGNORECASE)
"""What a time may be asked for in; the last 30 days and every week are no units of it."""
_LATE = frozenset({"late", "lateness", "overdue", "delay", "delays", "delayed"})
_NO_EVENTS = ("birth", "record")
"""What dates are of that begin or end nothing that lasts."""
_OF_TIMES = ("sum", "mean", "median", "min", "max", "std", "quantile")
"""What is asked of lengths of time; a total of them is hardly meant where none is named."""


def lasting(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of the time between two dates in hours where both have hours and the question names no other unit, as
    one figure where it asks how long; and one that counts what nobody asks the number of, as the time that it took."""
    said = {word.lower for word in words(question)}
    units = [unit for word in _UNIT.findall(question) if (unit := unit_named(word.lower())) in LENGTHS_BETWEEN]
    if not COUNTING & said:
        reading = _measured_in_time(question, _ranked_by_time(question, reading, profile), profile)
    if _LATE & said:
        reading = reading.each(lambda asked: _held_to_plan(asked, profile))
    how_long = _HOW_LONG.search(question) is not None
    in_minutes = any(unit_named(word) == "minutes" for word in said)
    finer = partial(_finer, unit=units[0] if units else "hours", in_minutes=in_minutes, profile=profile)
    made = (lambda item: finer(_undivided(item))) if units else finer
    return reading.each(partial(_told, finer=made, how_long=how_long, profile=profile))


def _undivided(item: Named) -> Named:
    """A time between two dates, of which the unit is named, without a number by which it is divided into that."""
    match item.expr:
        case Call(op="/", args=(Aggregate(args=(Call(op="time between"),)) as whole, Constant())):
            return item.replaced(expr=whole)
    return item


def _held_to_plan(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """How late something was from when it was due to when it came, where other dates were taken and these are there."""
    dates = [item.name for item in profile.of_kind("temporal")]
    due = [name for name in dates if is_intended(name)]
    came = [name for name in dates if not is_intended(name) and role_of(name) == "end"]
    if asked.query is None or len(due) != 1 or len(came) != 1:
        return asked
    plan = (Column(name=due[0]), Column(name=came[0]))

    def held(item: Named) -> Named | None:
        expr = rewritten(item.expr, lambda part: _from_plan(part, plan))
        return None if expr == item.expr else Named(name=name_of(expr), expr=expr)

    return asked.replaced(query=recomputed(remeasured(asked.query, held), held))


def _from_plan(part: Any, plan: tuple[Column, Column]) -> Any:
    match part:
        case Call(op="time between", args=(unit, *dates)) if set(dates) != set(plan):
            return part.replaced(args=(unit, *plan))
    return None


def event_dates(profile: DatasetProfile) -> tuple[ColumnProfile, ColumnProfile] | None:
    """The two dates between which what a row tells of took place; None where there are fewer or more."""
    dates = [item for item in profile.of_kind("temporal") if item.span and item.meaning == "date"]
    dates = [item for item in dates if role_of(item.name) not in _NO_EVENTS]
    if len(dates) != 2:
        return None
    first, last = sorted(dates, key=_when)
    return first, last


def _when(column: ColumnProfile) -> tuple[str, str]:
    assert column.span is not None
    return column.span.last, column.span.first


def _told(
    asked: Requirements, finer: Callable[[Named], Named | None], how_long: bool, profile: DatasetProfile
) -> Requirements:
    query = asked.query
    if query is None or query.having is not None or query.kept is not None:
        return asked  # what is held against something stays in the unit of that
    if how_long:
        query = _one_figure(query, profile)
        asked = asked if query == asked.query else asked.replaced(outputs=("table",), constraints=())
    return asked.replaced(query=recomputed(remeasured(query, finer), finer))


def _one_figure(query: Query, profile: DatasetProfile) -> Query:
    """The times between two dates of all rows as their average."""
    alone = query.replaced(where=None, then=(), shown=()) == Query()
    match query.then:
        case (Named(expr=Call(op="time between") as between),) if alone:
            average = Aggregate(func="mean", args=(between,))
            measured = Query(where=query.where, measures=(Named(name=name_of(average), expr=average),))
            return from_earlier_dates(measured, profile)
    return query


def _finer(item: Named, unit: str, in_minutes: bool, profile: DatasetProfile) -> Named | None:
    """A time in days, which are counted by the midnights between two times, as one of their minutes, of a row or what
    a measure makes of those of several; one in minutes that nobody names in the unit that is told; and a measure of
    months or years, counted by their ends, as one of days."""
    coarse = ("day", "hour") if in_minutes else ("day", "hour", "minute")
    match item.expr:
        case Call(op="time between", args=(Constant(value=value), *dates)) as between if value in coarse:
            if _have_hours(dates, profile):
                told = between.replaced(args=(Constant(value=unit.rstrip("s")), *dates))
                return Named(name=name_of(told), expr=_in_minutes(between, dates, unit))
        case Aggregate(args=(Call(op="time between", args=(Constant(value=value), *dates)) as between,)) if (
            value in coarse
        ):
            if _have_hours(dates, profile):
                named = item.expr.replaced(args=(between.replaced(args=(Constant(value=unit.rstrip("s")), *dates)),))
                each = _in_minutes(between, dates, unit)
                return Named(name=name_of(named), expr=item.expr.replaced(args=(each,)))
        case Aggregate(args=(Call(op="time between", args=(Constant(value=str() as value), *dates)) as between,)) if (
            value in DAYS_OF
        ):
            days = between.replaced(args=(Constant(value="day"), *dates))
            each = Call(op="/", args=(days, Constant(value=DAYS_OF[value])))
            return item.replaced(expr=item.expr.replaced(args=(each,)))
    return None


def _have_hours(dates: Sequence[Any], profile: DatasetProfile) -> bool:
    """Whether two dates tell the hour, so that what lies between them is known to the minute."""
    known = [profile.by_name.get(date.name) for date in dates if isinstance(date, Column)]
    return len(known) == 2 and all(column is not None and has_hours(column) for column in known)


def _in_minutes(between: Call, dates: Sequence[Any], unit: str) -> Any:
    """The time between two dates by its minutes, in a unit."""
    minutes = between.replaced(args=(Constant(value="minute"), *dates))
    by = Constant(value=round(factor_between(unit, "minutes") or 1))
    return minutes if unit == "minutes" else Call(op="/", args=(minutes, by))


def _ranked_by_time(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that ranks groups by their rows, or by a measure that nobody names, as one by the time that these took,
    where an adjective asks for it and no column tells it."""
    asked, way, dates = reading.requirements, asked_of_time(question, profile), event_dates(profile)
    queries = queries_of(asked, profile, suiting(profile)) if way and dates else ()
    if len(queries) != 1 or dates is None:
        return reading
    query = queries[0]
    named = {match.column for match in link(question, profile)}
    measured = [item.expr for item in query.measures]
    guessed = len(measured) == 1 and isinstance(measured[0], Aggregate) and not named & set(columns_of(measured[0]))
    more = query.having or query.then or query.kept or isinstance(query.source, Query)
    if not guessed or not query.by or not query.order or more:
        return reading
    between = Call(op="time between", args=(Constant(value="day"), *(Column(name=date.name) for date in dates)))
    average = Aggregate(func="mean", args=(between,))
    taken = Named(name=name_of(average), expr=average)
    order = (Sort(expr=Column(name=taken.name), descending=way > 0),)
    one_end = any(is_superlative(word.lower) for word in words(question))  # how long it takes by ward asks for all
    ranked = query.replaced(measures=(taken,), order=order, limit=query.limit or (Limit(n=1) if one_end else None))
    told = f"time is that from {dates[0].name} to {dates[1].name}."
    changed = as_query(asked, ranked).assuming(told)
    return reading.replaced(requirements=changed, alternatives=())


def _measured_in_time(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of a measure that nobody names, where the length of something is asked for, as one of the time from the
    date on which that begins to the one on which it ends: the length of a stay is not told by hours in intensive care.
    """
    asked, dates = reading.requirements, event_dates(profile)
    if dates is None or (role_of(dates[0].name), role_of(dates[1].name)) != ("start", "end"):
        return reading
    known = [profile.by_name[match.column] for match in link(question, profile) if match.kind != "type"]
    units = {unit for word in words(question) if word.lower != "in" and (unit := unit_named(word.lower))}
    stated = {unit for unit in units if DIMENSIONS.get(unit) == "length"}
    if stated & {column.unit for column in profile.columns}:  # a length in km is no time
        return reading
    named = any(column.metric or column.kind == "temporal" for column in known)
    if named or not (asked_of_time(question, profile) or names_length(question)):
        return reading
    queries = meant_queries(asked, profile)
    overall = asked.analysis == ("summary",) and not queries
    if not overall and (len(queries) != 1 or queries[0].having is not None or isinstance(queries[0].source, Query)):
        return reading
    between = Call(op="time between", args=(Constant(value="day"), *(Column(name=date.name) for date in dates)))
    taken = _overall(question, between) if overall else _in_time(queries[0], between, profile)
    if not overall and taken == queries[0]:
        return reading
    told = f"time is that from {dates[0].name} to {dates[1].name}."
    changed = as_query(asked, taken).replaced(not_found=()).assuming(told)
    return reading.replaced(requirements=changed, alternatives=())


def _overall(question: str, between: Call) -> Query:
    """The average of all times, or the end of them that a superlative asks for."""
    ends = [positive(word.lower) for word in words(question) if is_superlative(word.lower)]
    down = bool(ends) and bool(ends[0] & set(wording().forms.down))
    made = Aggregate(func="min" if down else "max" if ends else "mean", args=(between,))
    return Query(measures=(Named(name=name_of(made), expr=made),))


def _in_time(query: Query, between: Call, profile: DatasetProfile) -> Query:
    """The Query with times for the column that it measures, or that it lists rows by."""

    def timed(item: Named) -> Named | None:
        match item.expr:
            case Aggregate(func=func, args=(Column() | Call(op="time between"),)) if func in _OF_TIMES:
                made = item.expr.replaced(func="mean" if func == "sum" else func, args=(between,))
                return Named(name=name_of(made), expr=made)
        return None

    if query.measures or query.by or query.then or len(query.order) != 1:
        return remeasured(query, timed)
    (sort,) = query.order
    known = profile.by_name.get(sort.expr.name) if isinstance(sort.expr, Column) else None
    if known is None or not factor_between(unit_named(known.unit) or known.unit, "days"):
        return query
    taken = Named(name=name_of(between), expr=between)
    order = (sort.replaced(expr=Column(name=taken.name)),)
    return query.replaced(then=(taken,), order=order, shown=(*query.shown, taken.name) if query.shown else ())
