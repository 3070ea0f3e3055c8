"""Sizing: a model's view of how large a question is, put before what it reads next."""

from __future__ import annotations

from dataclasses import replace

from autoviz.readers.base import AsksModel
from autoviz.stages.base import Stage, State


def size_up(state: State) -> State:
    """The context with what the model says of the task."""
    assert state.profile is not None and isinstance(state.reader, AsksModel)
    task = state.reader.sized_up(state.question, state.profile, state.context)
    return replace(state, context=replace(state.context, task=task))


SIZING = Stage(
    name="sizing",
    run=size_up,
    needs=("question", "profile"),
    promises=(),
    summary=lambda state: state.context.task,
    reads_language=True,
)
