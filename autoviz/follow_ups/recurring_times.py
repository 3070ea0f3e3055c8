"""Recurring times: a follow-up that keeps the weekends, the Mondays or the summers alone, or leaves them out."""

from __future__ import annotations

from collections.abc import Iterator

from autoviz.follow_ups.basis import Basis
from autoviz.follow_ups.editing import where_read
from autoviz.linking.recurring import Recurring, recurring, rest_of
from autoviz.linking.text import words
from autoviz.model.requirements import Requirements
from autoviz.planning.calendar_parts import comes_in, part_of
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.profile.date_roles import has_hours
from autoviz.query.language import Call, Query, all_of, conjuncts, parts_of
from autoviz.registry.followups import followups

_IDLE = frozenset({"on", "in", "at", "during", "the", "what", "how", "about"})


def in_recurring_times(basis: Basis) -> tuple[Requirements, bool] | None:
    """The earlier requirements of such times alone, or without them, and whether they are left out; None where the
    follow-up says anything else, or the table has no date that tells them."""
    text, column = basis.fragment.text, basis.dates
    often = recurring(text)
    if len(often) != 1 or column is None:
        return None
    senses = set(_senses(text, often[0]))
    if not senses <= {"only", "drop", ""} or not (senses & {"only", "drop"} or basis.mentions.points_back):
        return None
    if often[0].part == "hour" and not has_hours(basis.profile.by_name[column]):
        return None
    asked = basis.requirements
    queries = meant_queries(asked, basis.profile)
    if len(queries) != 1:
        return None
    leaves_out = "drop" in senses
    times = rest_of(often[0]) if leaves_out else often[0]
    if times is None:
        return None
    query = where_read(queries[0], lambda read: _kept(read, times, column))
    return (as_query(asked, query) if asked.query is None else asked.replaced(query=query)), leaves_out


def _senses(text: str, one: Recurring) -> Iterator[str]:
    """What each word beside a recurring time says of it: only, drop, nothing, or something else."""
    said = followups().words
    idle = {*said.filler, *said.refers, *_IDLE}
    known = {phrase: sense for sense, phrases in said.senses.items() for phrase in phrases}
    for word in words(f"{text[: one.start]} {text[one.end :]}"):
        yield known.get(word.lower, "" if word.lower in idle else "other")


def _kept(read: Query, one: Recurring, column: str) -> Query:
    """A Query of the rows in these times, whatever such times it was of before."""
    others = [item for item in conjuncts(read.where) if part_of(one, column) not in parts_of(Call, item)]
    return read.replaced(where=all_of([*others, comes_in(one, column)]))
