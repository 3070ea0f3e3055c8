"""Phrasings: example words for functions, read by nearness of meaning."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import Field

from autoviz.model.base import Value
from autoviz.model.labels import Aggregate
from autoviz.registry.files import parsed, read_yaml
from autoviz.resources import registry_folder


class Phrasings(Value):
    """What `phrasings.yaml` holds."""

    version: int = Field(ge=1)
    aggregates: dict[Aggregate, tuple[str, ...]]
    ends: dict[Literal["min", "max"], tuple[str, ...]]
    ends_of_measures: dict[Literal["min", "max"], tuple[str, ...]]
    money: dict[
        Literal["earned", "spent", "costs", "paid", "sold", "money", "profit", "beside", "other"], tuple[str, ...]
    ]
    welcome: dict[Literal["more", "less", "neither"], tuple[str, ...]]


@cache
def phrasings() -> Phrasings:
    """The installed phrasings."""
    return parsed(Phrasings, read_yaml(registry_folder() / "phrasings.yaml"), "phrasings.yaml")
