"""The documentation: its site builds without a warning and asks nobody for anything, and the code on its pages runs."""

from __future__ import annotations

import inspect
import logging
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import autoviz
from autoviz.cli import COMMANDS
from autoviz.model import settings as settings_module
from autoviz.model.settings import Settings
from autoviz.registry.catalog import default_catalog
from autoviz.samples import load_sales

ROOT = Path(__file__).resolve().parent.parent
CODE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
ELSEWHERE = ("tableau.md",)
"""Pages whose code needs a server."""
RUN = [
    path
    for path in sorted((ROOT / "docs").glob("*.md"))
    if CODE.search(path.read_text("utf-8")) and path.name not in ELSEWHERE
]
NAMED = re.compile(r"`((?:autoviz|tests|registry|templates|notebooks|scripts|training|benchmarks)/[\w./*-]+)`")
PAGES = [*sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("*.md"))]
TO_BE_WRITTEN = {"templates/plans/ranking_table.yaml"}
"""What the reader of a recipe adds."""
FETCHED = re.compile(r"<(?:script|img|iframe|source)\b[^>]*?\ssrc=\"([^\"]+)\"|<link\b[^>]*?\shref=\"?([^\"\s>]+)")
LINKED = re.compile(r"<a\b[^>]*?\shref=\"([^\"]+)\"")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The built site; a warning of mkdocs is an error."""
    pytest.importorskip("mkdocs")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_is_complete(site):
    """One test, because building takes seconds: nothing fetched from outside, no dead link, nothing left out."""
    pages = {path.relative_to(site): path.read_text("utf-8") for path in site.rglob("*.html")}
    outside = [
        f"{page}: {link}"
        for page, text in pages.items()
        for link in (found[0] or found[1] for found in FETCHED.findall(text))
        if re.match(r"(?:https?:)?//", link)
    ]
    assert not outside
    dead = [
        f"{page}: {link}"
        for page, text in pages.items()
        for link in LINKED.findall(text)
        if not re.match(r"\w+:|#|/|\.$", link)
        and not (site / page.parent / re.split(r"[#?]", link)[0]).resolve().exists()
    ]
    assert not dead
    for tool in default_catalog().tools:
        assert f'id="{tool}"' in pages[Path("tools.html")], tool
    for setting in Settings.model_fields:
        assert f"<code>{setting}</code>" in pages[Path("api.html")], setting
    for command in COMMANDS:
        assert f"autoviz {command}" in pages[Path("commands.html")], command


def test_every_page_is_in_the_navigation():
    listed = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert [path.name for path in (ROOT / "docs").glob("*.md") if f" {path.name}" not in listed] == []


OFFERED = [
    autoviz.ask, autoviz.alias, autoviz.replay, autoviz.tableau, autoviz.Session, autoviz.Session.ask,
    autoviz.Analysis.edited,
]  # fmt: skip


@pytest.mark.parametrize("item", OFFERED, ids=lambda item: item.__qualname__)
def test_what_is_offered_says_what_each_parameter_is(item):
    named = set(inspect.signature(item).parameters) - {"self", "question"}
    assert [name for name in sorted(named) if f"`{name}`" not in (inspect.getdoc(item) or "")] == []


def test_every_setting_says_what_it_is():
    said = runpy.run_path(str(ROOT / "scripts" / "site_pages.py"))["attribute_docs"](settings_module, "Settings")
    assert [name for name in Settings.model_fields if not said.get(name)] == []


@pytest.fixture
def log_as_before():
    """The page on the log raises its level."""
    yield
    logging.getLogger("autoviz").setLevel(logging.NOTSET)


@pytest.mark.usefixtures("log_as_before")
@pytest.mark.parametrize("path", RUN, ids=lambda path: path.stem)
def test_the_code_of_a_page_runs(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "columns.csv").write_text("column,description\nrevenue,What customers paid\n")
    names = {"autoviz": autoviz, "sales": load_sales()}
    for block in CODE.findall(path.read_text("utf-8")):
        exec(compile(block, path.name, "exec"), names)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_files_that_a_page_names_are_there(path):
    named = set(NAMED.findall(path.read_text("utf-8"))) - TO_BE_WRITTEN
    assert [name for name in sorted(named) if not list(ROOT.glob(name))] == []


ASKED = """import runpy, sys
text, analyses = runpy.run_path(sys.argv[1])["page"]()
assert len(analyses) == 40
sys.stdout.reconfigure(encoding="utf-8")
sys.stdout.write(text)
"""


def test_the_example_questions_are_answered_as_their_page_says(tmp_path):
    """In a process and a project of their own, as `make docs-examples` asks them: other pages give words a meaning."""
    script = str(ROOT / "scripts" / "example_questions.py")
    own = {**os.environ, "AUTOVIZ_PROJECT": str(tmp_path / "project"), "AUTOVIZ_DATA": str(tmp_path / "data")}
    made = subprocess.run([sys.executable, "-c", ASKED, script], env=own, capture_output=True, check=True, cwd=ROOT)
    written = (ROOT / "docs" / "examples.md").read_text("utf-8")
    assert made.stdout.decode() == written, "run `make docs-examples` and look at what has changed"


def test_the_drawings_are_what_their_script_draws():
    for name, draw in runpy.run_path(str(ROOT / "scripts" / "drawings.py"))["DRAWINGS"].items():
        assert (ROOT / "docs" / "images" / name).read_text("utf-8") == draw()
