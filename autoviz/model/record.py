"""AnalysisRecord: everything about one question but the figures and tables themselves."""

from __future__ import annotations

from pydantic import Field

from autoviz.model.base import Value
from autoviz.model.chart import Chart
from autoviz.model.coverage import Coverage
from autoviz.model.fact import Fact
from autoviz.model.intent import Intent
from autoviz.model.plan import Plan, PlanDiff
from autoviz.model.profile import DatasetProfile
from autoviz.model.proof import Proof
from autoviz.model.provenance import Metrics, Provenance, StepRecord
from autoviz.model.question import Question
from autoviz.model.requirements import Requirements
from autoviz.model.tool import Shortlist
from autoviz.query.language import Query


class Option(Value):
    """One way to read a question that can be read in several."""

    label: str
    requirements: Requirements
    intent: Intent


class Clarification(Value):
    """What is asked back when two readings tie, or when the table lacks what the question speaks of."""

    text: str
    options: tuple[Option, ...] = Field(min_length=1, max_length=4)


class Part(Value):
    """One analysis of the question: what was asked, the plan and its proof, and what came out."""

    intent: Intent
    requirements: Requirements
    confidence: float = Field(default=1.0, ge=0, le=1)
    """How sure the reader is that this is what was asked."""
    shortlist: Shortlist
    plan: Plan
    diff: PlanDiff
    coverage: Coverage
    queries: tuple[Query, ...] = ()
    """What was asked in the closed language, as it was carried out; empty where it has no words for it."""
    proof: Proof | None = None
    charts: tuple[Chart, ...] = ()
    facts: tuple[Fact, ...] = ()
    answer: str = ""


class AnalysisRecord(Value):
    """One question from its words to its answer."""

    question: Question
    profile: DatasetProfile
    intent: Intent
    parts: tuple[Part, ...] = ()
    answer: str = ""
    clarification: Clarification | None = None
    provenance: Provenance
    metrics: Metrics
    notes: tuple[str, ...] = ()

    def ran(self, part: Part) -> dict[str, StepRecord]:
        """The steps of a part as they ran, by their ids, which parts may share; without those that were skipped."""
        left = list(self.provenance.steps)
        for item in self.parts:
            found: dict[str, StepRecord] = {}
            known = {step.id for step in item.plan.steps}
            while left and left[0].step_id in known - set(found):
                record = left.pop(0)
                found[record.step_id] = record
            if item is part:
                return {name: step for name, step in found.items() if step.status in ("done", "reused")}
        return {}
