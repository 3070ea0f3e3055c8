"""Wording: the words that the check of an answer looks for, from the registry."""

from __future__ import annotations

from functools import cache

from autoviz.answering.checking import Wording
from autoviz.registry.files import parsed, read_yaml
from autoviz.resources import registry_folder


@cache
def wording() -> Wording:
    """The installed words."""
    return parsed(Wording, read_yaml(registry_folder() / "answering.yaml"), "answering.yaml")
