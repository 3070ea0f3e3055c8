"""Reader: the protocol behind the three stages that read language, and what a reader may look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from autoviz.linking.links import Aliases
from autoviz.model.coverage import Coverage, Gap
from autoviz.model.fact import Fact
from autoviz.model.intent import Intent
from autoviz.model.plan import Adaptation, Plan, Step, Template
from autoviz.model.profile import ColumnFacts, DatasetProfile, Scalar
from autoviz.model.provenance import ModelCall, Repair
from autoviz.model.question import Question
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.model.settings import Settings
from autoviz.model.tool import Shortlist
from autoviz.registry.catalog import Catalog
from autoviz.registry.examples import ExampleEntry


@dataclass(frozen=True)
class Refused:
    """A plan that did not pass, and which try of how many comes after it."""

    plan: Plan
    attempt: int
    tries: int


@dataclass(frozen=True)
class Context:
    """What a question may lean on beside its own words."""

    catalog: Catalog
    settings: Settings
    aliases: Aliases = field(default_factory=dict)
    joined: str | None = None
    """The name of a second frame that the question needs, joined to the first before anything else."""
    earlier: Plan | None = None
    """The plan of the question before, where this one follows up on it."""
    descriptions: Mapping[str, str | ColumnFacts] = field(default_factory=dict)
    """Column → what it holds and means, from the project's file."""
    liked: tuple[ExampleEntry, ...] = ()
    """Questions whose answers the user rated well, as further examples for a model."""
    question: Question | None = None
    """The words themselves, for who plans what was read before."""
    task: str = ""
    """How a model sized the question up, in a sentence."""
    refused: Refused | None = None
    """The plan of the try before, where it had gaps."""


class Reader(Protocol):
    """Turns words into intents, requirements and changes to a template; the gates check each of them."""

    name: str

    def intent(self, question: Question, profile: DatasetProfile, context: Context) -> Intent:
        """What kind of analysis is asked for."""
        ...

    def readings(
        self, question: Question, profile: DatasetProfile, intent: Intent, context: Context
    ) -> tuple[Reading, ...]:
        """What is asked for: one reading per analysis that the question wants, in the order of its words."""
        ...

    def adapt(
        self,
        template: Template,
        requirements: Requirements,
        shortlist: Shortlist,
        profile: DatasetProfile,
        gaps: Coverage | None,
        context: Context,
    ) -> Adaptation:
        """The changes that make the template a plan for these requirements; `gaps` says what a try before lacked."""
        ...


@dataclass(frozen=True)
class LookUps:
    """What a model may look up before it builds a plan; none of them changes anything."""

    profile: Callable[[], DatasetProfile]
    metadata: Callable[[], Mapping[str, Scalar]]
    earlier: Callable[[], Plan | None]


@dataclass(frozen=True)
class Built:
    """What one build step gives: requirements and steps together, and what was looked up for them."""

    requirements: Requirements
    steps: tuple[Step, ...]
    rationale: str
    looked_up: tuple[str, ...]
    profile: DatasetProfile
    reused: bool = False
    """Whether an earlier plan was changed instead of a template."""
    repairs: tuple[Repair, ...] = ()
    """What was mended in the model's changes."""
    confidence: float = 1.0


@runtime_checkable
class AsksModel(Protocol):
    """What a reader offers beside reading when a language model stands behind it."""

    @property
    def sent(self) -> tuple[str, ...]:
        """The exact texts that went to a model so far."""
        ...

    @property
    def calls(self) -> tuple[ModelCall, ...]:
        """What came back so far."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of how the models fared."""
        ...

    def renewed(self) -> Reader:
        """The same reader with its time and its tries again."""
        ...

    def nearest(self, question: Question, profile: DatasetProfile, context: Context) -> Intent:
        """The kind of analysis, with no model asked."""
        ...

    def sized_up(self, question: Question, profile: DatasetProfile, context: Context) -> str:
        """How large a question is and what it needs, in a sentence."""
        ...

    def build(
        self,
        question: Question,
        profile: DatasetProfile,
        shortlist: Shortlist,
        gaps: Coverage | None,
        context: Context,
        look_ups: LookUps,
    ) -> Built:
        """Requirements and plan in one step."""
        ...

    def critique(self, plan: Plan, requirements: Requirements, context: Context) -> tuple[Gap, ...]:
        """What a covered plan lacks in the eyes of a model."""
        ...

    def phrase(self, question: Question, facts: Sequence[Fact], context: Context, stricter: bool) -> tuple[str, ...]:
        """The facts told in a model's words; only with `share_values`, because facts are cell values."""
        ...
