"""`autoviz eval`: suites of questions put to autoviz, and how many answers were right."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.progress import track

from autoviz.errors import SettingsError

if TYPE_CHECKING:
    from rich.console import Console

    from autoviz.evaluation.report import Report
    from autoviz.evaluation.standing import Standing

_IMPOSSIBLE = (("embedded", "streamlined"),)
SUMMARY = "measure how well questions of JSONL suites are answered"


def arguments(parser: ArgumentParser) -> None:
    """The suites, how much of them, and where the figures go."""
    _what(parser)
    _how(parser)
    parser.add_argument("--baseline", type=Path, metavar="FILE", help="keep which questions are right, for --compare")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page with plots, tables and wrong answers")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth question only")
    parser.add_argument("--limit", type=int, metavar="N", help="the first N questions only")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures and outcomes here")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables here")


def _what(parser: ArgumentParser) -> None:
    """What is asked of which data."""
    parser.add_argument("suites", nargs="*", type=Path, help="JSONL files of cases: table, question, expect")
    parser.add_argument(
        "--gold",
        nargs="+",
        type=Path,
        default=(),
        metavar="FILE",
        help="JSONL files of written questions with SQL: read from the SQL, carried out, compared",
    )
    parser.add_argument(
        "--faults",
        nargs="?",
        type=int,
        const=60,
        metavar="N",
        help="with --gold: plant each kind of fault in the right plans of N questions (60) and count which are caught",
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="with --gold: so many processes share the questions, a table at a time",
    )
    parser.add_argument(
        "--answers",
        nargs="+",
        type=Path,
        default=(),
        metavar="FILE",
        help="JSONL files of questions with SQL and what their first sentence owes",
    )
    parser.add_argument(
        "--source",
        metavar="PLACE",
        help="put the questions to these data instead of the suite's tables: tableau:Orders, tableau:{table}, a CSV",
    )


def _how(parser: ArgumentParser) -> None:
    """Who reads and plans, and what it is held against."""
    parser.add_argument(
        "--reader",
        action="append",
        choices=("embedded", "planner", "auto", "llm"),
        help="who reads the questions; given twice, both are asked and shown side by side",
    )
    parser.add_argument(
        "--strategy",
        action="append",
        choices=("staged", "streamlined"),
        help="which list of stages answers them; given twice, both",
    )
    parser.add_argument(
        "--compare",
        type=Path,
        metavar="FILE",
        help="hold the run against an earlier one (--baseline or --json); exits with 1 where it is worse",
    )


def run(options: Namespace) -> int:
    """Evaluate each suite in each way and print the tables; 1 where a comparison shows a loss beyond chance."""
    from autoviz.evaluation.report import as_tables
    from autoviz.terminal import console

    out = console()
    ways = _ways(options)
    if options.gold:
        _gold(options, out)
    if options.answers:
        _answers(options, out)
    reports = []
    for path in options.suites:
        of_suite = [_evaluated(path, way, settings, options, out) for way, settings in ways.items()]
        for report in of_suite:
            out.print(as_tables(report))
            _warn_of_nobody(report, out)
        _side_by_side(of_suite, out)
        reports += of_suite
    compared = _compared(reports, options, out)
    _write(reports, compared, options)
    return int(any(item.worse for _, items in compared for item in items))


def _ways(options: Namespace) -> dict[str, dict[str, Any]]:
    """Each way of asking by its name; only a model can build in one step."""
    readers, strategies = options.reader or ["embedded"], options.strategy or ["staged"]
    pairs = [pair for pair in product(dict.fromkeys(readers), dict.fromkeys(strategies)) if pair not in _IMPOSSIBLE]
    if not pairs:
        raise SettingsError("The streamlined strategy needs a language model", "Add --reader llm.")
    return {
        reader if strategy == "staged" else f"{reader} {strategy}": {"reader": reader, "strategy": strategy}
        for reader, strategy in pairs
    }


def _evaluated(path: Path, way: str, settings: dict[str, Any], options: Namespace, out: Console) -> Report:
    from autoviz.analysis import ask
    from autoviz.evaluation.run import evaluate
    from autoviz.evaluation.suites import load_suite

    suite = load_suite(path).thinned(every=options.every, limit=options.limit)
    if options.source:
        suite, way = suite.put_to(options.source), f"{way} on {options.source}"
    return evaluate(suite, partial(ask, **settings), way=way, console=out if sys.stdout.isatty() else None)


def _warn_of_nobody(report: Report, out: Console) -> None:
    """The figures of a reader that answered nothing are those of another."""
    if report.metrics.questions and report.metrics.taken_over == report.metrics.questions:
        told = f"The figures of {report.way} are not its own: another reader took over every question."
        out.print(f"[bold red]{told}[/] `autoviz doctor` says whether a model answers.", highlight=False)


def _side_by_side(reports: list[Report], out: Console) -> None:
    from autoviz.evaluation.page import TURNED, side_by_side, turned_rows
    from autoviz.evaluation.standing import baseline_of, standings

    if len(reports) > 1:
        _table(out, "Side by side", ("", *(report.way for report in reports)), side_by_side(reports))
        for report in reports[1:]:
            rows = turned_rows(standings(report, baseline_of(reports[0])))
            _table(out, f"{report.way} against {reports[0].way}", TURNED, rows)


def _compared(reports: list[Report], options: Namespace, out: Console) -> list[tuple[str, tuple[Standing, ...]]]:
    from autoviz.evaluation.page import TURNED, turned_rows
    from autoviz.evaluation.standing import earlier, load_baselines, standings

    if not options.compare:
        return []
    known = load_baselines(options.compare)
    found = [
        (f"{options.compare.name}: {report.suite}, {report.way}", standings(report, earlier(report, known)))
        for report in reports
    ]
    for name, items in found:
        _table(out, f"Against {name}", TURNED, turned_rows(items))
    return found


def _write(reports: list[Report], compared: list[tuple[str, tuple[Standing, ...]]], options: Namespace) -> None:
    from autoviz.evaluation.page import as_page
    from autoviz.evaluation.report import as_markdown
    from autoviz.evaluation.standing import write_baselines
    from autoviz.resources import write_whole

    if not reports:
        return
    if options.json:
        write_whole(options.json, json.dumps([report.to_dict() for report in reports], indent=1))
    if options.markdown:
        write_whole(options.markdown, "\n\n".join(map(as_markdown, reports)) + "\n")
    if options.baseline:
        write_baselines(options.baseline, reports)
    if options.html:
        write_whole(options.html, as_page(reports, compared))


def _table(out: Console, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.table import Table

    table = Table(*heads, title=title, title_justify="left")
    for row in rows:
        table.add_row(*row)
    out.print(table)


def _answers(options: Namespace, out: Console) -> None:
    """Gold SQL → plan → answer; the first sentences that lack something, then the figures."""
    from autoviz.evaluation.answers import load_answers, summary, told

    lines = [line for path in options.answers for line in load_answers(path)][:: options.every][: options.limit]
    results = []
    for item in told(track(lines, console=out, disable=not sys.stdout.isatty())):
        results.append(item)
        if item.lacks:
            said = f"{item.line.id} ({item.line.task}) lacks {', '.join(item.lacks)}: {item.sentence}"
            out.print(said, markup=False, highlight=False, soft_wrap=True)
    for line in summary(results):
        out.print(line, markup=False, highlight=False, soft_wrap=True)


def _gold(options: Namespace, out: Console) -> None:
    """Gold SQL → Query → plan → result, on each engine; the figures at the end, what went wrong before them."""
    from autoviz.evaluation import faults
    from autoviz.evaluation.gold import judged, load_gold, summary
    from autoviz.evaluation.pieces import shared_out

    lines = [line for path in options.gold for line in load_gold(path)][:: options.every][: options.limit]
    shown = lines if options.jobs > 1 else track(lines, console=out, disable=not sys.stdout.isatty())
    if options.faults:
        planting = faults.Planting(options.faults)
        for told in faults.summary(planting.counted(shared_out(planting, shown, options.jobs))):
            out.print(told, markup=False, highlight=False, soft_wrap=True)
        return
    results = []
    for item in shared_out(judged, shown, options.jobs):
        results.append(item)
        for engine, problem in ({"language": item.unexpressed} if item.unexpressed else item.wrong).items():
            told = f"{item.line.id} ({item.line.kind}, {engine}): {problem}"
            out.print(told, markup=False, highlight=False, soft_wrap=True)
    if options.json:
        figures = [
            {"id": item.line.id, "unexpressed": item.unexpressed, "wrong": item.wrong, "seconds": item.seconds}
            for item in results
        ]
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    for line in summary(results):
        out.print(line, markup=False, highlight=False, soft_wrap=True)
