"""Execution: the plan's steps run in order on the user's frame, each with its provenance."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.answering.calling import called, wording
from autoviz.answering.emptiness import no_rows_left, nothing_there
from autoviz.errors import AutovizError, ExecutionError, NothingLeftError, SourceError
from autoviz.frames import choose_engine, engine_of, open_frame
from autoviz.frames.remote import Remote
from autoviz.linking.form_reading import form_of
from autoviz.model.plan import SOURCE, Step
from autoviz.model.provenance import Note, Repair, StepRecord
from autoviz.model.requirements import AnyOf, Filter
from autoviz.planning.filters import condition_of
from autoviz.planning.told_tables import compared_steps, path_to
from autoviz.query.comparison import matched_columns
from autoviz.query.formulas import UnsaidError
from autoviz.query.language import Aggregate, Named, Query
from autoviz.query.reference import columns_read
from autoviz.query.rewriting import with_periods
from autoviz.registry.repairs import repaired
from autoviz.remembering import step_key
from autoviz.stages.base import Stage, State
from autoviz.table import Lineage, Outcome, Table, counted_rows, row_count

LARGE = 1_000_000_000


def execute(state: State) -> State:
    """Run every step; a result known from an earlier step with the same inputs and params is used again."""
    assert state.plan is not None
    _refuse_too_many_rows(state)
    deadline = _deadline(state)
    outcomes: dict[str, Outcome] = {}
    keys: dict[str, str] = {}
    records: list[StepRecord] = []
    why = _nothing_there(state)
    if why is not None:
        return _ended(state, outcomes, records, why)
    try:
        asked, notes = _asked_of_server(state)
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
            records.append(_server_record(step, asked[step.id], state))
            continue
        inputs = [_input(name, outcomes, state) for name in step.inputs]
        if _draws(step, state):
            form = form_of(state.question.normalised, state.queries)
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
    records += [_record(step, dict(step.params), [], Outcome(), "skipped", now, state) for step in left]
    given = {**done, **{step.id: Outcome() for step in left}}
    return replace(state, outcomes=given, step_records=tuple(records), emptied=why)


def _asked_of_server(state: State) -> tuple[dict[str, Outcome], tuple[Note, ...]]:
    """What a server computed instead of the steps; where they want rows, those are fetched, and a note says why."""
    name = str(state.frame_name)
    remote = state.frames.get(name)
    if not isinstance(remote, Remote):
        return {}, ()
    state.sources.pop(name, None)  # another plan reads other columns
    try:
        return _summarised(remote, state), ()
    except UnsaidError as error:
        try:
            rows, told = remote.rows(_columns_used(remote, state))
        except SourceError as failed:
            raise SourceError(f"{failed.what}. Rows are wanted because {error.what}", failed.hint) from failed
        state.sources[name] = Table(open_frame(rows), _reaches(name, state))
        return {}, (Note(kind="info", message=f"The steps run here, on rows, because {error.what}. {told}"),)


def _summarised(remote: Remote, state: State) -> dict[str, Outcome]:
    """The told table as the server computes it; an UnsaidError says why the steps need rows instead.

    The steps are tried on a stand-in, which shows what their columns are called and come from; the rows of the told
    table are the server's.
    """
    assert state.plan is not None
    steps = compared_steps(state.plan, state.context.catalog)
    if steps is None or not state.queries:
        raise UnsaidError("there is no Query for what is asked")
    path = path_to(state.plan, steps[1])
    names = {step.id for step in path}
    within = {SOURCE, *names} - {steps[1]}
    if not path or any(within & set(step.inputs) for step in state.plan.steps if step.id not in names):
        raise UnsaidError("a step reads the data beside the table that is told")
    stand_in = Table(open_frame(remote.stand_in()), _reaches(str(state.frame_name), state))
    tried = _tried(path, stand_in, state)
    if steps[0] != SOURCE and tried[steps[0]].table is not stand_in:
        raise UnsaidError(f"the Query asks of what the step {steps[0]!r} makes of them")
    grains = [outcome.resolved.get("grain") for outcome in tried.values()]
    grain = next((item for item in grains if item not in (None, "auto")), None)
    query = with_periods(state.queries[0], str(grain)) if grain else state.queries[0]
    result, told = remote.answer(query)
    _refuse_nothing(result, query, path, remote, state)
    if not query.order and query.by:
        # Steps leave groups in the order of their keys, and a server in none.
        result = result.sort_values([item.name for item in query.by if item.name in result], ignore_index=True)
    shape = tried[steps[1]].table
    assert shape is not None
    last = replace(
        tried[steps[1]], table=_as_told(result, shape, state, names), notes=(Note(kind="info", message=told),)
    )
    return {**{name: replace(outcome, table=None, notes=()) for name, outcome in tried.items()}, steps[1]: last}


def _refuse_nothing(result: pd.DataFrame, query: Query, path: list[Step], remote: Remote, state: State) -> None:
    """Conditions that leave nothing end the run as they do where the steps themselves run."""
    filtering = [step for step in path if step.tool == "filter_rows"]
    if not filtering or (len(result) and (query.by or not _hollow(result))):
        return
    assert state.profile is not None
    profile = state.profile
    params = [state.context.catalog.validated(step.tool, step.params)["filters"] for step in filtering]

    def rows_under(*conditions: Filter | AnyOf) -> int:
        count = Query(
            where=condition_of(conditions, profile), measures=(Named(name="n", expr=Aggregate(func="count")),)
        )
        return int(remote.answer(count)[0]["n"].tolist()[0])

    if filtering[0].inputs[0] == SOURCE and rows_under(*params[0]) == 0:
        raise no_rows_left(params[0], profile, rows_under)
    if not len(result):
        # Rows are left, so it is a condition on their groups that none of them meets.
        raise no_rows_left(params[-1], profile, lambda _: 0)


def _hollow(result: pd.DataFrame) -> bool:
    """Whether totals are what they would be over no rows: nothing, or nought."""
    return bool((result.isna() | (result == 0)).all(axis=None))


def _tried(path: list[Step], stand_in: Table, state: State) -> dict[str, Outcome]:
    """What the steps make of a stand-in; a filter that leaves none of it lets it pass."""
    outcomes: dict[str, Outcome] = {}
    for step in path:
        inputs = [stand_in if name == SOURCE else outcomes[name].table for name in step.inputs]
        if any(table is None for table in inputs):
            raise UnsaidError(f"the step {step.id!r} reads what is no table")
        first = inputs[0]
        assert first is not None
        if step.when == "not_typed" and _is_date(first, step):
            outcomes[step.id] = Outcome(table=first)
            continue
        columns = list(dict.fromkeys(name for table in inputs if table for name in table.columns))
        params, _ = repaired(step, columns, state.context.catalog)
        try:
            outcome = state.context.catalog.functions[step.tool](*inputs, **params)
        except Exception as error:  # what a tool makes of three rows says nothing of what it makes of all
            raise UnsaidError(f"the step {step.id!r} cannot be tried on made-up rows ({error})") from error
        table = outcome.table
        emptied = table is not None and counted_rows(table) == 0 and table.columns == first.columns
        decided = {**params, **outcome.resolved}
        outcomes[step.id] = replace(outcome, table=first if emptied else table, resolved=decided)
    return outcomes


def _as_told(result: pd.DataFrame, shape: Table, state: State, path: set[str]) -> Table:
    """The server's rows under the names that the steps give, with all that a later step reads."""
    assert state.plan is not None
    places = matched_columns(result, shape.pandas())
    names = {name: shape.columns[place] for name, place in places.items()}
    lacking = set(shape.columns) - set(names.values())
    later = [step for step in state.plan.steps if step.id not in path]
    if len(names) < len(result.columns) or any(lacking & set(_texts(step.params)) for step in later):
        raise UnsaidError(f"the steps make {', '.join(map(repr, shape.columns))}, and the Query other columns")
    ordered = [name for name in shape.columns if name not in lacking]
    return shape.having(result.rename(columns=names)[ordered])


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, (list, tuple)) else ()
    return [text for item in inner for text in _texts(item)]


