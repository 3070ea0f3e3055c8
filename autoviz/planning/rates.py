"""Rates: a share of rows that meet a condition in each group, which fields can only say as a share among such rows, and
the part that such rows have of a total."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from autoviz.linking.links import Match, link
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Filter, Requirements
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import default_aggregate, suiting
from autoviz.planning.filters import condition_of
from autoviz.query.language import Aggregate, Call, Cases, Column, Constant, Named, Query, Sort, When, columns_of
from autoviz.query.output_names import name_of

_SPREAD = re.compile(
    r"\b(?:shares?|percentages?|per ?cent|proportions?|fractions?) of (?:the |all )?(?P<things>[a-z]+)"
    r" (?:in|per|by|at|on|from) (?:each |every )?(?=\w)", re.IGNORECASE,
)  # fmt: skip
"""What stands before the groups over which things are spread, of which nothing else is said."""
ONE, NONE, HUNDRED = Constant(value=1), Constant(value=0), Constant(value=100)
COUNTED = (Aggregation(func="count"),)


def rated(reading: Reading, profile: DatasetProfile) -> Reading:
    """The share of the rows of one sort per group, as how common they are in each; any other reading as it is.

    How the rows of one sort are spread over the groups depends on how large the groups are, which is seldom asked.
    """
    asked = reading.requirements
    dates = {column.name for column in profile.of_kind("temporal")}
    spans = tuple(item for item in asked.all(Filter) if item.column in dates)
    filters = tuple(item for item in asked.all(Filter) if item not in spans)
    if asked.query is not None or asked.analysis != ("share",) or asked.all(Aggregation) != COUNTED or asked.time:
        return reading
    queries = queries_of(asked, profile, suiting(profile))
    if len(filters) != 1 or len(queries) != 1 or len(queries[0].by) != 1:
        return reading
    if filters[0].column in asked.group_by:
        return reading
    share = share_of_rows(condition_of(filters, profile))
    most = Sort(expr=Column(name=share.name), descending=True)
    query = Query(where=condition_of(spans, profile), by=queries[0].by, measures=(share,), order=(most,))
    told = f"The share of such rows within each {asked.group_by[0]}, not how they are spread over them."
    return reading.replaced(requirements=as_query(asked, query).assuming(told))


def spread_over(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of how common something is in each group that no word names, as how the rows are spread over the
    groups: the percentage of passengers in each class is none of those who survived."""
    hit, query = _SPREAD.search(question), reading.requirements.query
    if hit is None or query is None or query.source is not None or len(query.by) != 1 or query.having is not None:
        return reading
    matches = link(question, profile)
    keys = [match.column for match in matches if match.start == hit.end() and match.value is None]
    named = [match.column for match in matches if match.start == hit.start("things")]
    things = [name for name in named if not profile.tells_apart(name)]
    measured = {*columns_of(query.measures)} - {match.column for match in matches}
    by = query.by[0].expr
    if things or not measured or not isinstance(by, Column) or by.name not in keys:
        return reading
    asked = reading.requirements.replaced(
        query=None, metrics=(), group_by=(by.name,), analysis=("share",), outputs=("chart",), constraints=COUNTED
    )
    return reading.replaced(requirements=asked, alternatives=())


def share_of_rows(test: Any) -> Named:
    """The share of rows that meet a condition, in percent."""
    case = Cases(whens=(When(condition=test, value=ONE),), otherwise=NONE)
    share = Call(op="*", args=(HUNDRED, Aggregate(func="mean", args=(case,))))
    return Named(name=name_of(share), expr=share)


def of_the_total(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that shares a total out among the things of one kind, as the part that this kind has of it all.

    The percentage of revenue that comes from flagship shops is no list of those shops: the kind is said of the things.
    Nor is the share of runners who are not from Germany a list of the other countries, of which nothing is said.
    """
    asked = reading.requirements
    filters = asked.all(Filter)
    if asked.query is not None or asked.analysis != ("share",) or asked.time or len(asked.group_by) != 1:
        return reading
    if len(filters) != 1 or of_each(question):
        return reading
    one = _all_but_some if filters[0].column in asked.group_by else _of_a_kind
    if not one(link(question, profile), asked.group_by[0], filters[0]):
        return reading
    share = _part_of_all(asked, condition_of(filters, profile), profile)
    if share is None:
        return reading
    made = as_query(asked, Query(measures=(share,)))
    return reading.replaced(requirements=made.replaced(outputs=("table",), constraints=()), alternatives=())


def _of_a_kind(matches: Sequence[Match], group: str, test: Filter) -> bool:
    """Whether the kind is said of the things that make the groups."""
    kinds = {match.end for match in matches if match.column == test.column and match.value is not None}
    things = {match.start for match in matches if match.column == group and match.value is None}
    return any(end + 1 in things for end in kinds)


def _all_but_some(matches: Sequence[Match], group: str, test: Filter) -> bool:
    """Whether groups are made by what is only said to be something else."""
    return test.op in ("!=", "not in") and all(match.value is not None for match in matches if match.column == group)


def _part_of_all(asked: Requirements, met: Any, profile: DatasetProfile) -> Named | None:
    """The share of what meets the condition: of rows, or of the total of the one amount."""
    if asked.all(Aggregation) == COUNTED:
        return share_of_rows(met)
    if len(asked.metrics) != 1 or default_aggregate(profile.by_name[asked.metrics[0]]) != "sum":
        return None
    total = Aggregate(func="sum", args=(Column(name=asked.metrics[0]),))
    part = Call(op="/", args=(Call(op="*", args=(HUNDRED, total.replaced(where=met))), total))
    return Named(name=name_of(part), expr=part)


def of_each(question: str) -> bool:
    """Whether a word sets groups apart: each, every, by, per."""
    return not {"each", "every", "by", "per"}.isdisjoint(word.lower for word in words(question))
