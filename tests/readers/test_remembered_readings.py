"""Remembered readings: a question is read once for a table, and under other settings anew."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.readers.default import embedded_reader
from autoviz.readers.embedded import asking
from autoviz.readers.embedded import reader as reading
from autoviz.readers.embedded.decoder import shipped_decoder

SHOPS = pd.DataFrame({"town": ["Bern", "Basel", "Bern", "Chur"], "takings": [4.5, 3.0, 8.5, 6.0]})
FIRST, SECOND = "total takings by town", "average takings by town"


@pytest.fixture
def read(monkeypatch):
    """The texts that the decoder was given."""
    embedded_reader.cache_clear()
    texts, read = [], asking.read
    monkeypatch.setattr(asking, "read", lambda text, *given: texts.append(text) or read(text, *given))
    return texts


def test_a_question_that_is_asked_again_after_another_is_not_read_again(read):
    answers = [autoviz.ask(SHOPS, question, only_plan=True).plan for question in (FIRST, SECOND, FIRST)]
    assert len(read) == 2 and answers[0] == answers[2] != answers[1]


def test_another_table_and_another_margin_are_read_anew(read):
    autoviz.ask(SHOPS, FIRST, only_plan=True)
    autoviz.ask(SHOPS.head(3), FIRST, only_plan=True)
    autoviz.ask(SHOPS, FIRST, only_plan=True, tie_margin=0.2)
    assert len(read) == 3


def test_readings_that_were_not_wanted_for_long_are_forgotten(read, monkeypatch):
    monkeypatch.setattr(reading, "REMEMBERED", 1)
    for question in (FIRST, SECOND, FIRST):
        autoviz.ask(SHOPS, question, only_plan=True)
    assert len(read) == 3


def test_a_word_at_a_time_is_worked_out_by_one_thread():
    *_, sheets, steps = shipped_decoder().load()
    assert [graph.get_session_options().intra_op_num_threads for graph in (sheets, steps)] == [2, 1]
