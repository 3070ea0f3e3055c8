"""Coming round: weekends, Mondays, evenings and summers taken out of a question, and kept as a condition or as groups.

As spans of time they are linked, not learned: the calendar says which rows they take. Two spans that are no calendar
periods, such as halves of a year or the summers of two, are set side by side in the same way.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from autoviz.linking.form_reading import form_of
from autoviz.linking.links import Aliases, link
from autoviz.linking.moments import Moment, asked_date, calendar_of, moments
from autoviz.linking.money import asks_how_much
from autoviz.linking.names import positive
from autoviz.linking.recurring import Recurring, are_set_apart, contrasted, recurring, rest_of
from autoviz.linking.spans import joined
from autoviz.linking.stretches import DateRange
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Filter, Link
from autoviz.planning.calendar_parts import comes_in
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.filters import condition_of
from autoviz.planning.takings import average_words
from autoviz.planning.views import COUNTED
from autoviz.profile.date_roles import has_hours
from autoviz.query.language import Aggregate, Call, Cases, Column, Constant, Expr, Named, Query, When, columns_of
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured
from autoviz.readers.embedded.absence import UNKNOWN
from autoviz.readers.embedded.amounts import as_total
from autoviz.readers.embedded.dated import Dated, bounds_in_numbers, let_go
from autoviz.registry.words import english

_HUNG = re.compile(r"\s+(?:(?:in|during|for|from|of|the)\s+)+$", re.IGNORECASE)
_CLAIMED = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did)\s+(.+?)\s+(?:more|less|higher|lower|greater|larger|smaller|bigger)\s*$",
    re.IGNORECASE,
)
"""What a claim is about whose two sides are taken out: is the average fare higher."""
LINKED, PART_OF_NAME = 0.8, 0.45
"""From the first score on words name a column or a cell, and no time of their own; from the second on as one of the
words that a column is called by: open on Sundays says sunday_open."""


@dataclass(frozen=True)
class Stretch:
    """A span of time that is held against another: the summer of 2022."""

    start: int
    end: int
    name: str
    value: DateRange
    part = "period"
    told = ""


@dataclass(frozen=True)
class ComingRound:
    """A question without its recurring times, and what these ask of which date."""

    rest: str
    phrase: str
    times: tuple[Recurring | Stretch, ...]
    column: str | None
    """None where the table has no date that tells them."""
    named: frozenset[str]
    """The columns that the rest names."""
    against_rest: bool = False
    """Whether the second time is all that the one of a claim is not: windier in winter than in other months."""

    def asked_of(self, reading: Reading, profile: DatasetProfile) -> Reading:
        """A reading of the rest, of these times alone or with one group for each; said to be left out where it can not
        be asked so."""
        asked = as_total(self.rest, reading, profile).requirements
        if asked.analysis == ("summary",) and asked.constraint(Aggregation):  # the average fee is a number of each time
            asked = asked.replaced(analysis=())
        queries = (asked.query,) if asked.query else meant_queries(asked, profile)
        if not queries and len(self.times) > 1 and not {*asked.metrics} & self.named:  # more jobs on weekends: of rows
            asked, queries = asked.replaced(metrics=(), group_by=(), analysis=(), constraints=()), (Query(),)
        plain = any(match.phrase == self.rest.strip(" ?.!") for match in link(self.rest, profile))
        if not queries and (len(self.times) > 1 or plain):  # bills in winter are how much, and not how they are spread
            asked = asked.replaced(group_by=(), analysis=("total",), outputs=("table",), constraints=())
            queries = meant_queries(asked, profile)
        if not queries and asked.analysis == ("summary",) and not asked.not_found:  # jobs on weekends are rows
            asked, queries = asked.replaced(outputs=("table",)), (Query(),)
        if self.column is None or len(queries) != 1 or queries[0] is None:
            left_out = asked.replaced(not_found=(*asked.not_found, self.phrase))
            return reading.replaced(requirements=left_out, confidence=reading.confidence * UNKNOWN)
        query = self._narrowed(queries[0], self.column, profile)
        told = tuple(one.told for one in self.times if one.told)
        read = as_query(asked, query) if asked.query is None else asked.replaced(query=query)
        found = Link(phrase=self.phrase, target=self.column, kind="date", score=1.0)
        outputs = ("chart",) if len(self.times) > 1 else read.outputs
        read = read.replaced(links=(*read.links, found), outputs=outputs)
        return reading.replaced(requirements=read.assuming(*told), alternatives=())

    def _narrowed(self, query: Query, column: str, profile: DatasetProfile) -> Query:
        tests = [_test(one, column, profile) for one in self.times]
        either = tests[0] if len(tests) == 1 else Call(op="or", args=tuple(tests))
        kept = Dated(self.rest, either).kept(query)
        if len(tests) == 1:
            return kept
        named = zip(self.times, tests, strict=True)
        whens = tuple(When(condition=test, value=Constant(value=one.name)) for one, test in named)
        key = Named(name=f"{self.times[0].part} of {column}", expr=Cases(whens=whens))
        keys = (*self._others(kept, column), key)
        made = Query(source=kept.source, where=kept.where, by=keys, measures=self._measured(kept, profile))
        return remeasured(made, _averaged) if self.against_rest else made

    def _others(self, query: Query, column: str) -> tuple[Named, ...]:
        """The groups that are asked for besides: none that nobody named, and no course over the same date."""
        return tuple(item for item in query.by if set(columns_of(item)) <= self.named - {column})

    def _measured(self, query: Query, profile: DatasetProfile) -> tuple[Named, ...]:
        """What is held against what: the one amount that is named where rows are listed, else rows where nothing is."""
        asked = asks_how_much(self.rest)  # of what a verb means: how much do we spend
        stated = tuple(item for item in query.measures if asked or set(columns_of(item)) <= self.named)
        amounts = [name for name in self.named if profile.by_name[name].adds_up]
        if stated or query.measures or len(amounts) != 1:
            return stated or (COUNTED,)
        total = Aggregate(func="sum", args=(Column(name=amounts[0]),))
        return (Named(name=name_of(total), expr=total),)


def _averaged(item: Named) -> Named | None:
    """A total as an average: one season has fewer rows than the rest of the year."""
    match item.expr:
        case Aggregate(func="sum"):
            mean = item.expr.replaced(func="mean")
            return Named(name=name_of(mean), expr=mean)
    return None


def coming_round(question: str, profile: DatasetProfile, aliases: Aliases) -> ComingRound | None:
    """The recurring times of a question: one, or two that are set side by side; None where it has none, or others."""
    dates = moments(question, calendar_of(profile, question))
    often = [one for one in recurring(question) if not any(one.core < at.end and at.start < one.end for at in dates)]
    if len(often) > 1 and not contrasted(question, often):
        return None
    main = asked_date(question, profile, hours=bool(often) and often[0].part == "hour")
    found = often or _side_by_side(question, dates, years=main is not None and _in_years(profile.by_name[main.column]))
    least = {"name": PART_OF_NAME, "plural": PART_OF_NAME, "type": math.inf}
    matches = [match for match in link(question, profile, aliases) if match.score >= least.get(match.kind, LINKED)]
    if not found or any(match.start < one.end and one.core < match.end for match in matches for one in often):
        return None
    start, end = found[0].start, found[-1].end
    before = _CLAIMED.sub(r"\1", let_go(question[:start])) if len(found) > 1 else let_go(question[:start])
    rest = " ".join((before, *_compared(question, found, profile), question[end:].lstrip())).strip()
    hourly = found[0].part == "hour"
    known = main is not None and (not hourly or has_hours(profile.by_name[main.column]))
    if main is None or not rest.strip(" ?.!"):
        return None
    named = frozenset(match.column for match in link(rest, profile, aliases) if not match.dominated)
    other = rest_of(often[0]) if len(often) == 1 and _is_claimed_higher(question, named, profile) else None
    times: tuple[Recurring | Stretch, ...] = (*found, other) if other is not None else tuple(found)
    column = main.column if known else None
    return ComingRound(rest, question[start:end], times, column, named, other is not None)


def _compared(question: str, found: Sequence[Recurring | Stretch], profile: DatasetProfile) -> list[str]:
    """The measure of which a comparative between two times says that it is higher or lower: hotter than."""
    between = words(question[found[0].end : found[-1].start]) if len(found) > 1 else ()
    said = [word.lower for word in between if positive(word.lower) & english().attributes.keys()]
    meant = {match.column for word in said for match in link(word, profile) if profile.by_name[match.column].metric}
    return [f"{'total' if profile.by_name[name].adds_up else 'average'} {name}" for name in meant if len(meant) == 1]


def _is_claimed_higher(question: str, named: frozenset[str], profile: DatasetProfile) -> bool:
    """Whether one measure is claimed to be higher or lower than it is else: windier in winter. What adds up is as high
    as there are days, unless each date has its row or an average is asked for."""
    form = form_of(question, profile=profile)
    said = {word.lower for word in words(question)}
    held = form.opens == "yes_no" and form.comparative and "than" not in said
    measures = [profile.by_name[name] for name in named if profile.by_name[name].metric]
    regular = profile.things is not None and profile.things.time is not None
    return held and len(measures) == 1 and (regular or bool(average_words() & said) or not measures[0].adds_up)


def _in_years(column: ColumnProfile) -> bool:
    """Whether a date is the number of a year."""
    return isinstance(column.minimum, int)


def _side_by_side(question: str, dates: Sequence[Moment], *, years: bool) -> list[Stretch]:
    """Two spans of more than a day that are no calendar periods and held against each other; whole years alone where
    the dates are those."""
    named = joined(question, dates)
    spans = [
        Stretch(one.start, one.end, _called(question[one.start : one.end], one.value), one.value)
        for one in named
        if isinstance(one.value, DateRange) and one.value.grain == "day" and one.value.first < one.value.last
    ]
    whole = all(one.value.first.endswith("-01-01") and one.value.last.endswith("-12-31") for one in spans)
    if len(spans) != 2 or len(named) != 2 or (years and not whole):
        return []
    between = question[spans[0].end : spans[1].start]
    return spans if are_set_apart(_HUNG.sub(" ", between)) else []


def _called(said: str, span: DateRange) -> str:
    """A span as the question has it, with the year that was taken for it where it says none."""
    return said if any(map(str.isdigit, said)) else f"{said} {span.last[:4]}"


def _test(one: Recurring | Stretch, column: str, profile: DatasetProfile) -> Expr:
    if isinstance(one, Stretch):
        during = Filter(column=column, op="between", value=(one.value.first, one.value.last))
        return cast(Expr, bounds_in_numbers(condition_of((during,), profile), profile))
    return comes_in(one, column)
