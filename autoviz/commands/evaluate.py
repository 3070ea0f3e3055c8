"""`autoviz eval`: suites of questions put to autoviz, and how many answers were right."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

SUMMARY = "measure how well questions of JSONL suites are answered"


def arguments(parser: ArgumentParser) -> None:
    """The suites, how much of them, and where the figures go."""
    parser.add_argument("suites", nargs="+", type=Path, help="JSONL files of cases: table, question, expect")
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
    reports = []
    for path in options.suites:
        suite = load_suite(path).thinned(every=options.every, limit=options.limit)
        report = evaluate(suite, ask, console=out if sys.stdout.isatty() else None)
        reports.append(report)
        out.print(as_tables(report))
    if options.json:
        options.json.write_text(json.dumps([report.to_dict() for report in reports], indent=1), encoding="utf-8")
    if options.markdown:
        options.markdown.write_text("\n\n".join(as_markdown(report) for report in reports) + "\n", encoding="utf-8")
    return 0
