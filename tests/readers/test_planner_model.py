"""The planner's model itself, inside this process; skipped where it was not fetched."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import pandas as pd
import pytest

import autoviz
from autoviz.base_model.files import installed
from autoviz.errors import ModelError
from autoviz.profile import profile
from autoviz.query.grammar.gbnf import one_of
from autoviz.readers.planner import running
from autoviz.readers.planner.prompt import table_text
from autoviz.readers.planner.running import CONTEXT, Model, adapter_file, is_installed
from autoviz.stopping import listen

MODEL, ADAPTER = (installed(), adapter_file(installed())) if is_installed() else (None, None)
"""Of whoever runs the tests: looked for before the tests get a data folder of their own."""
pytestmark = pytest.mark.skipif(MODEL is None, reason="no planner's model here; `autoviz get-model` fetches it")
SALES = pd.DataFrame({"region": ["North", "South", "East"] * 20, "sales": range(60), "units": [1, 2, 3, 4] * 15})


@pytest.fixture(scope="module")
def model() -> Model:
    return running.shared_model(MODEL, ADAPTER)


def test_it_goes_on_with_a_text_by_the_likeliest_tokens_and_again_the_same(model):
    text = f"{table_text(profile(SALES))} total sales by region\nsql:"
    once, again = model.go_on(text, 8), model.go_on(text, 8)
    assert once.text and once.text == again.text and len(once.pieces) == len(again.pieces) <= 8
    assert all(score <= 0 for _, score in once.pieces)


def test_it_chooses_among_words_and_stops_when_enough_is_written(model):
    assert model.go_on("sales by", 10, grammar=one_of(["region", "units"])).text in (" region", " units")
    assert len(model.go_on("one two three", 40, enough=lambda pieces: True).pieces) == 1


def test_what_is_wrong_is_told_and_the_next_text_is_written_all_the_same(model):
    with pytest.raises(ModelError, match="exceeds the available context"):
        model.go_on("word " * CONTEXT, 4)
    with pytest.raises(ModelError, match="grammar"):
        model.go_on("sales by", 4, grammar="root ::= (((")
    with pytest.raises(ZeroDivisionError):
        model.go_on("sales by", 4, enough=lambda pieces: 1 // 0 > 0)
    assert model.go_on("sales by", 4).text


def test_who_presses_stop_does_not_wait_for_the_end(model):
    raised: list[BaseException] = []

    def stopped():
        raise KeyboardInterrupt

    def ask():
        listen(stopped)
        try:
            model.go_on("count to a hundred: one two", 100)
        except KeyboardInterrupt as error:
            raised.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert raised


def test_its_door_is_open_to_nobody_else(model):
    model.load()
    address = model._server.listening_address
    assert address.startswith("unix://")
    assert stat.S_IMODE(Path(address.removeprefix("unix://")).parent.stat().st_mode) == 0o700


def test_a_file_that_is_no_model_is_told(tmp_path):
    (tmp_path / "broken.gguf").write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(ModelError, match="cannot be loaded"):
        Model(tmp_path / "broken.gguf", None).load()


@pytest.mark.skipif(ADAPTER is None, reason="no adapter in this checkout")
def test_a_question_is_read_planned_and_answered():
    found = autoviz.ask(SALES, "total sales by region", reader="planner", planner_model=str(MODEL))
    assert {stage.reader for stage in found.record.provenance.stages if stage.reader} == {"planner"}
    assert {str(value) for value in found.table.iloc[:, 0]} == {"North", "South", "East"}
