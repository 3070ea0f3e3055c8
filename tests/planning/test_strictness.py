"""Whether a bound is met or passed follows the words before its number, whatever a reader made of them."""

from __future__ import annotations

import pytest

from autoviz.linking.quantities import inclusive
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.strictness import as_strict
from autoviz.query.language import Query
from autoviz.query.sql import from_sql


def _reading(asked: Requirements) -> Reading:
    return Reading(intent=Intent(primary="lookup", confidence=0.5, reasoning=""), requirements=asked, confidence=0.5)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cars older than 8", {8.0: False}),
        ("at least 3 rooms and no more than 2 baths", {3.0: True, 2.0: True}),
        ("above 1,000 and up to 2,000", {1000.0: False, 2000.0: True}),
        ("8 cars rather than 5 with 5 or more", {}),
        ("more than 5 here and at least 5 there", {}),
    ],
)
def test_the_words_before_a_number_say_whether_it_is_met(text, expected):
    assert inclusive(text) == expected


@pytest.mark.parametrize(
    ("question", "written", "meant"),
    [
        ("price of cars older than 5", '"age" >= 5', '"age" > 5'),
        ("price of cars with at least 5 doors", '"doors" > 5', '"doors" >= 5'),
        ("price of cars under 5", '"age" >= 5', '"age" > 5'),
        ("price of cars 5 or older", '"age" >= 5', '"age" >= 5'),
    ],
)
def test_a_bound_is_as_strict_as_it_is_said_and_keeps_its_way(question, written, meant):
    def query(test: str) -> Query:
        return from_sql(f'SELECT avg("price") AS "price" FROM t WHERE {test}', ("price", "age", "doors"))

    asked = as_strict(_reading(Requirements(query=query(written))), question).requirements.query
    assert asked == query(meant)


def test_conditions_in_fields_likewise():
    reading = _reading(Requirements(constraints=(Filter(column="age", op=">=", value=5),)))
    (made,) = as_strict(reading, "cars older than 5").requirements.all(Filter)
    assert made.op == ">"
