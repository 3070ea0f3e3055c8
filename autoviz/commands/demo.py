"""`autoviz demo`: one question about the bundled table, with its plan diff, its coverage and its answer."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

SUMMARY = "ask the bundled sales table a question and show how it was answered"
QUESTION = "how has revenue changed over time in each region?"


def arguments(parser: ArgumentParser) -> None:
    """A question of the user's own may be given."""
    parser.add_argument("question", nargs="?", default=QUESTION, help=f"by default: {QUESTION!r}")


def run(options: Namespace) -> int:
    """Ask and print; the chart itself is shown in a notebook, see `make demo` and `make lab`."""
    from autoviz.analysis import ask
    from autoviz.samples import load_sales
    from autoviz.terminal import console, show

    show(ask({"sales": load_sales()}, options.question), console(), table=False)
    return 0
