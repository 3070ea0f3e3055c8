"""Standing: a run held against an earlier one, question by question, and whether it is worse by more than chance."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from autoviz.errors import FileError
from autoviz.evaluation.report import Report, load_reports
from autoviz.model.base import Value
from autoviz.resources import write_whole

NOISE = 0.05
"""A loss that chance alone brings about at least this often is none: single questions turn either way."""


class Baseline(Value):
    """Which questions of a suite were wrong in each measure, in a form whose changes can be read in a diff."""

    suite: str
    way: str
    questions: tuple[str, ...]
    wrong: dict[str, tuple[str, ...]]


class Standing(Value):
    """One measure then and now, over the questions that both runs were asked."""

    measure: str
    of: int
    before: int
    now: int
    lost: tuple[str, ...]
    """Questions that were right and are not."""
    won: tuple[str, ...]

    @property
    def chance(self) -> float:
        """How often at least so many of the questions that turned would turn to the wrong, if neither was likelier."""
        turned = len(self.lost) + len(self.won)
        ways = sum(math.comb(turned, count) for count in range(len(self.lost), turned + 1))
        return ways / (1 << turned)

    @property
    def worse(self) -> bool:
        return self.chance < NOISE

    @property
    def better(self) -> bool:
        return self.replaced(lost=self.won, won=self.lost).worse

    @property
    def verdict(self) -> str:
        if self.worse or self.better:
            return "worse" if self.worse else "better"
        return "within noise" if self.lost or self.won else "the same"


def baseline_of(report: Report) -> Baseline:
    """What is kept of a report."""
    return Baseline(
        suite=report.suite,
        way=report.way,
        questions=tuple(item.id for item in report.outcomes),
        wrong={
            measure.name: tuple(item.id for item in report.outcomes if item.measures.get(measure.name) is False)
            for measure in report.measures
        },
    )


def standings(report: Report, before: Baseline) -> tuple[Standing, ...]:
    """Each measure that both runs know; a question that only one of them was asked counts for nothing."""
    known = set(before.questions)
    return tuple(
        _standing(measure.name, report, known, set(before.wrong[measure.name]))
        for measure in report.measures
        if measure.name in before.wrong
    )


def _standing(name: str, report: Report, known: set[str], wrong: set[str]) -> Standing:
    now = {item.id: item.measures[name] for item in report.outcomes if item.id in known and name in item.measures}
    return Standing(
        measure=name,
        of=len(now),
        before=sum(key not in wrong for key in now),
        now=sum(now.values()),
        lost=tuple(key for key, right in now.items() if not right and key not in wrong),
        won=tuple(key for key, right in now.items() if right and key in wrong),
    )


def write_baselines(path: Path, reports: Iterable[Report]) -> None:
    """Keep what later runs are held against; times and texts, which differ from run to run, are left out."""
    content = [baseline_of(report).model_dump(mode="json") for report in reports]
    write_whole(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def load_baselines(path: Path) -> list[Baseline]:
    """The baselines of a file; a report of `--json` serves as well."""
    try:
        content = json.loads(path.read_text("utf-8"))
        if not isinstance(content, list) or not content:
            raise ValueError("it lists no run")
        if any("outcomes" in item for item in content):
            return [baseline_of(report) for report in load_reports(path)]
        return [Baseline.model_validate(item) for item in content]
    except (OSError, ValueError, TypeError, ValidationError) as error:
        raise FileError(
            f"{path} holds nothing to compare with: {str(error).splitlines()[0]}",
            "Write it with: autoviz eval SUITE --baseline FILE",
        ) from error


def earlier(report: Report, known: Iterable[Baseline]) -> Baseline:
    """The baseline of the same suite: of the same way of reading where there is one."""
    of_suite = [item for item in known if item.suite == report.suite]
    if not of_suite:
        raise FileError(f"Nothing is known of an earlier run of {report.suite}", "Compare runs of the same suite.")
    return next((item for item in of_suite if item.way == report.way), of_suite[0])
