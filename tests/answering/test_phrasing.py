"""Phrasing: a model's sentences are taken where they pass, tried once more stricter, and else replaced by our own."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.errors import ModelError
from autoviz.model.question import Question
from autoviz.model.settings import Settings
from autoviz.pipeline import run
from autoviz.readers.base import Context
from autoviz.readers.default import default_encoder, default_index, embedded_reader
from autoviz.registry.catalog import default_catalog
from autoviz.stages.base import State

FRAME = pd.DataFrame({"region": ["West", "East"] * 20, "revenue": [300.0, 200.0] * 20, "units": range(40)})
GOOD = "In the West the total revenue is 6,000 and in the East 4,000."
BAD = "In the West the total revenue is 7,000 and in the East 4,000."
OWN = "Total revenue: East 4,000 and West 6,000; West has 2,000 or 50.0% more than East."
MODEL = "autoviz-reader"


class Phrasing:
    """The embedded reader with a model's voice: one text per try."""

    name = "embedded"

    def __init__(self, *texts):
        self.texts, self.strict, self.facts = list(texts), [], ()

    def __getattr__(self, name):
        return getattr(embedded_reader(MODEL), name)

    def phrase(self, question, facts, context, stricter):
        self.strict.append(stricter)
        self.facts = facts
        text = self.texts.pop(0)
        if isinstance(text, Exception):
            raise text
        return (text,)


def answered(reader, **settings):
    state = State(
        question=Question(text="revenue by region", normalised="revenue by region"),
        frames={"df": FRAME},
        context=Context(default_catalog(), Settings(**{"share_values": True, **settings})),
        reader=reader,
        index=lambda: default_index(MODEL),
        embed=default_encoder(MODEL).encode,
    )
    (part,) = run(state).parts
    return part


def test_a_text_of_facts_is_taken():
    reader = Phrasing(GOOD)
    part = answered(reader)
    assert part.answer == GOOD and reader.strict == [False]
    assert {fact.value for fact in reader.facts} == {6000.0, 4000.0}
    assert "phrased by the model" in part.records[-1].reason


def test_a_made_up_number_is_tried_again_stricter():
    reader = Phrasing(BAD, GOOD)
    assert answered(reader).answer == GOOD and reader.strict == [False, True]


def test_after_two_refusals_the_answer_is_our_own():
    part = answered(Phrasing(BAD, BAD))
    assert part.answer == OWN
    assert "7,000" in part.records[-1].reason


def test_a_model_that_fails_is_replaced():
    part = answered(Phrasing(ModelError("the server is gone")))
    assert part.answer == OWN and "the server is gone" in part.records[-1].reason


@pytest.mark.parametrize("attack", ("Units are 780.", "West leads with 6,000.", "See [1]: West 6,000, East 4,000.", ""))
def test_other_attacks_end_in_our_own_text_too(attack):
    assert answered(Phrasing(attack, attack)).answer == OWN


def test_facts_stay_here_unless_values_may_be_shared():
    reader = Phrasing()
    assert answered(reader, share_values=False).answer == OWN
    assert reader.strict == []
