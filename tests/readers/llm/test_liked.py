"""Liked: questions that the user rated well are shown to a model as examples, nearest first."""

from __future__ import annotations

from autoviz.model.question import Question
from autoviz.model.requirements import Requirements
from autoviz.model.settings import Settings
from autoviz.readers.base import Context
from autoviz.readers.default import default_encoder
from autoviz.readers.llm.showing import requirement_examples
from autoviz.registry.catalog import default_catalog
from autoviz.registry.examples import ExampleEntry

ASKED = "total quux by zorg in the blorb"


def test_the_nearest_liked_question_is_shown():
    entry = ExampleEntry(
        question=ASKED, columns={"quux": "numeric", "zorg": "categorical"}, requirements=Requirements(metrics=("quux",))
    )
    encoder = default_encoder("autoviz-reader")
    context = Context(default_catalog(), Settings(), liked=(entry,))
    shown = requirement_examples(Question(text=ASKED, normalised=ASKED), context, encoder)
    assert any(ASKED in example.values.values() for example in shown)
    without = requirement_examples(
        Question(text=ASKED, normalised=ASKED), Context(default_catalog(), Settings()), encoder
    )
    assert not any(ASKED in example.values.values() for example in without)
