"""README: its first screen, its commands, its links and its example are true."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat

from autoviz.commands.demo import QUESTION

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
FIRST_SCREEN = "\n".join(README.splitlines()[:20])


def test_the_first_screen_is_a_sentence_the_install_line_and_the_two_commands():
    paragraphs = [text for text in FIRST_SCREEN.split("\n\n") if not text.startswith(("#", "!", "```"))]
    assert paragraphs[0].count(". ") == 0
    assert 'pip install "autoviz-notebook[lab]"' in FIRST_SCREEN
    assert "make demo" in FIRST_SCREEN
    assert "make test" in FIRST_SCREEN


def test_every_command_is_there():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    commands = set(re.findall(r"\bmake ([a-z-]+)(?=`|\s+#)", README))
    assert {"demo", "test", "lab"} <= commands
    for command in commands:
        assert f"\n{command}:" in makefile


def test_every_linked_file_is_there():
    links = re.findall(r"\]\((?!http)([^)#]+)\)", README)
    assert links
    for link in links:
        assert (ROOT / link).is_file(), link


def test_the_other_project_is_named():
    assert "**autoviz-notebook**" in README
    assert "another project" in README


def test_a_newcomers_first_question_is_one_wherever_they_begin():
    notebook = nbformat.read(ROOT / "notebooks" / "quickstart.ipynb", as_version=4)
    first = next(cell.source for cell in notebook.cells if cell.source.startswith("%%autoviz"))
    assert first.splitlines()[1] == QUESTION
    for page in (README, (ROOT / "docs" / "quickstart.md").read_text("utf-8")):
        assert f"%%autoviz sales\n{QUESTION}\n" in page


def test_the_example_runs(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict = {}
    exec(example, names)
    analysis = names["a"]
    assert analysis.figure is not None
    assert len(analysis.table)
    assert analysis.answer
    assert analysis.coverage.complete
    assert "plotly" in capsys.readouterr().out
    assert f"a.proof       # {analysis.proof.line}" in README
    assert analysis.record.question.text == QUESTION
    assert not [note for note in analysis.record.notes if "may not be what you meant" in note], "it is answered surely"
