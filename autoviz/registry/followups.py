"""Followups: examples of how a question refers back to the one before, read by nearness of meaning."""

from __future__ import annotations

from functools import cache
from typing import Literal, get_args

from pydantic import Field

from autoviz.model.base import Value
from autoviz.registry.files import parsed, read_yaml
from autoviz.resources import registry_folder

FollowKind = Literal[
    "periods",
    "regroup",
    "instead",
    "split",
    "merge",
    "narrow",
    "moment",
    "exclude",
    "widen",
    "measure",
    "measure_too",
    "function",
    "chart",
    "table",
    "first",
    "descending",
    "ascending",
    "by_name",
    "reverse",
    "share",
    "change",
    "smooth",
    "why",
    "correct",
    "undo",
]
FOLLOW_KINDS: tuple[FollowKind, ...] = get_args(FollowKind)


class FollowEntry(Value):
    """One way to refer back: what it asks for, and examples."""

    description: str
    examples: tuple[str, ...] = Field(min_length=3)


class Followups(Value):
    """What `followups.yaml` holds."""

    version: int = Field(ge=1)
    kinds: dict[FollowKind, FollowEntry]
    fresh: tuple[str, ...]
    alike: tuple[tuple[str, str], ...]
    different: tuple[tuple[str, str], ...]


@cache
def followups() -> Followups:
    """The installed examples."""
    return parsed(Followups, read_yaml(registry_folder() / "followups.yaml"), "followups.yaml")
