"""Findings: what the result of each step comes to, as facts with the words for what they measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd

from autoviz.answering.facts import facts_of, plain
from autoviz.answering.rendering import Finding, name_of, shown
from autoviz.drawing.numbers import counted, listed
from autoviz.drawing.titles import measure, readable
from autoviz.model.fact import Fact
from autoviz.model.plan import Step
from autoviz.model.requirements import Aggregation, Limit, Requirements
from autoviz.table import Table

SUMMARIES = {
    "mean": "average {}",
    "median": "median {}",
    "min": "lowest {}",
    "max": "highest {}",
    "std": "spread of {}",
}
"""The columns of a summary that a question may ask for by a function, and their words."""
_FOUND_BY_ANOMALIES = ("anomaly_score", "expected_low", "expected_high", "anomaly_reason")


@dataclass(frozen=True)
class Result:
    """A step's result with what its reading needs beside it."""

    step: Step
    table: Table
    requirements: Requirements
    drawn: tuple[str, ...] = ()
    """The columns that charts draw from it on y."""
    rows_before: int | None = None
    """The rows that went into the step."""
    limit: int = 10

    @property
    def rows(self) -> int:
        return len(self.table.pandas())

    def fact(self, name: str, value: int) -> Fact:
        """A count about the step itself."""
        return Fact(name=name, value=value, step_id=self.step.id)


def grouped(result: Result) -> Finding | None:
    """The metric of an aggregated table by its groups and periods; None where it has no metric."""
    table = result.table
    metrics = [name for name in table.columns if _is_metric(table, name)]
    if not metrics:
        return None
    groups = [name for name in table.columns if name not in metrics]
    main = _main(result, metrics)
    facts = facts_of(table, result.step.id, [main], groups)
    top = _superlative(result.requirements)
    if top and len(facts) == 1 and facts[0].group:
        facts = (facts[0].replaced(name=top),)
    others = [name for name in metrics if name != main]
    more = facts_of(table, result.step.id, others, groups) if len(facts) * len(others) <= 1000 else ()
    return Finding(measure(table, main), facts, rows=result.rows, beside=more)


def _is_metric(table: Table, name: str) -> bool:
    story = table.of(name)
    return bool(story.aggregate or story.made_by) and story.grain is None


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


def correlations(result: Result) -> Finding:
    """Each pair of columns with its r."""
    facts = facts_of(result.table, result.step.id, ["r"], ["column_a", "column_b"], "correlation")
    ordered = sorted(facts, key=lambda fact: -abs(float(fact.value or 0)))
    pairs = [f"{fact.group['column_a']} and {fact.group['column_b']} r = {shown(fact.value)}" for fact in ordered]
    rest = len(pairs) - result.limit
    told = [*pairs[: result.limit], *([f"{rest} more"] if rest > 0 else [])]
    return Finding("correlation", tuple(ordered), f"Correlation: {'; '.join(told)}.")


def anomalies(result: Result) -> Finding:
    """How many values are unusual, and which, the strangest first."""
    metric = str(result.step.params["metric"])
    count = result.fact("anomalies", result.rows)
    if not result.rows:
        return Finding(metric, (count,), f"No unusual values in {readable(metric)}.")
    frame = result.table.pandas()
    labels = [
        name
        for name in frame.columns
        if name not in (*_FOUND_BY_ANOMALIES, metric) and not pd.api.types.is_numeric_dtype(frame[name])
    ]
    facts = facts_of(result.table, result.step.id, [metric], labels, "anomaly")
    items = [f"{shown(fact.value)}{f' ({name_of(fact)})' if name_of(fact) else ''}" for fact in facts[: result.limit]]
    rest = result.rows - result.limit
    told = listed([*items, f"{rest:,} more"] if rest > 0 else items)
    return Finding(metric, (count, *facts), f"{counted(result.rows, 'unusual value')} in {readable(metric)}: {told}.")


def summary(result: Result) -> Finding:
    """The statistics of each column; one that the question names by its function is told."""
    frame = result.table.pandas()
    facts = [
        Fact(name=str(name), value=value, metric=str(row["column"]), step_id=result.step.id)
        for row in frame.to_dict("records")
        for name, cell in row.items()
        if name != "column" and (value := plain(cell)) is not None
    ]
    asked = {(item.metric, item.func) for item in result.requirements.all(Aggregation) if item.func in SUMMARIES}
    wanted = [fact for fact in facts if (fact.metric, fact.name) in asked]
    if wanted:
        told = [f"{SUMMARIES[fact.name].format(readable(str(fact.metric)))} is {shown(fact.value)}" for fact in wanted]
        note = f"{'; '.join(told)}."
        return Finding("summary", tuple(facts), note[0].upper() + note[1:])
    count = result.fact("columns", result.rows)
    return Finding("summary", (count, *facts), f"Summary of {counted(result.rows, 'column')}.")


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


STATISTICS: dict[str, Callable[[Result], Finding]] = {
    "detect_anomalies": anomalies,
    "compute_correlations": correlations,
    "compute_summary_stats": summary,
    "compare_groups": rows_listed,
    "missing_report": rows_listed,
    "save_dataframe": saved,
}
"""Tools whose result is told in a way of its own."""


def all_facts(findings: list[Finding]) -> tuple[Fact, ...]:
    """Every fact of the findings, those told first."""
    told = [fact for finding in findings for fact in finding.facts]
    return (*told, *(fact for finding in findings for fact in finding.beside))
