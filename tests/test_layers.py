"""Who may import whom: the layers of autoviz, no import cycle, and third parties kept in their places."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "autoviz"

LAYERS: tuple[tuple[str, ...], ...] = (
    ("listing", "uncollected"),
    ("errors", "stopping"),
    ("model", "resources"),
    ("frames",),
    ("published",),
    ("embedding",),
    ("writings",),
    ("table",),
    ("columns",),
    ("drawing", "shaping", "measures", "remembering", "base_model"),
    ("profile", "tools", "answering"),
    ("registry",),
    ("linking",),
    ("planning",),
    ("follow_ups",),
    ("readers",),
    ("stages",),
    ("pipeline",),
    ("export", "recording", "showing", "editing", "feedback", "aliases", "proposing", "tracking"),
    ("drift",),
    ("analysis",),
    ("replaying", "reporting"),
    ("session",),
    ("evaluation",),
    ("accessor", "doctor", "samples", "terminal"),
    ("notebook",),
    ("commands",),
    ("cli",),
    ("__main__",),
)
"""Lowest first. A part imports itself and lower layers, never its neighbours on the same line."""

NEVER_ONE_ANOTHER: dict[str, tuple[str, ...]] = {
    "stages": ("base", "server", "sources", "step_records"), "tools": (), "commands": ()
}  # fmt: skip
"""Folders whose modules do not import one another either → the modules there that are no stage, but shared by them."""

QUARANTINE: dict[str, tuple[str, ...]] = {
    "faiss": ("autoviz.registry.index",),
    "sentence_transformers": ("autoviz.embedding",),
    "transformers": ("autoviz.embedding",),
    "torch": (),
    "IPython": ("autoviz.notebook",),
    "ipywidgets": ("autoviz.notebook",),
    "anywidget": ("autoviz.notebook",),
    "httpx": ("autoviz.readers.llm.client", "autoviz.published.tableau_service"),
    "vizql_data_service_py": ("autoviz.published.tableau_service",),
    "tableauserverclient": ("autoviz.published.tableau_service",),
    "sqlglot": ("autoviz.query",),
    "onnxruntime": ("autoviz.readers.graphs",),
    "xllamacpp": ("autoviz.readers.planner.running",),
    "pycountry": ("autoviz.linking.geography",),
}
"""Third party → the only modules or folders that may import it."""


@dataclass(frozen=True)
class Import:
    """One import statement: who, what, and whether only a type checker sees it."""

    module: str
    target: str
    typing_only: bool


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    named: dict[str, Path] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


def imports(module: str, source: str, known: dict[str, Path]) -> Iterator[Import]:
    """All imports of a module, those inside functions too; a name imported from a package is looked up as a module."""
    tree = ast.parse(source)
    guarded = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        typing_only = id(node) in guarded
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(module, alias.name, typing_only)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively; write the whole name"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield Import(module, inner if inner in known else str(node.module), typing_only)


def part(module: str) -> str:
    """The layer entry that a module belongs to: the second word of its name; the query language is among the nouns."""
    found = module.split(".")[1]
    return "model" if found == "query" else found


def is_inside(module: str, place: str) -> bool:
    return module == place or module.startswith(f"{place}.")


KNOWN = modules()
IMPORTS = tuple(found for name, path in KNOWN.items() for found in imports(name, path.read_text("utf-8"), KNOWN))
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}


def test_every_module_has_a_layer():
    homeless = {name for name in KNOWN if name != "autoviz" and part(name) not in RANK}
    assert not homeless, f"Add them to LAYERS: {sorted(homeless)}"


def test_imports_point_to_lower_layers():
    wrong = [
        f"{found.module} imports {found.target}"
        for found in IMPORTS
        if found.module != "autoviz" and found.target.startswith("autoviz.")
        if part(found.module) != part(found.target) and RANK[part(found.module)] <= RANK[part(found.target)]
    ]
    assert not wrong, "\n".join(wrong)


def test_modules_of_these_folders_do_not_import_one_another():
    wrong = [
        f"{found.module} imports {found.target}"
        for found in IMPORTS
        for folder, shared in NEVER_ONE_ANOTHER.items()
        if is_inside(found.module, f"autoviz.{folder}")
        and is_inside(found.target, f"autoviz.{folder}")
        and found.target.rpartition(".")[2] not in shared
    ]
    assert not wrong, "\n".join(wrong)


def test_there_is_no_import_cycle():
    """Imports that only a type checker sees count too: they show that one of the two knows too much of the other."""
    graph: dict[str, set[str]] = {name: set() for name in KNOWN}
    for found in IMPORTS:
        if found.target in KNOWN:
            graph[found.module].add(found.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_nobody_but_the_readers_reaches_into_a_reader():
    wrong = [
        f"{found.module} imports {found.target}"
        for found in IMPORTS
        if any(is_inside(found.target, f"autoviz.readers.{name}") for name in ("embedded", "planner", "llm"))
        and not is_inside(found.module, "autoviz.readers")
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("third_party", QUARANTINE)
def test_a_third_party_stays_in_its_place(third_party):
    wrong = [
        f"{found.module} imports {found.target}"
        for found in IMPORTS
        if is_inside(found.target, third_party)
        and not any(is_inside(found.module, place) for place in QUARANTINE[third_party])
    ]
    assert not wrong, "\n".join(wrong)


def test_the_walk_sees_imports_wherever_they_stand():
    source = (
        "import faiss.contrib\nfrom autoviz import errors\n"
        "if TYPE_CHECKING:\n    from autoviz.model.base import Value\n"
        "def f():\n    from autoviz.model import plan\n"
    )
    found = set(imports("autoviz.x", source, KNOWN))
    assert found == {
        Import("autoviz.x", "faiss.contrib", False),
        Import("autoviz.x", "autoviz.errors", False),
        Import("autoviz.x", "autoviz.model.base", True),
        Import("autoviz.x", "autoviz.model.plan", False),
    }
