"""Adjectives: which end of a measure an adjective asks for: heavy cars weigh much, and the fastest took the least time.

What an adjective measures is told in english.yaml, and which way it looks in answering.yaml. What goes by speed looks
the other way where a column tells the time that something took.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from autoviz.answering.order_words import states_order
from autoviz.linking.form_reading import PLACED, SPEED
from autoviz.linking.names import lemma, positive, split_name
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Limit, Requirements, Sort
from autoviz.query.language import Aggregate, Call, Column, Named, Query, Window, parts_of
from autoviz.query.language import Sort as QuerySort
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured, rewritten
from autoviz.registry.wording import wording
from autoviz.registry.words import english
from autoviz.writings.unit_words import factor_between, unit_named

_TIME, _LONG = "duration", "long"
_TURNED = {"min": "max", "max": "min"}
_PERIOD = r"(?!\s+(?:\d|(?:few|several|two|three|four|five|six)\b|(?:day|week|month|quarter|year|decade)s?\b))"
_ENDS = (
    (re.compile(rf"\b(?:last|latest|newest|most recent){_PERIOD}", re.IGNORECASE), 1),
    (re.compile(rf"\b(?:first|earliest){_PERIOD}", re.IGNORECASE), -1),
)
"""Which end of its dates a question asks for."""


def at_meant_end(question: str, reading: Reading, judged: Mapping[str, int], profile: DatasetProfile) -> Reading:
    """A reading that lists from the end, or takes the end, that the one adjective of the question asks for; the best or
    the worst has the judged end of a measure."""
    looks = _looks(question, profile) | _last_or_first(question, profile) | {**judged}
    of_time = asked_of_time(question, profile)
    if not looks and not of_time:
        return reading
    return reading.each(lambda asked: _turned(asked, looks, of_time))


def asked_of_time(question: str, profile: DatasetProfile) -> int:
    """1 where the one adjective of a question asks for what took the most time, -1 where for the least, and no column
    tells what it measures; 0 otherwise."""
    found = [*{*_adjectives(question)}]
    if len(found) != 1 or any(_way(found[0][0], column) for column in profile.columns if column.metric):
        return 0
    adjective, sign = found[0]
    nouns, up = english().attributes[adjective], -1 if adjective in wording().forms.down else 1
    return -sign * up if SPEED in nouns else sign * up if _TIME in nouns else 0


def names_length(question: str) -> bool:
    """Whether a question names the length of something by a noun: the duration of a stay, tenure by site."""
    return any(lemma(word.lower) in english().attributes[_LONG] for word in words(question))


def _looks(question: str, profile: DatasetProfile) -> dict[str, int]:
    """Measure → the end that the question's adjective asks of it, 1 or -1; nothing where several adjectives stand."""
    found = [*{*_adjectives(question)}]  # how old is the oldest is one
    if len(found) != 1:
        return {}
    adjective, sign = found[0]
    columns = [column for column in profile.columns if column.metric]
    ways = {column.name: sign * _way(adjective, column) for column in columns}
    return {name: way for name, way in ways.items() if way}


def _last_or_first(question: str, profile: DatasetProfile) -> dict[str, int]:
    """Date → the end of it that a question asks for: when the last repair was finished; the last year is no end."""
    ways = {way for pattern, way in _ENDS if pattern.search(question) and not states_order(question)}
    return {column.name: way for way in ways for column in profile.of_kind("temporal")} if len(ways) == 1 else {}


def _adjectives(question: str) -> Iterator[tuple[str, int]]:
    """The adjectives that measure something, plain or as superlatives, each with -1 where the least of it is meant;
    none where another word says which end is asked for."""
    said = [word.lower for word in words(question)]
    if any(_names_an_end(said, at) for at in range(len(said))):
        return
    for at, word in enumerate(said):
        compared = word.endswith("er") and word not in english().attributes
        if compared or (word.endswith("s") and word not in english().attributes):
            continue
        known = sorted(positive(word) & english().attributes.keys())
        if known:
            yield known[0], -1 if said[max(at - 1, 0)] in ("least", "not") else 1


def _names_an_end(said: list[str], at: int) -> bool:
    """Whether a word looks one way by itself: the lowest, the most, fewer; but for a bound, and before an adjective."""
    ways, forms = positive(said[at]), wording().forms
    measures = bool(ways & english().attributes.keys())
    after = positive(said[at + 1]) if at + 1 < len(said) else frozenset()
    degree = said[at] in ("most", "least") and bool(after & english().attributes.keys())
    return bool(ways & {*forms.up, *forms.down}) and not measures and not degree and said[at] not in PLACED


def _way(adjective: str, column: ColumnProfile) -> int:
    """Which end of a column an adjective asks for; 0 where it measures something else."""
    nouns = english().attributes[adjective]
    up = -1 if adjective in wording().forms.down else 1
    unit = unit_named(column.unit) or column.unit
    taken = column.meaning != "age" and factor_between(unit, "days")
    if SPEED in nouns and (taken or "pace" in split_name(column.name)):
        return -up
    return up if set(nouns) & set(split_name(column.name)) else 0


def _turned(asked: Requirements, looks: dict[str, int], of_time: int) -> Requirements:
    if asked.query is not None:
        return asked.replaced(query=_query_turned(asked.query, looks, of_time))
    measured = [looks[name] for name in asked.metrics if name in looks]
    if len(asked.metrics) != 1 or not measured or "rank" not in asked.analysis:
        return asked
    order = "desc" if measured[0] > 0 else "asc"

    def turned(item: Any) -> Any:
        if isinstance(item, Sort | Limit) and (isinstance(item, Limit) or item.by in ("y", asked.metrics[0])):
            return item.replaced(order=order)
        if isinstance(item, Aggregation) and item.func in _TURNED and item.metric == asked.metrics[0]:
            return item.replaced(func="max" if measured[0] > 0 else "min")
        return item

    return asked.replaced(constraints=tuple(map(turned, asked.constraints)))


def _query_turned(query: Query, looks: dict[str, int], of_time: int) -> Query:
    """The Query with its order, the ranks of which some are kept, and a single end that it measures, the way that the
    adjective looks; the time between two dates as what it asks of time."""

    def turned(item: Named) -> Named | None:
        match item.expr:
            case Aggregate(func=("min" | "max"), args=(Column(name=name),)) if name in looks:
                made = item.expr.replaced(func="max" if looks[name] > 0 else "min")
                return Named(name=name_of(made), expr=made)
        return None

    made = remeasured(query, turned)
    measures = {item.name: item.expr for item in (*made.measures, *made.then)}

    def looking(sort: QuerySort) -> QuerySort:
        expr: Any = measures.get(sort.expr.name, sort.expr) if isinstance(sort.expr, Column) else sort.expr
        column = expr.args[0] if isinstance(expr, Aggregate) and expr.args else expr
        way = looks.get(column.name, 0) if isinstance(column, Column) else 0
        if any(call.op == "time between" for call in parts_of(Call, expr)):
            way = of_time
        return sort.replaced(descending=way > 0) if way else sort

    def first_of_each(part: Any) -> Any:
        return part.replaced(along=tuple(map(looking, part.along))) if isinstance(part, Window) else None

    then = rewritten(made.then, first_of_each) if made.kept is not None else made.then
    return made.replaced(order=tuple(map(looking, made.order)), then=then)
