"""Shared by the tests of the tools: the catalog, a way to run a tool as a plan would, and a local Spark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """A Spark of one thread on this machine."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[1]").appName("autoviz tests")
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.session.timeZone": "UTC",
        "spark.driver.memory": "1g",
        # Compiling a query takes far longer than running it on a few rows.
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.adaptive.enabled": "false",
        "spark.default.parallelism": "1",
        "spark.log.level": "OFF",
    }
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    yield session
    session.stop()
