"""Contests: the same job done by several contenders, timed in turn in one process, their memory taken in one each."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Contender:
    """One way to do a job: what it starts from, for so many rows, and the job itself."""

    make: Callable[[int], Any]
    job: Callable[[Any], object]


@dataclass(frozen=True)
class Contest:
    """One job at one or more sizes; the first contender is the hand-written one that the others are measured by."""

    title: str
    section: str
    contenders: Mapping[str, Contender]
    sizes: tuple[int, ...]
    targets: Mapping[tuple[str, int], float]
    """The most that (contender, rows) may take of the first contender's time."""
    memory: bool = False
    """Whether the peak of memory is compared too; it must not be above the first contender's."""


@dataclass(frozen=True)
class Line:
    """One contender at one size."""

    job: str
    rows: int
    contender: str
    seconds: float
    ratio: float
    target: float | None
    megabytes: float | None
    first_megabytes: float | None

    @property
    def met(self) -> bool | None:
        """Whether the targets are met; None where there are none."""
        if self.target is None:
            return None
        lean = self.megabytes is None or self.first_megabytes is None or self.megabytes <= self.first_megabytes
        return self.ratio <= self.target and lean


def run(contest: Contest, sizes: tuple[int, ...]) -> list[Line]:
    """All contenders at these sizes, each measured in processes of their own."""
    lines: list[Line] = []
    for rows in sizes:
        seconds = {name: min(times) for name, times in _asked("times", contest, rows, "").items()}
        first = next(iter(contest.contenders))
        names = contest.contenders if contest.memory else ()
        megabytes = {name: _asked("memory", contest, rows, name)["megabytes"] for name in names}
        for name, taken in seconds.items():
            ratio = taken / seconds[first]
            target = contest.targets.get((name, rows))
            line = Line(contest.title, rows, name, taken, ratio, target, megabytes.get(name), megabytes.get(first))
            lines.append(line)
    return lines


def _asked(what: str, contest: Contest, rows: int, contender: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.worker", what, contest.section, contest.title, str(rows), contender]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{contest.title}, {rows:,} rows, {contender or 'all contenders'} failed:\n{done.stderr}")
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer
