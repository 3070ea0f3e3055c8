"""Treatments: example phrases for what a question may want done with rows or values beside its analysis."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import Field, model_validator

from autoviz.model.base import Value
from autoviz.registry.files import parsed, read_yaml
from autoviz.resources import registry_folder

SLOTS = ("{column}", "{columns}", "{number}", "{percent}", "{value}", "{path}")


class Treatment(Value):
    """One thing that may be asked for, and phrases that ask for it."""

    asks: dict[str, Any] | None
    """The constraint, a slot standing for what the phrase says there; none for phrases that only sound alike."""
    leaves: str = ""
    """What stays in the question where the phrase is taken out."""
    alone: bool = False
    """Whether the phrases ask for it only where the question says nothing else: "missing values"."""
    claimed: bool = False
    """Whether it is asked for only by a question that wants a yes or a no, and where the rest can be judged so."""
    examples: tuple[str, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _slots_are_known_and_filled(self) -> Treatment:
        wanted = {value for value in (self.asks or {}).values() if isinstance(value, str) and value.startswith("{")}
        for example in self.examples:
            held = {word for word in example.split() if word.startswith("{")}
            if held != wanted:
                raise ValueError(f"the example {example!r} holds {sorted(held)}, and its constraint {sorted(wanted)}")
        if not wanted <= set(SLOTS):
            raise ValueError(f"{sorted(wanted - set(SLOTS))} is none of the slots {', '.join(SLOTS)}")
        return self


class Treatments(Value):
    """What `treatments.yaml` holds."""

    version: int = Field(ge=1)
    passed_over: str
    joining: str
    showing: str
    rows: str
    shares: str
    same: tuple[tuple[str, ...], ...]
    treatments: tuple[Treatment, ...]


@cache
def treatments() -> Treatments:
    """The installed treatments."""
    return parsed(Treatments, read_yaml(registry_folder() / "treatments.yaml"), "treatments.yaml")
