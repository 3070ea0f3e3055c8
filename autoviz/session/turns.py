"""Turns: what a session remembers of each question, as plain values that can be saved, and the rates of reuse."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from autoviz.model.base import Value
from autoviz.model.fact import Fact
from autoviz.model.plan import Plan
from autoviz.model.record import AnalysisRecord, Clarification
from autoviz.model.requirements import Requirements

KEPT_FACTS = 200
"""So many facts of each part are kept; they are what 'why is March so high?' looks at."""
TurnKind = Literal["fresh", "follow-up", "reused", "choice"]


class TurnPart(Value):
    """One analysis of a turn: what was asked for, how it was planned, and what came of it."""

    requirements: Requirements
    plan: Plan
    facts: tuple[Fact, ...] = ()
    confidence: float = Field(default=1.0, ge=0, le=1)
    """How sure it was that this was asked; what follows on a guess is no surer."""


class Turn(Value):
    """One question of a session and what it came to; turns form a tree, because one may go back and on from there."""

    number: int = Field(ge=1)
    parent: int | None = None
    """The turn that was current when this one was asked."""
    question: str
    root: str
    """The question on its own that a follow-up goes back to; its own where it is one itself."""
    kind: TurnKind
    reason: str = ""
    """Why it was taken as a follow-up or as a new question."""
    changes: tuple[str, ...] = ()
    """In what ways a follow-up changes the question before."""
    parts: tuple[TurnPart, ...] = ()
    """Empty while a question that was asked back is open."""
    clarification: Clarification | None = None
    answer: str = ""
    steps: int = 0
    reused_steps: int = 0

    def __str__(self) -> str:
        told = f" ({self.kind})" if self.kind != "fresh" else ""
        without = self.clarification.text if self.clarification else "planned, and not run."
        asked = f"{self.question}{told}"
        joint = " " if asked.endswith("?") else ": "
        return f"{self.number}. {asked}{joint}{next(iter(self.answer.splitlines()), without)}"


def parts_of(record: AnalysisRecord) -> tuple[TurnPart, ...]:
    """What is remembered of each part."""
    return tuple(
        TurnPart(
            requirements=part.requirements, plan=part.plan, facts=part.facts[:KEPT_FACTS], confidence=part.confidence
        )
        for part in record.parts
    )


class Reuse(Value):
    """How much of a session was taken from what was there already."""

    questions: int = 0
    reused_questions: int = 0
    """Questions answered from an earlier plan: follow-ups, and the same asked in other words."""
    steps: int = 0
    reused_steps: int = 0

    @property
    def query_rate(self) -> float:
        return self.reused_questions / self.questions if self.questions else 0.0

    @property
    def step_rate(self) -> float:
        return self.reused_steps / self.steps if self.steps else 0.0

    def plus(self, other: Reuse) -> Reuse:
        """Both summed."""
        return Reuse(**{name: getattr(self, name) + getattr(other, name) for name in Reuse.model_fields})


def reuse_of(turns: tuple[Turn, ...]) -> Reuse:
    """The counts over these turns."""
    return Reuse(
        questions=len(turns),
        reused_questions=sum(turn.kind in ("follow-up", "reused") for turn in turns),
        steps=sum(turn.steps for turn in turns),
        reused_steps=sum(turn.reused_steps for turn in turns),
    )
