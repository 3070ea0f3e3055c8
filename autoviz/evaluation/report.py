"""Report: the measures of a run with confidence intervals, the kinds of error and the latency."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from rich.console import Group
from rich.table import Table
from rich.text import Text

from autoviz.errors import FileError
from autoviz.evaluation.outcomes import ERROR_KINDS, MEASURES, Outcome
from autoviz.evaluation.readings import FIELDS
from autoviz.export.metrics_table import HEAD, metric_rows
from autoviz.listing import counted
from autoviz.model.base import Value
from autoviz.model.provenance import Metrics

_Z95 = 1.959963984540054
SURENESS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.01)
"""Where answers are parted by how sure the reader was."""
Part = Literal["kind", "topic", "table"]


class Measure(Value):
    """How many of the cases that allow a measure are right, with a 95 % interval."""

    name: str
    right: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.right / self.of if self.of else 0.0

    def __str__(self) -> str:
        return f"{self.share:.1%} ({self.right}/{self.of}; {self.low:.1%}–{self.high:.1%})"


class Report(Value):
    """Every outcome of a run, and what they come to."""

    suite: str
    way: str = "embedded"
    """Who read the questions, and by which strategy."""
    outcomes: tuple[Outcome, ...]

    @property
    def metrics(self) -> Metrics:
        """How the questions were planned, how fast and at what cost, all together."""
        total = Metrics(questions=0)
        for item in self.outcomes:
            total = total.plus(item.metrics)
        return total

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that at least one case allows, in their fixed order."""
        rights = {name: [item.measures[name] for item in self.outcomes if name in item.measures] for name in MEASURES}
        return tuple(_measure(name, found) for name, found in rights.items() if found)

    @property
    def fields(self) -> tuple[Measure, ...]:
        """The requirements field by field; a field of an unanswered question is wrong."""
        asked = [item for item in self.outcomes if "requirements" in item.measures]
        return tuple(_measure(name, [item.fields.get(name, False) for item in asked]) for name in FIELDS if asked)

    @property
    def errors(self) -> dict[str, int]:
        """How many wrong answers show each kind of error; one answer may show several."""
        counts = Counter(kind for item in self.outcomes for kind in item.errors)
        return {kind: counts[kind] for kind in ERROR_KINDS if counts[kind]}

    @property
    def calibration(self) -> tuple[tuple[float, Measure], ...]:
        """From less sure to surer: the mean confidence of some answers, and how many of them are right."""
        told = [(item.confidence, item.measures["mark+attributes"]) for item in self.outcomes if item.confidence]
        found = []
        for low, high in pairwise(SURENESS):
            inside = [(sure, right) for sure, right in told if low <= sure < high]
            if inside:
                mean = sum(sure for sure, _ in inside) / len(inside)
                found.append((mean, _measure(f"{low:.0%}–{min(high, 1):.0%}", [right for _, right in inside])))
        return tuple(found)

    @property
    def calibration_error(self) -> float:
        """How far confidence and share of right answers lie apart, on average over the answers."""
        total = sum(measure.of for _, measure in self.calibration)
        apart = sum(measure.of * abs(mean - measure.share) for mean, measure in self.calibration)
        return apart / total if total else 0.0

    @property
    def wrong(self) -> tuple[Outcome, ...]:
        return tuple(item for item in self.outcomes if not item.right)

    def measure(self, name: str) -> Measure:
        """One measure by its name; of no cases where none allows it."""
        return next((item for item in self.measures if item.name == name), _measure(name, []))

    def latency(self, share: float) -> float:
        """The seconds within which this share of the questions was answered (nearest rank)."""
        seconds = sorted(item.seconds for item in self.outcomes)
        return seconds[max(0, math.ceil(share * len(seconds)) - 1)] if seconds else 0.0

    def parts(self, by: Part) -> dict[str, Report]:
        """A report for each phrasing, topic or table."""
        names = dict.fromkeys(str(getattr(item, by)) for item in self.outcomes)
        return {
            name: self.replaced(outcomes=tuple(item for item in self.outcomes if getattr(item, by) == name))
            for name in names
            if name
        }

    def to_dict(self) -> dict[str, Any]:
        """The whole report as plain values for JSON."""
        return {
            "suite": self.suite,
            "way": self.way,
            "cases": len(self.outcomes),
            "measures": {item.name: _numbers(item) for item in self.measures},
            "fields": {item.name: _numbers(item) for item in self.fields},
            "errors": self.errors,
            "calibration": {
                "error": self.calibration_error,
                "bins": [{"confidence": mean, **_numbers(measure)} for mean, measure in self.calibration],
            },
            "latency_seconds": {"p50": self.latency(0.5), "p95": self.latency(0.95)},
            "metrics": {name: value for name, value, _ in metric_rows(self.metrics)},
            "by_kind": {name: _shares(part) for name, part in self.parts("kind").items()},
            "by_topic": {name: _shares(part) for name, part in self.parts("topic").items()},
            "outcomes": [item.model_dump(mode="json") for item in self.outcomes],
        }


