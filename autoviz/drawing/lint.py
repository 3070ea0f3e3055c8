"""Chart lint: named rules against charts that mislead, each with the description that its reader is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from autoviz.drawing.encoding import ADDITIVE, Encoding, sum_of_mean
from autoviz.drawing.rows import PANEL, SERIES, Rows, X, Y, gathered
from autoviz.errors import PlanError
from autoviz.model.base import Value
from autoviz.model.chart import Chart
from autoviz.model.provenance import Note
from autoviz.table import Table

MOST_SLICES = 8


class Finding(Value):
    """One rule that a chart breaks, what to tell the reader, and the tool that would do better."""

    rule: str
    message: str
    blocking: bool
    """Whether the chart may not be drawn unless the user named it."""
    better: str = ""


@dataclass(frozen=True)
class Rule:
    """A way to mislead with a chart."""

    name: str
    description: str
    blocking: bool
    better: Mapping[str, str]
    """The tool to use instead, by mark."""
    broken: Callable[[Encoding, Rows], bool]


def lint(chart: Chart, table: Table) -> tuple[Finding, ...]:
    """The rules that a chart of this table would break, so that planning can pick another one."""
    encoding = Encoding(
        table, chart.mark, _column(table, chart.x), _metrics(chart, table), _column(table, chart.color),
        _column(table, chart.facet), layout=chart.layout, grain=chart.grain,
    )  # fmt: skip
    if chart.mark not in {mark for rule in RULES for mark in rule.better}:
        return ()
    return findings(encoding, gathered(encoding, categories=chart.mark not in ("line", "area")))


def findings(encoding: Encoding, rows: Rows) -> tuple[Finding, ...]:
    """The rules that the rows of a chart break."""
    return tuple(
        Finding(rule=rule.name, message=rule.description, blocking=rule.blocking, better=rule.better[encoding.mark])
        for rule in RULES
        if encoding.mark in rule.better and rule.broken(encoding, rows)
    )


def passed(encoding: Encoding, rows: Rows, *, stated: bool) -> tuple[Note, ...]:
    """The warnings that go with a chart; one that misleads is refused unless the user named it."""
    found = findings(encoding, rows)
    for finding in found:
        if finding.blocking and not stated:
            raise PlanError(
                f"This {encoding.mark} chart would mislead. {finding.message} (rule {finding.rule})",
                f"Use {finding.better} instead; a chart that the user names is drawn with the warning beside it.",
            )
    return tuple(Note(kind="lint", message=finding.message, data={"rule": finding.rule}) for finding in found)


def _column(table: Table, name: str | None) -> str | None:
    """The column of a table that the user knows by this name."""
    if name is None or name in table.columns:
        return name
    return next((column for column in table.columns if table.of(column).source == name), name)


def _metrics(chart: Chart, table: Table) -> tuple[str, ...]:
    named = [_column(table, name) for name in (chart.y, *chart.more_y) if name is not None]
    if not named and chart.aggregate == "count":
        counted = (column for column in table.columns if table.of(column).aggregate == "count")
        named = [next((column for column in counted if not table.of(column).source), None)]
    return tuple(column for column in named if column is not None)


def _stacked(encoding: Encoding, rows: Rows) -> bool:
    if not rows.has_series:
        return encoding.mark in ("pie", "treemap")
    piled = encoding.layout == "stacked" and encoding.color != encoding.x
    return encoding.mark in ("pie", "treemap", "area") or (encoding.mark == "bar" and piled)


def _sum_of_mean(encoding: Encoding, rows: Rows) -> bool:
    """Whether parts that do not add up were added by a step before, or are piled up by the chart itself."""
    piled_up = _stacked(encoding, rows) and encoding.measure.aggregate not in (None, *ADDITIVE)
    return piled_up or sum_of_mean(encoding.measure)


def _too_many_slices(encoding: Encoding, rows: Rows) -> bool:
    parts = rows.data.groupby(PANEL)[X].nunique().max() if rows.has_panels else rows.data[X].nunique()
    return bool(parts > MOST_SLICES)


def _negative_parts(encoding: Encoding, rows: Rows) -> bool:
    return bool((rows.data[Y] < 0).any())


def _unordered_line(encoding: Encoding, rows: Rows) -> bool:
    return rows.kind == "category" and rows.order(X) is None and rows.data[X].nunique() > 1


def _mixed_signs(encoding: Encoding, rows: Rows) -> bool:
    return _stacked(encoding, rows) and bool((rows.data[Y] < 0).any() and (rows.data[Y] > 0).any())


def _repeated_places(encoding: Encoding, rows: Rows) -> bool:
    keys = [role for role in (X, SERIES, PANEL) if role in rows.data]
    return bool(rows.data.duplicated(keys).any())


def _two_scales(encoding: Encoding, rows: Rows) -> bool:
    return rows.own_scales


RULES: tuple[Rule, ...] = (
    Rule(
        "sum_of_mean",
        "Averages, extremes and distinct counts of parts do not add up: their sum, their stack and their shares of a "
        "whole mean nothing.",
        True,
        {"pie": "plot_bar", "treemap": "plot_bar", "area": "plot_line", "bar": "plot_grouped_bar", "line": "aggregate"},
        _sum_of_mean,
    ),
    Rule(
        "pie_slices",
        f"A pie of more than {MOST_SLICES} slices cannot be read.",
        True,
        {"pie": "plot_bar"},
        _too_many_slices,
    ),
    Rule(
        "negative_parts",
        "Negative values cannot be parts of a whole.",
        True,
        {"pie": "plot_bar", "treemap": "plot_bar"},
        _negative_parts,
    ),
    Rule(
        "unordered_line",
        "A line between categories that have no order suggests a development that is not there.",
        True,
        {"line": "plot_bar", "area": "plot_bar"},
        _unordered_line,
    ),
    Rule(
        "mixed_signs",
        "Positive and negative values stacked on each other hide their total.",
        True,
        {"bar": "plot_grouped_bar", "area": "plot_line"},
        _mixed_signs,
    ),
    Rule(
        "repeated_places",
        "Several values lie at the same place of the x axis: a line jumps between them, and bars pile up.",
        False,
        {"line": "aggregate", "area": "aggregate", "bar": "aggregate"},
        _repeated_places,
    ),
    Rule(
        "dual_axes",
        "The measures differ in unit or scale, so each has a panel of its own.",
        False,
        {"line": "plot_line", "area": "plot_area", "bar": "plot_bar"},
        _two_scales,
    ),
)
