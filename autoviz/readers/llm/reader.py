"""LlmReader: questions read and plans adapted by a language model, every reply held to its contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from autoviz.embedding import Encoder
from autoviz.errors import AutovizError, ModelError
from autoviz.linking.nearest import nearest_intent
from autoviz.model.coverage import Coverage, Gap
from autoviz.model.fact import Fact
from autoviz.model.intent import Intent
from autoviz.model.labels import ANALYSIS_LABELS
from autoviz.model.plan import Adaptation, Plan, Template
from autoviz.model.profile import DatasetProfile
from autoviz.model.provenance import ModelCall
from autoviz.model.question import Question
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.model.tool import Shortlist
from autoviz.query.language import columns_named
from autoviz.readers.base import Built, Context, LookUps, Reader
from autoviz.readers.llm import contracts, showing, surety, telling
from autoviz.readers.llm.building import Builder
from autoviz.readers.llm.changing import adaptation_from, change_schema, known_columns
from autoviz.readers.llm.contracts import Contract
from autoviz.readers.llm.dialogue import Asked, Dialogue
from autoviz.readers.llm.hearing import WITHOUT_SQL, Hearing
from autoviz.readers.llm.prompts import Example, messages
from autoviz.readers.llm.requiring import least_items
from autoviz.readers.llm.schemas import Schema
from autoviz.readers.llm.veiling import names_for
from autoviz.readers.llm.viewing import View
from autoviz.registry.blanks import filled_steps

STRICTER = "- An answer before held something that stands in no fact. Repeat facts word for word and add nothing."


class LlmReader:
    """Asks a model; one reader serves one question, because time, tries and tokens are counted per question."""

    name = "llm"

    def __init__(self, dialogue: Dialogue, embedded: Reader, encoder: Encoder) -> None:
        self.dialogue = dialogue
        self._embedded = embedded
        self._encoder = encoder

    @property
    def sent(self) -> tuple[str, ...]:
        """The exact texts that went to a model so far."""
        return tuple(self.dialogue.sent)

    @property
    def calls(self) -> tuple[ModelCall, ...]:
        """What came back so far."""
        return tuple(self.dialogue.calls)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of how the models fared."""
        return tuple(self.dialogue.notes)

    def renewed(self) -> LlmReader:
        """The same reader with its time and its tries again."""
        return LlmReader(self.dialogue.renewed(), self._embedded, self._encoder)

    def intent(self, question: Question, profile: DatasetProfile, context: Context) -> Intent:
        """The kind of analysis; intents beside it come from the embedded scores."""
        view = View.of(question, profile, context)
        labels = {entry.label: entry.description for entry in context.catalog.intents.values()}
        values = {
            "labels": "\n".join(f"- {label}: {told}" for label, told in labels.items()),
            "columns": view.columns,
            "question": question.text,
        }
        shown = showing.intent_examples(question, context, self._encoder)
        asked = self._asked(contracts.INTENT, values, shown, {"primary": tuple(labels)}, context)
        doubts: list[float] = []

        def read(reply: dict[str, Any]) -> Intent:
            found = Intent.model_validate(reply)
            if found.confidence < (asked.how.threshold or 0.0):
                doubts.append(found.confidence)
                if len(doubts) > 1:
                    raise ModelError(f"The model is not sure what is asked: {found.confidence:.2f} for {found.primary}")
                raise ValueError(f"confidence: {found.confidence} is low; choose the label that fits best")
            return found

        return self.dialogue.ask(asked, read).replaced(others=self._others(question, profile, context))

    def _others(self, question: Question, profile: DatasetProfile, context: Context) -> Any:
        """The embedded reader's further intents; none where it can not read the question."""
        try:
            return self._embedded.intent(question, profile, context).others
        except AutovizError:
            return ()

    def sized_up(self, question: Question, profile: DatasetProfile, context: Context) -> str:
        """Complexity and needs in a line for the requirements prompt."""
        view = View.of(question, profile, context)
        needs = contracts.TaskReply.model_json_schema()["properties"]["needs"]["items"]["enum"]
        values = {"needs": ", ".join(needs), "columns": view.columns, "question": question.text}
        asked = self._asked(contracts.TASK_ANALYSIS, values, (), {}, context)
        sized = self.dialogue.ask(asked, contracts.TaskReply.model_validate)
        return f"The task is {sized.complexity} and needs: {', '.join(sized.needs) or 'nothing special'}."

    def readings(
        self, question: Question, profile: DatasetProfile, intent: Intent, context: Context
    ) -> tuple[Reading, ...]:
        """What is asked for, in one reading."""
        view = View.of(question, profile, context)
        shared = context.settings.share_values
        hints = (telling.hints_text(view.matches, view.names, values=shared), context.task)
        values = {
            "labels": ", ".join(ANALYSIS_LABELS),
            "columns": view.columns,
            "hints": " ".join(filter(None, hints)),
            "question": question.text,
        }
        shown = showing.requirement_examples(question, context, self._encoder)
        asked = self._asked(contracts.REQUIREMENTS, values, shown, view.domains, context)
        for field, least in least_items(question, profile, view.matches).items():
            asked.schema["properties"][field]["minItems"] = least
        hearing = Hearing(question, profile, view, context.catalog.intents[intent.primary])
        found = self._heard(asked, hearing)
        sure = surety.sure(found, self._embedded, question, profile, context)
        return (Reading(requirements=found, intent=intent, confidence=sure),)

    def _heard(self, asked: Asked, hearing: Hearing) -> Requirements:
        """The first reply that holds; where no try is left, the fields of one whose SQL alone is wrong."""
        try:
            return self.dialogue.ask(asked, hearing.read)
        except ModelError:
            if hearing.spare is None:
                raise
            self.dialogue.notes.append(WITHOUT_SQL)
            return hearing.spare

    def adapt(
        self,
        template: Template,
        requirements: Requirements,
        shortlist: Shortlist,
        profile: DatasetProfile,
        gaps: Coverage | None,
        context: Context,
    ) -> Adaptation:
        """The changes to the template, or in a follow-up to the plan before, wired and cited."""
        view = View.of(context.question or Question(text="", normalised=""), profile, context)
        earlier = {step.id: step for step in context.earlier.steps} if context.earlier else None
        steps = tuple((earlier or filled_steps(template, requirements)).values())
        values = {
            "requirements": telling.requirements_text(requirements, view.names),
            "keys": ", ".join(requirements.keys),
            "tools": telling.tools_text(shortlist.names, context.catalog),
            "steps": telling.steps_text(steps, view.names),
            "gaps": telling.gaps_text(gaps, context.refused, view.names),
        }
        columns = known_columns(view.names.shown, requirements)
        changes, held = (
            change_schema(shortlist.names, steps, requirements.keys, known, context.catalog)
            for known in (columns, None)
        )
        shown = showing.adaptation_examples(template, requirements, context, self._encoder)
        asked = self._asked(contracts.ADAPTATION, values, shown, {}, context, changes)

        def read(reply: dict[str, Any]) -> Adaptation:
            said, why, catalog = reply["changes"], reply["rationale"], context.catalog
            return adaptation_from(said, why, template, requirements, catalog, view.names, profile.names, earlier)

        return self.dialogue.ask(replace(asked, held=contracts.ADAPTATION.schema({}, held)), read)

    def build(
        self,
        question: Question,
        profile: DatasetProfile,
        shortlist: Shortlist,
        gaps: Coverage | None,
        context: Context,
        look_ups: LookUps,
    ) -> Built:
        """Requirements and plan in one step; the template to change is that of the nearest example questions."""
        intent = self.nearest(question, profile, context)
        template = context.catalog.templates[context.catalog.intents[intent.primary].family[-1]]
        built = Builder(question, profile, template, shortlist, gaps, context, look_ups).build(self.dialogue)
        sure = surety.sure(built.requirements, self._embedded, question, built.profile, context)
        if sure == surety.OTHERWISE and built.profile.outlined:
            # An outline has no values and no dates in text, without which the other reader reads much otherwise.
            sure = surety.sure(built.requirements, self._embedded, question, look_ups.profile(), context)
        return replace(built, confidence=sure)

    def nearest(self, question: Question, profile: DatasetProfile, context: Context) -> Intent:
        """The intent by the embedded reader, or by the nearest example questions where it can not read them."""
        try:
            return self._embedded.intent(question, profile, context)
        except AutovizError:
            return nearest_intent(question.normalised, context.catalog.intents, self._encoder)

    def critique(self, plan: Plan, requirements: Requirements, context: Context) -> tuple[Gap, ...]:
        """What a covered plan lacks in the eyes of a model: gaps to add, and nothing else."""
        columns = tuple(dict.fromkeys((*requirements.columns, *columns_named(requirements.query))))
        asked_of = context.question or Question(text="", normalised="")
        names = names_for(columns, asked_of, (), shared=context.settings.share_values)
        values = {
            "question": asked_of.text,
            "requirements": telling.requirements_text(requirements, names),
            "keys": ", ".join(requirements.keys),
            "steps": telling.steps_text(plan.steps, names),
        }
        asked = self._asked(contracts.CRITIQUE, values, (), {"missing": requirements.keys}, context)
        found = self.dialogue.ask(asked, contracts.CritiqueReply.model_validate)
        return tuple(
            Gap(kind="missing", key=key, message=f"the model finds it missing: {found.reason}")
            for key in dict.fromkeys(found.missing)
        )

    def phrase(self, question: Question, facts: Sequence[Fact], context: Context, stricter: bool) -> tuple[str, ...]:
        """The answer in a model's words; facts are cell values, so this needs `share_values`."""
        if not context.settings.share_values:
            raise ModelError("Facts are cell values, which may not be sent", "Set share_values to allow it.")
        values = {
            "limit": str(context.settings.max_paragraphs),
            "stricter": STRICTER if stricter else "",
            "question": question.text,
            "facts": telling.facts_text(facts, context.settings.max_items),
        }
        asked = self._asked(contracts.ANSWER, values, (), {}, context)
        return self.dialogue.ask(asked, contracts.AnswerReply.model_validate).sentences

    def _asked(
        self,
        contract: Contract,
        values: dict[str, str],
        examples: Sequence[Example],
        domains: dict[str, Sequence[str]],
        context: Context,
        changes: Schema | None = None,
    ) -> Asked:
        settings = context.settings
        chat = messages(contract, values, examples)
        schema = contract.schema(domains, changes)
        return Asked(contract, chat, schema, settings.asking(contract.stage), settings.model_grammar)
