"""`autoviz replay`: a saved question asked again of other rows, with what has changed told first."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from autoviz.published.places import KINDS

SUMMARY = "ask a saved question again of other data and tell what has changed"


def arguments(parser: ArgumentParser) -> None:
    """The file of the question, the data, and how strict to be."""
    parser.add_argument("question", type=Path, help="a file that a.save wrote")
    parser.add_argument("data", help=KINDS)
    parser.add_argument("--share", type=float, default=0.1, help="how far a result may move; 0.1, ten percent")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the new answer as a page")
    parser.add_argument("--check", action="store_true", help="exit with 1 where a change of weight is found, for CI")


def run(options: Namespace) -> int:
    """Replay and print; without an answer, or with --check and a serious drift, the exit status is 1."""
    from autoviz.replaying import replay

    replayed = replay(options.question, options.data, share=options.share)
    sys.stdout.write(f"{replayed}\n")
    if options.html and replayed.analysis is not None:
        replayed.analysis.to_html(options.html)
        sys.stdout.write(f"Wrote {options.html}\n")
    return int(replayed.analysis is None or (options.check and bool(replayed.serious)))
