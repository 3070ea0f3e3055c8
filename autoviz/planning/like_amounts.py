"""Like amounts: two amounts in one unit that a question holds against each other by groups: budget vs spent by district
are the totals of both, side by side; points of single rows are another question."""

from __future__ import annotations

import re

from autoviz.linking.links import Match, link
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import AnyOf, ChartWish, Filter
from autoviz.planning.converting import as_query
from autoviz.planning.filters import condition_of
from autoviz.query.language import Aggregate, Column, Named, Query
from autoviz.query.output_names import name_of

_AGAINST = re.compile(r"\s*(?:vs\.?|versus)\s+(?:the\s+)?", re.IGNORECASE)
_DRAWN = re.compile(r"\b(?:scatter|dot|point|plot|colou?r|bubble|correlat|relat)", re.IGNORECASE)
"""Words for points and what they show."""
_COMPARED = "comparative_analysis"


def of_like_amounts(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A relation of two like amounts by groups, of which no word says that it is one, as their totals in each group."""
    asked = reading.requirements
    if asked.analysis != ("correlation",) or len(asked.group_by) != 1 or _DRAWN.search(question):
        return reading
    pair = _held_pair(question, profile)
    if {*asked.metrics} != {*pair} or asked.all(ChartWish) or asked.time is not None:
        return reading
    kept = tuple(item for item in asked.constraints if isinstance(item, Filter | AnyOf))
    by = (Named(name=asked.group_by[0], expr=Column(name=asked.group_by[0])),)
    sums = [Aggregate(func="sum", args=(Column(name=name),)) for name in pair]
    measures = tuple(Named(name=name_of(expr), expr=expr) for expr in sums)
    query = Query(where=condition_of(kept, profile), by=by, measures=measures)
    intent = reading.intent.replaced(primary=_COMPARED)
    return reading.replaced(requirements=as_query(asked, query), intent=intent, alternatives=())


def _held_pair(question: str, profile: DatasetProfile) -> tuple[str, ...]:
    """The two amounts that add up, in one unit, with nothing but a versus between their names."""

    def adds_up(match: Match) -> bool:
        return match.value is None and not match.dominated and profile.by_name[match.column].adds_up

    matches = [match for match in link(question, profile) if adds_up(match)]
    for one in matches:
        for other in matches:
            held = _AGAINST.fullmatch(question[one.end : other.start]) if one.end <= other.start else None
            first, second = profile.by_name[one.column], profile.by_name[other.column]
            if held and (first.meaning, first.unit) == (second.meaning, second.unit):
                return one.column, other.column
    return ()
