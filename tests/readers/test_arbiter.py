"""Which of two readings is taken: by how sure each is, how much is left open, and what is left out."""

from __future__ import annotations

import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Alternative, Reading
from autoviz.model.requirements import Aggregation, Link, Requirements
from autoviz.query.language import Aggregate, Column, Named, Query
from autoviz.readers.embedded.arbiter import likelier, of_things, open_words
from autoviz.readers.embedded.asking import spelled_out

INTENT = Intent(primary="comparative_analysis", confidence=0.9, reasoning="")
BY_REGION = Query(
    by=(Named(name="region", expr=Column(name="region")),),
    measures=(Named(name="count", expr=Aggregate(func="count")),),
)


def read_by_heads(confidence: float, linked: tuple[str, ...] = (), **asked: object) -> Reading:
    links = tuple(Link(phrase=word, target=word, kind="name", score=1.0) for word in linked)
    needs = Requirements(outputs=("chart",), group_by=("region",), links=links, **asked)  # type: ignore[arg-type]
    return Reading(requirements=needs, intent=INTENT, confidence=confidence)


def read_by_decoder(confidence: float, unused: tuple[str, ...] = ()) -> Reading:
    needs = Requirements(outputs=("table",), query=BY_REGION, unused=unused)
    other = Alternative(requirements=needs.replaced(query=BY_REGION.replaced(by=())), confidence=confidence / 2)
    return Reading(requirements=needs, intent=INTENT, confidence=confidence, alternatives=(other,))


def test_the_surer_reading_is_taken_with_its_alternatives_as_far_behind():
    sure, unsure = read_by_decoder(0.9), read_by_heads(0.3)
    taken = likelier("orders of each region", unsure, sure)
    assert taken.requirements == sure.requirements
    assert taken.alternatives[0].confidence == pytest.approx(taken.confidence / 2)
    other = likelier("orders of each region", read_by_heads(0.99, ("region",)), read_by_decoder(0.05))
    assert other.requirements.query is None


def test_words_that_the_heads_leave_open_speak_against_them():
    text = "which region wins the trophy of returning customers"
    closed, opened = read_by_heads(0.9, tuple(text.split())), read_by_heads(0.9)
    assert open_words(text, closed) == 0 < open_words(text, opened)
    decoded = read_by_decoder(0.01)
    assert likelier(text, closed, decoded).confidence > likelier(text, opened, decoded).confidence


def test_a_reading_that_leaves_out_a_number_is_half_as_likely():
    unsure = read_by_heads(0.01)
    whole, less = read_by_decoder(0.9), read_by_decoder(0.9, unused=("since 2021",))
    text = "orders by region since 2021"
    assert likelier(text, unsure, less).confidence == pytest.approx(likelier(text, unsure, whole).confidence / 2)


def test_things_with_several_rows_are_counted_once():
    heads = read_by_heads(0.9, metrics=("order_id",), constraints=(Aggregation(metric="order_id", func="nunique"),))
    counted = of_things(read_by_decoder(0.5), heads).requirements.query
    assert counted is not None
    assert counted.measures[0].expr == Aggregate(func="distinct", args=(Column(name="order_id"),))
    assert of_things(read_by_decoder(0.5), read_by_heads(0.9)).requirements.query == BY_REGION


def test_words_of_a_project_are_spelled_out():
    meant = {"turnover": "net_revenue", "west coast": {"region": "West"}, "west": {"region": "Western"}}
    told = spelled_out("Turnover on the west coast, turnovers apart", meant)
    assert told == "net revenue on the West, turnovers apart"
