"""Reading: what a reader made of a question, how sure it is, and the readings that came next."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import Field

from autoviz.model.base import Value
from autoviz.model.intent import Intent
from autoviz.model.labels import Mark
from autoviz.model.requirements import Requirements

DOUBT = 0.5
"""What is left of the probability where a word stands for nothing in the table, or something hears it otherwise."""


class Alternative(Value):
    """A reading that came second."""

    requirements: Requirements
    confidence: float = Field(ge=0, le=1)


class Reading(Value):
    """One analysis that the question asks for."""

    requirements: Requirements
    intent: Intent
    confidence: float = Field(ge=0, le=1)
    alternatives: tuple[Alternative, ...] = ()
    """Strongest first."""
    mark: Mark | None = None
    """The chart that fits best where the user names none."""
    stated: bool = False
    """Whether somebody wrote the Query itself, so that it is carried out as it stands, whatever the words beside it."""

    def doubted(self) -> Reading:
        """This reading, half as sure."""
        return self.replaced(confidence=self.confidence * DOUBT)

    def each(self, change: Callable[[Requirements], Requirements]) -> Reading:
        """This reading with its requirements changed, and those of its alternatives likewise."""
        others = tuple(item.replaced(requirements=change(item.requirements)) for item in self.alternatives)
        return self.replaced(requirements=change(self.requirements), alternatives=others)
