"""`autoviz ask`: a question about a file, answered in the terminal, as JSON or as a page."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from autoviz.errors import FileError
from autoviz.published.places import KINDS, placed

SUMMARY = "ask a CSV, parquet or DuckDB file a question"


def arguments(parser: ArgumentParser) -> None:
    """The file, the question and the form of the answer."""
    parser.add_argument("data", help=KINDS)
    parser.add_argument("question", help="what you want to know, in plain words")
    readers = ("auto", "embedded", "planner", "llm")
    parser.add_argument("--reader", choices=readers, help="who reads the question; auto by default")
    parser.add_argument("--strategy", choices=("staged", "streamlined"), help="which list of stages; staged by default")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the whole analysis, figures as plotly JSON")
    form.add_argument("--html", type=Path, metavar="FILE", help="write a page with chart, table, answer and proof")
    form.add_argument("--image", type=Path, metavar="FILE", help="write the chart too: .png, .svg, .pdf, .jpg, .webp")
    form.add_argument("--plan", action="store_true", help="plan and prove, but do not run")


def run(options: Namespace) -> int:
    """Ask and show."""
    from autoviz.analysis import ask
    from autoviz.frames.files import name_of
    from autoviz.terminal import console, show
    from autoviz.tracking import track

    stated = {"reader": options.reader, "strategy": options.strategy}
    settings = {name: value for name, value in stated.items() if value}
    analysis = ask({name_of(options.data): placed(options.data)}, options.question, only_plan=options.plan, **settings)
    track(analysis.metrics)
    if options.json:
        json.dump(analysis.to_dict(), sys.stdout, default=str)
        sys.stdout.write("\n")
    elif options.html:
        try:
            analysis.to_html(options.html)
        except FileError:
            show(analysis, console())  # what was worked out is not lost with the file
            raise
        sys.stdout.write(f"Wrote {options.html}\n")
    else:
        show(analysis, console(), table=not options.plan)
        for file in analysis.to_image(options.image) if options.image else ():
            sys.stdout.write(f"Wrote {file}\n")
    return 0
