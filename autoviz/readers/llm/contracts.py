"""Contracts: each prompt with the type of its reply and the strict JSON schema that a server forces it into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from autoviz.model.asking import ModelStage
from autoviz.model.base import Value
from autoviz.model.labels import AnalysisLabel, Output
from autoviz.model.requirements import Constraint, Time
from autoviz.readers.llm.schemas import Schema, any_of, strict

Text = str
LONGEST_SQL = 1500
Need = Literal["time", "groups", "filter", "ranking", "statistics", "chart", "table"]
LOOK_UPS: tuple[str, ...] = ("get_profile", "get_metadata", "get_prior_plan")
"""The read-only tools of the streamlined strategy."""


class IntentReply(Value):
    """The kind of analysis."""

    primary: str
    confidence: float = Field(ge=0, le=1)
    reasoning: Text


class RequirementsReply(Value):
    """What is asked for."""

    metrics: tuple[str, ...] = Field(max_length=4)
    group_by: tuple[str, ...] = Field(max_length=4)
    time: Time | None
    analysis: tuple[AnalysisLabel, ...] = Field(min_length=1, max_length=4)
    outputs: tuple[Output, ...] = Field(max_length=2)
    constraints: tuple[Constraint, ...] = Field(max_length=6)
    sql: Annotated[str, Field(max_length=LONGEST_SQL)] | None = None
    """One DuckDB SELECT over the table t that answers the question, in the query language."""


class ChangeReply(Value):
    """One change to a template; which steps it reads from follows from its place."""

    action: Literal["add", "remove", "modify"]
    step_id: str
    tool: str
    description: Text
    params: dict[str, Any]
    satisfies: tuple[str, ...] = Field(max_length=8)


class AdaptationReply(Value):
    """All changes to a template, and why."""

    changes: tuple[ChangeReply, ...] = Field(max_length=8)
    rationale: Text


class AnswerReply(Value):
    """The answer in sentences."""

    sentences: tuple[Text, ...] = Field(min_length=1, max_length=6)


class TaskReply(Value):
    """How large a question is and what it needs."""

    complexity: Literal["simple", "moderate", "complex"]
    needs: tuple[Need, ...] = Field(max_length=7)


class CritiqueReply(Value):
    """Which requirements a plan leaves out."""

    missing: tuple[str, ...] = Field(max_length=4)
    reason: Text


class CallReply(Value):
    """A wish to look something up before building."""

    call: str


class BuildReply(Value):
    """Requirements and changes together."""

    requirements: RequirementsReply
    changes: tuple[ChangeReply, ...] = Field(max_length=8)
    rationale: Text


@dataclass(frozen=True)
class Contract:
    """A prompt, what is filled into it, and the type of its reply."""

    stage: ModelStage
    prompt: str
    reply: type[Value]
    placeholders: frozenset[str]

    def schema(self, domains: Mapping[str, Sequence[str]], changes: Schema | None = None) -> Schema:
        """The strict schema of a reply: closed sets and this frame's own columns as enums.

        `changes` is the schema of one change, which names the params of each tool on the shortlist.
        """
        schema = strict(self.reply, domains)
        if changes is not None:
            schema["properties"]["changes"]["items"] = changes
        return schema


def _contract(stage: ModelStage, prompt: str, reply: type[Value], *placeholders: str) -> Contract:
    return Contract(stage, prompt, reply, frozenset(placeholders))


INTENT = _contract("intent", "intent", IntentReply, "labels", "columns", "question")
REQUIREMENTS = _contract("requirements", "requirements", RequirementsReply, "labels", "columns", "hints", "question")
ADAPTATION = _contract("adaptation", "adapt_plan", AdaptationReply, "requirements", "keys", "tools", "steps", "gaps")
ANSWER = _contract("answer", "answer", AnswerReply, "limit", "stricter", "question", "facts")
TASK_ANALYSIS = _contract("task_analysis", "task_analysis", TaskReply, "needs", "columns", "question")
CRITIQUE = _contract("critique", "critique", CritiqueReply, "question", "requirements", "keys", "steps")
BUILD = _contract(
    "build", "streamlined", BuildReply, "calls", "labels", "columns", "tools", "steps", "found", "gaps", "question"
)
CONTRACTS: tuple[Contract, ...] = (INTENT, REQUIREMENTS, ADAPTATION, ANSWER, TASK_ANALYSIS, CRITIQUE, BUILD)


def build_schema(domains: Mapping[str, Sequence[str]], changes: Schema, calls: Sequence[str]) -> Schema:
    """The streamlined reply: a plan, or one of the calls that are still allowed."""
    plan = BUILD.schema(domains, changes)
    return any_of(plan, strict(CallReply, {"call": tuple(calls)})) if calls else plan
