"""`autoviz metrics`: how the questions asked on this machine went, in rates."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from autoviz.model.provenance import Metrics

SUMMARY = "tell how well, how fast and at what cost the questions asked here were answered"


def arguments(parser: ArgumentParser) -> None:
    """What to look at, and the form."""
    parser.add_argument(
        "reports",
        nargs="*",
        type=Path,
        help="files that `autoviz eval --json` wrote; without one, the questions asked on this machine",
    )
    parser.add_argument("--last", type=int, metavar="N", help="the last N questions only")
    parser.add_argument("--json", action="store_true", help="print the counts instead of a table")


def run(options: Namespace) -> int:
    """Print one table for the machine, or one for each report."""
    from autoviz.terminal import console

    found = _of_reports(options.reports) if options.reports else _of_this_machine(options.last)
    if options.json:
        told = [{"name": name, **metrics.model_dump(mode="json")} for name, metrics in found]
        json.dump(told, sys.stdout, indent=1)
        sys.stdout.write("\n")
        return 0
    for name, metrics in found:
        _show(console(), name, metrics)
    return 0


def _show(out: Console, name: str, metrics: Metrics) -> None:
    from rich.table import Table

    from autoviz.export.metrics_table import HEAD, metric_rows

    table = Table(title=name, title_justify="left")
    for head in HEAD:
        table.add_column(head)
    for row in metric_rows(metrics):
        table.add_row(*row)
    out.print(table if table.rows else f"{name}: nothing to tell yet.", soft_wrap=True)


def _of_this_machine(last: int | None) -> list[tuple[str, Metrics]]:
    """What was tracked, with the ratings of the feedback file, which know when a rating was taken back."""
    from autoviz.feedback import satisfaction
    from autoviz.listing import counted
    from autoviz.tracking import metrics_file, total, tracked

    items = tracked()[-last:] if last else tracked()
    rated = satisfaction()
    whole = total(items).replaced(ratings=rated.ratings, good_ratings=rated.good_ratings)
    since = f"since {items[0].when:%Y-%m-%d}" if items else "asked in a notebook or with `autoviz ask`"
    return [(f"{counted(whole.questions, 'question')} {since} ({metrics_file()})", whole)]


def _of_reports(paths: list[Path]) -> list[tuple[str, Metrics]]:
    from autoviz.evaluation.report import load_reports

    return [(f"{report.suite}, {report.way}", report.metrics) for path in paths for report in load_reports(path)]
