"""`autoviz eval`: suites of questions put to autoviz, and how many answers were right."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import track

if TYPE_CHECKING:
    from rich.console import Console

SUMMARY = "measure how well questions of JSONL suites are answered"


def arguments(parser: ArgumentParser) -> None:
    """The suites, how much of them, and where the figures go."""
    parser.add_argument("suites", nargs="*", type=Path, help="JSONL files of cases: table, question, expect")
    parser.add_argument("--gold", nargs="+", type=Path, default=(), metavar="FILE",
                        help="JSONL files of written questions with SQL: read from the SQL, carried out, compared")
    parser.add_argument("--faults", action="store_true",
                        help="with --gold: plant faults in the right plans and count which are caught")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth question only")
    parser.add_argument("--limit", type=int, metavar="N", help="the first N questions only")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures and outcomes here")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables here")


def run(options: Namespace) -> int:
    """Evaluate each suite and print its tables."""
    from autoviz.analysis import ask
    from autoviz.evaluation.report import as_markdown, as_tables
    from autoviz.evaluation.run import evaluate
    from autoviz.evaluation.suites import load_suite
    from autoviz.terminal import console

    out = console()
    if options.gold:
        _gold(options, out)
    reports = []
    for path in options.suites:
        suite = load_suite(path).thinned(every=options.every, limit=options.limit)
        report = evaluate(suite, ask, console=out if sys.stdout.isatty() else None)
        reports.append(report)
        out.print(as_tables(report))
    if options.json and reports:
        options.json.write_text(json.dumps([report.to_dict() for report in reports], indent=1), encoding="utf-8")
    if options.markdown:
        options.markdown.write_text("\n\n".join(as_markdown(report) for report in reports) + "\n", encoding="utf-8")
    return 0


def _gold(options: Namespace, out: Console) -> None:
    """Gold SQL → Query → plan → result, on each engine; the figures at the end, what went wrong before them."""
    from autoviz.evaluation import faults
    from autoviz.evaluation.gold import judged, load_gold, summary

    lines = [line for path in options.gold for line in load_gold(path)][:: options.every][: options.limit]
    if options.faults:
        for told in faults.summary(faults.put_to_the_test(track(lines, console=out, disable=not sys.stdout.isatty()))):
            out.print(told, markup=False, highlight=False, soft_wrap=True)
        return
    results = []
    for item in judged(track(lines, console=out, disable=not sys.stdout.isatty())):
        results.append(item)
        for engine, problem in ({"language": item.unexpressed} if item.unexpressed else item.wrong).items():
            out.print(f"{item.line.id} ({item.line.kind}, {engine}): {problem}", markup=False, highlight=False)
    if options.json:
        figures = [{"id": item.line.id, "unexpressed": item.unexpressed, "wrong": item.wrong} for item in results]
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    for line in summary(results):
        out.print(line, markup=False, highlight=False, soft_wrap=True)
