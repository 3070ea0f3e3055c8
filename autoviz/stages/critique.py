"""Critique: a model asked once what a covered plan lacks; it can add gaps and never takes one away."""

from __future__ import annotations

from dataclasses import replace

from autoviz.readers.base import AsksModel
from autoviz.stages.base import Stage, State, planning_context


def criticise(state: State) -> State:
    """The coverage with the gaps that a model finds beside it, where it is asked at all."""
    assert state.plan is not None and state.coverage is not None and state.reading is not None
    settings = state.context.settings
    wanted = settings.model_critique and isinstance(state.reader, AsksModel)
    if not wanted or state.attempt > 1 or not state.coverage.complete:
        return state
    assert isinstance(state.reader, AsksModel)
    found = state.reader.critique(state.plan, state.reading.requirements, planning_context(state))
    return replace(state, coverage=state.coverage.replaced(gaps=(*state.coverage.gaps, *found)))


CRITIQUE = Stage(
    name="critique",
    run=criticise,
    needs=("plan", "coverage", "reading"),
    promises=("coverage",),
    summary=lambda state: "; ".join(gap.message for gap in state.coverage.gaps) if state.coverage else "",
    may_retry=True,
    reads_language=True,
)
