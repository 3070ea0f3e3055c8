"""A small registry of its own for each test: one family with one tool and a preset, to be bent in one place."""

from __future__ import annotations

import copy
import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from autoviz.model.labels import ANALYSIS_LABELS
from autoviz.registry.catalog import Catalog, load_catalog

FAMILY: dict[str, Any] = {
    "family": "shapes",
    "description": "Tools for the tests.",
    "tools": {
        "summarise": {
            "description": "Sum a column per group.",
            "version": 1,
            "capabilities": ["aggregate", "plot"],
            "inputs": ["df"],
            "outputs": ["df"],
            "params": {
                "metric": {"type": "column", "description": "What is summed."},
                "group_by": {"type": "columns", "default": [], "description": "Groups."},
                "layout": {
                    "type": "choice",
                    "choices": ["stacked", "grouped"],
                    "default": "grouped",
                    "description": "Layout.",
                },
                "limit": {"type": "integer", "default": None, "minimum": 1, "maximum": 99, "description": "Rows."},
                "filters": {"type": "filters", "default": [], "description": "Conditions."},
            },
            "code": "{{ out }} = {{ df }}.groupby({{ group_by }})[{{ metric }}].sum()\n",
        },
        "summarise_stacked": {
            "function": "summarise",
            "fixed": {"layout": "stacked"},
            "description": "The same, stacked.",
        },
    },
}
MODULE = """
from __future__ import annotations

from autoviz.model.requirements import Filters
from autoviz.table import Outcome, Table


def summarise(
    df: Table, *, metric: str, group_by: tuple[str, ...], layout: str, limit: int | None, filters: Filters
) -> Outcome:
    return _kept(df)


def _kept(df: Table) -> Outcome:
    return Outcome(table=df)
"""
CAPABILITIES: dict[str, Any] = {
    "version": 1,
    "core": ["aggregate"],
    "aliases": {"summarize": "aggregate"},
    "requirements": {**{f"analysis.{label}": ["aggregate"] for label in ANALYSIS_LABELS}, "outputs.chart": ["plot"]},
    "justified_by": {"plot": ["trend"]},
}
INTENTS: dict[str, Any] = {
    "version": 1,
    "intents": {
        "comparison": {
            "description": "How groups differ.",
            "priority": 5,
            "family": ["compare"],
            "analysis": ["compare"],
            "examples": ["one", "two", "three"],
        }
    },
}
TEMPLATE: dict[str, Any] = {
    "description": "A metric per group.",
    "intents": ["comparison"],
    "tools": ["summarise"],
    "steps": [{"id": "sum", "tool": "summarise", "params": {"metric": "$metric"}}],
}


@dataclass
class World:
    """The contents of a registry, to be changed before it is loaded."""

    folder: Path
    family: dict[str, Any]
    module: str
    capabilities: dict[str, Any]
    intents: dict[str, Any]
    template: dict[str, Any]

    def family_file(self, content: dict[str, Any] | None = None) -> Path:
        """Write a family's file and give its path."""
        content = self.family if content is None else content
        return self.write(f"registry/tools/{content['family']}.yaml", content)

    def write(self, name: str, content: Any) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else yaml.safe_dump(content, sort_keys=False), "utf-8")
        return path

    def code(self, source: str | None = None, name: str = "shapes") -> ModuleType:
        """Import this source as a module of this name."""
        path = self.write(f"code/{name}.py", self.module if source is None else source)
        spec = importlib.util.spec_from_file_location(f"world_{name}", path)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module

    def catalog(self, *more: tuple[Path, ModuleType]) -> Catalog:
        """Write everything and load it."""
        self.write("registry/capabilities.yaml", self.capabilities)
        self.write("registry/intents.yaml", self.intents)
        self.write("plans/compare.yaml", self.template)
        families = [(self.family_file(), self.code()), *more]
        return load_catalog(families, self.folder / "registry", self.folder / "plans")


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A registry that loads; each test changes one thing."""
    values = (copy.deepcopy(item) for item in (FAMILY, MODULE, CAPABILITIES, INTENTS, TEMPLATE))
    return World(tmp_path, *values)