def _server_record(step: Step, outcome: Outcome, state: State) -> StepRecord:
    """A step that the server took over."""
    tool = state.context.catalog.tools[step.tool]
    return StepRecord(
        step_id=step.id,
        tool=step.tool,
        version=tool.version,
        params=_plain({**step.params, **outcome.resolved}),
        inputs=step.inputs,
        satisfies=step.satisfies,
        status="skipped" if step.when == "not_typed" and not outcome.resolved else "done",
        engine="tableau",
        rows_out=row_count(outcome.table) if outcome.table is not None else None,
        notes=outcome.notes,
    )


def _emptied(step: Step, inputs: list[Table], outcome: Outcome, state: State) -> NothingLeftError | None:
    """Why a filter left nothing, with the nearest values; None where it left something."""
    table = outcome.table
    if step.tool != "filter_rows" or table is None or counted_rows(table) > 0 or counted_rows(inputs[0]) == 0:
        return None
    assert state.profile is not None
    run = state.context.catalog.functions[step.tool]
    params = state.context.catalog.validated(step.tool, step.params)

    def rows_under(condition: Filter | AnyOf) -> int:
        result = run(*inputs, **{**params, "filters": (condition,)}).table
        return counted_rows(result) if result else 0

    return no_rows_left(params["filters"], state.profile, rows_under)


def _refuse_too_many_rows(state: State) -> None:
    assert state.profile is not None
    rows, limit = state.profile.rows, state.context.settings.row_limit
    if rows > limit:
        raise ExecutionError(
            f"{state.profile.name} has {rows:,} rows, more than the limit of {limit:,}",
            "Filter or sample it first, or raise the setting row_limit.",
        )


def _deadline(state: State) -> float:
    limit = state.context.settings.time_limit
    return time.monotonic() + (LARGE if limit is None else limit)


