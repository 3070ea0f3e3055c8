"""MinimalReader: when nothing else could read the question, a summary of the frame and its first rows."""

from __future__ import annotations

from autoviz.model.coverage import Coverage
from autoviz.model.intent import Intent
from autoviz.model.plan import Adaptation, PlanChange, Template
from autoviz.model.profile import DatasetProfile
from autoviz.model.question import Question
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.model.tool import Shortlist
from autoviz.readers.base import Context

ASKED = Requirements(analysis=("summary",), outputs=("table",))


class MinimalReader:
    """Reads nothing: whatever the question, the plan is the template general_eda as it stands."""

    name = "minimal"

    def intent(self, question: Question, profile: DatasetProfile, context: Context) -> Intent:
        """An overview."""
        return Intent(primary="general_eda", confidence=0.0, reasoning="the question could not be read")

    def readings(
        self, question: Question, profile: DatasetProfile, intent: Intent, context: Context
    ) -> tuple[Reading, ...]:
        """A summary, as a table."""
        return (Reading(requirements=ASKED, intent=intent, confidence=0.0),)

    def adapt(
        self,
        template: Template,
        requirements: Requirements,
        shortlist: Shortlist,
        profile: DatasetProfile,
        gaps: Coverage | None,
        context: Context,
    ) -> Adaptation:
        """The template's steps, each citing what it serves."""
        changes = tuple(
            PlanChange(
                action="modify",
                step_id=step.id,
                tool=step.tool,
                description="part of the minimal plan",
                satisfies=tuple(key for key in requirements.keys if context.catalog.serves(step.tool, key)),
            )
            for step in template.steps
        )
        return Adaptation(changes=changes, rationale="The minimal plan: a summary and the first rows.")
