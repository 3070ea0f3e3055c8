"""Dating: the time axis on the date column that has what is asked for, and a word where another would do as well."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import ge
from typing import Any

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.literals import literals
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import AnyOf, Change, Cumulative, Filter, Requirements, Time, Window
from autoviz.profile.date_roles import has_hours, is_clock, is_intended, main_date
from autoviz.query.language import (
    COMPARISONS,
    Call,
    Column,
    Constant,
    Named,
    Query,
    all_of,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import rekeyed, remeasured, rewritten

_HOURS = re.compile(r"\b(?:hours?|hourly)\b", re.IGNORECASE)
_DAYS = re.compile(r"\b(?:days?|daily)\b", re.IGNORECASE)
_EACH_HOUR = re.compile(r"\b(?:(?:by|per|each|every)\s+(?:the\s+)?hour|hourly)\b", re.IGNORECASE)
HOURLY = ("hour", "hour_of_day")
_FINER = {"week": ("day", 7), "hour": ("minute", 60)}
"""In what times are held against a bound, and how many of them one is."""


def on_fitting_date(requirements: Requirements, profile: DatasetProfile, question: str) -> Requirements:
    """Hours come from a column that has hours; of several dates that the question does not name, it is said which."""
    if _HOURS.search(question):
        requirements = _by_hours(requirements, profile, bool(_EACH_HOUR.search(question)))
    elif _DAYS.search(question) and requirements.query is not None:
        requirements = requirements.replaced(query=_by_days(requirements.query, profile))
    time = requirements.time
    column = profile.by_name.get(time.column) if time else None
    if time is None or column is None or requirements.query is not None or column.kind != "temporal":
        return _saying_which(requirements, profile, question)
    timed = _with_hours(time, column, profile, question)
    if timed is None:
        return _saying_which(requirements, profile, question)
    moved = requirements.replaced(time=time.replaced(column=timed.name))
    moved = _by_clock(moved) if is_clock(timed) else moved
    return moved.assuming(_told_hours(timed.name, time.column))


def _with_hours(time: Time, column: ColumnProfile, profile: DatasetProfile, question: str) -> ColumnProfile | None:
    """The column whose hours are asked for, where the one that was taken has none."""
    if time.grain not in HOURLY or has_hours(column):
        return None
    choice = main_date(profile, question.split(), hours=True)
    timed = profile.by_name[choice.column] if choice else None
    return timed if timed is not None and has_hours(timed) else None


def _saying_which(requirements: Requirements, profile: DatasetProfile, question: str) -> Requirements:
    """Which date was taken, where the question names none and another would do as well."""
    used = _dates_used(requirements, profile)
    choice = main_date(profile, question.split())
    if choice is not None and len(used) == 2:
        return _saying_between(requirements, (choice.column, *choice.others), profile, question)
    if choice is None or len(used) != 1 or any(link.target in used for link in requirements.links):
        return requirements
    (taken,) = used
    others = [name for name in (choice.column, *choice.others) if name != taken and _is_date(name, profile)]
    told = any(_told_hours(taken, other) in requirements.assumed for other in others)
    if not others or told or _names(question, taken, others):
        return requirements
    return requirements.assuming(f"time is that of {taken}; {' or '.join(others)} would be another.")


def _saying_between(
    requirements: Requirements, dates: Sequence[str], profile: DatasetProfile, question: str
) -> Requirements:
    """Between which dates something took place, where the question does not name both and there are more of them."""
    for between in parts_of(Call, requirements.query):
        ends = columns_of(between.args) if between.op == "time between" else ()
        others = [name for name in dates if name not in ends and _is_date(name, profile)]
        named = [name for name in ends if _names(question, name, [other for other in dates if other != name])]
        if len(ends) == 2 and others and len(named) < len(ends):
            told = f"the time is that from {ends[0]} to {ends[1]}; {' or '.join(others)} would be another date."
            return requirements.assuming(told)
    return requirements


def unplaced_periods(requirements: Requirements, profile: DatasetProfile, question: str) -> tuple[str, ...]:
    """Periods such as last year that narrow no dates down, though the question names them; what is held against an
    earlier period or runs over several has them in it, and a reading by a Query tells itself what it leaves out."""
    if requirements.query is not None or any(requirements.all(kind) for kind in (Change, Window, Cumulative)):
        return ()
    if any(_is_time(item.column, profile) for item in _row_conditions(requirements)):
        return ()
    said = [item.phrase for item in literals(question, profile) if item.type == "period"]
    return tuple(phrase for phrase in said if not any(phrase in link.phrase for link in requirements.links))


def _row_conditions(requirements: Requirements) -> list[Filter]:
    """All conditions on rows, those that hold in one of several ways too."""
    return [*requirements.all(Filter), *(one for many in requirements.all(AnyOf) for one in many.filters)]


def _is_time(name: str, profile: DatasetProfile) -> bool:
    column = profile.by_name.get(name)
    return column is not None and (column.kind == "temporal" or column.meaning in ("year", "period", "date", "time"))


def _dates_used(requirements: Requirements, profile: DatasetProfile) -> set[str]:
    """The date columns along which, by which or of which rows are taken."""
    if requirements.query is not None:
        found = columns_of(_beside_plan(requirements.query)) or columns_of(requirements.query)
    else:
        narrowed = (item.column for item in _row_conditions(requirements))
        found = (*((requirements.time.column,) if requirements.time else ()), *narrowed)
    return {name for name in found if name in profile.by_name and profile.by_name[name].kind == "temporal"}


def _beside_plan(query: Query) -> Query:
    """A Query without tests of one date against another, which do not say when anything was: late jobs by month."""
    own = [test for test in conjuncts(query.where) if not _holds_dates(test)]
    return query.replaced(where=all_of(own)) if query.by else query


def _holds_dates(test: Any) -> bool:
    match test:
        case Call(op=op, args=(Column(), Column())):
            return op in COMPARISONS
    return False


def _names(question: str, column: str, others: Sequence[str]) -> bool:
    """Whether a question says a word of a column's name that no other date has."""
    shared = {word for name in others for word in name_words(name)}
    return not (set(name_words(column)) - shared).isdisjoint(name_words(question))


