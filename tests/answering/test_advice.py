"""Advice: what fails says what was understood, what failed, and what to write instead."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.answering.advice import example, understood
from autoviz.errors import ExecutionError
from autoviz.model.requirements import Requirements
from autoviz.profile import profile

FRAME = pd.DataFrame({"region": ["West", "East"] * 20, "revenue": [300.0, 200.0] * 20})


def test_an_empty_result_is_an_answer_with_the_condition_and_the_nearest_values():
    analysis = autoviz.ask(FRAME, "revenue by region where revenue is above 5000")
    told = analysis.answer
    assert told.startswith("There are no rows where revenue is above 5,000, so there is nothing to show.")
    assert "reaches from" in told
    assert analysis.figure is None and analysis.table is None and "5,000" in analysis.to_html()


def test_conditions_that_leave_nothing_are_told_so_that_they_read_one_way():
    settled = autoviz.ask(FRAME, "total revenue by region").edited(
        filters="region = West or region = East; revenue > 50 million"
    )
    rows = "(region = West or region = East) and revenue > 50,000,000"
    assert f"Rows where {rows}." in settled.record.notes
    assert not any("may not be what you meant" in note for note in settled.record.notes), "its user settled it"
    near = autoviz.ask(FRAME, "total revenue by region").edited(filters="region = Wst").answer
    assert "The nearest value of region is 'West'." in near


def test_what_fails_says_what_was_understood():
    with pytest.raises(ExecutionError) as caught, understood(Requirements(metrics=("revenue",)), profile(FRAME)):
        raise ExecutionError("It failed")
    assert "Understood" in "\n".join(caught.value._render_traceback_())


def test_without_a_hint_it_gives_a_question_that_can_be_answered():
    known = profile(FRAME)
    advised = pytest.raises(ExecutionError, match="Write, for example: total revenue by region")
    with advised, understood(Requirements(metrics=("revenue",)), known):
        raise ExecutionError("It failed")


def test_the_example_can_be_asked():
    assert autoviz.ask(FRAME, example(profile(FRAME)).partition(": ")[2].rstrip(".")).answer
