"""One side: how much more a group has, where the question leaves out what it is held against, which is the others."""

from __future__ import annotations

import re
from collections.abc import Callable

from autoviz.linking.form_reading import is_comparative
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import AgainstRest, Filter, Requirements
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Call, Expr, columns_of, conjuncts, parts_of
from autoviz.readers.embedded.second_opinion import DOUBT

_ASKED = re.compile(r"\bhow (?:much|many|far) (?P<more>\w+)\b", re.IGNORECASE)
_HELD = frozenset({
    "than", "versus", "vs", "compared", "against", "relative", "between", "and", "or", "from", "to", "by", "per",
    "since", "each", "every", "over", "as",
})  # fmt: skip
"""What tells what something is held against, or that it is no group."""


def held_against_others(
    text: str, reading: Reading, read: Callable[[str], Reading], profile: DatasetProfile
) -> Reading:
    """A reading of how much more one group has, held against all others where it has that group alone; less sure where
    nothing is held against anything."""
    if not _leaves_out(text) or _compares(reading.requirements):
        return reading
    held = read(text.rstrip(" ?!.") + " than others")
    filters = [item for one in held.requirements.all(AgainstRest) for item in one.filters]
    rest = {item.column for item in filters if isinstance(item, Filter)}
    apart = rest or {*held.requirements.group_by} & {*columns_of(_kept(reading, profile))}
    if apart and not apart & {column.name for column in profile.of_kind("temporal")}:
        return held
    return reading.replaced(confidence=reading.confidence * DOUBT)


def _kept(reading: Reading, profile: DatasetProfile) -> tuple[Expr, ...]:
    """What is asked of the rows that a reading keeps."""
    queries = meant_queries(reading.requirements, profile)
    return tuple(test for query in queries for test in conjuncts(query.where))


def _leaves_out(text: str) -> bool:
    """Whether a text asks how much more or older something is, and names nothing that it is so beside."""
    asked = _ASKED.search(text)
    if asked is None or not is_comparative(asked["more"].lower()):
        return False
    return not any(word.lower in _HELD for word in words(text[asked.end() :]))


def _compares(asked: Requirements) -> bool:
    """Whether groups, periods or measures stand beside one another."""
    if asked.query is None:
        return bool(asked.group_by or asked.time or len(asked.metrics) > 1 or asked.all(AgainstRest))
    return bool(asked.query.by or len(asked.query.measures) > 1) or any(
        call.op == "-" for call in parts_of(Call, asked.query)
    )
