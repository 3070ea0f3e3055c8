"""The environment files agree: environment.yml and the pins of constraints.txt with pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PINS = ("constraints.txt", "constraints-oldest.txt")
EXTRAS = ("lab", "polars", "spark", "tableau", "image", "planner")
"""What environment.yml holds; embeddings brings torch, vllm wants a GPU, dev and docs are for a checkout."""


def _declared(*extras: str) -> list[Requirement]:
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in PROJECT["optional-dependencies"][extra])]
    return [Requirement(line) for line in lines]


def _pins(name: str) -> dict[str, Version]:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    pinned = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(item.name): Version(next(iter(item.specifier)).version) for item in pinned}


def _conda() -> dict:
    return yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))


def _needed(names: list[Requirement]) -> set[str]:
    """Every distribution that these need in turn, on this machine, as far as it is installed."""
    found: set[str] = set()
    waiting = [(item, extra) for item in names for extra in ("", *item.extras)]
    seen: set[tuple[str, str]] = set()
    while waiting:
        item, extra = waiting.pop()
        name = canonicalize_name(item.name)
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        try:
            inner = [Requirement(line) for line in requires(name) or ()]
        except PackageNotFoundError:
            continue
        found.add(name)
        wanted = [one for one in inner if one.marker is None or one.marker.evaluate({"extra": extra})]
        waiting.extend((one, part) for one in wanted for part in ("", *one.extras))
    return found


def _used_here() -> str:
    """The file under whose pins this environment was installed."""
    for name in PINS:
        if _pins(name)["pandas"] == Version(version("pandas")):
            return name
    pytest.skip("this environment was installed under other pins")


def test_environment_yml_holds_what_pyproject_declares():
    (pip,) = [item["pip"] for item in _conda()["dependencies"] if isinstance(item, dict)]
    listed = {str(Requirement(line)) for line in pip if not line.startswith("-")}
    assert listed == {str(item) for item in _declared(*EXTRAS)}


def test_environment_yml_installs_under_the_pins_and_the_checkout_itself():
    (pip,) = [item["pip"] for item in _conda()["dependencies"] if isinstance(item, dict)]
    assert pip[0] == "-c constraints.txt"
    assert pip[-1] == "-e ."


def test_environment_yml_takes_a_python_that_pyproject_takes():
    (line,) = [item for item in _conda()["dependencies"] if isinstance(item, str) and item.startswith("python>")]
    range_ = Requirement(line).specifier
    declared = SpecifierSet(PROJECT["requires-python"])
    tested = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if "Python :: 3." in line]
    assert tested
    for name in tested:
        assert f"{name}.1" in range_
        assert f"{name}.1" in declared
    assert "3.10.1" not in range_


@pytest.mark.parametrize("name", PINS)
def test_every_declared_package_is_pinned_at_a_version_it_allows(name):
    pins = _pins(name)
    for item in _declared(*(extra for extra in PROJECT["optional-dependencies"] if extra != "vllm")):
        if item.name != PROJECT["name"]:
            assert canonicalize_name(item.name) in pins, f"{item.name} is not pinned in {name}"
            pinned = pins[canonicalize_name(item.name)]
            assert item.specifier.contains(pinned), f"{item} is pinned at {pinned} in {name}"


def test_what_those_need_in_turn_is_pinned_too():
    everything = [item for item in _declared("dev", "image") if item.name != PROJECT["name"]] + _declared(*EXTRAS)
    unpinned = _needed(everything) - set(_pins(_used_here())) - {"setuptools", "pip"}
    assert not unpinned


def test_torch_is_pinned_without_a_local_suffix():
    assert str(_pins("constraints.txt")["torch"]) == "2.13.0"


def test_the_oldest_pins_are_the_lower_bounds_of_pyproject():
    pins = _pins("constraints-oldest.txt")
    for item in _declared("embeddings"):
        lower = next(part.version for part in item.specifier if part.operator == ">=")
        assert pins[canonicalize_name(item.name)] == Version(lower), f"{item.name}: test the version that is promised"


def test_the_page_of_dependencies_says_what_each_package_and_extra_is_for():
    rows = re.findall(r"^\| ([\w-]+) \|", (ROOT / "docs" / "dependencies.md").read_text("utf-8"), re.MULTILINE)
    named = [name for name in rows if name not in ("Package", "Extra")]
    assert named == [*(item.name for item in _declared()), *PROJECT["optional-dependencies"]]


def test_no_pin_names_a_folder_or_a_host():
    for name in (*PINS, "environment.yml"):
        text = (ROOT / name).read_text("utf-8")
        assert "://" not in text
        assert " @ " not in text


def test_what_conda_itself_installs_is_what_no_wheel_brings():
    """Python, pip and the Java that PySpark 4 runs on; a package of both would be installed twice."""
    lines = [Requirement(line) for line in _conda()["dependencies"] if isinstance(line, str)]
    assert _conda()["channels"] == ["conda-forge"]
    assert {line.name for line in lines} == {"python", "pip", "openjdk"}
    (java,) = [line.specifier for line in lines if line.name == "openjdk"]
    assert "17.0.1" in java and "11.0.1" not in java
