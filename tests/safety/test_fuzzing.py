"""Fuzzing: a short run of the command that puts inputs made at random to every loader."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import pytest

from autoviz.errors import AutovizError

SCRIPT = Path(__file__).parents[2] / "scripts" / "fuzz_loaders.py"


@pytest.fixture(scope="module")
def fuzzing():
    spec = importlib.util.spec_from_file_location("fuzz_loaders", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def starts(fuzzing, tmp_path_factory):
    return fuzzing.seeds(tmp_path_factory.mktemp("seeds"))


@pytest.mark.parametrize("name", ["reply", "sql", "plan", "session", "project"])
def test_no_loader_fails_but_by_its_own_errors(fuzzing, starts, tmp_path, name):
    load, refusals = fuzzing.loaders(tmp_path)[name], fuzzing.REFUSALS.get(name, (AutovizError,))
    lines, findings = fuzzing.fuzz(load, starts[name], refusals, 150, random.Random(name))
    assert findings == []
    assert lines > 20


@pytest.mark.parametrize("name", ["sql", "plan", "session", "project"])
def test_every_loader_takes_the_inputs_that_fuzzing_starts_from(fuzzing, starts, tmp_path, name):
    load = fuzzing.loaders(tmp_path)[name]
    for content in starts[name]:
        load(content)


def test_what_fails_otherwise_is_found(fuzzing):
    def broken(content):
        if b"{" in content:
            raise KeyError("planted")

    assert fuzzing.fuzz(broken, [b"a"], (ValueError,), 60, random.Random(1))[1]
