"""Beyond: examples of what people write that no table answers, each kind with what to say of it."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from autoviz.model.base import Value
from autoviz.registry.files import parsed, read_yaml
from autoviz.resources import registry_folder


class BeyondEntry(Value):
    """One kind of what is not answered: what to say, what to do instead, and examples."""

    told: str
    instead: str
    """Empty where a question of the table is all there is to say."""
    examples: tuple[str, ...] = Field(min_length=3)


class Beyond(Value):
    """What `beyond.yaml` holds."""

    version: int = Field(ge=1)
    kinds: dict[str, BeyondEntry]
    overview: tuple[str, ...]
    """Questions for a first look at the table."""
    within: tuple[str, ...]
    """Other questions that a table answers, though they sound like what none does."""


@cache
def beyond() -> Beyond:
    """The installed examples."""
    return parsed(Beyond, read_yaml(registry_folder() / "beyond.yaml"), "beyond.yaml")
