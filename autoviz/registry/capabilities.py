"""CapabilityMap: the versioned, many-to-many map from requirement keys to the capabilities that serve them."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field, model_validator

from autoviz.model.base import Value


class CapabilityMap(Value):
    """What `capabilities.yaml` holds."""

    version: int = Field(ge=1)
    core: tuple[str, ...] = Field(min_length=1)
    """Capabilities without which nothing works: loading fails where no tool has one of them."""
    aliases: dict[str, str] = {}
    """Other names under which a capability may be asked for."""
    requirements: dict[str, tuple[str, ...]]
    """Requirement key → capabilities, any of which serves it."""
    preparatory: tuple[str, ...] = ()
    """Capabilities that a step may have only to feed another."""
    justified_by: dict[str, tuple[str, ...]] = {}
    """Capabilities that are an analysis of their own → the labels that justify a tool that has one."""

    @model_validator(mode="after")
    def _aliases_name_capabilities(self) -> CapabilityMap:
        chained = [alias for alias, target in self.aliases.items() if target in self.aliases]
        if chained:
            raise ValueError(f"the alias {chained[0]!r} stands for another alias; it must name the capability itself")
        return self

    def canonical(self, capability: str) -> str:
        """The capability's own name."""
        return self.aliases.get(capability, capability)

    def serving(self, key: str) -> frozenset[str]:
        """The capabilities that serve a requirement key."""
        return frozenset(self.canonical(name) for name in self.requirements.get(key, ()))

    def justifies(self, capability: str, labels: Iterable[str]) -> bool:
        """Whether one of the asked labels justifies a capability; one that is no analysis needs no label."""
        needed = self.justified_by.get(self.canonical(capability))
        return needed is None or bool(set(needed) & set(labels))
