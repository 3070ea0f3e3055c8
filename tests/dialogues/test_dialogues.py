"""Dialogues: each turn is taken as it should be and changes only what it names; the docs tell the rates of reuse."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from autoviz.errors import FileError
from autoviz.evaluation.dialogues import END, START, Outcome, as_markdown, between_markers, hold, load_dialogues

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.yaml"))
DIALOGUES = [(path, place) for path in FILES for place in range(len(load_dialogues(path)[0].dialogues))]
DOCS = FOLDER.parent.parent / "docs" / "conversation.md"


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(tmp_path / "project"))
    monkeypatch.setenv("AUTOVIZ_DATA", str(tmp_path / "data"))


@cache
def held(path: Path, place: int) -> Outcome:
    content, frame = load_dialogues(path)
    return hold(content.dialogues[place], frame, path.stem)


def name_of(path: Path, place: int) -> str:
    return f"{path.stem}: {load_dialogues(path)[0].dialogues[place].name}"


def test_there_are_enough_of_each_sort():
    dialogues = [dialogue for path in FILES for dialogue in load_dialogues(path)[0].dialogues]
    turns = [turn for dialogue in dialogues for turn in dialogue.turns]
    anew = [turn for dialogue in dialogues for turn in dialogue.turns[1:] if turn.how == "fresh"]
    assert len(DIALOGUES) >= 40
    assert len(anew) >= 8
    assert sum(turn.how == "reused" for turn in turns) >= 1
    assert sum(turn.how == "undo" for turn in turns) >= 3
    assert sum(turn.same_as is not None for turn in turns) >= 20


@pytest.mark.parametrize(("path", "place"), DIALOGUES, ids=[name_of(*item) for item in DIALOGUES])
def test_a_dialogue_goes_as_it_should(path, place):
    assert held(path, place).problems == ()


def _without_steps(text):
    """The tables without their last column: older engines take a step more or less to read dates."""
    return re.sub(r"\| \d+ of \d+ \(\d+%\) \|$", "|", text, flags=re.MULTILINE)


def test_the_docs_tell_the_rates():
    table = as_markdown([held(*item) for item in DIALOGUES])
    text = DOCS.read_text("utf-8")
    assert _without_steps(between_markers(text, table)) == _without_steps(text), (
        "run: autoviz dialogues tests/dialogues/*.yaml --markdown docs/conversation.md"
    )


def test_a_wrong_turn_is_told():
    path = FILES[0]
    content, frame = load_dialogues(path)
    first = content.dialogues[0]
    wrong = first.turns[1].replaced(
        how="fresh", expect={"metrics": ["no such"]}, same_as="number of rows", says="nobody"
    )
    outcome = hold(first.replaced(turns=(first.turns[0], wrong)), frame)
    told = "\n".join(outcome.problems)
    assert "was taken as" in told and "metrics is" in told and "does not give the table" in told
    assert "does not say 'nobody'" in told


def test_a_file_of_another_form_is_refused(tmp_path):
    (tmp_path / "x.yaml").write_text("table: none.csv\n", "utf-8")
    with pytest.raises(FileError, match="holds no dialogues"):
        load_dialogues(tmp_path / "x.yaml")
    with pytest.raises(FileError, match="no place"):
        between_markers(f"{START} only", END)
