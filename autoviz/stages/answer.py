"""Answer: facts from the results, and the sentences that they make."""

from __future__ import annotations

from dataclasses import replace

from autoviz.answering.facts import facts_of
from autoviz.answering.rendering import course, listing, shown, single
from autoviz.drawing.titles import measure
from autoviz.model.fact import Fact
from autoviz.model.plan import Step
from autoviz.stages.base import Stage, State
from autoviz.table import Table

SPECIAL = ("detect_anomalies", "compute_correlations", "compute_summary_stats", "compare_groups", "missing_report")


def tell(state: State) -> State:
    """The facts behind what is shown, told in the order of the plan."""
    assert state.plan is not None and state.outcomes is not None
    facts: list[Fact] = []
    sentences: list[str] = []
    for step in state.plan.steps:
        table = state.outcomes[step.id].table
        if table is None or not _told(step, state):
            continue
        found, text = _step_told(step, table, state)
        facts += found
        sentences += [text] if text else []
    if not sentences:
        facts, sentences = _drawn(state)
    sentences += list(state.coverage.not_done) if state.coverage else []
    limit = state.context.settings.max_paragraphs
    return replace(state, facts=tuple(facts), answer="\n".join(sentences[:limit]) or "There is nothing to show.")


def _drawn(state: State) -> tuple[list[Fact], list[str]]:
    """Rows that are drawn as they stand: what the chart shows, and how many rows it shows."""
    assert state.outcomes is not None
    facts: list[Fact] = []
    sentences: list[str] = []
    for record in state.step_records:
        chart = state.outcomes[record.step_id].chart
        if chart is not None and record.rows_in is not None:
            facts.append(Fact(name="rows", value=record.rows_in, step_id=record.step_id))
            sentences.append(f"{chart.title}, from {shown(record.rows_in)} rows.")
        elif chart is not None:
            sentences.append(f"{chart.title}.")
    return facts, sentences


def _told(step: Step, state: State) -> bool:
    """A table is told if it is what a chart draws, what a statistic found, or the end of the plan."""
    assert state.plan is not None
    catalog = state.context.catalog
    if "df" not in catalog.tools[step.tool].outputs:
        return False
    if step.tool in SPECIAL:
        return True
    readers = [other for other in state.plan.steps if step.id in other.inputs]
    drawn = any("chart" in catalog.tools[other.tool].outputs for other in readers)
    return (drawn and "aggregate" in _tools_before(step, state)) or not readers


def _tools_before(step: Step, state: State) -> set[str]:
    assert state.plan is not None
    return {step.tool, *(state.plan.step(name).tool for name in state.plan.feeding(step.id))}


def _step_told(step: Step, table: Table, state: State) -> tuple[tuple[Fact, ...], str]:
    rows = table.pandas()
    limit = state.context.settings.max_items
    if step.tool in SPECIAL or "aggregate" not in _tools_before(step, state):
        return _rows_told(step, table, len(rows), limit, state)
    metrics = [name for name in table.columns if table.of(name).aggregate or table.of(name).made_by]
    metrics = [name for name in metrics if table.of(name).grain is None]
    groups = [name for name in table.columns if name not in metrics]
    if not metrics:
        return _rows_told(step, table, len(rows), limit, state)
    main = _main_metric(step, metrics, state)
    facts = facts_of(table, step.id, [main], groups)
    return facts, _metric_told(measure(table, main), facts, state)


def _main_metric(step: Step, metrics: list[str], state: State) -> str:
    """The metric that is drawn, else the last one made."""
    assert state.plan is not None
    drawn = [other.params.get("y") for other in state.plan.steps if step.id in other.inputs]
    return next((name for name in drawn if name in metrics), metrics[-1])


def _metric_told(what: str, facts: tuple[Fact, ...], state: State) -> str:
    settings = state.context.settings
    if not facts:
        return ""
    if len(facts) == 1 and not facts[0].group and not facts[0].period:
        return single(what, facts[0])
    if all(fact.period for fact in facts):
        return course(what, facts, settings.max_groups)
    return listing(what, facts, settings.max_items)


def _rows_told(step: Step, table: Table, rows: int, limit: int, state: State) -> tuple[tuple[Fact, ...], str]:
    """What a statistic or a list of rows comes to."""
    count = Fact(name="rows", value=rows, step_id=step.id)
    frame = table.pandas()
    if step.tool == "compute_correlations" and {"column_a", "column_b", "r"} <= set(frame.columns):
        facts = facts_of(table, step.id, ["r"], ["column_a", "column_b"])
        told = [
            f"{fact.group['column_a']} and {fact.group['column_b']} r = {shown(fact.value)}" for fact in facts[:limit]
        ]
        return facts, f"Correlation: {'; '.join(told)}."
    if step.tool == "detect_anomalies":
        metric = str(step.params["metric"])
        return (
            count,
        ), f"{rows} unusual value{'s' if rows != 1 else ''} in {metric}." if rows else f"No unusual values in {metric}."
    if step.tool == "compute_summary_stats":
        return (count,), f"Summary of {rows} column{'s' if rows != 1 else ''}."
    return (count,), f"{rows:,} row{'s' if rows != 1 else ''}."


ANSWER = Stage(
    name="answer",
    run=tell,
    needs=("plan", "outcomes"),
    promises=("facts", "answer"),
    summary=lambda state: f"{len(state.facts or ())} facts",
)
