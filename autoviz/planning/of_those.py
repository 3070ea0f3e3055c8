"""Of those: a question that speaks of the rows of what was asked before it (how many of them were cancelled)."""

from __future__ import annotations

import re
from collections.abc import Callable

from autoviz.linking.form_reading import form_of
from autoviz.linking.links import STRONG, link
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Column, Sort, all_of, columns_of, conjuncts

GROUPS = "The groups of the question before are taken."
KEPT = "Only the rows of the question before are taken."
_THOSE = re.compile(
    r"\b(?:them|they|their|those|these)\b(?!\s+(?:who|whose|that|which|with|without|where|in|from|of|under|over)\b)",
    re.IGNORECASE,
)
"""Speaks of what stands before it; those who and those with are told apart by what follows."""
_WHICH = re.compile(r"\W*(?:and |so )?which (?:one )?of (?:them|these|those)\b", re.IGNORECASE)
_JOINT = re.compile(r"[\s,;.?!]*\b(?:and|then|also|plus)?\s*$", re.IGNORECASE)


def of_part(part: str, question: str, read: Callable[[str], Reading], profile: DatasetProfile) -> Reading:
    """A reading of a part of a question; of the rows alone that are kept by what stands before it, where it speaks of
    them."""
    reading, at = read(part), question.find(part)
    before = _JOINT.sub("", question[: max(at, 0)])
    if not before or not speaks_of_those(part, profile):
        return reading
    return of_rows_before(reading, read(before).requirements, profile)


def speaks_of_those(text: str, profile: DatasetProfile) -> bool:
    """Whether a text speaks of rows that it does not name itself: the top five cities and their prices are its own."""
    hit = _THOSE.search(text)
    if hit is None:
        return False
    named = [match for match in link(text[: hit.start()], profile) if match.score >= STRONG]
    return all(match.value is None and profile.by_name[match.column].metric for match in named)


def of_the_question_before(question: str, reading: Reading, before: Requirements, profile: DatasetProfile) -> Reading:
    """A reading of the rows that the question before kept, or of its groups where this one asks which of them lies at
    an end."""
    if not {*before.named} <= profile.by_name.keys() or not speaks_of_those(question, profile):  # another table
        return reading
    told = meant_queries(before, profile) if _WHICH.match(question) and form_of(question).superlative else ()
    if len(told) == 1 and told[0].by and len(told[0].measures) == 1 and not told[0].then:
        order = Sort(expr=Column(name=told[0].measures[0].name), descending=form_of(question).direction >= 0)
        asked = as_query(before, told[0].replaced(order=(order,))).assuming(GROUPS)
        return reading.replaced(requirements=asked, alternatives=())
    made = of_rows_before(reading, before, profile)
    return reading if made == reading else made.replaced(requirements=made.requirements.assuming(KEPT))


def of_rows_before(reading: Reading, before: Requirements, profile: DatasetProfile) -> Reading:
    """A reading of the rows alone that an earlier one keeps; itself where that keeps all, or it says itself which of
    the same columns are meant."""
    asked = reading.requirements
    if asked.query is None and before.query is None:
        kept = before.all(Filter)
        if not kept or {item.column for item in kept} & {item.column for item in asked.all(Filter)}:
            return reading
        asked = asked.replaced(constraints=(*asked.constraints, *kept))
        return reading.replaced(requirements=asked, alternatives=())
    queries, told = meant_queries(asked, profile), meant_queries(before, profile)
    if len(queries) != 1 or len(told) != 1 or queries[0].source is not None or told[0].source is not None:
        return reading
    tests = conjuncts(told[0].where)
    if not tests or set(columns_of(tests)) & set(columns_of(queries[0].where)):
        return reading
    made = queries[0].replaced(where=all_of((*tests, *conjuncts(queries[0].where))))
    return reading.replaced(requirements=as_query(asked, made), alternatives=())
