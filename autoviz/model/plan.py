"""Plan: a DAG of steps over the registry's tools; Template: a plan with blanks; PlanDiff: what changed between them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from autoviz.model.base import Value
from autoviz.model.labels import Mark
from autoviz.model.provenance import Repair

SOURCE = "data"
"""The input name that stands for the user's frame; further frames are `data:<name>`."""


class Step(Value):
    """One tool with its params, the steps it reads from and the requirements it serves."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    tool: str
    params: dict[str, Any] = Field(default_factory=dict)
    inputs: tuple[str, ...] = (SOURCE,)
    satisfies: tuple[str, ...] = ()
    """Requirement keys such as `analysis.trend`, `group_by`, `time`, `outputs.chart`, `constraints.filter`."""
    description: str = ""
    when: Literal["always", "not_typed"] = "always"
    """`not_typed`: run only if the column named by the step is not yet a date."""


class Template(Value):
    """A plan with blanks (`$metrics`, `$group_by`, `$time` …) and the tools curated for it."""

    name: str
    description: str
    intents: tuple[str, ...]
    needs: tuple[Literal["metrics", "group_by", "time"], ...] = ()
    """Requirement fields without which another template of the family fits better."""
    tools: tuple[str, ...] = Field(min_length=1)
    steps: tuple[Step, ...] = Field(min_length=1)
    chart: Mark | None = None
    """What groups are drawn as where the question names no chart; without it labels and columns decide."""
    defaults: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Tool → params that its steps have where the question leaves them open."""

    @model_validator(mode="after")
    def _inputs_name_earlier_steps(self) -> Template:
        _refuse_dangling(self.steps)
        return self


class Plan(Value):
    """Steps in an order in which each comes after the steps it reads from."""

    template: str
    steps: tuple[Step, ...]

    @model_validator(mode="after")
    def _inputs_name_earlier_steps(self) -> Plan:
        _refuse_dangling(self.steps)
        return self

    def step(self, step_id: str) -> Step:
        """The step of this id."""
        return next(step for step in self.steps if step.id == step_id)

    def feeding(self, step_id: str) -> frozenset[str]:
        """The ids of all steps that the result of this one depends on; none where it is the frame itself."""
        found: set[str] = set()
        by_id = {step.id: step for step in self.steps}
        waiting = list(by_id[step_id].inputs) if step_id in by_id else []
        while waiting:
            name = waiting.pop()
            if name in by_id and name not in found:
                found.add(name)
                waiting.extend(by_id[name].inputs)
        return frozenset(found)


class PlanChange(Value):
    """One change that adaptation makes to the template."""

    action: Literal["add", "remove", "modify"]
    step_id: str
    tool: str
    description: str
    params: dict[str, Any] = Field(default_factory=dict)
    inputs: tuple[str, ...] = ()
    satisfies: tuple[str, ...] = ()
    position: int | None = None
    """Where an added step goes; at the end where it is not given."""


class Adaptation(Value):
    """What a reader gives back for a template: the changes and why."""

    changes: tuple[PlanChange, ...]
    rationale: str
    lacking: tuple[str, ...] = ()
    """What is asked and no tool of the shortlist serves, by the words that tools use for it."""
    repairs: tuple[Repair, ...] = ()
    """What was mended in the changes before they became steps."""


class StepDiff(Value):
    """One line of the diff: a step before and after."""

    action: Literal["added", "removed", "changed", "unchanged"]
    step_id: str
    tool: str
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    because: tuple[str, ...] = ()
    """The requirement keys that caused it."""
    note: str = ""


class PlanDiff(Value):
    """The plan against the template it came from, or against the earlier plan of a follow-up."""

    base: str
    steps: tuple[StepDiff, ...]
    rationale: str = ""

    @property
    def changed(self) -> tuple[StepDiff, ...]:
        return tuple(step for step in self.steps if step.action != "unchanged")


def _refuse_dangling(steps: tuple[Step, ...]) -> None:
    seen: set[str] = set()
    for step in steps:
        if step.id in seen:
            raise ValueError(f"two steps are called {step.id!r}")
        for name in step.inputs:
            if name != SOURCE and not name.startswith(f"{SOURCE}:") and name not in seen:
                raise ValueError(f"step {step.id!r} reads from {name!r}, which is no earlier step")
        seen.add(step.id)
