"""Corrections: what the owner of a table says of its columns goes before what was found out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from autoviz.model.labels import Kind
from autoviz.model.profile import ColumnFacts, ColumnProfile
from autoviz.profile.meanings import ADDING, MEASURED

Told = Mapping[str, str | ColumnFacts]
"""Column → its description, or more that its owner says of it."""

SAID = "said in autoviz.yaml"
NAMING: dict[str, Kind] = {"id": "identifier", "code": "categorical", "category": "categorical", "text": "text"}
"""Meanings of columns that are no measures → the kind that goes with them."""


def facts_of(told: Mapping[str, Any]) -> dict[str, ColumnFacts]:
    """What is said of each column, a plain text being its description."""
    return {
        name: item if isinstance(item, ColumnFacts) else ColumnFacts(description=str(item))
        for name, item in told.items()
    }


def corrected(column: ColumnProfile, said: ColumnFacts | None) -> ColumnProfile:
    """The column with what its owner says of it."""
    if said is None or not said.is_correction:
        return column
    changes: dict[str, Any] = {"reason": SAID}
    if said.meaning is not None:
        changes |= {"meaning": said.meaning, "adds_up": said.meaning in ADDING, **_kind(column, said.meaning)}
    if said.adds_up is not None:
        changes["adds_up"] = said.adds_up
    if said.unit is not None:
        changes["unit"] = said.unit
    if said.weighs is not None:
        changes["weighs"] = said.weighs
    if said.missing is not None:
        changes |= {"codes": said.missing, "sentinels": ()}
    return column.replaced(**changes)


def _kind(column: ColumnProfile, meaning: str) -> dict[str, Any]:
    """The kind that goes with a meaning; numbers that are said to measure something are a metric again."""
    if meaning in NAMING:
        return {"kind": NAMING[meaning], "metric": False}
    numbers = isinstance(column.minimum, (int, float)) and column.kind != "temporal"
    return {"kind": "numeric", "metric": True} if meaning in MEASURED and numbers else {}
