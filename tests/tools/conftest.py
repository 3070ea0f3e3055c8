"""Shared by the tests of the tools: the catalog and a way to run a tool as a plan would."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from autoviz.frames import open_frame
from autoviz.registry.catalog import Catalog, default_catalog
from autoviz.table import Lineage, Outcome, Table


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return default_catalog()


@pytest.fixture
def run(catalog: Catalog) -> Callable[..., Outcome]:
    """Run a tool by its name on frames of any engine, with the params that a plan would give it."""

    def run_tool(tool: str, *frames: Any, lineage: Mapping[str, Lineage] | None = None, **params: Any) -> Outcome:
        tables = [frame if isinstance(frame, Table) else Table(open_frame(frame), lineage or {}) for frame in frames]
        return catalog.functions[tool](*tables, **catalog.validated(tool, params))

    return run_tool
