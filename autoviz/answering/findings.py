"""Findings: what the result of each step comes to, as facts with the words for what they measure."""

from __future__ import annotations

import pandas as pd

from autoviz.answering.facts import facts_of
from autoviz.answering.rendering import Finding
from autoviz.answering.result import Result
from autoviz.answering.statistics import STATISTICS
from autoviz.drawing.numbers import counted
from autoviz.drawing.titles import measure
from autoviz.model.fact import Fact
from autoviz.model.requirements import Limit, Requirements, Sort
from autoviz.table import Table


def grouped(result: Result) -> Finding | None:
    """The metric of an aggregated table by its groups and periods; None where it has no metric."""
    table = result.table
    metrics = [name for name in table.columns if _is_metric(table, name)] or _numbers(result)
    if not metrics:
        return None
    groups = [name for name in table.columns if name not in metrics]
    main = _main(result, metrics)
    facts = facts_of(table, result.step.id, [main], groups)
    top = _superlative(result.requirements)
    if top and len(facts) == 1 and (facts[0].group or facts[0].period):
        facts = (facts[0].replaced(name=top),)
    others = [name for name in metrics if name != main]
    more = facts_of(table, result.step.id, others, groups) if len(facts) * len(others) <= 1000 else ()
    sort = result.requirements.constraint(Sort)
    ranked = "rank" in result.requirements.analysis or (sort is not None and sort.by == "y")
    return Finding(measure(table, main), facts, rows=result.rows, beside=more, ranked=ranked)


def _is_metric(table: Table, name: str) -> bool:
    story = table.of(name)
    return bool(story.aggregate or story.made_by) and story.grain is None


def _numbers(result: Result) -> list[str]:
    """The measures of a Query whose makers left no word of what they are."""
    query = result.requirements.query
    keys = [item.name for item in query.by] if query else []
    schema = result.table.schema
    return [name for name in result.table.columns if query and name not in keys and schema[name].is_numeric()]


def _main(result: Result, metrics: list[str]) -> str:
    """The share where one was asked for, else the metric that is drawn, else the last one made."""
    made = {name: result.table.of(name).made_by for name in metrics}
    if "share" in result.requirements.analysis:
        share = next((name for name, kind in made.items() if kind.startswith("share")), None)
        if share:
            return share
    return next((name for name in result.drawn if name in metrics), metrics[-1])


def _superlative(requirements: Requirements) -> str:
    """What the only group left is, where the question asks for the first or the last alone."""
    limit = requirements.constraint(Limit)
    if limit is None or limit.n != 1 or "rank" not in requirements.analysis:
        return ""
    return "largest" if limit.order == "desc" else "smallest"


def rows_listed(result: Result) -> Finding:
    """Rows as they stand: how many are shown, of how many."""
    frame = result.table.pandas()
    count = result.fact("rows", result.rows)
    before = result.rows_before if result.step.tool == "show_table" else None
    numbers = [str(name) for name in frame.columns if pd.api.types.is_numeric_dtype(frame[name])]
    labels = [str(name) for name in frame.columns if str(name) not in numbers]
    cells = facts_of(result.table, result.step.id, numbers, labels) if frame.size <= 1000 else ()
    if before is not None and before > result.rows:
        total = result.fact("rows", before)
        return Finding("rows", (count, total, *cells), f"{counted(before, 'row')}, of which {result.rows:,} are shown.")
    return Finding("rows", (count, *cells), f"{counted(result.rows, 'row')}.")


def saved(result: Result) -> Finding:
    """The file that the rows were written to, and how many."""
    where = f"Saved to {result.step.params['path']}: {counted(result.rows, 'row')}."
    return Finding("saved rows", (result.fact("rows", result.rows),), where)


TOLD_APART = {**STATISTICS, "save_dataframe": saved}
"""Tools whose result is told in a way of its own."""


def all_facts(findings: list[Finding]) -> tuple[Fact, ...]:
    """Every fact of the findings, those told first."""
    told = [fact for finding in findings for fact in finding.facts]
    return (*told, *(fact for finding in findings for fact in finding.beside))
