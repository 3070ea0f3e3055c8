"""Proof: what the plan computed, held against the Query's own SQL over the same rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import takewhile

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.errors import AutovizError, ExecutionError
from autoviz.frames import engine_of, open_frame
from autoviz.frames.remote import Remote
from autoviz.measures.proof_rows import (
    Origin,
    ProofRows,
    all_rows,
    rows_left,
    sample_rows,
    sample_size,
    settled_by_place,
    turned_rows,
)
from autoviz.model.coverage import Gap
from autoviz.model.plan import SOURCE, Plan, Step
from autoviz.model.proof import Proof
from autoviz.planning.evidence import columns_of
from autoviz.planning.told_tables import compared_steps, path_to
from autoviz.profile.fingerprints import is_stable
from autoviz.query.comparison import Comparison, differences
from autoviz.query.language import Aggregate, Query, parts_of
from autoviz.query.reference import columns_read, reference, reference_begun
from autoviz.query.rewriting import with_periods, with_steady_rounding
from autoviz.query.sort_keys import with_sort_keys
from autoviz.readers.base import AsksModel
from autoviz.registry.repairs import repaired
from autoviz.stages.base import Stage, State
from autoviz.table import Table
from autoviz.writings import writing_of
from autoviz.writings.second_reading import NUMBER, TEXT, misread

ROW_BOUND = 600_000
"""Rows up to which all are computed a second time: about 35 ms for a mean by a key, no more than on a sample."""
COLLECTED_BOUND = 250_000
"""The same on Spark, whose rows have to be collected before anybody else can read them."""
STRETCH = 3
"""So many times that bound are read where a sample says too little: few of its rows are left, or none of its groups."""
FEW_ROWS = 100
"""Rows that a condition has to leave of a sample for it to say something of what follows."""
RESULT_CELLS = 250_000
"""Cells of a result up to which it is compared whole."""
CELLS_READ_TWICE = 10_000
"""Cells of text up to which the numbers that a cast made of them are read a second time."""
RunOnSample = Callable[[Table], "Table | pd.DataFrame"]


def prove(
    query: Query,
    table_before: Table,
    result: Table | pd.DataFrame,
    *,
    run_on_sample: RunOnSample | None = None,
    row_bound: int = ROW_BOUND,
    read: Collection[str] = (),
    origin: Origin | None = None,
) -> Proof:
    """The proof that the result is what the Query gives for the table before; it never costs the answer.

    Beyond the bound `run_on_sample` runs the plan again on a sample of the rows, and SQL reads the same sample.
    Where the sample leaves too little to compare, all rows that meet the condition are, up to a few times the bound.
    The sample has the columns that the Query names and those that the plan reads, or a wrong plan could not run on it.
    The sample comes from the `origin`, or from the table before itself.
    """
    try:
        source = origin or Origin(table_before, table_before.counted)
        proof = _proof(query, table_before, result, run_on_sample, row_bound, read, source)
    except AutovizError as error:
        proof = Proof(verdict="not proven", reason=error.what)
    except Exception as error:
        proof = Proof(verdict="not proven", reason=f"the comparison failed ({type(error).__name__}: {error})")
    return proof.replaced(sql=_sql(query))


def _proof(
    query: Query,
    before: Table,
    result: Table | pd.DataFrame,
    run_on_sample: RunOnSample | None,
    row_bound: int,
    read: Collection[str],
    origin: Origin,
) -> Proof:
    collected, count = engine_of(before.frame) == "pyspark", _rows_before(before, origin)
    if count <= (min(row_bound, COLLECTED_BOUND) if collected else row_bound) and _is_short(result):
        return _judged(query, all_rows(before, query), lambda: _pandas(result))
    if run_on_sample is None:
        return Proof(verdict="not proven", reason=f"{count:,} rows are too many to compute it twice")
    # Asked only where it decides, for a lazy engine reads all rows to know how long a result is.
    readable = cache(lambda: count <= STRETCH * row_bound and not collected and _is_short(result))
    if _is_rare(query, before, result, count) and readable():
        return _judged(query, rows_left(before, query), lambda: _pandas(result))
    rows = sample_rows(origin, query, read, row_bound)
    sample = rows.sample
    assert sample is not None
    if _shows_all(query) or rows.left() >= FEW_ROWS or not readable():
        proof = _judged(query, rows, lambda: _pandas(run_on_sample(sample)))
        if proof.verdict != "proven" or _says_enough(proof, rows, query, readable):
            return proof.replaced(sampled=len(rows.native))
    if readable():
        return _judged(query, rows_left(before, query), lambda: _pandas(result))
    return Proof(verdict="not proven", reason="no row of the sample is left to compare")


def _shows_all(query: Query) -> bool:
    """Whether every row that meets the condition is in the result, which so tells how many they are."""
    return query.source is None and not query.grouped and query.limit is None and query.kept is None


def _says_enough(proof: Proof, rows: ProofRows, query: Query, readable: Callable[[], bool]) -> bool:
    """Whether a sample leaves rows to compare, and so few only where more of them cannot be read."""
    left = proof.rows if _shows_all(query) else rows.left()
    return bool(proof.rows and left) and (left >= FEW_ROWS or not readable())


def _is_rare(query: Query, before: Table, result: Table | pd.DataFrame, count: int) -> bool:
    """Whether a list of rows is known to be so short that a sample would hold too few of them."""
    length = result.known_count if isinstance(result, Table) else len(result)
    if length is None or query.where is None or not _shows_all(query):
        return False
    return length * sample_size(len(before.columns)) < FEW_ROWS * count


def _rows_before(before: Table, origin: Origin) -> int:
    """The rows of the table before; a lazy engine counts them only where other columns say that they are others."""
    lazy = isinstance(before.frame, nw.LazyFrame)
    return origin.count if lazy and set(origin.table.columns) <= set(before.columns) else before.counted


def _judged(query: Query, rows: ProofRows, given: Callable[[], pd.DataFrame]) -> Proof:
    """The verdict; what the plan gives is worked out while SQL is at it."""
    steady = with_steady_rounding(with_sort_keys(query).query)
    with reference_begun(steady, rows.native) as expected:
        found = given()
        return _weighed(query, steady, rows, expected(), found)


def _weighed(query: Query, steady: Query, rows: ProofRows, expected: pd.DataFrame, found: pd.DataFrame) -> Proof:
    """The verdict; where SQL itself wavers with the order of the rows, ties decide, and neither is wrong."""
    comparison = compared(query, expected, found)
    if comparison.agrees:
        return _proven(comparison)
    settled_ties = settled_by_place(steady, rows.native)
    if settled_ties is not None and (by_place := compared(query, settled_ties, found)).agrees:
        return _proven(by_place)
    wavers = 0
    for turned in () if _reads_row_order(query) else turned_rows(rows.native, query):
        other = reference(steady, turned)
        again = compared(query, other, found)
        if again.agrees:
            return _proven(again)
        wavers = max(wavers, compared(query, expected, other).total)
    if comparison.total <= 2 * wavers:
        reason = "ties decide it: with the rows in another order SQL itself gives another result"
        return Proof(verdict="not proven", reason=reason, rows=len(expected))
    return _settled(comparison)


def _proven(comparison: Comparison) -> Proof:
    return Proof(verdict="proven", numbers=comparison.numbers, rows=comparison.rows)


def _settled(comparison: Comparison) -> Proof:
    """What a comparison shows, with the first differences in words and the number of all."""
    if comparison.agrees:
        return _proven(comparison)
    told, count = comparison.differences, comparison.total
    return _proven(comparison).replaced(verdict="differs", differences=told, different=count)


def compared(query: Query, expected: pd.DataFrame, found: pd.DataFrame) -> Comparison:
    """The result of a plan held against what SQL gives, as far as the Query fixes the order of its rows."""
    keys = with_sort_keys(query)
    order = list(takewhile(lambda name: name in expected.columns and not _own_order(found, name), keys.names))
    return differences(
        expected,
        found,
        ordered=bool(order),
        limited=query.limit is not None,
        keys=[item.name for item in query.by],
        order=order,
        unshown=[name for name in keys.unshown if name in order],
    )


def _own_order(found: pd.DataFrame, name: str) -> bool:
    """Whether these are labels with an order of their own, such as months, of which SQL knows only the letters."""
    return name in found.columns and getattr(found[name].dtype, "ordered", False)


def _reads_row_order(query: Query) -> bool:
    """Whether the order of the rows is part of what is asked: the first of them, or the first value of a group."""
    heads = any(item.limit and not item.order for item in parts_of(Query, query))
    return heads or any(item.func in ("first", "last") for item in parts_of(Aggregate, query))


def _pandas(result: Table | pd.DataFrame) -> pd.DataFrame:
    return result.pandas() if isinstance(result, Table) else result


def _is_short(result: Table | pd.DataFrame) -> bool:
    """Whether a result is compared whole."""
    return _length(result) * len(result.columns) <= RESULT_CELLS


def _length(result: Table | pd.DataFrame) -> int:
    return result.counted if isinstance(result, Table) else len(result)


def _sql(query: Query) -> str:
    from autoviz.query.sql import to_sql

    try:
        return to_sql(query)
    except (ValueError, TypeError, KeyError):
        return ""


def check(state: State) -> State:
    """Prove what is told; a difference is a gap that goes back to planning while there are tries left."""
    assert state.plan is not None
    catalog = state.context.catalog
    steps = compared_steps(state.plan, catalog)
    proof = _state_proof(state, steps)
    after = replace(state, proof=proof)
    if proof.verdict != "differs" or steps is None or state.coverage is None:
        return after
    if state.attempt >= state.context.settings.tries or not isinstance(state.reader, AsksModel):
        return after  # whoever follows rules would plan the same again
    gaps = (*state.coverage.gaps, difference_gap(proof, state.plan, steps[1]))
    return replace(after, coverage=state.coverage.replaced(gaps=gaps))


def difference_gap(proof: Proof, plan: Plan, told: str) -> Gap:
    """What planning is told of a difference: the tool that gave the table, and the first number that is wrong."""
    tool = next((step.tool for step in plan.steps if step.id == told), told)
    return Gap(kind="refused", key=tool, message=proof.line, of_cells=True)


def _state_proof(state: State, steps: tuple[str, str] | None) -> Proof:
    if state.emptied is not None:
        return Proof(verdict="not proven", reason="no rows were left, so there is nothing to compute twice")
    query = settled(state.queries[0], state) if state.queries else None
    if query is None:
        reason = "it has no SQL; each requirement was held against the steps of the plan instead"
        return Proof(verdict="not proven", reason=reason)
    remote = state.frames.get(str(state.frame_name))
    if isinstance(remote, Remote) and steps is not None and state.frame_name not in state.sources:
        return _remote_proof(query, remote, steps, state)
    before, told = (table_by_name(name, state) for name in steps) if steps else (None, None)
    if before is None or told is None or steps is None:
        return Proof(verdict="not proven", reason="the plan gives no table to compare", sql=_sql(query))
    read = {name for step in state.plan.steps for name in columns_of(step)} if state.plan else ()
    again = partial(_rerun, state=state, before=steps[0], told=steps[1])
    origin = _origin(state, steps[0])
    proof = prove(query, before, told, run_on_sample=again, read=read, origin=origin)
    wrong = tuple(_misread_cells(state, steps[0])) if proof.verdict == "proven" else ()
    return proof.replaced(verdict="differs", differences=wrong) if wrong else proof


def _origin(state: State, before: str) -> Origin | None:
    """The frame as it was given and the steps that prepare it, where one frame alone makes the table before."""
    given, known = state.sources.get(str(state.frame_name)), state.profile
    reads = {name for name in _read_by(state.plan, before) if name.startswith(SOURCE)} if state.plan else set()
    if given is None or known is None or state.context.joined or not (before == SOURCE or reads == {SOURCE}):
        return None
    prepare = partial(_rerun, state=state, before=SOURCE, told=before)
    # The profile has counted the rows and digested them, unless two frames are joined in it.
    mark = known.fingerprint if is_stable(known.fingerprint) else ""
    return Origin(given, known.rows, prepare, mark)


def _remote_proof(query: Query, remote: Remote, steps: tuple[str, str], state: State) -> Proof:
    """What a server summarised, held against the plan's own steps on rows of that server; no proof where they are many.

    Both read the data of the server, so that this proves how they were summarised, and not the data themselves.
    """
    read, told = columns_read(query), table_by_name(steps[1], state)
    if told is None or not remote.affordable(read):
        reason = "the data stay on the server, and the rows behind them are not all to be had; its numbers stand alone"
        return Proof(verdict="not proven", reason=reason, sql=_sql(query))
    try:
        rows = Table(open_frame(remote.rows(read)[0]))
        # Whatever only prepares was skipped, or else the server would not have been asked.
        comparison = compared(query, _rerun(rows, state, SOURCE, steps[1]).pandas(), told.pandas())
    except AutovizError as error:
        return Proof(verdict="not proven", reason=error.what, sql=_sql(query))
    return _settled(comparison).replaced(sql=_sql(query))


def _misread_cells(state: State, before: str) -> Iterator[str]:
    """What casts on the way to a table made of text, where a second way of reading makes other numbers of it."""
    assert state.plan is not None
    for step in path_to(state.plan, before):
        raw = table_by_name(step.inputs[0], state)
        if raw is None or not step.params.get("writing"):
            continue
        writing, engine = writing_of(step.params["writing"]), engine_of(raw.frame)
        for column in step.params["columns"]:
            wrong = misread(_cast_cells(raw, step, column, state), writing, engine)
            if wrong:
                yield f"{column!r}: {wrong}"


def _cast_cells(raw: Table, step: Step, column: str, state: State) -> pd.DataFrame:
    """Different cells of a column, each beside the number that the step makes of it."""
    cells = raw.frame.select(nw.col(column).alias(TEXT), nw.col(column).alias(NUMBER)).drop_nulls(TEXT)
    few = raw.having(cells.head(CELLS_READ_TWICE).unique(TEXT, keep="any"))
    params = {**step.params, "columns": (NUMBER,)}
    return _pandas(state.context.catalog.functions[step.tool](few, **params).table or few)


def settled(query: Query, state: State) -> Query:
    """The Query with the periods that the data decided on in place of those left open."""
    grains = [outcome.resolved.get("grain") for outcome in (state.outcomes or {}).values()]
    grain = next((item for item in grains if item), None)
    return with_periods(query, str(grain)) if grain else query


def table_by_name(name: str, state: State) -> Table | None:
    """A table by the name under which steps read it."""
    if name == SOURCE or name.startswith(f"{SOURCE}:"):
        return state.sources.get(name.partition(":")[2] or str(state.frame_name))
    outcome = (state.outcomes or {}).get(name)
    return outcome.table if outcome else None


def _rerun(sample: Table, state: State, before: str, told: str) -> Table:
    """The told table as the same steps make it from a sample, with the params that all rows had decided."""
    assert state.plan is not None
    made = {before: sample}
    for step in path_to(state.plan, told):
        if before in _read_by(state.plan, step.id):
            inputs = [made[name] if name in made else _beside(name, state, before) for name in step.inputs]
            made[step.id] = _run_again(step, inputs, state)
    return made[told]


def _read_by(plan: Plan, name: str) -> set[str]:
    """The names of all tables that a table is made from, the user's own too."""
    return {read for step in path_to(plan, name) for read in step.inputs}


