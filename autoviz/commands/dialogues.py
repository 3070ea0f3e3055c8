"""`autoviz dialogues`: conversations held and compared with what they should come to, and the rates of reuse."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

SUMMARY = "hold conversations of YAML files and tell how much of them was used again"


def arguments(parser: ArgumentParser) -> None:
    """The files, and where the table goes."""
    parser.add_argument("files", nargs="+", type=Path, help="YAML files of dialogues")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the table between the markers of this file"
    )


def run(options: Namespace) -> int:
    """Hold them all; 1 where one did not come out as expected."""
    from autoviz.evaluation.dialogues import as_markdown, between_markers, hold, load_dialogues

    outcomes = []
    for path in options.files:
        content, frame = load_dialogues(path)
        outcomes += [hold(dialogue, frame, path.stem) for dialogue in content.dialogues]
    for outcome in outcomes:
        for problem in outcome.problems:
            sys.stderr.write(f"{outcome.file}, {outcome.name}: {problem}\n")
    table = as_markdown(outcomes)
    sys.stdout.write(f"{table}\n")
    if options.markdown:
        text = options.markdown.read_text("utf-8")
        options.markdown.write_text(between_markers(text, table), "utf-8")
    return int(any(outcome.problems for outcome in outcomes))
