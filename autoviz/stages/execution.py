"""Execution: the plan's steps run in order on the user's frame, each with its provenance."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from autoviz.answering.calling import called, wording
from autoviz.answering.emptiness import no_rows_left, nothing_there
from autoviz.errors import AutovizError, ExecutionError, FileError, NothingLeftError
from autoviz.frames.remote import Remote
from autoviz.model.plan import SOURCE, Step
from autoviz.model.provenance import Repair, StepRecord
from autoviz.model.requirements import AnyOf, Filter
from autoviz.registry.repairs import repaired
from autoviz.remembering import step_key
from autoviz.stages.base import Stage, State
from autoviz.stages.server import asked_of_server
from autoviz.stages.sources import LARGE, source
from autoviz.stages.step_records import is_skipped, server_record, step_record
from autoviz.table import Outcome, Table


def execute(state: State) -> State:
    """Run every step; a result known from an earlier step with the same inputs and params is used again."""
    assert state.plan is not None
    _refuse_too_many_rows(state)
    _refuse_paths_outside(state)
    deadline = _deadline(state)
    outcomes: dict[str, Outcome] = {}
    keys: dict[str, str] = {}
    records: list[StepRecord] = []
    why = _nothing_there(state)
    if why is not None:
        return _ended(state, outcomes, records, why)
    try:
        asked, notes = asked_of_server(state)
    except NothingLeftError as error:
        return _ended(state, outcomes, records, error)
    for step in state.plan.steps:
        # Told before each step, so that whoever wants to stop can do so between two of them.
        state.watch("execution", None)
        if time.monotonic() > deadline:
            raise ExecutionError(
                f"The steps took longer than the limit of {state.context.settings.time_limit} s",
                "Filter the data first, or raise the setting time_limit.",
            )
        keys[step.id] = _key(step, keys, state)
        if step.id in asked:
            outcomes[step.id] = asked[step.id]
            records.append(server_record(step, asked[step.id], state))
            continue
        inputs = [_input(name, outcomes, state) for name in step.inputs]
        if _draws(step, state):
            form = state.form
            inputs = [called(table, form, state.queries, state.profile) for table in inputs]
        outcome, record = _run_step(step, inputs, state, keys[step.id])
        outcomes[step.id] = outcome
        records.append(record if records else record.replaced(notes=(*notes, *record.notes)))
        emptied = _emptied(step, inputs, outcome, state)
        if emptied is not None:
            return _ended(state, outcomes, records, emptied)
    return replace(state, outcomes=outcomes, step_records=tuple(records))


def _nothing_there(state: State) -> NothingLeftError | None:
    """Why nothing can be computed from the frame as it is; of a server's data only the server knows."""
    if state.reading is None or state.profile is None or isinstance(state.frames.get(str(state.frame_name)), Remote):
        return None
    return nothing_there(state.reading.requirements, state.profile)


def _ended(state: State, done: dict[str, Outcome], records: list[StepRecord], why: NothingLeftError) -> State:
    """The run as it ends where nothing is left: steps that were not run give nothing. Another reader may do better."""
    assert state.plan is not None
    if state.next_readers:
        raise why
    left = [step for step in state.plan.steps if step.id not in done]
    now = time.perf_counter()
    records += [step_record(step, dict(step.params), [], Outcome(), "skipped", now, state) for step in left]
    given = {**done, **{step.id: Outcome() for step in left}}
    return replace(state, outcomes=given, step_records=tuple(records), emptied=why)


def _emptied(step: Step, inputs: list[Table], outcome: Outcome, state: State) -> NothingLeftError | None:
    """Why a filter left nothing, with the nearest values; None where it left something."""
    table = outcome.table
    if step.tool != "filter_rows" or table is None or table.counted > 0 or inputs[0].counted == 0:
        return None
    assert state.profile is not None
    run = state.context.catalog.functions[step.tool]
    params = state.context.catalog.validated(step.tool, step.params)

    def rows_under(condition: Filter | AnyOf) -> int:
        result = run(*inputs, **{**params, "filters": (condition,)}).table
        return result.counted if result else 0

    return no_rows_left(params["filters"], state.profile, rows_under)


