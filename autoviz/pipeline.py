"""The pipeline: the stages of each strategy in order, the tries between planning and proof, and who takes over."""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache

from autoviz.answering.advice import understood
from autoviz.answering.emptiness import FILTERED
from autoviz.answering.options import option_label
from autoviz.errors import (
    AutovizError,
    ColumnError,
    ExecutionError,
    ModelError,
    ParameterError,
    PlanError,
    QueryError,
    QuestionError,
    StageError,
)
from autoviz.frames import taking_turns
from autoviz.model.coverage import Coverage, Gap
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.query.reference import opened
from autoviz.readers.base import AsksModel, Reader
from autoviz.readers.meanwhile import meanwhile
from autoviz.stages.adaptation import ADAPTATION, RECALL
from autoviz.stages.answer import ANSWER
from autoviz.stages.base import Stage, State, handed_over, perform
from autoviz.stages.build import BUILD, REBUILD, SKETCH
from autoviz.stages.coverage import COVERAGE, GATE
from autoviz.stages.critique import CRITIQUE
from autoviz.stages.execution import EXECUTION
from autoviz.stages.intent import INTENT
from autoviz.stages.narrowing import NARROWING
from autoviz.stages.profiling import PROFILING
from autoviz.stages.proof import PROOF
from autoviz.stages.requirements import REQUIREMENTS, TEMPLATE
from autoviz.stages.sizing import SIZING

LOG = logging.getLogger(__name__)
LACKING = 0.005
"""A reading that passes over words is answered, with a word on them, from this confidence on; below it they are asked
about. Of 61 held-out questions for what is lacking 60 lie below it, of 43 others that were asked back 20."""


@dataclass(frozen=True)
class Strategy:
    """A list of stages: read once, plan each reading, then try until it is covered."""

    reading: tuple[Stage, ...]
    planning: tuple[Stage, ...]
    trying: tuple[Stage, ...]
    widening: tuple[Stage, ...] = ()
    """Done between two tries."""


STAGED = Strategy(
    reading=(PROFILING, INTENT, REQUIREMENTS),
    planning=(TEMPLATE, NARROWING),
    trying=(ADAPTATION, COVERAGE),
    widening=(NARROWING,),
)
STREAMLINED = Strategy(reading=(SKETCH, BUILD), planning=(TEMPLATE,), trying=(REBUILD, ADAPTATION, COVERAGE))
SHOWING: tuple[Stage, ...] = (EXECUTION, PROOF, ANSWER)

READERS_FAULTS = (
    ModelError, StageError, PlanError, QuestionError, QueryError, ColumnError, ParameterError, ExecutionError
)  # fmt: skip
"""What may come of how a question was read, so that another reader may do better."""


@dataclass(frozen=True)
class Finished:
    """The state after reading, and one finished state per analysis; no parts where a question is asked back."""

    read: State
    parts: tuple[State, ...]


def run(state: State, *, only_plan: bool = False) -> Finished:
    """From a question to its answer; where a reader fails, the next one takes over and the result says so."""
    if not only_plan:
        _prove_soon()
    try:
        with _alone(state):
            return _run(state, only_plan=only_plan)
    except READERS_FAULTS as error:
        if not state.next_readers:
            raise
        return run(handed_over(state, error), only_plan=only_plan)


@cache
def _prove_soon() -> None:
    """Open the database of the second computation in the background, once: the networks leave a core to it."""
    meanwhile(opened)


def _alone(state: State) -> AbstractContextManager[None]:
    """No other question meanwhile where DuckDB computes."""
    settings = state.context.settings
    scanned_from = {"auto": settings.duckdb_rows, "pandas": None, "duckdb": 0}[settings.engine]
    return taking_turns(state.frames.values(), scanned_from=scanned_from)


def _run(state: State, *, only_plan: bool) -> Finished:
    """With one reader; a question with a tie comes back read, but not yet planned."""
    read = through(_reading(state), state)
    assert read.readings is not None
    if choices(read):
        LOG.info("asked back: %s", state.question.text)
        return Finished(read, ())
    return Finished(read, tuple(_run_likeliest(read, reading, only_plan) for reading in read.readings))


def _run_likeliest(state: State, reading: Reading, only_plan: bool) -> State:
    """One analysis; of a guess that leaves no row the next likely reading that leaves some and passes over no word that
    the first makes something of: nothing is sold to Zorblax."""
    part = run_part(state, reading, only_plan=only_plan)
    guess = not only_plan and reading.confidence < state.context.settings.confidence_threshold
    sought = "anomaly" in reading.requirements.analysis  # that there is none is an answer
    if not guess or sought or not reading.alternatives or not _leaves_none(part):
        return part
    known = set(reading.requirements.not_found)
    for other in (item for item in reading.alternatives if {*item.requirements.not_found} <= known):
        sure = min(other.confidence, reading.confidence)
        meant = reading.replaced(requirements=other.requirements, confidence=sure, alternatives=())
        try:
            instead = run_part(state, meant)
        except READERS_FAULTS:
            continue
        if not _leaves_none(instead):
            return instead
    return part


def _leaves_none(part: State) -> bool:
    """Whether its conditions leave no row; what has no values has none however it is read."""
    if part.emptied is not None:
        return part.emptied.what.startswith(FILTERED)
    tables = [outcome.table for outcome in (part.outcomes or {}).values()]
    return any(table is not None and table.counted == 0 for table in tables)


