"""Following: phrases are taken in the way they are meant, and questions that stand on their own are not follow-ups."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from autoviz.follow_ups.fragments import filled, fragment_of, gate, likeness
from autoviz.follow_ups.referring import Alone, Earlier, Followed, refer
from autoviz.linking.text import normalise
from autoviz.model.requirements import Filter, Requirements, Time
from autoviz.profile import profile
from autoviz.readers.default import default_encoder
from autoviz.registry.followups import FOLLOW_KINDS, followups
from autoviz.samples import load_sales

SUITE = Path(__file__).parent.parent / "regression"
ENCODER = default_encoder("autoviz-reader")
SALES = profile(load_sales())
GROUPED = Requirements(metrics=("revenue",), group_by=("region",), analysis=("compare",), outputs=("chart",))
TIMED = Requirements(
    metrics=("revenue",), time=Time(column="date", grain="month"), analysis=("trend",), outputs=("chart",)
)

# Written after the examples of the registry; `fresh` stands on its own.
PHRASES = [
    ("periods", "can I get this per quarter?"),
    ("periods", "ok and on a weekly level?"),
    ("periods", "show me the development per year"),
    ("periods", "make that quarterly"),
    ("regroup", "same thing but per product category"),
    ("regroup", "how does it look by product category?"),
    ("instead", "actually, by product category instead of region"),
    ("split", "could you also separate it by product?"),
    ("split", "break this up by product category please"),
    ("merge", "forget about the regions, just the overall number"),
    ("narrow", "zoom into East"),
    ("narrow", "I only care about Toys"),
    ("narrow", "keep only Clothing and Toys"),
    ("narrow", "just for the southern region, i.e. South"),
    ("narrow", "show only orders with more than 20 units"),
    ("moment", "let me see 2024 only"),
    ("moment", "what did that look like in 2023?"),
    ("exclude", "drop the North"),
    ("exclude", "can we ignore Furniture"),
    ("exclude", "everything except Toys"),
    ("measure", "how about units sold instead"),
    ("measure", "repeat that for units"),
    ("measure", "and the units sold?"),
    ("measure_too", "put units next to it"),
    ("function", "I'd rather see the average"),
    ("function", "what's the median of that?"),
    ("function", "show the maximum"),
    ("chart", "could I see that as a line chart"),
    ("chart", "bar chart please"),
    ("chart", "turn that into a pie"),
    ("table", "give me a table of that"),
    ("table", "numbers only please"),
    ("first", "just show the top 2"),
    ("first", "only the best three"),
    ("descending", "order from biggest to smallest"),
    ("ascending", "lowest ones first please"),
    ("share", "what percentage is each?"),
    ("share", "express it as percent of total"),
    ("change", "how did it change compared to the previous month?"),
    ("change", "show the growth instead"),
    ("smooth", "add a rolling mean over 4 weeks"),
    ("why", "why did it spike in December?"),
    ("why", "what's the reason for the high value in the West"),
    ("correct", "sorry, I meant units"),
    ("correct", "no, product category not region"),
    ("undo", "revert"),
    ("undo", "please go back to the previous chart"),
    ("undo", "scrap that"),
    ("fresh", "how many units were sold in total?"),
    ("fresh", "show me revenue per product category in 2023"),
    ("fresh", "is there a trend in units?"),
    ("fresh", "what was our best month?"),
    ("fresh", "give me the average revenue for each region and product category"),
    ("fresh", "list the ten largest orders"),
    ("fresh", "plot units against revenue"),
    ("fresh", "how is revenue distributed?"),
    ("fresh", "monthly units for Toys"),
    ("fresh", "compare revenue in 2023 and 2024"),
    ("fresh", "ok"),
    ("fresh", "nice"),
    ("fresh", "what does revenue mean here?"),
    ("fresh", "can you explain the table"),
    ("fresh", "are there missing values?"),
    ("fresh", "who bought the most"),
]


def heard(text, base=GROUPED, told=SALES):
    return refer(normalise(text), Earlier(base), told, {}, ENCODER, 0.6)


def kinds(text):
    """How a phrase is taken after a comparison, and after a course in time."""
    found = [heard(text, base) for base in (GROUPED, TIMED)]
    return {kind for item in found if isinstance(item, Followed) for kind in item.kinds} or {"fresh"}


def test_phrases_are_taken_as_they_are_meant():
    missed = [(wanted, text, kinds(text)) for wanted, text in PHRASES if wanted not in kinds(text)]
    assert len(missed) <= 5, missed
    assert sum(wanted == "fresh" for wanted, _, _ in missed) <= 1, missed


@cache
def table(name):
    return profile(pd.read_csv(SUITE / name))


def test_questions_of_the_suite_stand_on_their_own():
    lines = (SUITE / "questions.jsonl").read_text("utf-8").splitlines()
    wrong = []
    for case in map(json.loads, lines):
        told = table(case["table"])
        metric = next(column.name for column in told.columns if column.metric)
        group = next(column.name for column in told.columns if column.kind == "categorical")
        base = GROUPED.replaced(metrics=(metric,), group_by=(group,))
        if isinstance(heard(case["question"], base, told), Followed):
            wrong.append(case["question"])
    assert len(wrong) <= 0.02 * len(lines), wrong


def test_every_kind_has_examples_and_hears_them():
    known = followups()
    assert set(known.kinds) == set(FOLLOW_KINDS)
    for kind, entry in known.kinds.items():
        right = 0
        for example in entry.examples:
            fragment = fragment_of(filled(example), SALES, {})
            right += gate(ENCODER).hear(fragment).kinds[0][0] == kind
        assert right >= 0.6 * len(entry.examples), kind


def test_what_is_named_is_replaced_by_its_stand_in():
    assert (
        fragment_of("Only the West in 2023, by product?", SALES, {}).masked
        == "only the berlin in march 2020, by category"
    )
    assert fragment_of("what about takings", SALES, {"takings": "revenue"}).masked == "what about amount"


def test_it_hears_the_same_every_time():
    fragment = fragment_of("now by month", SALES, {})
    assert gate(ENCODER).hear(fragment) == gate(ENCODER).hear(fragment)


def test_in_doubt_the_reason_is_given():
    doubtful = heard("the other one")
    assert isinstance(doubtful, Alone) and doubtful.doubtful and doubtful.reason
    plain = heard("average units by product category")
    assert isinstance(plain, Alone) and not plain.doubtful


def test_a_threshold_of_one_takes_nothing_as_a_follow_up():
    assert isinstance(refer("now by month", Earlier(GROUPED), SALES, {}, ENCODER, 1.01), Alone)


def test_what_was_so_already_is_said():
    again = heard("now by month", TIMED)
    assert isinstance(again, Followed) and again.requirements == TIMED
    assert again.notes == ("It was so already; nothing changes.",)


def test_a_condition_takes_the_place_of_one_on_the_same_column():
    west = GROUPED.replaced(constraints=(Filter(column="region", op="=", value="West"),))
    changed = heard("what about the East?", west)
    assert [item.value for item in changed.requirements.all(Filter)] == ["East"]


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("revenue by region", "revenue by region?", True),
        ("total revenue by region", "total revenue for each region", True),
        ("revenue by region", "distribution of units", False),
        ("revenue by region", "tell me a joke", False),
    ],
)
def test_similarity_is_on_one_scale(one, other, alike):
    assert (likeness(ENCODER).of(one, other) >= 0.8) == alike
