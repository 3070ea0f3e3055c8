"""Building: requirements and plan from one reply, after the few look-ups that a model may ask for first."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, get_args

from autoviz.errors import ModelError
from autoviz.model.coverage import Coverage
from autoviz.model.labels import ANALYSIS_LABELS, Output
from autoviz.model.plan import Plan, Step, Template
from autoviz.model.profile import DatasetProfile
from autoviz.model.question import Question
from autoviz.model.requirements import Constraint, Requirements
from autoviz.model.tool import Shortlist
from autoviz.readers.base import Built, Context, LookUps
from autoviz.readers.llm import contracts, telling
from autoviz.readers.llm.changing import change_schema, known_columns, planned_steps
from autoviz.readers.llm.dialogue import Asked, Dialogue
from autoviz.readers.llm.hearing import WITHOUT_SQL, Hearing
from autoviz.readers.llm.prompts import messages
from autoviz.readers.llm.viewing import View

_KINDS = tuple(
    str(name) for model in get_args(get_args(Constraint)[0]) for name in get_args(model.model_fields["kind"].annotation)
)
KEYS: tuple[str, ...] = (
    *("metrics", "group_by", "time"),
    *(f"analysis.{label}" for label in ANALYSIS_LABELS),
    *(f"outputs.{output}" for output in get_args(Output)),
    *(f"constraints.{kind}" for kind in _KINDS),
)
"""Every requirement key: what a step may cite before the requirements are known."""


@dataclass
class Builder:
    """One build: what was looked up so far, and the next request with it."""

    question: Question
    profile: DatasetProfile
    template: Template
    shortlist: Shortlist
    gaps: Coverage | None
    context: Context
    look_ups: LookUps
    looked_up: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    earlier: Plan | None = None
    doubted: bool = False
    spare: Built | None = None
    """What the fields of a reply come to whose SQL lies outside the language."""

    def build(self, dialogue: Dialogue) -> Built:
        """Ask until the reply is a plan; each look-up is made once, and there are only so many."""
        while True:
            view = View.of(self.question, self.profile, self.context)
            hearing = Hearing(self.question, self.profile, view, doubted=self.doubted)
            reply = self._reply(dialogue, hearing)
            self.doubted = hearing.doubted
            if isinstance(reply, Built):
                return reply
            dialogue.forgive("build")
            self._look_up(reply)

    def _reply(self, dialogue: Dialogue, hearing: Hearing) -> Built | str:
        """A plan or a look-up; the plan of a reply whose SQL alone is wrong where no try is left."""
        try:
            return dialogue.ask(self._asked(hearing.view), lambda reply: self._read(reply, hearing))
        except ModelError:
            if self.spare is None:
                raise
            dialogue.notes.append(WITHOUT_SQL)
            return self.spare

    def _allowed(self) -> tuple[str, ...]:
        """The look-ups that are left."""
        if len(self.looked_up) >= self.context.settings.model_calls:
            return ()
        return tuple(name for name in contracts.LOOK_UPS if name not in self.looked_up)

    def _asked(self, view: View) -> Asked:
        settings, catalog = self.context.settings, self.context.catalog
        allowed = self._allowed()
        values = {
            "calls": " or ".join(f'"{name}"' for name in allowed) or "nothing more",
            "labels": ", ".join(ANALYSIS_LABELS),
            "columns": view.columns,
            "tools": telling.tools_text(self.shortlist.names, catalog),
            "steps": telling.steps_text(self._base(), view.names),
            "found": "\n".join(self.found),
            "gaps": telling.gaps_text(self.gaps, self.context.refused, view.names),
            "question": self.question.text,
        }
        columns = known_columns(view.names.shown, Requirements())
        schema, held = (
            contracts.build_schema(
                view.domains, change_schema(self.shortlist.names, self._base(), KEYS, known, catalog), allowed
            )
            for known in (columns, None)
        )
        chat, how = messages(contracts.BUILD, values), settings.asking("build")
        return Asked(contracts.BUILD, chat, schema, how, settings.model_grammar, held)

    def _base(self) -> Sequence[Step]:
        """The steps that the reply changes: those of an earlier plan that was looked up, else the template's."""
        return self.earlier.steps if self.earlier else self.template.steps

    def _read(self, reply: dict[str, Any], hearing: Hearing) -> Built | str:
        if "call" in reply:
            return str(reply["call"])
        try:
            asked = hearing.read(reply["requirements"])
        except ValueError:
            if hearing.spare is not None:
                with suppress(ValueError):
                    self.spare = self._built(hearing.spare, reply, hearing.view)
            raise
        return self._built(asked, reply, hearing.view)

    def _built(self, asked: Requirements, reply: dict[str, Any], view: View) -> Built:
        """What a reply comes to; a ValueError lists what is wrong with its changes."""
        base = {step.id: step for step in self.earlier.steps} if self.earlier else None
        catalog, columns = self.context.catalog, self.profile.names
        steps, repairs = planned_steps(reply["changes"], self.template, asked, catalog, view.names, columns, base)
        return Built(
            requirements=asked,
            steps=tuple(steps),
            rationale=reply["rationale"],
            looked_up=tuple(self.looked_up),
            profile=self.profile,
            reused=self.earlier is not None,
            repairs=repairs,
        )

    def _look_up(self, name: str) -> None:
        self.looked_up.append(name)
        if name == "get_profile":
            self.profile = self.look_ups.profile()
            self.found.append("get_profile: the kinds of the columns are as told above.")
        elif name == "get_metadata":
            told = self.look_ups.metadata()
            self.found.append(f"get_metadata: {', '.join(f'{key} {value}' for key, value in told.items())}.")
        else:
            self.earlier = self.look_ups.earlier()
            said = "its steps are told above; change them" if self.earlier else "there is none"
            self.found.append(f"get_prior_plan: {said}.")
