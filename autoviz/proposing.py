"""Proposing: questions that a table can answer, made from its profile, each with the reason why it is worth asking."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from autoviz.answering.advice import MOST_GROUPS, most_telling, summed_up
from autoviz.answering.nouns import plural
from autoviz.answering.numerals import shown
from autoviz.drawing.titles import readable
from autoviz.listing import few, listed
from autoviz.model.base import Value
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.profile.meanings import OF_DATES

FEWEST_GROUPS = 2
"""From so many groups on there is something to compare."""
MANY_GROUPS = 500
"""A column with more groups than a chart shows is worth a ranking up to so many, and a column of names beyond."""
MOST = 8
NEXT = 3
"""So many questions are offered to go on with."""
_COORDINATES = ("lat", "latitude", "lon", "long", "lng", "longitude")
"""Where something lies says nothing when it is averaged."""
_NO_MEASURE = ("id", "code", "year", "flag", "date", "period")


class Proposal(Value):
    """A question, why it is proposed, and the columns that its answer has to use."""

    question: str
    reason: str
    columns: tuple[str, ...] = ()


def propose(profile: DatasetProfile, most: int = MOST) -> tuple[Proposal, ...]:
    """Questions of different kinds in the order in which one gets to know a table."""
    kinds: tuple[Callable[[_Known], Iterator[Proposal]], ...] = (
        _course, _comparison, _parts, _spread, _relation, _ranking, _rates, _course_of_groups, _gaps, _counts
    )  # fmt: skip
    known = _Known(profile)
    found = [list(kind(known)) for kind in kinds]
    rounds = range(max((len(items) for items in found), default=0))
    in_turn = [items[place] for place in rounds for items in found if place < len(items)]
    unique = {item.question: item for item in in_turn}
    return tuple(unique.values())[:most]


def going_on(
    profile: DatasetProfile,
    columns: Collection[str],
    asked: Collection[str],
    before: Collection[Collection[str]] = (),
    most: int = NEXT,
) -> tuple[Proposal, ...]:
    """Questions that go on from one about these columns, which were not asked yet: first those that share a column.

    `before` are the columns of each question before it: the same in other words is no question to go on with.
    """
    known = {" ".join(question.casefold().split()) for question in asked}
    seen = [set(columns), *map(set, before)]
    left = [
        item
        for item in propose(profile, most * MOST)
        if item.question.casefold() not in known and set(item.columns) not in seen
    ]
    return tuple(sorted(left, key=lambda item: not set(item.columns) & set(columns)))[:most]


class _Known:
    """The columns of a profile by what they can do in a question, the most telling first."""

    def __init__(self, profile: DatasetProfile) -> None:
        self.profile = profile
        told = [column for column in profile.columns if column.missing < column.rows]
        self.measures = sorted(
            (c for c in told if c.kind == "numeric" and c.metric and _measures(c)),
            key=most_telling,
        )
        kinds = ("categorical", "ordinal", "geographic")
        groups = [c for c in told if c.kind in kinds and not c.metric and _repeats(c)]
        groups.sort(key=lambda c: c.meaning in OF_DATES)
        self.groups = [c for c in groups if FEWEST_GROUPS <= (c.distinct or 0) <= MOST_GROUPS]
        self.many = [c for c in groups if MOST_GROUPS < (c.distinct or 0) <= MANY_GROUPS]
        self.names = [c for c in told if c.meaning in ("name", "place") and c not in groups and (c.distinct or 0) > 1]
        self.dates = [c for c in told if c.kind == "temporal" and c.span is not None and c.span.days > 0]
        self.flags = [c for c in told if c.meaning == "flag" or c.kind == "boolean"]


def _measures(column: ColumnProfile) -> bool:
    """Whether its numbers say how much or how many."""
    return column.meaning not in _NO_MEASURE and column.name.casefold() not in _COORDINATES


def _repeats(column: ColumnProfile) -> bool:
    """Whether its values come more than once, so that there is something to sum up."""
    return (column.distinct or 0) * 2 <= column.rows


def _why(column: ColumnProfile) -> str:
    """Why the summary of a measure is the sensible one."""
    name = readable(column.name)
    return f"{name} adds up" if column.adds_up else f"{name} does not add up, so it is averaged"


def _course(known: _Known) -> Iterator[Proposal]:
    for date in known.dates[:1]:
        assert date.span is not None
        told = len("2024") if date.meaning == "year" else len("2024-12-31")
        span = f"{readable(date.name)} reaches from {date.span.first[:told]} to {date.span.last[:told]}"
        for measure in known.measures[:2]:
            question = f"{summed_up(measure)} over time"
            yield Proposal(question=question, reason=f"{span}, and {_why(measure)}.", columns=(measure.name, date.name))


def _comparison(known: _Known) -> Iterator[Proposal]:
    for measure, group in zip(known.measures * len(known.groups), known.groups, strict=False):
        reason = f"{readable(group.name)} tells {group.distinct} groups apart, and {_why(measure)}."
        question = f"{summed_up(measure)} by {readable(group.name)}"
        yield Proposal(question=question, reason=reason, columns=(measure.name, group.name))


def _parts(known: _Known) -> Iterator[Proposal]:
    if not known.groups or not known.measures:
        return
    first, *others = known.groups
    what = summed_up(known.measures[0])
    for second in sorted(others, key=lambda group: group.meaning == "place")[:2]:  # places often lie in one another
        cells = (first.distinct or 0) * (second.distinct or 0)
        if cells > known.profile.rows:
            continue
        yield Proposal(
            question=f"{what} by {readable(first.name)} and {readable(second.name)}",
            reason=f"{readable(first.name)} and {readable(second.name)} cut the table in two ways: "
            "does one hang together with the other?",
            columns=(known.measures[0].name, first.name, second.name),
        )


def _spread(known: _Known) -> Iterator[Proposal]:
    for measure in known.measures[:2]:
        ends = f"from {shown(measure.minimum, exact=True)} to {shown(measure.maximum, exact=True)}"
        reason = f"A total or an average hides how {readable(measure.name)} is spread {ends}."
        yield Proposal(question=f"distribution of {readable(measure.name)}", reason=reason, columns=(measure.name,))


def _relation(known: _Known) -> Iterator[Proposal]:
    for one, other in zip(known.measures, known.measures[1:3], strict=False):
        names = f"{readable(one.name)} and {readable(other.name)}"
        yield Proposal(
            question=f"relationship between {names}",
            reason=f"{names} are numbers of the same rows: do they move together?",
            columns=(one.name, other.name),
        )


def _ranking(known: _Known) -> Iterator[Proposal]:
    for group in (*known.many, *known.names)[:1]:
        for measure in known.measures[:1]:
            by = summed_up(measure) if _repeats(group) else readable(measure.name)
            name, values = readable(group.name), shown(group.distinct, exact=True)
            yield Proposal(
                question=f"top 10 {plural(name)} by {by}",
                reason=f"{name} has {values} values, more than one chart can show.",
                columns=(group.name, measure.name),
            )


def _rates(known: _Known) -> Iterator[Proposal]:
    for flag in known.flags[:1]:
        for group in [item for item in known.groups if item is not flag][:1]:
            yield Proposal(
                question=f"share of {readable(flag.name)} by {readable(group.name)}",
                reason=f"{readable(flag.name)} is yes or no, so each {readable(group.name)} has a share of it.",
                columns=(flag.name, group.name),
            )


def _course_of_groups(known: _Known) -> Iterator[Proposal]:
    for date in known.dates[:1]:
        groups = [group for group in known.groups[:1] if group.meaning not in OF_DATES]
        for measure, group in [(measure, group) for measure in known.measures[:1] for group in groups]:
            yield Proposal(
                question=f"{summed_up(measure)} by {readable(group.name)} over time",
                reason=f"The course of the whole may be that of a single {readable(group.name)}.",
                columns=(measure.name, group.name, date.name),
            )


def _gaps(known: _Known) -> Iterator[Proposal]:
    lacking = [column.name for column in known.profile.columns if column.missing]
    if lacking:
        reason = f"Cells are empty in {listed(few(lacking, 3))}."
        yield Proposal(question="how many values are missing?", reason=reason)


def _counts(known: _Known) -> Iterator[Proposal]:
    for group in known.groups[:3]:
        reason = f"How many of the {known.profile.rows:,} rows each {readable(group.name)} stands on."
        yield Proposal(question=f"number of rows by {readable(group.name)}", reason=reason, columns=(group.name,))