def load_reports(path: Path) -> list[Report]:
    """The reports of a file that `autoviz eval --json` wrote."""
    try:
        content = json.loads(path.read_text("utf-8"))
        return [Report.model_validate({name: item[name] for name in Report.model_fields}) for item in content]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise FileError(
            f"{path} holds no reports: {str(error).splitlines()[0]}",
            "Write one with: autoviz eval SUITE --json FILE",
        ) from error


def wilson(right: int, of: int, z: float = _Z95) -> tuple[float, float]:
    """The Wilson score interval of a share; everything is possible where nothing was asked."""
    if of == 0:
        return 0.0, 1.0
    share, square = right / of, z * z / of
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * math.sqrt(share * (1 - share) / of + square / (4 * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def as_tables(report: Report) -> Group:
    """The report as tables for a terminal."""
    asked = counted(len(report.outcomes), "question")
    title = f"{report.suite}, {report.way}: {asked}, {_latency(report)}"
    tables = [_table("Right answers", ("measure", "right"), _rows(report.measures))]
    if report.fields:
        tables.append(_table("Requirements by field", ("field", "right"), _rows(report.fields)))
    if report.errors:
        tables.append(_table("Kinds of error", ("kind", "answers"), [(k, str(n)) for k, n in report.errors.items()]))
    if len(report.calibration) > 1:
        sureness = f"Sureness (calibration error {report.calibration_error:.1%})"
        tables.append(_table(sureness, ("confidence", "mark+attributes"), _sure_rows(report)))
    tables.append(_table("Planning, speed and cost", HEAD, metric_rows(report.metrics)))
    if len(report.parts("kind")) > 1:
        tables.append(_table("By phrasing", ("phrasing", "mark+attributes"), _part_rows(report)))
    return Group(Text(title), *tables)


def as_markdown(report: Report) -> str:
    """The same tables for a document."""
    blocks = [f"### {report.suite}, {report.way}", f"{counted(len(report.outcomes), 'question')}, {_latency(report)}."]
    blocks.append(_markdown(("measure", "right"), _rows(report.measures)))
    if report.fields:
        blocks.append(_markdown(("requirements field", "right"), _rows(report.fields)))
    if report.errors:
        blocks.append(_markdown(("kind of error", "answers"), [(k, str(n)) for k, n in report.errors.items()]))
    if len(report.calibration) > 1:
        blocks.append(f"Calibration error {report.calibration_error:.1%}:")
        blocks.append(_markdown(("mean confidence", "mark+attributes"), _sure_rows(report)))
    blocks.append(_markdown(HEAD, metric_rows(report.metrics)))
    if len(report.parts("kind")) > 1:
        blocks.append(_markdown(("phrasing", "mark+attributes"), _part_rows(report)))
    return "\n\n".join(blocks) + "\n"


def _measure(name: str, rights: list[bool]) -> Measure:
    low, high = wilson(sum(rights), len(rights))
    return Measure(name=name, right=sum(rights), of=len(rights), low=low, high=high)


def _numbers(measure: Measure) -> dict[str, float]:
    return {"right": measure.right, "of": measure.of, "share": measure.share, "low": measure.low, "high": measure.high}


def _shares(report: Report) -> dict[str, float]:
    return {item.name: item.share for item in report.measures}


def _latency(report: Report) -> str:
    return f"P50 {report.latency(0.5) * 1000:.0f} ms, P95 {report.latency(0.95) * 1000:.0f} ms"


def _rows(measures: Iterable[Measure]) -> list[tuple[str, str]]:
    return [(item.name, str(item)) for item in measures]


def _sure_rows(report: Report) -> list[tuple[str, str]]:
    return [(f"{mean:.0%}", str(measure)) for mean, measure in report.calibration]


def _part_rows(report: Report) -> list[tuple[str, str]]:
    return [(name, str(part.measure("mark+attributes"))) for name, part in sorted(report.parts("kind").items())]


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head)
    for row in rows:
        table.add_row(*row)
    return table


def _markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)
