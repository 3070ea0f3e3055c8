"""Numbers read: whether one of two readings alone has every number that a question writes."""

from __future__ import annotations

from autoviz.linking.moments import calendar_of, moments
from autoviz.linking.number_phrases import number_candidates
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Constant, Limit, Window, parts_of


def alone_reads_numbers(text: str, one: Requirements, other: Requirements, profile: DatasetProfile) -> bool:
    """Whether every number that the text writes in digits, dates apart, is in one reading, and not in the other."""
    dates = moments(text, calendar_of(profile, text))
    written: dict[int, set[float]] = {}
    for number in number_candidates(text):
        dated = any(date.start < number.end and number.start < date.end for date in dates)
        if number.how in ("digits", "scaled") and not dated:
            written.setdefault(number.start, set()).add(number.value)
    read, heard = (_numbers(item, profile) for item in (one, other))
    return all(ways & read for ways in written.values()) and not all(ways & heard for ways in written.values())


def _numbers(asked: Requirements, profile: DatasetProfile) -> set[float]:
    """The numbers that a reading holds something against, or takes so many of."""
    queries = meant_queries(asked, profile)
    found = [part.value for part in parts_of(Constant, queries)]
    found += [part.n for part in parts_of(Limit, queries)] + [part.n for part in parts_of(Window, queries)]
    return {float(value) for value in found if isinstance(value, int | float)}
