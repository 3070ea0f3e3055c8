"""Told tables: which table of a plan is told, and the one of which its Query asks."""

from __future__ import annotations

from autoviz.model.plan import Plan, Step
from autoviz.registry.catalog import Catalog

PREPARING = frozenset({"parse_datetime", "cast", "handle_missing", "deduplicate", "drop_outliers", "sample", "join"})
"""Capabilities of steps that make the table of which the Query asks; what they do is no part of it."""


def compared_steps(plan: Plan, catalog: Catalog) -> tuple[str, str] | None:
    """The names of two tables: the one of which the Query asks, and the one that is told; None where none is told.

    Told is what the first chart is drawn from, or else the last table. Asked of is what the first step reads that
    does more than prepare.
    """
    charts = [step for step in plan.steps if "chart" in catalog.tool(step.tool).outputs]
    tables = [step.id for step in plan.steps if "df" in catalog.tool(step.tool).outputs]
    told = charts[0].inputs[0] if charts else _before_showing(plan, tables[-1], catalog) if tables else None
    if told is None:
        return None
    serving = [step for step in path_to(plan, told) if not PREPARING.issuperset(catalog.tool(step.tool).capabilities)]
    return (serving[0].inputs[0] if serving else told), told


def _before_showing(plan: Plan, step_id: str, catalog: Catalog) -> str:
    """The table as it was before it was cut to what fits on a page or written to a file."""
    step = plan.step(step_id)
    if {"table", "save"} & set(catalog.tool(step.tool).capabilities) and "limit" in catalog.tool(step.tool).params:
        return step.inputs[0]
    return step_id


def path_to(plan: Plan, told: str) -> list[Step]:
    """The steps that the told table is made by, in their order."""
    if told not in {step.id for step in plan.steps}:
        return []
    feeding = plan.feeding(told) | {told}
    return [step for step in plan.steps if step.id in feeding]
