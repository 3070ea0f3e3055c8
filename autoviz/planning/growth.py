"""Growth: by how much something changed between two periods is the difference of the two, not the course between."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from autoviz.linking.form_reading import form_of
from autoviz.linking.links import STRONG, best_matches, link
from autoviz.linking.moments import Calendar, asked_date, moments
from autoviz.linking.money import asks_how_much
from autoviz.linking.stretches import DateRange
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

_PERCENT = re.compile(r"\bper ?cent(?:age)?s?\b|%", re.IGNORECASE)
_THAN = re.compile(r"\bthan\b", re.IGNORECASE)
_ALL = re.compile(r"\ball (?:the )?$", re.IGNORECASE)
_OPENS = re.compile(r"\b(?:from|between|since)\s+(?:the\s+(?:year\s+)?)?$", re.IGNORECASE)


def grown_by(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of by how much a measure changed between two periods, as what it was in the later less the earlier."""
    asked = reading.requirements
    form = form_of(question, profile=profile)
    changing, most = form.changing, form.changing and form.superlative and not _PERCENT.search(question)
    if changing and _PERCENT.search(question) and asked.query is None and asked.time is not None:
        return _as_course(question, reading, asked.time.column, profile)
    if not most and (not asks_how_much(question) or not (changing or _THAN.search(question))):
        return reading
    measure, queries = _measure(question, asked, profile), queries_of(asked, profile, suiting(profile))
    if measure is None or len(queries) != 1 or queries[0].source is not None:
        return reading
    time = _date(question, queries[0], profile)
    ends = _ends(question, time, profile) if time else None
    if time is None or ends is None:
        return reading
    made = _difference(_of_all(question, queries[0], profile), measure, time, ends, profile)
    if most and not made.by:
        return reading
    if most and form.together < 0:  # fell the most, grew the least
        made = made.replaced(order=tuple(item.replaced(descending=False) for item in made.order))
    drawn = as_query(asked, made)
    found = drawn if made.by else drawn.replaced(outputs=("table",), constraints=())
    return reading.replaced(requirements=found, alternatives=())


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
    metrics = {column.name for column in profile.columns if column.metric}
    matches = best_matches(link(question, profile))
    named = {match.column for match in matches if match.value is None and match.score >= STRONG} & metrics
    found = named or ({*asked.metrics} & metrics)
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
    kept = [part for part in conjuncts(query.where) if time not in columns_of(part)]
    keys = tuple(item for item in query.by if not {time, measure} & set(columns_of(item.expr)))
    name = name_of(change)
    order = (Sort(expr=Column(name=name), descending=True),) if keys else ()
    return Query(where=all_of(kept), by=keys, measures=(Named(name=name, expr=change),), order=order)
