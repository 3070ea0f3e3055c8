"""A real IPython shell with the extension loaded, and what a cell in it shows."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

import autoviz
from autoviz.samples import load_sales


@dataclass
class Cell:
    """How a cell came out."""

    result: Any
    succeeded: bool
    printed: str
    shown: list[dict[str, Any]] = field(default_factory=list)

    @property
    def html(self) -> str:
        return "".join(bundle.get("text/html", "") for bundle in self.shown)


@pytest.fixture
def shell(tmp_path, monkeypatch) -> Iterator[InteractiveShell]:
    monkeypatch.setenv("AUTOVIZ_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    InteractiveShell.clear_instance()
    started = InteractiveShell.instance()
    started.config.AutoViz.warm = False
    started.user_ns["sales"] = load_sales()
    autoviz.load_ipython_extension(started)
    yield started
    autoviz.unload_ipython_extension(started)
    started.atexit_operations()
    atexit.unregister(started.atexit_operations)
    InteractiveShell.clear_instance()


@pytest.fixture
def run(shell: InteractiveShell) -> Callable[[str], Cell]:
    """Runs a cell as the user would."""

    def cell(source: str) -> Cell:
        with capture_output() as captured:
            result = shell.run_cell(source, store_history=True)
        bundles = [output.data for output in captured.outputs]
        return Cell(result.result, result.success, captured.stdout + captured.stderr, bundles)

    return cell