def _beside(name: str, state: State, before: str) -> Table:
    """A table that the sample is put together with; the rows that it was drawn from cannot be that."""
    assert state.plan is not None
    table = None if name in _read_by(state.plan, before) else table_by_name(name, state)
    if table is None:
        raise ExecutionError(f"a step reads {name!r} beside the sample, so the plan cannot be run on the sample alone")
    return table


def _run_again(step: Step, inputs: list[Table], state: State) -> Table:
    if any(record.step_id == step.id and record.status == "skipped" for record in state.step_records):
        return inputs[0]
    columns = list(dict.fromkeys(name for table in inputs for name in table.columns))
    params, _ = repaired(step, columns, state.context.catalog)
    decided = state.outcomes[step.id].resolved if state.outcomes and step.id in state.outcomes else {}
    settled = {name: value for name, value in decided.items() if name in params}
    table = state.context.catalog.functions[step.tool](*inputs, **{**params, **settled}).table
    if table is None:
        raise ExecutionError(f"the step {step.id!r} gives no table on a sample of the rows")
    return table


PROOF = Stage(
    name="proof",
    run=check,
    needs=("plan", "outcomes", "reading"),
    promises=("proof",),
    summary=lambda state: state.proof.line if state.proof else "",
    reason=lambda state: state.proof.sql if state.proof else "",
)
