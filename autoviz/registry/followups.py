"""Followups: examples of how a question refers back to the one before, read by nearness of meaning."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Literal, get_args

from pydantic import Field, model_validator

from autoviz.model.base import Value
from autoviz.model.labels import Aggregate, Grain, Layout, Mark, Order
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
    "clean",
    "why",
    "correct",
    "undo",
]
FOLLOW_KINDS: tuple[FollowKind, ...] = get_args(FollowKind)


class FollowEntry(Value):
    """One way to refer back: what it asks for, and examples."""

    description: str
    examples: tuple[str, ...] = Field(min_length=3)


Phrases = tuple[str, ...]
Sense = Literal["drop", "add", "beside", "only", "all", "old", "instead"]
"""What is done with what comes after such a word, or before it."""
Relation = Literal["share", "change", "growth", "against", "yearly_change", "smooth", "running"]
Bound = Literal[">", ">=", "<", "<=", "between"]


class ChangeWords(Value):
    """Words that say a change outright, by what they say."""

    marks: dict[Mark, Phrases]
    layouts: dict[Layout, Phrases]
    chart: Phrases
    grains: dict[Grain, Phrases]
    over_time: Phrases
    functions: dict[Aggregate, Phrases]
    extremes: dict[Order, Phrases]
    orders: dict[Order, Phrases]
    sort: Phrases
    by_name: Phrases
    reverse: Phrases
    relations: dict[Relation, Phrases]
    overall: Phrases
    filter: Phrases
    undo: Phrases
    senses: dict[Sense, Phrases]
    axis: Phrases
    """Words before what is grouped by."""
    into: Phrases
    """Words before a value or a period."""
    bounds: dict[Bound, Phrases]
    bounds_after: dict[Bound, Phrases]
    refers: Phrases
    to: Phrases
    limit: Phrases
    filler: Phrases
    rows: Phrases
    """Words for the rows of any table."""

    def listed(self) -> tuple[tuple[str, str | None, str], ...]:
        """Every phrase with what it says: the field it stands in, and the entry there."""
        found: list[tuple[str, str | None, str]] = []
        for name in type(self).model_fields:
            held = getattr(self, name)
            entries = held.items() if isinstance(held, dict) else ((None, held),)
            found += [(name, entry, phrase) for entry, phrases in entries for phrase in phrases]
        return tuple(found)

    @model_validator(mode="after")
    def _each_says_one_thing(self) -> ChangeWords:
        counted = Counter(phrase for _, _, phrase in self.listed())
        doubled = next((phrase for phrase, times in counted.items() if times > 1), None)
        if doubled is not None:
            raise ValueError(f"{doubled!r} is listed twice among the words")
        return self


class Followups(Value):
    """What `followups.yaml` holds."""

    version: int = Field(ge=1)
    kinds: dict[FollowKind, FollowEntry]
    words: ChangeWords
    fresh: tuple[str, ...]
    alike: tuple[tuple[str, str], ...]
    different: tuple[tuple[str, str], ...]


@cache
def followups() -> Followups:
    """The installed examples."""
    return parsed(Followups, read_yaml(registry_folder() / "followups.yaml"), "followups.yaml")
