"""Growth: by how much something changed between two periods is the difference of the two, not the course between."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

import pandas as pd

from autoviz.frames.dates import incomplete_periods
from autoviz.linking.form_reading import form_of
from autoviz.linking.links import STRONG, best_matches, link
from autoviz.linking.moments import Calendar, asked_date, moments
from autoviz.linking.money import asks_how_much
from autoviz.linking.stretches import DateRange
from autoviz.model.labels import Grain
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Change, Requirements
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.filters import during
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Expr,
    Func,
    Named,
    Query,
    Sort,
    all_of,
    columns_of,
    conjuncts,
)
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import within_order

_WHOLE: Mapping[Grain, str] = {"year": "%Y", "quarter": "Q%q %Y", "month": "%b %Y"}
"""Periods of which the first and the last whole one are held against each other, and what they are called."""
_PERCENT = re.compile(r"\bper ?cent(?:age)?s?\b|%", re.IGNORECASE)
_THAN = re.compile(r"\bthan\b", re.IGNORECASE)
_ALL = re.compile(r"\ball (?:the )?$", re.IGNORECASE)
_EVERYWHERE = re.compile(r"\beverywhere\b", re.IGNORECASE)
_FACTORS = {"doubl": 2.0, "tripl": 3.0, "quadrupl": 4.0, "halv": 0.5}
_MULTIPLIED = re.compile(rf"\b(?P<more>more than )?(?P<verb>{'|'.join(_FACTORS)})(?:ed?|es|ing)\b", re.IGNORECASE)
_MOVED = re.compile(
    r"\b(?P<verb>los(?:t|es?|ing)|gain(?:s|ed|ing)?)(?P<most> (?:the )?(?:most|least))? (?:some |any )?", re.IGNORECASE
)
_OPENS = re.compile(r"\b(?:from|between|since)\s+(?:the\s+(?:year\s+)?)?$", re.IGNORECASE)


class Factor(NamedTuple):
    """How many times as much there is in the end as at first, and whether it is to be beyond that."""

    times: float
    beyond: bool


def grown_by(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of by how much a measure changed between two periods, as what it was in the later less the earlier.

    What changed the most, which things fell or doubled, or whether all rose, hangs on the first and the last year where
    no periods are named.
    """
    question = _as_moved(question, profile)
    asked, form = reading.requirements, form_of(question, profile=profile)
    factor = _factor(question)
    changing = form.changing or factor is not None
    if changing and _PERCENT.search(question) and asked.query is None and asked.time is not None:
        return _as_course(question, reading, asked.time.column, profile)
    most = changing and form.superlative and not _PERCENT.search(question)
    directed = factor is not None or (form.changing and form.direction and not form.comparative)
    directed = directed and not form.superlative
    those, everywhere = directed and form.opens == "which", directed and form.opens == "yes_no" and form.universal
    each = most or those or everywhere
    if not each and (not asks_how_much(question) or not (changing or _THAN.search(question))):
        return reading
    measure, queries = _measure(question, asked, profile), queries_of(asked, profile, suiting(profile))
    read = within_order(queries[0]) if len(queries) == 1 else None
    time = _date(question, read, profile) if read is not None else None
    if measure is None or read is None or time is None or read.source is not None:
        return reading
    ends, told = _ends(question, time, profile), ""
    if ends is None and each and not _is_named(time, question, profile):  # not the month in which it fell
        ends, told = _first_and_last(time, profile)
    query = _in_things(question, read, profile) if each else read
    if ends is None or (each and not query.by):
        return reading
    whole = query if everywhere else _of_all(question, query, profile)
    made = _difference(whole, measure, time, ends, profile)
    if each and not made.by:
        return reading
    if factor is not None and not most:
        made = _times_as_much(made, factor if those else None)
    elif those:
        made = _of_those(made, form.direction)
    elif most and form.together < 0:  # fell the most, grew the least
        made = made.replaced(order=tuple(item.replaced(descending=False) for item in made.order))
    drawn = as_query(asked.assuming(told) if told else asked, made)
    found = drawn if made.by else drawn.replaced(outputs=("table",), constraints=())
    return reading.replaced(requirements=found, alternatives=())