def _by_hours(requirements: Requirements, profile: DatasetProfile, each: bool) -> Requirements:
    """What is grouped by the single times of a clock grouped by its hours; what is not grouped too, where each hour
    is asked for and no date has one."""
    clocks = [column.name for column in profile.columns if is_clock(column)]
    if not clocks or requirements.time is not None:
        return requirements
    bare = each and not profile.of_kind("temporal")
    query = requirements.query
    if query is not None:
        single: list[Any] = [Column(name=name) for name in clocks]
        keys = tuple(_hour_of(item) if item.expr in single else item for item in query.by)
        added = (_hour_of(Named(name=clocks[0], expr=single[0])),) if bare and query.measures else ()
        return requirements.replaced(query=query.replaced(by=keys or added))
    grouped = [name for name in requirements.group_by if name in clocks]
    if not grouped and not (bare and requirements.metrics and not requirements.group_by):
        return requirements
    others = tuple(name for name in requirements.group_by if name not in grouped[:1])
    time = Time(column=(grouped or clocks)[0], grain="hour_of_day")
    labels = tuple("compare" if label in ("total", "trend") else label for label in requirements.analysis)
    return requirements.replaced(group_by=others, time=time, analysis=labels)


def _hour_of(item: Named) -> Named:
    return item.replaced(expr=Call(op="date part", args=(Constant(value="hour"), item.expr)))


def _by_days(query: Query, profile: DatasetProfile) -> Query:
    """What is counted or summed up at every single moment, where days are asked for, as it is on each day."""
    moments: list[Any] = [Column(name=column.name) for column in profile.columns if has_hours(column)]
    if not query.measures or not any(item.expr in moments for item in query.by):
        return query
    return rekeyed(query, lambda item: _day_of(item) if item.expr in moments else None)


def _day_of(item: Named) -> Named:
    day = Call(op="period", args=(Constant(value="day"), item.expr))
    return Named(name=name_of(day), expr=day)


