"""Run: put every question of a suite to a way of asking, and measure the answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from autoviz.errors import FileError
from autoviz.evaluation.outcomes import Answer, Outcome, failed, judged
from autoviz.evaluation.report import Report
from autoviz.evaluation.suites import Case, Suite
from autoviz.published.places import is_published, placed

Ask = Callable[[Any, str], Answer]


def evaluate(suite: Suite, ask: Ask, *, way: str = "embedded", console: Console | None = None) -> Report:
    """Ask every question and report; a progress bar is shown on the console, where one is given."""
    frames = {path: _read(path) for path in dict.fromkeys(map(suite.table_path, suite.cases))}
    quiet = console is None
    with Progress(*_bar(), console=console or Console(quiet=True), transient=True, disable=quiet) as progress:
        task = progress.add_task(f"{suite.name}, {way}", total=len(suite.cases))
        outcomes = []
        for case in suite.cases:
            outcomes.append(_asked(case, frames[suite.table_path(case)], ask))
            progress.advance(task)
    return Report(suite=suite.name, way=way, outcomes=tuple(outcomes))


def _asked(case: Case, frame: Any, ask: Ask) -> Outcome:
    start = time.perf_counter()
    try:
        answer = ask(frame, case.question)
    except Exception as error:
        return failed(case, error, time.perf_counter() - start)
    return judged(case, answer, time.perf_counter() - start)


def _read(path: Path) -> Any:
    """The table at a path, or the published data source, of which all questions share what is known."""
    if is_published(path):
        return placed(path)
    if not path.is_file():
        raise FileError(f"There is no table {path}", "The tables of a suite lie relative to its file.")
    return pd.read_csv(path)


def _bar() -> tuple[TextColumn, BarColumn, MofNCompleteColumn, TimeRemainingColumn]:
    return TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
