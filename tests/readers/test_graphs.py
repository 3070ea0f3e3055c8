"""Graphs: what is opened in the background is taken from there once; what it has not begun, who needs it opens."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from autoviz.readers import graphs


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder of weights whose first file takes until it is told to open; who opened what."""
    go_on, by = threading.Event(), []

    def opens(path):
        by.append((path.name, threading.current_thread() is threading.main_thread()))
        if path.name == "tokenizer.json":
            assert go_on.wait(10)
        return path.name, len(by)

    monkeypatch.setattr(graphs, "_graph", opens)
    monkeypatch.setattr(graphs, "_tokenizer", opens)
    yield tmp_path, go_on, by
    go_on.set()
    graphs.open_soon.cache_clear()


def test_who_needs_a_file_opens_it_where_the_background_has_not_begun(files):
    folder, go_on, by = files
    graphs.open_soon(folder)
    assert graphs.opened_graph(folder / "step.onnx")[0] == "step.onnx"
    assert ("step.onnx", True) in by and ("step.onnx", False) not in by
    go_on.set()
    assert graphs.opened_tokenizer(folder / "tokenizer.json")[0] == "tokenizer.json"
    assert by.count(("tokenizer.json", False)) == 1 and ("tokenizer.json", True) not in by
    for thread in threading.enumerate():
        if thread.name == "autoviz-meanwhile":
            thread.join(10)
    assert [name for name, here in by if not here] == ["tokenizer.json", "reader.onnx", "sheet.onnx"]


def test_a_file_is_opened_in_the_background_once_and_anew_for_who_comes_after(files):
    folder, go_on, by = files
    go_on.set()
    graphs.open_soon(folder), graphs.open_soon(folder)
    first, second = (graphs.opened_graph(folder / "reader.onnx") for _ in range(2))
    assert first != second
    assert sum(name == "sheet.onnx" for name, _ in by) <= 1


def test_a_file_that_cannot_be_opened_is_told_to_who_needs_it(tmp_path):
    graphs.open_soon(tmp_path)
    with pytest.raises(Exception, match=r"reader\.onnx"):
        graphs.opened_graph(tmp_path / "reader.onnx")


def test_who_takes_a_name_that_asks_has_the_networks_opened_meanwhile():
    code = "import sys, autoviz; autoviz.AutovizError; first = 'autoviz.readers.graphs' in sys.modules; autoviz.ask; "
    code += "from autoviz.readers.graphs import open_soon; print(first, open_soon.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "1"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_child_reads_questions_though_its_parent_was_opening_the_networks():
    code = (
        "import os, autoviz; autoviz.ask; child = os.fork(); "
        "child or (__import__('pandas'), os._exit('y' not in autoviz.ask("
        "__import__('pandas').DataFrame({'a': ['x', 'y'] * 5, 'b': range(10)}), 'average b by a').answer)); "
        "_, told = os.waitpid(child, 0); raise SystemExit(told)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