def _by_clock(requirements: Requirements) -> Requirements:
    """Hours of a clock come round every day, so that they are compared and not followed."""
    assert requirements.time is not None
    labels = ("compare" if label == "trend" else label for label in requirements.analysis)
    return requirements.replaced(
        time=requirements.time.replaced(grain="hour_of_day"), analysis=tuple(dict.fromkeys(labels))
    )


def on_fitting_hours(query: Query, profile: DatasetProfile) -> tuple[Query, tuple[str, ...]]:
    """The same for the hours of a Query that a reader wrote."""
    choice = main_date(profile, hours=True)
    if choice is None or not has_hours(profile.by_name[choice.column]):
        return query, ()
    timed = profile.by_name[choice.column]
    told: dict[str, None] = {}

    def changed(part: Any) -> Any:
        match part:
            case Call(op="date part" | "period" as op, args=(Constant(value="hour"), Column(name=name))) if (
                name in profile.by_name and not has_hours(profile.by_name[name])
            ):
                told[_told_hours(timed.name, name)] = None
                read = (part.args[0], Column(name=timed.name))
                return part.replaced(op="date part" if is_clock(timed) else op, args=read)
        return None

    source = query.source
    if isinstance(source, Query):
        source, before = on_fitting_hours(source, profile)
        told.update(dict.fromkeys(before))

    def moved(item: Named) -> Named | None:
        expr = rewritten(item.expr, changed)
        return Named(name=name_of(expr), expr=expr) if expr != item.expr else None

    query = rekeyed(query, moved)
    parts = {name: rewritten(getattr(query, name), changed) for name in type(query).model_fields if name != "source"}
    return query.replaced(**parts, source=source), tuple(told)


def bounds_in_full(query: Query) -> Query:
    """Times between two dates that are held against weeks or hours in days or minutes.

    Times are counted in full weeks and begun hours, so that thirteen days would be within a week.
    """

    def changed(part: Any) -> Any:
        match part:
            case Call(
                op="<" | "<=" | ">" | ">=",
                args=(
                    Call(op="time between", args=(Constant(value=str() as unit), *dates)),
                    Constant(value=int() | float() as held),
                ),
            ) if unit in _FINER:
                finer, times = _FINER[unit]
                between = Call(op="time between", args=(Constant(value=finer), *dates))
                return part.replaced(args=(between, Constant(value=held * times)))
        return None

    source = bounds_in_full(query.source) if isinstance(query.source, Query) else query.source
    parts = {name: rewritten(getattr(query, name), changed) for name in type(query).model_fields if name != "source"}
    return query.replaced(**parts, source=source)


def from_earlier_dates(query: Query, profile: DatasetProfile) -> Query:
    """Times between two dates told from the earlier to the later, as far as it is known which lies later.

    A time that is held against something is left as it is, and so is one from or to when something was to happen:
    their signs are meant.
    """
    held = [call for call in parts_of(Call, query) if call.op in COMPARISONS]
    if any(call.op == "time between" for one in held for call in parts_of(Call, one)):
        return query

    def changed(part: Any) -> Any:
        match part:
            case Call(op="time between", args=(unit, Column() as one, Column() as two)) if is_later(one, two, profile):
                return part.replaced(args=(unit, two, one))
        return None

    def turned(item: Named) -> Named | None:
        expr = rewritten(item.expr, changed)
        return None if expr == item.expr else Named(name=name_of(expr), expr=expr)

    return remeasured(query, turned)


def is_later(one: Column, other: Column, profile: DatasetProfile) -> bool:
    """Whether the dates of one column begin and end after those of another, and both are when something happened."""
    if is_intended(one.name) != is_intended(other.name):
        return False
    spans = [profile.by_name[column.name].span for column in (one, other) if column.name in profile.by_name]
    ends = [(span.first, span.last) for span in spans if span is not None]
    return len(ends) == 2 and ends[0] != ends[1] and all(map(ge, *ends))


def _told_hours(timed: str, column: str) -> str:
    return f"hours are those of {timed}; {column} has none."


def _is_date(name: str, profile: DatasetProfile) -> bool:
    """Whether a column has dates of its own; a year or a month beside a date is taken from it."""
    return profile.by_name[name].meaning not in ("year", "period")
