"""Intent: what kind of analysis the question asks for."""

from __future__ import annotations

from dataclasses import replace

from autoviz.errors import StageError, did_you_mean
from autoviz.linking.unknown_names import refuse_unknown_names
from autoviz.stages.base import Stage, State


def read_intent(state: State) -> State:
    """Ask the reader and refuse a label outside the registry."""
    assert state.profile is not None
    refuse_unknown_names(state.question.text, state.profile)
    intent = state.reader.intent(state.question, state.profile, state.context)
    known = tuple(state.context.catalog.intents)
    for label in (intent.primary, *(other.label for other in intent.others)):
        if label not in known:
            raise StageError(
                f"The reader {state.reader.name} gave the intent {label!r}",
                did_you_mean(label, known, "intents"),
                retryable=True,
            )
    floor = state.context.settings.intent_floor
    others = tuple(other for other in intent.others if other.confidence >= floor and other.label != intent.primary)
    return replace(state, intent=intent.replaced(others=others))


INTENT = Stage(
    name="intent",
    run=read_intent,
    needs=("question", "profile"),
    promises=("intent",),
    summary=lambda state: f"{state.intent.primary} ({state.intent.confidence:.2f})" if state.intent else "",
    reason=lambda state: state.intent.reasoning if state.intent else "",
    reads_language=True,
)