def _refuse_too_many_rows(state: State) -> None:
    assert state.profile is not None
    rows, limit = state.profile.rows, state.context.settings.row_limit
    if rows > limit:
        raise ExecutionError(
            f"{state.profile.name} has {rows:,} rows, more than the limit of {limit:,}",
            "Filter or sample it first, or raise the setting row_limit.",
        )


def _refuse_paths_outside(state: State) -> None:
    """A question may be pasted text: a file beyond the working folder is written only where the user allowed it."""
    assert state.plan is not None
    if state.context.settings.save_anywhere:
        return
    tools = state.context.catalog.tools
    for path in (str(step.params.get("path", "")) for step in state.plan.steps if "file" in tools[step.tool].outputs):
        if not _is_within(path):
            hint = "Name a file within it, or allow others with the setting save_anywhere."
            raise FileError(f"{path!r} lies outside the working folder", hint)


def _is_within(path: str) -> bool:
    try:
        return Path(path).expanduser().resolve().is_relative_to(Path.cwd().resolve())
    except (OSError, RuntimeError, ValueError):  # a loop of links, a user who is not known, NUL
        return False


def _deadline(state: State) -> float:
    limit = state.context.settings.time_limit
    return time.monotonic() + (LARGE if limit is None else limit)


def _input(name: str, outcomes: Mapping[str, Outcome], state: State) -> Table:
    if name == SOURCE or name.startswith(f"{SOURCE}:"):
        return source(name.partition(":")[2] or str(state.frame_name), state)
    table = outcomes[name].table
    if table is None:
        raise ExecutionError(f"The step {name!r} gives no table to go on with", "", retryable=True)
    return table


def _draws(step: Step, state: State) -> bool:
    return "chart" in state.context.catalog.tools[step.tool].outputs


def _run_step(step: Step, inputs: list[Table], state: State, key: str) -> tuple[Outcome, StepRecord]:
    catalog = state.context.catalog
    start = time.perf_counter()
    if is_skipped(step, inputs[0]):
        skipped = Outcome(table=inputs[0])
        return skipped, step_record(step, dict(step.params), inputs, skipped, "skipped", start, state)
    columns = list(dict.fromkeys(name for table in inputs for name in table.columns))
    params, repairs = repaired(step, columns, catalog)
    repairs = (*_mended_before(step, state), *repairs)
    known = state.cache.get(key)
    if known is not None:
        return known, step_record(step, params, inputs, known, "reused", start, state, repairs)
    try:
        outcome = catalog.functions[step.tool](*inputs, **params)
    except AutovizError as error:
        error.where = step.tool
        raise
    except (KeyboardInterrupt, MemoryError):
        raise
    except Exception as error:
        raise ExecutionError(
            f"The step {step.id!r} ({step.tool}) failed: {type(error).__name__}: {error}",
            "Check the column's values, or ask in another way.",
        ) from error
    if "file" not in catalog.tools[step.tool].outputs:
        state.cache.keep(key, outcome)
    return outcome, step_record(step, params, inputs, outcome, "done", start, state, repairs)


def _mended_before(step: Step, state: State) -> tuple[Repair, ...]:
    """What was mended when a reader's changes became this step."""
    made = state.adaptation.repairs if state.adaptation else ()
    return tuple(item for item in made if item.step_id == step.id)


def _key(step: Step, keys: Mapping[str, str], state: State) -> str:
    """A hash of the step, of all that feeds it and of the content of the frames it starts from; ids do not count."""
    assert state.profile is not None
    settings = state.context.settings
    form = state.form
    words = wording(form, state.queries, state.profile) if _draws(step, state) else None
    return step_key(
        {
            "frame": [state.profile.fingerprint, settings.engine, settings.duckdb_rows],
            "step": [step.tool, step.params, state.context.catalog.tools[step.tool].version],
            "reads": [keys.get(name, name) for name in step.inputs],
            "words": repr((words, state.queries)) if words else "",
        }
    )


def _told_run(state: State) -> str:
    counts = Counter[str](record.status for record in state.step_records)
    told = {"done": "run", "reused": "used again", "skipped": "skipped"}
    return ", ".join(f"{counts[status]} {word}" for status, word in told.items() if counts[status])


EXECUTION = Stage(
    name="execution",
    run=execute,
    needs=("plan", "profile"),
    promises=("outcomes",),
    summary=_told_run,
    reason=lambda state: "; ".join(note.message for record in state.step_records for note in record.notes),
)
