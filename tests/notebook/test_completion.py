"""Completion in cells of the magic, asked of IPython's own completer."""

from __future__ import annotations

import threading

import pytest
from IPython.core.completer import provisionalcompleter


@pytest.fixture
def complete(shell):
    for thread in threading.enumerate():
        if thread.name == "autoviz-meanwhile":
            thread.join()  # the filters of warnings are all threads': what it imports would set them back

    def texts(source: str) -> list[str]:
        with provisionalcompleter():
            return [found.text for found in shell.Completer.completions(source, len(source))]

    return texts


def test_options_and_frames_on_the_first_line(complete):
    assert "sales" in complete("%%autoviz sa")
    assert "--chart" in complete("%%autoviz sales --ch")
    assert "--chart" not in complete("%%autoviz sales --chart bar --ch")
    assert "week" in complete("%%autoviz sales --grain we")
    assert "diff" in complete("%autoviz di")


def test_columns_and_values_in_the_body(complete):
    assert "product_category" in complete("%%autoviz sales\nrevenue by prod")
    assert "product_category" in complete("%%autoviz sales\nrevenue by cat")
    assert "Electronics" in complete("%%autoviz sales\nrevenue of Elec")


def test_nothing_of_ours_elsewhere(complete):
    assert "product_category" not in complete("x = prod")


def test_frames_come_first_then_files_then_the_rest(complete, shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "aaa.csv").write_text("a\n1\n")
    (tmp_path / "aaa.xlsx").write_text("no table that could be asked")
    shell.user_ns["zebra"] = shell.user_ns["sales"]
    offered = complete("%autoviz ")
    assert offered[:3] == ["zebra", "sales", "aaa.csv"] and "aaa.xlsx" not in offered
    assert "plan" in offered and offered.index("plan") < offered.index("--chart")
