"""Intent: what kind of analysis a question asks for, and the ones beside it."""

from __future__ import annotations

from pydantic import Field

from autoviz.model.base import Value


class IntentScore(Value):
    """One intent label with the confidence that the question asks for it."""

    label: str
    confidence: float = Field(ge=0, le=1)


class Intent(Value):
    """The primary intent, and others that the question asks for too."""

    primary: str
    confidence: float = Field(ge=0, le=1)
    reasoning: str
    others: tuple[IntentScore, ...] = ()
    """Further intents with a confidence of at least the setting `intent_floor`, strongest first."""

    def beside(self, other: Intent) -> Intent:
        """This intent with the others of another reading, whose own takes the place of this one among them."""
        others = tuple(
            item.replaced(label=other.primary) if item.label == self.primary else item for item in other.others
        )
        return self.replaced(others=others)


class IntentEntry(Value):
    """One entry of intents.yaml: a label, what it means, questions that ask for it, and its templates."""

    label: str
    description: str
    priority: int = Field(ge=0, le=10)
    """Which comes first where several fit equally, highest first."""
    family: tuple[str, ...] = Field(min_length=1)
    """The templates of this intent, from the most specific to the most general."""
    analysis: tuple[str, ...] = Field(min_length=1)
    """The analysis labels that belong to this intent."""
    examples: tuple[str, ...] = Field(min_length=3)
