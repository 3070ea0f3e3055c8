"""Coming round: weekends, Mondays, evenings and summers taken out of a question, and kept as a condition or as groups.

As spans of time they are linked, not learned: the calendar says which rows they take.
"""

from __future__ import annotations

from dataclasses import dataclass

from autoviz.linking.links import Aliases, link
from autoviz.linking.recurring import Recurring, contrasted, recurring
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Link
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import settled, suiting
from autoviz.profile.date_roles import has_hours, main_date
from autoviz.query.language import COUNT_ROWS, Call, Cases, Column, Constant, Expr, Named, Query, When, columns_of
from autoviz.readers.embedded.amounts import as_total
from autoviz.readers.embedded.dated import Dated, let_go

LINKED = 0.8
"""From this score on words name a column or a cell, and no time of their own."""


@dataclass(frozen=True)
class ComingRound:
    """A question without its recurring times, and what these ask of which date."""

    rest: str
    phrase: str
    times: tuple[Recurring, ...]
    column: str | None
    """None where the table has no date that tells them."""
    named: frozenset[str]
    """The columns that the rest names."""

    def asked_of(self, reading: Reading, profile: DatasetProfile) -> Reading:
        """A reading of the rest, of these times alone or with one group for each; said to be left out where it can not
        be asked so."""
        asked = as_total(self.rest, reading, profile).requirements
        queries = (asked.query,) if asked.query else queries_of(settled(asked, profile), profile, suiting(profile))
        if self.column is None or len(queries) != 1 or queries[0] is None:
            return reading.replaced(requirements=asked.replaced(not_found=(*asked.not_found, self.phrase)))
        query = self._narrowed(queries[0], self.column)
        told = tuple(one.told for one in self.times if one.told)
        read = as_query(asked, query) if asked.query is None else asked.replaced(query=query)
        found = Link(phrase=self.phrase, target=self.column, kind="date", score=1.0)
        read = read.replaced(links=(*read.links, found))
        return reading.replaced(requirements=read.assuming(*told), alternatives=())

    def _narrowed(self, query: Query, column: str) -> Query:
        tests = [_test(one, column) for one in self.times]
        either = tests[0] if len(tests) == 1 else Call(op="or", args=tuple(tests))
        kept = Dated(self.rest, either).kept(query)
        if len(tests) == 1:
            return kept
        named = zip(self.times, tests, strict=True)
        whens = tuple(When(condition=test, value=Constant(value=one.name)) for one, test in named)
        key = Named(name=f"{self.times[0].part} of {column}", expr=Cases(whens=whens))
        keys = (*self._others(kept, column), key)
        return Query(source=kept.source, where=kept.where, by=keys, measures=self._measured(kept))

    def _others(self, query: Query, column: str) -> tuple[Named, ...]:
        """The groups that are asked for besides: none that nobody named, and no course over the same date."""
        return tuple(item for item in query.by if set(columns_of(item)) <= self.named - {column})

    def _measured(self, query: Query) -> tuple[Named, ...]:
        """What is held against what: rows where nothing is named that could be measured."""
        stated = tuple(item for item in query.measures if set(columns_of(item)) <= self.named)
        return stated or (Named(name="count", expr=COUNT_ROWS),)


def coming_round(question: str, profile: DatasetProfile, aliases: Aliases) -> ComingRound | None:
    """The recurring times of a question: one, or two that are set side by side; None where it has none, or others."""
    found = recurring(question)
    matches = [match for match in link(question, profile, aliases) if match.score >= LINKED and match.kind != "type"]
    if any(match.start < one.end and one.core < match.end for match in matches for one in found):
        return None
    if len(found) != 1 and not contrasted(question, found):
        return None
    start, end = found[0].start, found[-1].end
    rest = f"{let_go(question[:start])} {question[end:].lstrip()}".strip()
    hourly = found[0].part == "hour"
    main = main_date(profile, question.split(), hours=hourly)
    known = main is not None and (not hourly or has_hours(profile.by_name[main.column]))
    if main is None or not rest.strip(" ?.!"):
        return None
    named = frozenset(match.column for match in link(rest, profile, aliases) if not match.dominated)
    return ComingRound(rest, question[start:end], tuple(found), main.column if known else None, named)


def _test(one: Recurring, column: str) -> Expr:
    part = Call(op="date part", args=(Constant(value=one.part), Column(name=column)))
    values = tuple(Constant(value=value) for value in one.values)
    return Call(op="=", args=(part, *values)) if len(values) == 1 else Call(op="in", args=(part, *values))
