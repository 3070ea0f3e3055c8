"""One side: whether or how much more a group has, where the question leaves out what it is held against: the others."""

from __future__ import annotations

import re
from collections.abc import Callable

from autoviz.linking.form_reading import form_of, is_comparative
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import AgainstRest, Aggregation, Filter, Requirements
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Call, Column, Expr, columns_of, conjuncts, parts_of

_ASKED = re.compile(r"\bhow (?:much|many|far) (?P<more>\w+)\b", re.IGNORECASE)
_HELD = frozenset({
    "than", "versus", "vs", "compared", "against", "relative", "between", "and", "or", "from", "to", "by", "per",
    "since", "each", "every", "over", "as",
})  # fmt: skip
"""What tells what something is held against, or that it is no group."""


def held_against_others(
    text: str, reading: Reading, read: Callable[[str], Reading], profile: DatasetProfile
) -> Reading:
    """A reading of whether or how much more one group has, held against all others where it has that group alone; less
    sure where nothing is held against anything."""
    if not _leaves_out(text, profile) or _compares(reading, profile):
        return reading
    held = read(text.rstrip(" ?!.") + " than others")
    filters = [item for one in held.requirements.all(AgainstRest) for item in one.filters]
    rest = {item.column for item in filters if isinstance(item, Filter)}
    apart = rest or {*held.requirements.group_by} & {*columns_of(_kept(reading, profile))}
    if apart and not apart & {column.name for column in profile.of_kind("temporal")}:
        return held.each(_averaged)
    return reading.doubted()


def _averaged(asked: Requirements) -> Requirements:
    """Requirements in fields with averages where no function is named: all others together always have more."""
    if asked.query is not None or asked.constraint(Aggregation) is not None:
        return asked
    means = tuple(Aggregation(metric=name, func="mean") for name in asked.metrics)
    return asked.replaced(constraints=(*asked.constraints, *means))


def _kept(reading: Reading, profile: DatasetProfile) -> tuple[Expr, ...]:
    """What is asked of the rows that a reading keeps."""
    queries = meant_queries(reading.requirements, profile)
    return tuple(test for query in queries for test in conjuncts(query.where))


def _leaves_out(text: str, profile: DatasetProfile) -> bool:
    """Whether a text asks if or how much something is more or older, and names nothing that it is so beside."""
    asked = _ASKED.search(text)
    much = asked is not None and is_comparative(asked["more"].lower())
    form = form_of(text, profile=profile)
    claimed = form.opens == "yes_no" and form.comparative and not (form.none or form.bounds)
    return (much or claimed) and not any(word.lower in _HELD for word in words(text))


def _compares(reading: Reading, profile: DatasetProfile) -> bool:
    """Whether groups, periods or measures stand beside one another; a group that is the only one is none."""
    asked = reading.requirements
    pinned = [test.args[0] for test in _kept(reading, profile) if isinstance(test, Call) and test.op == "="]
    if asked.query is None:
        grouped = any(Column(name=name) not in pinned for name in asked.group_by)
        return grouped or asked.time is not None or len(asked.metrics) > 1 or bool(asked.all(AgainstRest))
    grouped = any(key.expr not in pinned for key in asked.query.by)
    taken_off = any(call.op == "-" for call in parts_of(Call, asked.query))
    return grouped or len(asked.query.measures) > 1 or taken_off
