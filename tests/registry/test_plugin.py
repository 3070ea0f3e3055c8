"""Tools of other packages: a real package with an entry point is installed, and the catalog has its tool."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

PLUGIN = Path(__file__).with_name("plugin")
ASK = """
import json, sys
import pandas as pd
import narwhals.stable.v2 as nw
from autoviz.registry.catalog import default_catalog
from autoviz.registry.code import render
from autoviz.table import Table

catalog = default_catalog()
params = catalog.validated("to_fahrenheit", {"column": "celsius"})
table = Table(nw.from_native(pd.DataFrame({"celsius": [0.0, 100.0]})))
result = catalog.functions["to_fahrenheit"](table, **params).table.pandas()
code = render(catalog.tool("to_fahrenheit"), params, {"df": "df"}, "hot")
names = {"df": pd.DataFrame({"celsius": [0.0, 100.0]})}
exec(code, names)
json.dump({
    "families": sorted({tool.family for tool in catalog.tools.values()}),
    "result": result["fahrenheit"].tolist(),
    "exported": names["hot"]["fahrenheit"].tolist(),
    "serves": catalog.serves("to_fahrenheit", "constraints.derive"),
}, sys.stdout)
"""
pytestmark = pytest.mark.slow


@pytest.fixture
def ask(fresh_environment, built, tmp_path):
    """Installs a copy of the plugin beside the wheel and runs the code above."""

    def run(plugin: Path) -> subprocess.CompletedProcess[str]:
        python = fresh_environment(next(built.glob("*.whl")), plugin)
        return subprocess.run([str(python), "-I", "-c", ASK], cwd=tmp_path, capture_output=True, text=True, check=False)

    return run


@pytest.fixture
def plugin(tmp_path) -> Path:
    return shutil.copytree(PLUGIN, tmp_path / "plugin")


def test_the_tool_of_an_installed_package_is_in_the_catalog_and_runs(ask, plugin):
    done = ask(plugin)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert "weather" in told["families"]
    assert "transform" in told["families"]
    assert told["result"] == told["exported"] == [32.0, 212.0]
    assert told["serves"]


def test_a_package_whose_file_and_code_disagree_is_refused_by_name(ask, plugin):
    module = plugin / "autoviz_weather" / "weather.py"
    module.write_text(module.read_text("utf-8").replace("column", "measure"), "utf-8")
    done = ask(plugin)
    assert done.returncode == 1
    assert "weather.yaml, to_fahrenheit" in done.stderr
    assert "'measure'" in done.stderr


def test_a_package_that_cannot_be_imported_is_refused_by_name(ask, plugin):
    (plugin / "autoviz_weather" / "weather.py").write_text("import no_such_package_here\n", "utf-8")
    done = ask(plugin)
    assert done.returncode == 1
    assert "The tool family 'weather' cannot be imported" in done.stderr
