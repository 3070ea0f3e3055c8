"""Generated files: schemas that the YAML files fit, and digests that make a change of content raise its version."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest
import yaml

from autoviz.registry import generate
from autoviz.resources import registry_folder, templates_folder

REGISTRY, PLANS = registry_folder(), templates_folder() / "plans"
DESCRIBED = [
    *((path, "family.schema.json") for path in sorted((REGISTRY / "tools").glob("*.yaml"))),
    *((path, "template.schema.json") for path in sorted(PLANS.glob("*.yaml"))),
    *((path, f"{path.stem}.schema.json") for path in sorted(REGISTRY.glob("*.yaml"))),
]


@pytest.fixture
def registry(tmp_path, monkeypatch) -> Path:
    """A copy of the installed registry that the command works on."""
    folder = shutil.copytree(REGISTRY, tmp_path / "registry")
    monkeypatch.setattr(generate, "registry_folder", lambda: folder)
    return folder


def _raise_priority(folder: Path, version: int) -> None:
    path = folder / "intents.yaml"
    content = yaml.safe_load(path.read_text("utf-8"))
    content["version"] = version
    content["intents"]["ranking"]["priority"] = 0
    path.write_text(yaml.safe_dump(content, sort_keys=False), "utf-8")


def _stored(folder: Path) -> dict:
    return json.loads((folder / "digests.json").read_text("utf-8"))


@pytest.mark.parametrize(("path", "schema"), DESCRIBED, ids=lambda value: getattr(value, "name", value))
def test_a_file_fits_its_schema(path, schema):
    described = json.loads((REGISTRY / schema).read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(described)
    jsonschema.validate(yaml.safe_load(path.read_text("utf-8")), described)


@pytest.mark.parametrize("schema", sorted(generate.schemas()))
def test_a_schema_refuses_unknown_keys(schema):
    described = json.loads((REGISTRY / schema).read_text("utf-8"))
    with pytest.raises(jsonschema.ValidationError, match="unknown_key"):
        jsonschema.validate({"unknown_key": 1}, {key: value for key, value in described.items() if key != "required"})


def test_a_preset_and_a_tool_are_told_apart(world):
    described = generate.schemas()["family.schema.json"]
    jsonschema.validate(world.family, described)
    del world.family["tools"]["summarise_stacked"]["fixed"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(world.family, described)


def test_generating_twice_changes_nothing(registry):
    assert generate.main([]) == 0
    first = {path.name: path.read_bytes() for path in registry.glob("*.json")}
    assert generate.main([]) == 0
    assert {path.name: path.read_bytes() for path in registry.glob("*.json")} == first
    assert generate.main(["--check"]) == 0


def test_the_check_names_what_is_out_of_date_and_changes_nothing(registry, capsys):
    generate.main([])
    (registry / "family.schema.json").write_text("{}", "utf-8")
    (registry / "digests.json").unlink()
    assert generate.main(["--check"]) == 1
    told = capsys.readouterr().err
    assert "family.schema.json, digests.json" in told
    assert "make generate" in told
    assert (registry / "family.schema.json").read_text("utf-8") == "{}"
    assert not (registry / "digests.json").exists()


@pytest.mark.parametrize("arguments", [[], ["--check"]])
def test_changed_content_under_the_same_version_is_refused(registry, capsys, arguments):
    generate.main([])
    stored = _stored(registry)
    _raise_priority(registry, version=stored["intents.yaml"]["version"])
    assert generate.main(arguments) == 1
    assert "The content of intents.yaml changed, but its version is still" in capsys.readouterr().err
    assert _stored(registry) == stored


def test_changed_content_under_a_raised_version_is_taken(registry):
    generate.main([])
    before = _stored(registry)
    _raise_priority(registry, version=before["intents.yaml"]["version"] + 1)
    assert generate.main(["--check"]) == 1
    assert generate.main([]) == 0
    after = _stored(registry)
    assert after["intents.yaml"]["version"] == before["intents.yaml"]["version"] + 1
    assert after["capabilities.yaml"] == before["capabilities.yaml"]


def test_a_comment_is_no_content(registry):
    before = generate.digests(registry)
    path = registry / "capabilities.yaml"
    path.write_text(f"# A remark.\n{path.read_text('utf-8')}", "utf-8")
    assert generate.digests(registry) == before
