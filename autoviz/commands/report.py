"""`autoviz report`: the questions of a file, or such as the table suggests, answered and bound into one file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from autoviz.published.places import KINDS, placed

SUMMARY = "answer many questions about a file in one page, Markdown file or notebook"


def arguments(parser: ArgumentParser) -> None:
    """The data, the questions and the file to write."""
    parser.add_argument("data", help=KINDS)
    parser.add_argument(
        "-q", "--questions", type=Path, metavar="FILE", help="a YAML list; else the table suggests some"
    )
    told = "the file to write: .html, .md or .ipynb; report.html by default"
    parser.add_argument("-o", "--output", type=Path, default=Path("report.html"), help=told)
    parser.add_argument("--title", default="", help="the heading of the report")


def run(options: Namespace) -> int:
    """Answer and write, with a bar of progress where somebody is looking; 1 where no question could be answered."""
    from rich.progress import Progress

    from autoviz.frames.files import name_of
    from autoviz.reporting import refuse_unwritable, report
    from autoviz.terminal import console

    refuse_unwritable(options.output)
    with Progress(console=console(), transient=True, disable=not sys.stdout.isatty()) as progress:
        bar = progress.add_task("Reading the table", total=None)

        def tell(number: int, count: int, question: str) -> None:
            progress.update(bar, total=count, completed=number - 1, description=question)

        name = name_of(options.data)
        made = report(placed(options.data), options.questions, name=name, title=options.title, tell=tell)
    made.write(options.output)
    failed = [entry for entry in made.entries if entry.problem]
    for entry in failed:
        sys.stderr.write(f"{entry.question}: {entry.problem}\n")
    sys.stdout.write(f"Wrote {options.output}: {len(made.entries) - len(failed)} of {len(made.entries)} answered\n")
    return int(len(failed) == len(made.entries))
