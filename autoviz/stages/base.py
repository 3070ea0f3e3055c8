"""Stage: one step of the pipeline with its contract; State: what is known so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from autoviz.errors import StageError
from autoviz.model.coverage import Coverage
from autoviz.model.fact import Fact
from autoviz.model.intent import Intent
from autoviz.model.plan import Adaptation, Plan, PlanDiff, Template
from autoviz.model.profile import DatasetProfile
from autoviz.model.provenance import StageRecord, StepRecord
from autoviz.model.question import Question
from autoviz.model.reading import Reading
from autoviz.model.tool import Shortlist
from autoviz.readers.base import Context, Reader
from autoviz.registry.index import ToolIndex
from autoviz.remembering import StepCache
from autoviz.table import Outcome, Table

Watch = Callable[[str, StageRecord | None], None]
"""Told the name of each stage as it starts (no record) and as it ends (with its record)."""


def _ignore(stage: str, record: StageRecord | None) -> None:
    """Nobody watches."""


@dataclass(frozen=True)
class State:
    """What is known of one question so far; each stage gives back a new one."""

    question: Question
    frames: Mapping[str, Any]
    context: Context
    reader: Reader
    index: Callable[[], ToolIndex]
    embed: Callable[[list[str]], Any]
    cache: StepCache = field(default_factory=StepCache)
    """Results of steps; a Session hands the same one to each question."""
    sources: dict[str, Table] = field(default_factory=dict)
    """The user's frames as they were opened for this question."""
    recall: Callable[[Reading], Plan | None] = lambda reading: None
    """The plan of an earlier question that asked for the very same, where a session knows one."""
    watch: Watch = _ignore
    attempt: int = 1
    frame_name: str | None = None
    profile: DatasetProfile | None = None
    intent: Intent | None = None
    readings: tuple[Reading, ...] | None = None
    reading: Reading | None = None
    template: Template | None = None
    shortlist: Shortlist | None = None
    adaptation: Adaptation | None = None
    plan: Plan | None = None
    diff: PlanDiff | None = None
    coverage: Coverage | None = None
    outcomes: Mapping[str, Outcome] | None = None
    step_records: tuple[StepRecord, ...] = ()
    facts: tuple[Fact, ...] | None = None
    answer: str | None = None
    answer_reason: str = ""
    unjustified: int = 0
    records: tuple[StageRecord, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stage:
    """A function from state to state and the contract that is checked around it."""

    name: str
    run: Callable[[State], State]
    needs: tuple[str, ...]
    promises: tuple[str, ...]
    summary: Callable[[State], str]
    reason: Callable[[State], str] = lambda state: ""
    """Why it came out so."""
    deterministic: bool = True
    may_retry: bool = False
    reads_language: bool = False


def perform(stage: Stage, state: State) -> State:
    """Run one stage between its pre- and postconditions and add its record."""
    for name in stage.needs:
        if getattr(state, name) is None:
            raise StageError(
                f"The stage {stage.name} needs {name}, which no earlier stage gave",
                "This is a fault in autoviz; please report it with the question.",
            )
    state.watch(stage.name, None)
    start = time.perf_counter()
    after = stage.run(state)
    seconds = time.perf_counter() - start
    for name in stage.promises:
        if getattr(after, name) is None:
            raise StageError(
                f"The stage {stage.name} promises {name} and did not give it",
                "This is a fault in autoviz; please report it with the question.",
            )
    record = _record(stage, state, after, seconds)
    state.watch(stage.name, record)
    return replace(after, records=(*after.records, record))


def _record(stage: Stage, before: State, after: State, seconds: float) -> StageRecord:
    return StageRecord(
        stage=stage.name,
        reader=after.reader.name if stage.reads_language else "",
        needs=stage.needs,
        promises=stage.promises,
        deterministic=stage.deterministic and not (stage.reads_language and after.reader.name != "embedded"),
        needs_model=stage.reads_language and after.reader.name != "embedded",
        may_retry=stage.may_retry,
        tries=after.attempt if stage.may_retry else 1,
        seconds=seconds,
        received="; ".join(f"{name}: {in_short(getattr(before, name))}" for name in stage.needs),
        summary=stage.summary(after),
        reason=stage.reason(after),
    )


def in_short(value: Any) -> str:
    """What went into a stage, in a few words."""
    if isinstance(value, (Plan, Template)):
        return " → ".join(step.id for step in value.steps)
    short: dict[type, Callable[[Any], str]] = {
        Question: lambda item: item.normalised,
        DatasetProfile: lambda item: f"{item.name}, {item.rows:,} rows, {len(item.columns)} columns",
        Intent: lambda item: str(item.primary),
        Reading: lambda item: ", ".join(item.requirements.keys),
        Shortlist: lambda item: f"{len(item.tools)} tools",
        Coverage: lambda item: f"{len(item.gaps)} gaps",
        str: str,
    }
    if type(value) in short:
        return short[type(value)](value)
    return f"{len(value)} results" if isinstance(value, Mapping) else type(value).__name__