def _as_moved(question: str, profile: DatasetProfile) -> str:
    """A question with fell or rose for the loss or the gain of a measure: who lost the most population."""
    hit = _MOVED.search(question)
    metrics = {match.start for match in link(question, profile) if match.value is None and match.score >= STRONG}
    if hit is None or hit.end() not in metrics:
        return question
    verb = "rose" if hit["verb"].lower().startswith("gain") else "fell"
    return f"{question[: hit.start()]}{verb}{hit['most'] or ''} in {question[hit.end() :]}"


def _is_named(column: str, question: str, profile: DatasetProfile) -> bool:
    return any(match.column == column and match.value is None for match in link(question, profile))


def _in_things(question: str, query: Query, profile: DatasetProfile) -> Query:
    """A Query in groups of what changed: by the one column that is named for it, else by the things of a panel, else as
    it is."""
    grouping = {column.name for column in profile.columns if not column.metric and column.kind != "temporal"}
    named = {match.column for match in best_matches(link(question, profile)) if match.value is None} & grouping
    things = profile.things.columns if profile.things is not None and profile.things.panel else ()
    keys = tuple(named) if len(named) == 1 else () if named else things or _places(question, profile)
    return query.replaced(by=tuple(Named(name=key, expr=Column(name=key)) for key in keys)) if keys else query


def _places(question: str, profile: DatasetProfile) -> tuple[str, ...]:
    """The one column of places, where it is asked what changed everywhere."""
    placed = tuple(column.name for column in profile.columns if column.meaning == "place" and not column.metric)
    return placed if len(placed) == 1 and _EVERYWHERE.search(question) else ()


def _of_those(query: Query, direction: int) -> Query:
    """The groups alone in which it changed this way, the largest change first."""
    change = Column(name=query.measures[0].name)
    way = Call(op=">" if direction > 0 else "<", args=(change, Constant(value=0)))
    return query.replaced(having=way, order=(Sort(expr=change, descending=direction > 0),))


def _factor(question: str) -> Factor | None:
    """How many times as much there was in the end, where the question says so by a verb: doubled, halved."""
    hit = _MULTIPLIED.search(question)
    return Factor(_FACTORS[hit["verb"].lower()], bool(hit["more"])) if hit else None


def _times_as_much(query: Query, factor: Factor | None) -> Query:
    """How many times as much there was in the end as at first, of the groups alone in which it came to a factor."""
    difference = query.measures[0].expr
    assert isinstance(difference, Call)
    times = difference.replaced(op="/")
    name = name_of(times)
    order = (Sort(expr=Column(name=name), descending=factor is None or factor.times > 1),)
    made = query.replaced(measures=(Named(name=name, expr=times),), order=order)
    if factor is None:
        return made
    op = (">" if factor.times > 1 else "<") + ("" if factor.beyond else "=")
    held = Call.model_validate({"op": op, "args": (Column(name=name), Constant(value=factor.times))})
    return made.replaced(having=held)


def _first_and_last(time: str, profile: DatasetProfile) -> tuple[tuple[Any, Any] | None, str]:
    """The rows of the first and of the last whole year, or quarter or month where there are no two, and how that is
    told."""
    column = profile.by_name[time]
    if column.span is None:
        return None, ""
    first, last = (date.fromisoformat(day[:10]) for day in (column.span.first, column.span.last))
    for grain, called in _WHOLE.items():
        cut = incomplete_periods(first, last, grain, column.span.spacing_days)
        unit = grain[0].upper()
        one, other = pd.Period(first, unit) + int(cut.first), pd.Period(last, unit) - int(cut.last)
        if one < other:
            ranges = [(str(period.start_time.date()), str(period.end_time.date())) for period in (one, other)]
            ends = [during(time, DateRange(*days, grain), profile) for days in ranges]
            return (ends[0], ends[1]), f"the change is that from {one.strftime(called)} to {other.strftime(called)}."
    return None, ""


