"""Packaging: the sdist and the wheel hold what they should, and the wheel works from another folder."""

from __future__ import annotations

import subprocess
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import autoviz

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow


def _tracked(folder: str, *endings: str) -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in endings and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def wheel(built) -> Path:
    return next(built.glob("autoviz_notebook-*.whl"))


@pytest.fixture
def installed(fresh_environment, wheel, tmp_path):
    """Runs Python code in a fresh environment that has the wheel, from a folder that holds nothing."""
    python = fresh_environment(wheel)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [str(python), "-I", *arguments], cwd=elsewhere, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_the_wheel_holds_the_package_and_its_data(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert _tracked("autoviz", ".py", ".csv", ".js", ".css", ".onnx", ".npz") <= held
    data = {
        f"autoviz/_data/{name}"
        for folder in ("registry", "templates")
        for name in _tracked(folder, ".yaml", ".json", ".md")
    }
    assert data <= held
    assert {name.split("/")[0] for name in held if not name.startswith("autoviz_notebook-")} == {"autoviz"}


def test_the_sdist_holds_what_a_checkout_needs(built):
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile", "constraints.txt"} <= held
    assert _tracked("registry", ".yaml", ".json") | _tracked("templates", ".yaml", ".md") <= held
    assert _tracked("tests", ".py") <= held


def test_the_installed_wheel_is_used_and_finds_its_data(installed):
    code = (
        "import autoviz, autoviz.resources as r, sys\n"
        "sys.stdout.write(f'{autoviz.__file__}\\n{r.registry_folder()}\\n{autoviz.__version__}')"
    )
    file, folder, version = installed("-c", code).splitlines()
    assert ROOT not in Path(file).parents
    assert Path(folder) == Path(file).parent / "_data" / "registry"
    assert version == autoviz.__version__


def test_the_installed_wheel_loads_its_catalog_without_a_warning(installed):
    code = (
        "from autoviz.registry.catalog import default_catalog\n"
        "c = default_catalog()\nassert not c.off, c.off\nprint(*c.tools)"
    )
    tools = installed("-W", "error", "-c", code).split()
    assert {"parse_datetime", "aggregate", "plot_line", "compute_summary_stats"} <= set(tools)


def test_the_installed_wheel_answers_a_question(installed):
    code = (
        "import autoviz\nfrom autoviz.samples import load_sales\n"
        "a = autoviz.ask(load_sales(), 'get revenue totals by region and product type over time')\n"
        "assert a.coverage.complete, a.coverage\nassert a.figure.data\nprint(a.answer)"
    )
    assert installed("-c", code).strip()


def test_the_installed_command_runs(installed):
    assert "All that autoviz needs is here" in installed("-m", "autoviz.cli", "doctor")


def test_the_distribution_is_not_named_as_the_other_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == "autoviz-notebook"
    assert project["scripts"] == {"autoviz": "autoviz.cli:main"}


def test_every_family_of_the_registry_has_an_entry_point():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    families = {path.stem for path in (ROOT / "registry" / "tools").glob("*.yaml")}
    registered = project["entry-points"]["autoviz.tools"]
    assert registered == {family: f"autoviz.tools.{family}" for family in families}