def _input(name: str, outcomes: Mapping[str, Outcome], state: State) -> Table:
    if name == SOURCE or name.startswith(f"{SOURCE}:"):
        return _source(name.partition(":")[2] or str(state.frame_name), state)
    table = outcomes[name].table
    if table is None:
        raise ExecutionError(f"The step {name!r} gives no table to go on with", "", retryable=True)
    return table


def _source(name: str, state: State) -> Table:
    """The user's frame, opened once per question on the engine that suits its size."""
    if name not in state.sources:
        settings = state.context.settings
        native = state.frames[name]
        threshold = {"auto": settings.duckdb_rows, "pandas": LARGE, "duckdb": 0}[settings.engine]
        state.sources[name] = Table(open_frame(choose_engine(native, threshold)), _reaches(name, state))
    return state.sources[name]


def _columns_used(remote: Remote, state: State) -> tuple[str, ...] | None:
    """The columns of the user's frame that the plan or its Queries name; None where all of them are wanted."""
    assert state.plan is not None and state.profile is not None
    read = [columns_read(query) for query in state.queries]
    if any(item is None for item in read) or (not read and remote.affordable(None)):
        return None  # without a Query nobody says what the steps look at besides
    named = {text for step in state.plan.steps for text in _texts(_plain(dict(step.params)))}
    named |= {name for item in read if item for name in item}
    return tuple(name for name in state.profile.names if name in named) or None


def _reaches(name: str, state: State) -> dict[str, Lineage]:
    """How far the dates of the user's frame reach, known before any row is left out."""
    if state.profile is None or state.profile.name != name or state.context.joined:
        return {}
    spans = {column.name: column.span for column in state.profile.columns if column.span is not None}
    return {column: Lineage(column, reach=(span.first, span.last, span.spacing_days)) for column, span in spans.items()}


def _draws(step: Step, state: State) -> bool:
    return "chart" in state.context.catalog.tools[step.tool].outputs


def _run_step(step: Step, inputs: list[Table], state: State, key: str) -> tuple[Outcome, StepRecord]:
    catalog = state.context.catalog
    start = time.perf_counter()
    if step.when == "not_typed" and _is_date(inputs[0], step):
        skipped = Outcome(table=inputs[0])
        return skipped, _record(step, dict(step.params), inputs, skipped, "skipped", start, state)
    columns = list(dict.fromkeys(name for table in inputs for name in table.columns))
    params, repairs = repaired(step, columns, catalog)
    repairs = (*_mended_before(step, state), *repairs)
    known = state.cache.get(key)
    if known is not None:
        return known, _record(step, params, inputs, known, "reused", start, state, repairs)
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
    return outcome, _record(step, params, inputs, outcome, "done", start, state, repairs)


def _mended_before(step: Step, state: State) -> tuple[Repair, ...]:
    """What was mended when a reader's changes became this step."""
    made = state.adaptation.repairs if state.adaptation else ()
    return tuple(item for item in made if item.step_id == step.id)


def _is_date(table: Table, step: Step) -> bool:
    column = step.params.get("column")
    return isinstance(column, str) and table.schema.get(column) in (nw.Date, nw.Datetime)


def _key(step: Step, keys: Mapping[str, str], state: State) -> str:
    """A hash of the step, of all that feeds it and of the content of the frames it starts from; ids do not count."""
    assert state.profile is not None
    settings = state.context.settings
    form = form_of(state.question.normalised, state.queries)
    words = wording(form, state.queries, state.profile) if _draws(step, state) else None
    return step_key(
        {
            "frame": [state.profile.fingerprint, settings.engine, settings.duckdb_rows],
            "step": [step.tool, step.params, state.context.catalog.tools[step.tool].version],
            "reads": [keys.get(name, name) for name in step.inputs],
            "words": repr((words, state.queries)) if words else "",
        }
    )


def _record(
    step: Step,
    params: dict[str, Any],
    inputs: list[Table],
    outcome: Outcome,
    status: str,
    start: float,
    state: State,
    repairs: tuple[Repair, ...] = (),
) -> StepRecord:
    result = outcome.table
    return StepRecord.model_validate(
        {
            "step_id": step.id,
            "tool": step.tool,
            "version": state.context.catalog.tools[step.tool].version,
            "params": _plain({**params, **outcome.resolved}),
            "inputs": step.inputs,
            "satisfies": step.satisfies,
            "status": status,
            "engine": engine_of(inputs[0].frame) if inputs else "",
            "rows_in": row_count(inputs[0]) if inputs else None,
            "rows_out": row_count(result)
            if result is not None and "df" in state.context.catalog.tools[step.tool].outputs
            else None,
            "nulls": result.nulls() if result is not None and status != "skipped" else None,
            "seconds": time.perf_counter() - start,
            "repairs": repairs,
            "notes": outcome.notes,
        }
    )


def _plain(value: Any) -> Any:
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


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