def _reading(state: State) -> tuple[Stage, ...]:
    """The stages that read; a model sizes the question up first where that is wanted."""
    strategy = strategy_of(state)
    sized = strategy is STAGED and state.context.settings.task_analysis and isinstance(state.reader, AsksModel)
    first, *others = strategy.reading
    return (first, SIZING, *others) if sized else strategy.reading


def through(stages: tuple[Stage, ...], state: State) -> State:
    """The state after these stages."""
    for stage in stages:
        state = perform(stage, state)
    return state


def choices(state: State) -> tuple[Requirements, ...]:
    """What to ask back with: readings that tie, or those nearest to what the table all but surely lacks.

    Empty where one is clear, and where it is a guess anyway: that is told beside its answer, and what comes next to a
    guess is hardly ever right (docs/reader.md).
    """
    assert state.readings is not None
    if len(state.readings) != 1:
        return ()
    reading, settings = state.readings[0], state.context.settings
    if reading.requirements.not_found and reading.confidence < LACKING:
        return (reading.requirements, *(item.requirements for item in reading.alternatives))[:3]
    if reading.confidence < settings.confidence_threshold:
        return ()
    margin = settings.tie_margin
    close = [item.requirements for item in reading.alternatives if reading.confidence - item.confidence < margin]
    told_apart = {option_label(item): item for item in (*reversed(close), reading.requirements)}
    return tuple(reversed(told_apart.values()))[:4] if len(told_apart) > 1 else ()


def run_part(state: State, reading: Reading, *, only_plan: bool = False) -> State:
    """Plan, prove and run one analysis; what fails in the end says what was understood."""
    with _alone(state), understood(reading.requirements, state.profile):
        part = _run_part(state, reading, only_plan)
    _log(part)
    return part


def _log(part: State) -> None:
    """One line for each analysis; what a reader of the answer is warned of is a warning here too."""
    assert part.plan is not None and part.coverage is not None
    told = part.proof.line if part.proof is not None else "not run"
    LOG.log(
        logging.WARNING if part.coverage.not_done or _refuted(part) else logging.INFO,
        "%s: %d steps, %s; %s",
        part.question.text,
        len(part.plan.steps),
        "covered" if part.coverage.complete else f"not done: {'; '.join(part.coverage.not_done)}",
        told,
    )


def _run_part(state: State, reading: Reading, only_plan: bool) -> State:
    """What a step's own checks refuse at run time is planned again, as long as tries are left."""
    part = through(strategy_of(state).planning, replace(state, reading=reading, attempt=1))
    if state.recall(reading) is not None:
        known = through((RECALL, COVERAGE), part)
        if known.coverage is not None and known.coverage.complete:
            return known if only_plan else through(SHOWING, known)
    while True:
        part = _planned(part)
        if only_plan:
            return part
        last = part.attempt >= state.context.settings.tries
        try:
            shown = through(SHOWING, part)
            if last or not isinstance(part.reader, AsksModel) or not _refuted(shown):
                return shown
            part = replace(part, coverage=shown.coverage)
        except AutovizError as error:
            refused = isinstance(error, PlanError) or error.retryable
            if not refused or last:
                raise
            part = replace(part, coverage=_refusal(part, error))
        part = replace(part, attempt=part.attempt + 1)


def _refuted(part: State) -> bool:
    """Whether the second computation gave other numbers, so that a model may plan again."""
    return part.proof is not None and part.proof.verdict == "differs"


def strategy_of(state: State) -> Strategy:
    """The strategy asked for; only a reader with a model can build in one step, and what is read already is planned."""
    wanted = state.context.settings.strategy == "streamlined" and isinstance(state.reader, AsksModel)
    return STREAMLINED if wanted and (state.readings is None or state.built is not None) else STAGED


def _planned(part: State) -> State:
    """Try until the plan is covered; after the last try another reader plans, and after the last reader the gate."""
    while True:
        strategy = strategy_of(part)
        try:
            part = through(_trying(part, strategy), part)
            gaps = part.coverage.gaps if part.coverage else ()
            if not gaps:
                return part
            if part.attempt < part.context.settings.tries:
                part = through(strategy.widening, replace(part, attempt=part.attempt + 1))
                continue
            if strategy is STAGED and not _can_plan(part.next_readers):
                return perform(GATE, part)
            raise PlanError(
                f"After {part.attempt} tries the plan still lacks something: {gaps[0].message}",
                "Ask for less in one question, or in other words.",
            )
        except (ModelError, PlanError) as error:
            if strategy is STREAMLINED:
                raise
            if not _can_plan(part.next_readers):
                if part.coverage is None:
                    raise
                return perform(GATE, part)
            part = replace(handed_over(part, error), attempt=1, coverage=None)


def _trying(part: State, strategy: Strategy) -> tuple[Stage, ...]:
    """The stages of one try; a model's critique only where it is asked for."""
    return (*strategy.trying, CRITIQUE) if part.context.settings.model_critique else strategy.trying


def _can_plan(readers: tuple[Reader, ...]) -> bool:
    """Whether the next reader can plan for what another has read; the last resort can not."""
    return len(readers) > 1


def _refusal(part: State, error: AutovizError) -> Coverage:
    """What a step's own checks refused while it ran, as a gap for the next try."""
    assert part.coverage is not None
    return part.coverage.replaced(
        gaps=(*part.coverage.gaps, Gap(kind="refused", key=error.where, message=error.what, of_cells=True))
    )
