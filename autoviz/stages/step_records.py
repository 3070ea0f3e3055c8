"""Step records: what is kept of each step of a plan, run here or by a server, and whether it is run at all."""

from __future__ import annotations

import time
from typing import Any

import narwhals.stable.v2 as nw

from autoviz.frames import engine_of
from autoviz.model.plan import Step
from autoviz.model.provenance import Repair, StepRecord
from autoviz.stages.base import State
from autoviz.table import Outcome, Table, row_count


def is_skipped(step: Step, table: Table) -> bool:
    """Whether a step that reads dates finds them read already."""
    column = step.params.get("column")
    dated = isinstance(column, str) and table.schema.get(column) in (nw.Date, nw.Datetime)
    return step.when == "not_typed" and dated


def step_record(
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
            "params": plain({**params, **outcome.resolved}),
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


def server_record(step: Step, outcome: Outcome, state: State) -> StepRecord:
    """A step that the server took over."""
    tool = state.context.catalog.tools[step.tool]
    return StepRecord(
        step_id=step.id,
        tool=step.tool,
        version=tool.version,
        params=plain({**step.params, **outcome.resolved}),
        inputs=step.inputs,
        satisfies=step.satisfies,
        status="skipped" if step.when == "not_typed" and not outcome.resolved else "done",
        engine="tableau",
        rows_out=row_count(outcome.table) if outcome.table is not None else None,
        notes=outcome.notes,
    )


def plain(value: Any) -> Any:
    """A param as plain data."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value
