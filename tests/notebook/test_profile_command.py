"""`%autoviz profile` and `%autoviz column` in a real IPython shell."""

from __future__ import annotations

import pytest

from autoviz.aliases import load_project


@pytest.fixture(autouse=True)
def own_project(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(tmp_path / "project"))


def test_a_frame_is_profiled_by_its_name_or_as_the_only_one(run):
    for line in ("%autoviz profile sales", "%autoviz profile"):
        cell = run(line)
        assert cell.succeeded, cell.printed
        assert "<table" in cell.shown[0]["text/html"]
        assert cell.shown[0]["text/plain"].startswith("sales: ")


def test_a_name_that_is_no_frame_is_a_message(run):
    cell = run("%autoviz profile sale")
    assert not cell.succeeded
    assert "sales" in cell.printed
    assert "Traceback" not in cell.printed


def test_a_correction_is_kept_and_shown(run):
    cell = run("%autoviz column revenue meaning=price adds_up=no unit='EUR per day'")
    assert cell.succeeded, cell.printed
    said = load_project().columns["revenue"]
    assert (said.meaning, said.adds_up, said.unit) == ("price", False, "EUR per day")
    assert "said in autoviz.yaml" in cell.shown[0]["text/plain"]


@pytest.mark.parametrize(
    "line", ["%autoviz column", "%autoviz column revenue", "%autoviz column revenue meaning=prize"]
)
def test_a_correction_that_says_nothing_is_a_message(run, line):
    cell = run(line)
    assert not cell.succeeded
    assert "Traceback" not in cell.printed
