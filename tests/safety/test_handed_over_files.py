"""Files that somebody hands over are data: a session chooses no server, shares no cell, writes no file."""

from __future__ import annotations

import json

import pytest

import autoviz
from autoviz.aliases import load_project
from autoviz.errors import FileError
from autoviz.model.settings import PORTABLE, Settings
from autoviz.samples import load_sales


@pytest.fixture(scope="module")
def sales():
    return load_sales().head(400)


@pytest.fixture
def planted(sales, tmp_path):
    """A session file with these changes made to what was saved."""
    session = autoviz.Session(sales, max_items=5)
    session.ask("total revenue by region")
    content = json.loads(session.save(tmp_path / "s.json").read_text("utf-8"))

    def plant(**changes):
        path = tmp_path / "planted.json"
        path.write_text(json.dumps({**content, **changes}), "utf-8")
        return path

    plant.content = content
    return plant


OUTSIDE = {
    "reader": "llm", "model_url": "http://127.0.0.1:1/v1", "share_values": True, "model_key": "sk-x",
    "model_name": "m", "second_url": "http://127.0.0.1:1", "second_model": "m", "embedding_model": "/tmp/evil",
    "strategy": "streamlined", "save_anywhere": True, "model_stages": {"intent": {"model": "x"}}, "model_only": True,
}  # fmt: skip


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_session_file_chooses_nothing_that_reaches_outside(sales, planted, name):
    path = planted(settings={"max_items": 5, name: OUTSIDE[name]})
    with pytest.warns(UserWarning, match=f"planted.json wanted the setting {name}; no file may choose that"):
        session = autoviz.Session.load(path, sales)
    assert session.settings == {"max_items": 5}


def test_the_user_may_choose_it_when_loading(sales, planted):
    session = autoviz.Session.load(planted(settings={"reader": "llm"}), sales, reader="embedded")
    assert session.settings == {"reader": "embedded"}


def test_every_setting_is_portable_or_not_on_purpose():
    assert set(PORTABLE) < set(Settings.model_fields)
    told = ("reader", "strategy", "embedding_model", "share_values", "save_anywhere")
    reaching = ("model_", "second_", "planner_")
    outside = {name for name in Settings.model_fields if name.startswith(reaching) or name in told}
    assert outside | {"task_analysis"} == set(Settings.model_fields) - set(PORTABLE)


def test_what_reaches_outside_is_not_saved_either(sales, tmp_path):
    session = autoviz.Session(sales, model_url="http://user:secret@host/v1", share_values=True, max_items=5)
    text = session.save(tmp_path / "s.json").read_text("utf-8")
    assert "secret" not in text and "share_values" not in text and '"max_items":5' in text.replace(" ", "")


SAVE = {"id": "save", "tool": "save_dataframe", "params": {"path": "stolen.csv", "overwrite": True}}


@pytest.mark.parametrize("where", ["plan", "requirements", "both", "between"])
def test_a_planted_session_writes_no_file(sales, planted, tmp_path, monkeypatch, where):
    monkeypatch.chdir(tmp_path)
    turn = json.loads(json.dumps(planted.content["turns"][0]))
    (part,) = turn["parts"]
    steps = part["plan"]["steps"]
    if where in ("plan", "both"):
        steps.append({**SAVE, "inputs": [steps[-1]["id"]]})
    if where == "between":
        steps.insert(0, {**SAVE, "inputs": ["data"]})
        steps[1]["inputs"] = ["save"]
    if where in ("requirements", "both"):
        part["requirements"]["constraints"].append({"kind": "save", "path": "stolen.csv"})
    with pytest.warns(UserWarning, match=r"wanted to write 'stolen\.csv'"):
        session = autoviz.Session.load(planted(turns=[turn]), sales)
    assert session.analysis.answer
    assert session.ask("as a table").answer and session.ask("total revenue by region").answer
    assert not (tmp_path / "stolen.csv").exists()


@pytest.mark.parametrize("constraints", [None, 1, 1e308, True, "x"])
def test_constraints_that_are_no_list_are_refused(sales, planted, constraints):
    turn = json.loads(json.dumps(planted.content["turns"][0]))
    turn["parts"][0]["requirements"] |= {"constraints": constraints, "query": {}}
    with pytest.raises(FileError, match="constraints"):
        autoviz.Session.load(planted(turns=[turn]), sales)


def test_a_file_written_from_nothing_is_left_out(sales, planted, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    turn = json.loads(json.dumps(planted.content["turns"][0]))
    turn["parts"][0]["plan"]["steps"].append({**SAVE, "inputs": []})
    with pytest.warns(UserWarning, match=r"wanted to write"):
        assert autoviz.Session.load(planted(turns=[turn]), sales).analysis.answer


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"[" * 100_000, b'{"format": "\\ud800"}', b"\x00" * 10, b"1e999"])
def test_a_file_of_anything_is_no_session(sales, tmp_path, content):
    path = tmp_path / "s.json"
    path.write_bytes(content)
    with pytest.raises(FileError, match=r"s\.json"):
        autoviz.Session.load(path, sales)


@pytest.mark.parametrize("content", ["[" * 1_500, "{" * 1_500, "aliases: {a: &x [*x]}", "!!python/object:os.x {}"])
def test_a_project_file_of_anything_is_refused_with_a_hint(tmp_path, content):
    (tmp_path / "autoviz.yaml").write_text(content, "utf-8")
    with pytest.raises(FileError, match=r"autoviz\.yaml") as caught:
        load_project(tmp_path / "autoviz.yaml")
    assert caught.value.hint
