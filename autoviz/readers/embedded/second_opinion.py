"""Second opinion: what only the reading that is not taken heard, kept where the one that is taken passes it over."""

from __future__ import annotations

from typing import Any

from autoviz.linking.form_reading import bound_directions
from autoviz.linking.links import Aliases, link
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import DOUBT, Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Aggregate, Call, Column, Overall, Query, conjuncts
from autoviz.readers.embedded.arbiter import moved
from autoviz.readers.embedded.of_each_group import first_of_each_group

UPWARD = {">": 1, ">=": 1, "<": -1, "<=": -1}
UNSURE = 0.5
"""Below this an answer is marked as unsure already; less would only ask about what lies just behind it."""


def heeded(
    text: str, taken: Reading, heads: Reading, decoder: Reading, profile: DatasetProfile, aliases: Aliases
) -> Reading:
    """The reading that was taken, with what the other one alone heard of the question: the first of each group, the
    side of a bound, the groups of a distribution, what is held against all rows; less sure of a measure that no word
    names and it hears otherwise."""
    matches = link(text, profile, aliases)
    of_each = first_of_each_group(text, heads.requirements, decoder.requirements, matches, profile)
    if of_each is not None:
        return moved(decoder.replaced(requirements=of_each, alternatives=()), taken.confidence)
    taken = _the_right_way(text, taken, decoder if taken.requirements == heads.requirements else heads, profile)
    if taken.requirements != heads.requirements:
        taken = taken.replaced(requirements=_spread_by_group(taken.requirements, heads.requirements))
        return _guessing(text, taken, heads, (), profile, aliases)
    held = held_against(heads.requirements, decoder.requirements, profile)
    if held is not None:
        return taken.replaced(requirements=held, alternatives=())
    return _guessing(text, taken, decoder, decoder.requirements.not_found, profile, aliases)


def _the_right_way(text: str, taken: Reading, other: Reading, profile: DatasetProfile) -> Reading:
    """The other reading where the words before a number say from which side it bounds, and only that one does so."""
    directions = bound_directions(text)
    wrong = [number for number, way in directions.items() if _side(taken.requirements, number, profile) == -way]
    if not wrong or any(_side(other.requirements, number, profile) != directions[number] for number in wrong):
        return taken
    return moved(other, taken.confidence)


def _side(asked: Requirements, number: float, profile: DatasetProfile) -> int:
    """From which side a number bounds a measure; what is older than a year comes before it."""
    bounds = [item for item in asked.all(Filter) if item.op in UPWARD and item.value == number]
    measured = [item for item in bounds if profile.by_name[item.column].metric]
    return UPWARD[measured[0].op] if len(measured) == 1 else 0


def _spread_by_group(taken: Requirements, heads: Requirements) -> Requirements:
    """The distribution of a measure in each of the groups that the heads hold apart: men vs women."""
    if taken.query is not None or taken.analysis != ("distribution",) or taken.group_by or taken.all(Filter):
        return taken
    if not heads.group_by or heads.metrics != taken.metrics or heads.time is not None:
        return taken
    return taken.replaced(group_by=heads.group_by, constraints=(*taken.constraints, *heads.all(Filter)))


def held_against(heads: Requirements, decoder: Requirements, profile: DatasetProfile) -> Requirements | None:
    """The averages of groups, of which those alone are asked for that lie on one side of the average of all.

    The fields of the heads have no such test, and the decoder puts it to single rows.
    """
    tests = [found for part in conjuncts(decoder.query.where if decoder.query else None) if (found := _test(part))]
    said = meant_queries(heads, profile)
    if len(tests) != 1 or len(said) != 1 or said[0].having is not None or not said[0].by or said[0].limit is not None:
        return None
    op, column, overall = tests[0]
    averages = [item.name for item in said[0].measures if item.expr == Aggregate(func="mean", args=(column,))]
    if len(averages) != 1:
        return None
    having = Call(op=op, args=(Column(name=averages[0]), overall))
    return as_query(heads, said[0].replaced(having=having))


def _test(part: Any) -> tuple[Any, Column, Overall] | None:
    """A column held against the average of all its values."""
    match part:
        case Call(op=op, args=(Column() as column, Overall(query=Query(measures=(measure,))) as overall)):
            average = measure.expr == Aggregate(func="mean", args=(column,))
            return (op, column, overall) if op in UPWARD and average else None
    return None


def _guessing(
    text: str, taken: Reading, other: Reading, lacking: tuple[str, ...], profile: DatasetProfile, aliases: Aliases
) -> Reading:
    """A reading of measures that no word names, with the words for which the other one finds nothing in the table.

    Where the other one takes the words for another column, neither is to be relied on.
    """
    named = {match.column for match in link(text, profile, aliases)}
    guessed = set(taken.requirements.metrics) & set(profile.names) - named
    if not guessed or taken.requirements.not_found:
        return taken
    if lacking:
        found = taken.requirements.replaced(not_found=lacking)
        return moved(taken.replaced(requirements=found), taken.confidence * DOUBT)
    measured = other.requirements.metrics
    apart = bool(measured) and not guessed & set(other.requirements.named)
    return moved(taken, taken.confidence * DOUBT) if apart and taken.confidence >= UNSURE else taken
