"""Showing: which tables of a finished part the user gets to see."""

from __future__ import annotations

from autoviz.model.plan import SOURCE, Step
from autoviz.stages.base import State
from autoviz.table import Table

FEW_ROWS = 60
"""So many rows of a frame that is drawn as it stands are still read as a table."""


def result_tables(part: State) -> list[Table]:
    """The tables behind the charts of a part, those that end a branch of its plan, then a frame drawn as it stands.

    Of rows as they stand only the columns that are drawn are shown.
    """
    assert part.plan is not None
    outcomes, source = part.outcomes or {}, part.sources.get(str(part.frame_name))
    charts = [step for step in part.plan.steps if step.id in outcomes and outcomes[step.id].chart]
    read = {name for step in part.plan.steps for name in step.inputs}
    ends = [step.id for step in part.plan.steps if step.id not in read]
    names = dict.fromkeys((*(name for step in charts for name in step.inputs), *ends))
    tables = {name: outcomes[name].table for name in names if name in outcomes}
    if SOURCE in names and source is not None and part.profile is not None and part.profile.rows <= FEW_ROWS:
        tables[SOURCE] = source
    shown = {name: {value for step in charts if name in step.inputs for value in _columns(step)} for name in names}
    plain = source.columns if source is not None else []
    return [
        table.having(table.frame.select(*(name for name in plain if name in shown[key])))
        if shown[key] and table.columns == plain
        else table
        for key, table in tables.items()
        if table is not None
    ]


def _columns(step: Step) -> list[str]:
    """The columns that a chart is told to draw."""
    given = [value for name, value in step.params.items() if name in ("x", "y", "color", "facet", "size", "label")]
    return [*(value for value in given if isinstance(value, str)), *step.params.get("more_y", ())]
