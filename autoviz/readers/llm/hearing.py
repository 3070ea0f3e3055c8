"""Hearing: what is made of the replies to one request for requirements, from the first to the last try."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from autoviz.model.intent import IntentEntry
from autoviz.model.profile import DatasetProfile
from autoviz.model.question import Question
from autoviz.model.requirements import Requirements
from autoviz.readers.llm.requiring import contradictions, doubts, requirements_from
from autoviz.readers.llm.stating import left_out
from autoviz.readers.llm.viewing import View

WITHOUT_SQL = "The model's SQL was outside of what can be asked; the other fields of its reply were used."


@dataclass
class Hearing:
    """Problems of a reply go back each time, doubts once; where only its SQL is wrong, the fields are kept as spare."""

    question: Question
    profile: DatasetProfile
    view: View
    entry: IntentEntry | None = None
    """The kind of analysis that was read before."""
    doubted: bool = False
    spare: Requirements | None = None
    """What the last reply with SQL outside the language says in its fields, where those hold and leave nothing out."""

    def read(self, reply: dict[str, Any]) -> Requirements:
        """The requirements in a reply, or a ValueError with all that goes back to the model."""
        try:
            found = self._requirements(reply)
        except ValueError:
            if reply.get("sql"):
                self._keep_spare({**reply, "sql": None})
            raise
        wrong = contradictions(found, self.entry, self.profile, self.view.matches)
        told = [] if self.doubted else doubts(found, self.question, self.profile, self.view.matches)
        self.doubted = self.doubted or bool(told)
        if wrong or told:
            raise ValueError("\n".join((*wrong, *told)))
        # What a model insists on leaving out is told to the user: a condition never goes without a word.
        return found.replaced(unused=tuple(left_out(found, self.question, self.profile, self.view.matches)))

    def _requirements(self, reply: dict[str, Any]) -> Requirements:
        return requirements_from(reply, self.question, self.profile, self.view.names, self.view.matches)

    def _keep_spare(self, reply: dict[str, Any]) -> None:
        """Keep the fields of a reply, unless they are wrong themselves or leave out what the question states."""
        with suppress(ValueError):
            found = self._requirements(reply)
            wrong = contradictions(found, self.entry, self.profile, self.view.matches)
            if not wrong and not left_out(found, self.question, self.profile, self.view.matches):
                self.spare = found
