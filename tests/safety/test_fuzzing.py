"""Fuzzing: a short run of the command that puts inputs made at random to every loader."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "fuzz_loaders.py"


@pytest.fixture(scope="module")
def fuzzing():
    spec = importlib.util.spec_from_file_location("fuzz_loaders", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["reply", "sql", "plan", "session", "project"])
def test_no_loader_fails_but_by_its_own_errors(fuzzing, tmp_path, name):
    lines, findings = fuzzing.fuzz(name, fuzzing.loaders(tmp_path)[name], 150, random.Random(name))
    assert findings == []
    assert lines > 1 or name == "plan"


def test_what_fails_otherwise_is_found(fuzzing):
    def broken(content):
        if b"{" in content:
            raise KeyError("planted")

    assert fuzzing.fuzz("plan", broken, 20, random.Random(1))[1]
