"""GivenReader: a question that comes with its Query, so that no language is read."""

from __future__ import annotations

from autoviz.errors import PlanError
from autoviz.model.coverage import Coverage
from autoviz.model.intent import Intent
from autoviz.model.plan import Adaptation, Template
from autoviz.model.profile import DatasetProfile
from autoviz.model.question import Question
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.model.tool import Shortlist
from autoviz.query.language import Query
from autoviz.readers.base import Context


class GivenReader:
    """Gives back the Query that it was made with."""

    name = "given"

    def __init__(self, query: Query) -> None:
        self._query = query

    def intent(self, question: Question, profile: DatasetProfile, context: Context) -> Intent:
        """Groups are compared, rows are looked up."""
        label = "comparative_analysis" if self._query.grouped else "lookup"
        return Intent(primary=label, confidence=1.0, reasoning="the Query was given")

    def readings(
        self, question: Question, profile: DatasetProfile, intent: Intent, context: Context
    ) -> tuple[Reading, ...]:
        """The Query as it is."""
        asked = Requirements(outputs=("table",), query=self._query)
        return (Reading(requirements=asked, intent=intent, confidence=1.0, stated=True),)

    def adapt(
        self,
        template: Template,
        requirements: Requirements,
        shortlist: Shortlist,
        profile: DatasetProfile,
        gaps: Coverage | None,
        context: Context,
    ) -> Adaptation:
        """Nothing to adapt: a Query is compiled."""
        raise PlanError("A Query that was given is compiled, not adapted", "")
