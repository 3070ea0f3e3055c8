"""CONTRIBUTING.md: its recipes, followed to the letter on a copy of the registry, do what they say."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import narwhals.stable.v2 as nw
import pandas as pd
import pytest

from autoviz.errors import RegistryError
from autoviz.registry.catalog import Catalog, load_catalog
from autoviz.registry.code import render
from autoviz.registry.generate import digests, generated
from autoviz.table import Table

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
BLOCK = re.compile(r"^`(?P<file>[\w./]+)`\n```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def _blocks(heading: str) -> Iterator[tuple[str, str, str]]:
    section = GUIDE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    for found in BLOCK.finditer(section):
        yield found["file"], found["kind"], found["text"]


def _follow(folder: Path, heading: str) -> int:
    """Do what the blocks of a section say; gives their number."""
    blocks = list(_blocks(heading))
    for file, kind, text in blocks:
        path = folder / file
        before = path.read_text("utf-8") if path.exists() else ""
        path.write_text(_changed(before, text) if kind == "diff" else before + text, "utf-8")
    return len(blocks)


def _changed(before: str, diff: str) -> str:
    old = "".join(f"{line[1:]}\n" for line in diff.splitlines() if line.startswith("-"))
    new = "".join(f"{line[1:]}\n" for line in diff.splitlines() if line.startswith("+"))
    assert before.count(old) == 1, f"the guide changes {old!r}, which is there {before.count(old)} times"
    return before.replace(old, new)


def _load(folder: Path) -> Catalog:
    families = []
    for path in sorted((folder / "autoviz" / "tools").glob("[a-z]*.py")):
        spec = importlib.util.spec_from_file_location(f"copied_{path.stem}", path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        families.append((folder / "registry" / "tools" / f"{path.stem}.yaml", module))
    return load_catalog(families, folder / "registry", folder / "templates" / "plans")


@pytest.fixture
def checkout(tmp_path) -> Path:
    for part in ("registry", "templates", "autoviz/tools"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_a_tool_and_a_preset_are_added(checkout):
    assert _follow(checkout, "A tool") == 3
    catalog = _load(checkout)
    frame = pd.DataFrame({"share": [50.0, 130.0]})
    for name, params in (("clip_values", {"column": "share", "high": 100}), ("clip_percentages", {"column": "share"})):
        given = catalog.validated(name, params)
        result = catalog.functions[name](Table(nw.from_native(frame)), **given).table.pandas()
        names = {"df": frame}
        exec(render(catalog.tool(name), given, {"df": "df"}, "out"), names)
        assert result["share"].tolist() == names["out"]["share"].tolist() == [50.0, 100.0]


def test_half_of_the_recipe_is_refused(checkout):
    file, _, text = next(_blocks("A tool"))
    path = checkout / file
    path.write_text(path.read_text("utf-8") + text, "utf-8")
    with pytest.raises(RegistryError, match="copied_prepare has no function of that name"):
        _load(checkout)


def test_a_template_is_added(checkout):
    assert _follow(checkout, "A template") == 2
    catalog = _load(checkout)
    assert "ranking_table" in catalog.templates
    assert catalog.intents["ranking"].family[-1] == "ranking_table"


def test_an_intent_is_added(checkout):
    assert _follow(checkout, "An intent") == 2
    assert _load(checkout).intents["quality_check"].family == ("general_eda",)


def test_the_version_must_be_raised_as_the_guide_says(checkout):
    registry = checkout / "registry"
    (registry / "digests.json").unlink()
    (registry / "digests.json").write_text(generated(registry)["digests.json"], "utf-8")
    _follow(checkout, "An intent")
    with pytest.raises(RegistryError, match="Raise `version`"):
        generated(registry)
    path = registry / "intents.yaml"
    version = digests(registry)["intents.yaml"]["version"]
    raised = path.read_text("utf-8").replace(f"version: {version}\n", f"version: {version + 1}\n", 1)
    path.write_text(raised, "utf-8")
    assert f'"version": {version + 1}' in generated(registry)["digests.json"]


def test_every_path_and_command_that_the_guide_names_is_there():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for command in re.findall(r"`make ([\w-]+)`", GUIDE):
        assert f"\n{command}:" in makefile, command
    fixed = [path for path in re.findall(r"`([\w./]+\.(?:py|yaml|md))`", GUIDE) if "/" in path]
    made = {file for heading in ("A tool", "A template", "An intent") for file, _, _ in _blocks(heading)}
    for path in fixed:
        assert path in made or (ROOT / path).exists(), path
