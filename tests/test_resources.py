"""Resources: the data is found in a checkout and beside the package, and the cache where it is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from autoviz import resources
from autoviz.errors import FileError


@pytest.fixture(autouse=True)
def _forgotten():
    resources.data_folder.cache_clear()
    yield
    resources.data_folder.cache_clear()


def _registry(folder: Path) -> Path:
    (folder / "registry").mkdir(parents=True)
    (folder / "registry" / "capabilities.yaml").touch()
    return folder


def test_a_checkout_keeps_its_data_beside_the_package():
    assert resources.registry_folder() == Path(__file__).resolve().parent.parent / "registry"
    assert resources.templates_folder().is_dir()


def test_a_wheel_keeps_its_data_inside_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "autoviz")
    inside = _registry(tmp_path / "autoviz" / "_data")
    _registry(tmp_path)
    assert resources.data_folder() == inside


def test_an_installation_without_its_data_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "autoviz")
    with pytest.raises(FileError, match="autoviz-notebook"):
        resources.data_folder()


def test_the_cache_lies_where_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_CACHE", str(tmp_path))
    assert resources.cache_folder() == tmp_path


def test_without_a_name_the_cache_is_the_users(monkeypatch, tmp_path):
    monkeypatch.delenv("AUTOVIZ_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert resources.cache_folder().name == "autoviz"
