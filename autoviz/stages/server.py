"""Server: what a server of published data computes instead of a plan's steps, or else the rows that they want."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from autoviz.answering.emptiness import no_rows_left
from autoviz.errors import SourceError
from autoviz.frames import open_frame
from autoviz.frames.remote import Remote
from autoviz.model.plan import SOURCE, Step
from autoviz.model.provenance import Note
from autoviz.model.requirements import AnyOf, Filter
from autoviz.planning.filters import condition_of
from autoviz.planning.told_tables import compared_steps, path_to
from autoviz.query.comparison import matched_columns
from autoviz.query.formulas import UnsaidError
from autoviz.query.language import COUNT_ROWS, Named, Query
from autoviz.query.reference import columns_read
from autoviz.query.rewriting import with_periods
from autoviz.registry.repairs import repaired
from autoviz.stages.base import State
from autoviz.stages.sources import reaches
from autoviz.stages.step_records import is_skipped, plain
from autoviz.table import Outcome, Table


def asked_of_server(state: State) -> tuple[dict[str, Outcome], tuple[Note, ...]]:
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
        state.sources[name] = Table(open_frame(rows), reaches(name, state))
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
    stand_in = Table(open_frame(remote.stand_in()), reaches(str(state.frame_name), state))
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
            where=condition_of(conditions, profile), measures=(Named(name="n", expr=COUNT_ROWS),)
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
        if is_skipped(step, first):
            outcomes[step.id] = Outcome(table=first)
            continue
        columns = list(dict.fromkeys(name for table in inputs if table for name in table.columns))
        params, _ = repaired(step, columns, state.context.catalog)
        try:
            outcome = state.context.catalog.functions[step.tool](*inputs, **params)
        except Exception as error:  # what a tool makes of three rows says nothing of what it makes of all
            raise UnsaidError(f"the step {step.id!r} cannot be tried on made-up rows ({error})") from error
        table = outcome.table
        emptied = table is not None and table.counted == 0 and table.columns == first.columns
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


def _columns_used(remote: Remote, state: State) -> tuple[str, ...] | None:
    """The columns of the user's frame that the plan or its Queries name; None where all of them are wanted."""
    assert state.plan is not None and state.profile is not None
    read = [columns_read(query) for query in state.queries]
    if any(item is None for item in read) or (not read and remote.affordable(None)):
        return None  # without a Query nobody says what the steps look at besides
    named = {text for step in state.plan.steps for text in _texts(plain(dict(step.params)))}
    named |= {name for item in read if item for name in item}
    return tuple(name for name in state.profile.names if name in named) or None