def _as_course(question: str, reading: Reading, time: str, profile: DatasetProfile) -> Reading:
    """A change in percent from one period to another as the course between them, which tells it: no share of the two,
    and not the change of each against the one before."""
    asked = reading.requirements
    beside = {"share", "change"} & {*asked.analysis}
    if "trend" not in asked.analysis or not beside or asked.group_by or _ends(question, time, profile) is None:
        return reading
    analysis = tuple(label for label in asked.analysis if label not in beside)
    kept = tuple(item for item in asked.constraints if not isinstance(item, Change))
    return reading.replaced(requirements=asked.replaced(analysis=analysis, constraints=kept), alternatives=())


def _of_all(question: str, query: Query, profile: DatasetProfile) -> Query:
    """A Query without the keys that the question puts together: across all stations."""
    together = {match.column for match in link(question, profile) if _ALL.search(question[: match.start])}
    return query.replaced(by=tuple(item for item in query.by if not together & {*columns_of(item.expr)}))


def _date(question: str, query: Query, profile: DatasetProfile) -> str | None:
    """The date that the question names, else the one that is read, else the one that such questions mean."""
    choice = asked_date(question, profile)
    if choice is not None and choice.named:
        return choice.column
    dates = {column.name for column in profile.of_kind("temporal")}
    read = [name for name in dict.fromkeys((*columns_of(query.by), *columns_of(query.where))) if name in dates]
    return read[0] if len(read) == 1 else choice.column if choice and not read else None


def _measure(question: str, asked: Requirements, profile: DatasetProfile) -> str | None:
    """The one measure that the question names, else the one that is read."""
    things = profile.things.columns if profile.things is not None else ()
    metrics = {column.name for column in profile.columns if column.metric} - {*things}  # states may be numbers
    matches = best_matches(link(question, profile))
    named = {match.column for match in matches if match.value is None and match.score >= STRONG} & metrics
    read = columns_of((asked.query.measures, asked.query.then, asked.query.order)) if asked.query is not None else ()
    found = named or ({*asked.metrics, *read} & metrics)
    return found.pop() if len(found) == 1 else None


def _ends(question: str, time: str, profile: DatasetProfile) -> tuple[Any, Any] | None:
    """The rows of the two periods between which something changed; since one is up to the last that there is."""
    span = profile.by_name[time].span
    if span is None:
        return None
    first, last = (date.fromisoformat(day[:10]) for day in (span.first, span.last))
    found = moments(question, Calendar(first, last, True, False))
    named = [(one, one.value) for one in found if isinstance(one.value, DateRange)]
    ranges = [period for _, period in named]
    grains = {period.grain for period in ranges}
    if not named:
        return None
    before, end = question[: named[0][0].start], named[0][0].end
    if len(ranges) == 2 and len(grains) == 1 and _THAN.search(question, end, named[1][0].start):
        return during(time, ranges[1], profile), during(time, ranges[0], profile)  # more in May than in June
    if not _OPENS.search(before):
        return None
    if len(ranges) == 1 and grains == {"year"} and before.rstrip().lower().endswith("since"):
        ranges.append(DateRange(f"{last.year}-01-01", f"{last.year}-12-31", "year"))
    if len(ranges) != 2 or len(grains) != 1 or ranges[0].first >= ranges[1].first:
        return None
    return during(time, ranges[0], profile), during(time, ranges[1], profile)


def _difference(query: Query, measure: str, time: str, ends: tuple[Any, Any], profile: DatasetProfile) -> Query:
    """What a measure is in the later period less what it is in the earlier, in the same groups of the same rows."""
    func: Func = "mean" if suiting(profile)(measure) == "mean" else "sum"
    before, after = (Aggregate(func=func, args=(Column(name=measure),), where=end) for end in ends)
    change: Expr = Call(op="-", args=(after, before))
    fell = Call(op="<", args=(Column(name=measure), Constant(value=0)))  # what fell is not below 0
    kept = [part for part in conjuncts(query.where) if time not in columns_of(part) and part != fell]
    keys = tuple(item for item in query.by if not {time, measure} & set(columns_of(item.expr)))
    name = name_of(change)
    order = (Sort(expr=Column(name=name), descending=True),) if keys else ()
    limit = query.limit if keys else None
    return Query(where=all_of(kept), by=keys, measures=(Named(name=name, expr=change),), order=order, limit=limit)
