"""Stage: one step of the pipeline with its contract; State: what is known so far."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from autoviz.answering.form import Form
from autoviz.errors import AutovizError, ExecutionError, NothingLeftError, StageError
from autoviz.linking.form_reading import form_of
from autoviz.listing import counted
from autoviz.model.coverage import Coverage
from autoviz.model.fact import Fact
from autoviz.model.intent import Intent
from autoviz.model.plan import Adaptation, Plan, PlanDiff, Template
from autoviz.model.profile import DatasetProfile
from autoviz.model.proof import Proof
from autoviz.model.provenance import ModelCall, StageRecord, StepRecord
from autoviz.model.question import Question
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.model.tool import Shortlist
from autoviz.query.language import Query
from autoviz.readers.base import AsksModel, Built, Context, Reader, Refused
from autoviz.registry.index import ToolIndex
from autoviz.remembering import StepCache
from autoviz.table import Outcome, Table

LOG = logging.getLogger(__name__)
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
    next_readers: tuple[Reader, ...] = ()
    """Who takes over in turn where the reader fails; the last of them needs nothing that another read."""
    taken_over: bool = False
    """Whether one of them did."""
    cache: StepCache = field(default_factory=partial(StepCache, figures=False))
    """Results of steps; a Session hands the same one to each question."""
    sources: dict[str, Table] = field(default_factory=dict)
    """The user's frames as they were opened for this question."""
    recall: Callable[[Reading], Plan | None] = lambda reading: None
    """The plan of an earlier question that asked for the very same, where a session knows one."""
    before: Requirements | None = None
    """What the question before asked for, of whose rows this one may speak."""
    watch: Watch = _ignore
    attempt: int = 1
    frame_name: str | None = None
    profile: DatasetProfile | None = None
    intent: Intent | None = None
    readings: tuple[Reading, ...] | None = None
    reading: Reading | None = None
    queries: tuple[Query, ...] = ()
    """What is asked, in the closed language, one for each table that is told; empty where it has no words for it."""
    template: Template | None = None
    built: Built | None = None
    """What a model built in one step; its steps stand until they are found to lack something."""
    shortlist: Shortlist | None = None
    adaptation: Adaptation | None = None
    plan: Plan | None = None
    diff: PlanDiff | None = None
    coverage: Coverage | None = None
    outcomes: Mapping[str, Outcome] | None = None
    step_records: tuple[StepRecord, ...] = ()
    emptied: NothingLeftError | None = None
    """Why no rows were left, where a filter left none; the steps after it were not run."""
    proof: Proof | None = None
    facts: tuple[Fact, ...] | None = None
    answer: str | None = None
    answer_reason: str = ""
    unjustified: int = 0
    records: tuple[StageRecord, ...] = ()
    notes: tuple[str, ...] = ()
    sent: tuple[str, ...] = ()
    calls: tuple[ModelCall, ...] = ()

    @cached_property
    def form(self) -> Form:
        """The form of the question, as its words and the columns of the table have it."""
        links = self.reading.requirements.links if self.reading is not None else ()
        sides = tuple((link.target, link.value, link.phrase) for link in links if link.kind == "side")
        return replace(form_of(self.question.normalised, self.queries, self.profile), sides=sides)


LONGEST_TOLD = 300
"""How many letters of a fault that nobody foresaw are told."""


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


def size_of(profile: DatasetProfile) -> str:
    """How many rows and columns a frame has."""
    return f"{counted(profile.rows, 'row')}, {counted(len(profile.columns), 'column')}"


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
    after = with_calls(_run(stage, state))
    seconds = time.perf_counter() - start
    for name in stage.promises:
        if getattr(after, name) is None:
            raise StageError(
                f"The stage {stage.name} promises {name} and did not give it",
                "This is a fault in autoviz; please report it with the question.",
            )
    record = _record(stage, state, after, seconds)
    LOG.debug("%s (%.0f ms): %s", stage.name, seconds * 1000, record.summary)
    state.watch(stage.name, record)
    return replace(after, records=(*after.records, record))


def _run(stage: Stage, state: State) -> State:
    """The stage's result; what it did not foresee becomes an error with a hint, and another reader may do better."""
    try:
        return stage.run(state)
    except (AutovizError, AssertionError):
        raise
    except MemoryError as error:
        raise ExecutionError(
            f"There is too little memory for the stage {stage.name}",
            "Ask about fewer rows or columns, or leave the rows in a parquet file, which is read in parts.",
        ) from error
    except Exception as error:
        told = " ".join(str(error).split())[:LONGEST_TOLD].encode("utf-8", "replace").decode()
        raise StageError(
            f"The stage {stage.name} failed: {type(error).__name__}: {told}",
            "This is a fault in autoviz; ask in other words, or look at the cells and names of the frame.",
        ) from error


def with_calls(state: State) -> State:
    """The state with all that its reader has sent to a model so far, what came back and what the user should know."""
    reader = state.reader
    if not isinstance(reader, AsksModel):
        return state
    notes = tuple(dict.fromkeys((*state.notes, *reader.notes)))
    return replace(state, sent=reader.sent, calls=reader.calls, notes=notes)


def handed_over(state: State, why: AutovizError) -> State:
    """The state with the next reader in charge, and a note that says so."""
    after = with_calls(state)
    follower = state.next_readers[0]
    note = f"The {state.reader.name} reader failed: {why.what}. The {follower.name} reader took over."
    LOG.warning("%s", note)
    return replace(
        after, reader=follower, next_readers=state.next_readers[1:], taken_over=True, notes=(*after.notes, note)
    )


def renewed(state: State) -> State:
    """The state as for a new question: a model gets its time and its tries again, and what it built is left."""
    reader = state.reader
    return replace(state, reader=reader.renewed(), built=None) if isinstance(reader, AsksModel) else state


def gaps_of(state: State) -> Coverage | None:
    """What the try before lacked; None where there was none, or it lacked nothing."""
    return state.coverage if state.coverage is not None and not state.coverage.complete else None


def planning_context(state: State) -> Context:
    """What a reader may lean on when it plans: the question's own words, and the plan that was refused before."""
    refused = None
    if state.plan is not None and gaps_of(state) is not None:
        refused = Refused(state.plan, state.attempt, state.context.settings.tries)
    return replace(state.context, question=state.question, refused=refused)


def _record(stage: Stage, before: State, after: State, seconds: float) -> StageRecord:
    asks = stage.reads_language and isinstance(after.reader, AsksModel)
    return StageRecord(
        stage=stage.name,
        reader=after.reader.name if stage.reads_language else "",
        needs=stage.needs,
        promises=stage.promises,
        deterministic=stage.deterministic and not asks,
        needs_model=asks,
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
        DatasetProfile: lambda item: f"{item.name}, {size_of(item)}",
        Intent: lambda item: str(item.primary),
        Reading: lambda item: ", ".join(item.requirements.keys),
        Shortlist: lambda item: counted(len(item.tools), "tool"),
        Coverage: lambda item: f"{len(item.gaps)} gaps",
        str: str,
    }
    if type(value) in short:
        return short[type(value)](value)
    return counted(len(value), "result") if isinstance(value, Mapping) else type(value).__name__
