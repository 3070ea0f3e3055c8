"""A language model from a notebook: the options and settings that name it, the note where it fails, and its key."""

from __future__ import annotations

import socket


def nobody():
    """An address where nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}/v1"


def test_where_no_model_answers_the_embedded_reader_does_and_the_cell_says_so(run, monkeypatch):
    monkeypatch.setattr("autoviz.readers.llm.client.FIRST_WAIT", 0.01)
    run(f"%config AutoViz.model_url = '{nobody()}'")
    cell = run("%%autoviz sales --reader llm\ntotal revenue by region")
    assert cell.succeeded
    assert "The embedded reader took over" in cell.html
    assert cell.result.charts


def test_the_model_alone_fails_with_a_message(run, monkeypatch):
    monkeypatch.setattr("autoviz.readers.llm.client.FIRST_WAIT", 0.01)
    run(f"%config AutoViz.model_url = '{nobody()}'\n%config AutoViz.model_only = True\n%config AutoViz.reader = 'llm'")
    cell = run("%%autoviz sales\ntotal revenue by region")
    assert not cell.succeeded
    assert "ModelError" in cell.printed
    assert "serve-model" in cell.printed


def test_a_strategy_that_is_not_there_and_one_without_a_model_are_refused(run):
    assert "did you mean" in run("%%autoviz sales --strategy streamline\ntotal revenue").printed.casefold()
    assert "needs a language model" in run("%%autoviz sales --strategy streamlined\ntotal revenue").printed


def test_a_key_is_hidden_from_the_moment_it_is_set(run, shell, monkeypatch):
    run("%config AutoViz.model_key = 'sk-canary-5'")
    for look in ("%config AutoViz", "%autoviz config", "%config AutoViz.model_key"):
        cell = run(look)
        assert "canary" not in f"{cell.printed} {cell.html} {cell.result!r}"
    magic = next(item for item in shell.configurables if type(item).__name__ == "AutoViz")
    assert magic.model_key.get_secret_value() == "sk-canary-5"
    monkeypatch.setattr("autoviz.readers.llm.client.FIRST_WAIT", 0.01)
    run(f"%config AutoViz.model_url = '{nobody()}'")
    cell = run("%%autoviz sales --reader llm\ntotal revenue by region")
    assert "canary" not in f"{cell.html} {cell.printed} {cell.result.to_dict()}"
