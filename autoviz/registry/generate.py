"""Generating what is derived from the registry and committed: JSON schemas for the YAML files and content digests."""

from __future__ import annotations

import hashlib
import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autoviz.answering.checking import Wording
from autoviz.errors import AutovizError, RegistryError
from autoviz.frames.dates.grain import GrainPolicy
from autoviz.model.intent import IntentEntry
from autoviz.model.plan import Template
from autoviz.model.tool import Tool
from autoviz.registry.beyond import Beyond
from autoviz.registry.capabilities import CapabilityMap
from autoviz.registry.examples import Examples
from autoviz.registry.files import read_yaml
from autoviz.registry.followups import Followups
from autoviz.registry.phrasings import Phrasings
from autoviz.registry.treatments import Treatments
from autoviz.registry.words import Abbreviations, English
from autoviz.resources import registry_folder

VERSIONED = ("capabilities.yaml", "intents.yaml", "time_grain.yaml")
"""Files whose content may change only together with their `version`."""
DIGESTS = "digests.json"

Schema = dict[str, Any]


def main(argv: Sequence[str] | None = None) -> int:
    """Write the generated files, or with --check say which of them are not what they would be."""
    parser = ArgumentParser(prog="python -m autoviz.registry.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail where a file is out of date")
    folder = registry_folder()
    try:
        files = generated(folder)
    except AutovizError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    outdated = [name for name, text in files.items() if _text(folder / name) != text]
    if not parser.parse_args(argv).check:
        for name in outdated:
            (folder / name).write_text(files[name], encoding="utf-8")
    elif outdated:
        sys.stderr.write(f"Out of date in registry/: {', '.join(outdated)}. Run `make generate` and commit.\n")
        return 1
    return 0


def generated(folder: Path) -> dict[str, str]:
    """The name and text of every generated file; content that changed under the same version is refused."""
    found = digests(folder)
    _refuse_unraised(found, json.loads(_text(folder / DIGESTS) or "{}"))
    return {name: f"{json.dumps(content, indent=2)}\n" for name, content in {**schemas(), DIGESTS: found}.items()}


def schemas() -> dict[str, Schema]:
    """The JSON schema of each kind of YAML file."""
    return {
        "examples.schema.json": Examples.model_json_schema(),
        "family.schema.json": _family(),
        "answering.schema.json": Wording.model_json_schema(),
        "abbreviations.schema.json": Abbreviations.model_json_schema(),
        "beyond.schema.json": Beyond.model_json_schema(),
        "capabilities.schema.json": CapabilityMap.model_json_schema(),
        "english.schema.json": English.model_json_schema(),
        "followups.schema.json": Followups.model_json_schema(),
        "intents.schema.json": _intents(),
        "phrasings.schema.json": Phrasings.model_json_schema(),
        "template.schema.json": _without(Template.model_json_schema(), "name"),
        "time_grain.schema.json": GrainPolicy.model_json_schema(),
        "treatments.schema.json": Treatments.model_json_schema(),
    }


def digests(folder: Path) -> dict[str, dict[str, Any]]:
    """For each versioned file its version and a digest of the rest of its content; comments do not count."""
    found: dict[str, dict[str, Any]] = {}
    for name in VERSIONED:
        content = read_yaml(folder / name)
        version = content.pop("version", None)
        text = json.dumps(content, sort_keys=True, ensure_ascii=False)
        found[name] = {"version": version, "digest": hashlib.sha256(text.encode()).hexdigest()}
    return found


def _refuse_unraised(found: dict[str, dict[str, Any]], stored: dict[str, dict[str, Any]]) -> None:
    for name, before in stored.items():
        now = found.get(name, before)
        if now["digest"] != before["digest"] and now["version"] <= before["version"]:
            raise RegistryError(
                f"The content of {name} changed, but its version is still {now['version']}",
                f"Raise `version` in registry/{name} to {before['version'] + 1}, then run `make generate`.",
            )


def _family() -> Schema:
    """A family's file: each entry is a tool in full, or a preset that inherits what it does not say."""
    tool = _without(Tool.model_json_schema(), "name", "family")
    shared = tool.pop("$defs")
    del shared["Param"]["properties"]["required"]
    preset = {**tool, "title": "Preset", "required": ["function", "fixed"]}
    plain = {key: value for key, value in tool["properties"].items() if key not in ("function", "fixed")}
    required = [name for name in tool["required"] if name in plain]
    entry = {"anyOf": [{**tool, "properties": plain, "required": required}, preset]}
    return {
        "title": "Family",
        "type": "object",
        "additionalProperties": False,
        "required": ["family", "description", "tools"],
        "properties": {
            "family": {"type": "string"},
            "description": {"type": "string"},
            "tools": {"type": "object", "additionalProperties": entry},
        },
        "$defs": shared,
    }


def _intents() -> Schema:
    entry = _without(IntentEntry.model_json_schema(), "label")
    return {
        "title": "Intents",
        "type": "object",
        "additionalProperties": False,
        "required": ["version", "intents"],
        "properties": {
            "version": {"type": "integer", "minimum": 1},
            "intents": {"type": "object", "additionalProperties": entry},
        },
    }


def _without(schema: Schema, *places: str) -> Schema:
    """A schema less the fields that an entry's key or its file's name gives, so that the YAML does not say them."""
    properties = {name: value for name, value in schema["properties"].items() if name not in places}
    return {**schema, "properties": properties, "required": [name for name in schema["required"] if name in properties]}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


if __name__ == "__main__":
    sys.exit(main())
