"""The `autoviz` command: finds the subcommand's module and shows an error as a message, not a traceback."""

from __future__ import annotations

import logging
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Protocol

from autoviz import __version__
from autoviz.commands import (
    ask,
    demo,
    dialogues,
    doctor,
    evaluate,
    get_model,
    metrics,
    profile,
    replay,
    report,
    serve_model,
)
from autoviz.errors import AutovizError, did_you_mean


class Command(Protocol):
    """What a module of `autoviz.commands` offers."""

    SUMMARY: str

    def arguments(self, parser: ArgumentParser) -> None:
        """Add the subcommand's arguments."""

    def run(self, options: Namespace) -> int:
        """Do it, and give the exit status."""


COMMANDS: dict[str, Command] = {
    "ask": ask,
    "profile": profile,
    "replay": replay,
    "report": report,
    "demo": demo,
    "doctor": doctor,
    "eval": evaluate,
    "metrics": metrics,
    "dialogues": dialogues,
    "get-model": get_model,
    "serve-model": serve_model,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; 0 is success, 1 a failure that was told, 2 a wrong command line."""
    whole, given = parser(), sys.argv[1:] if argv is None else argv
    named = next((word for word in given if not word.startswith("-")), None)
    if named is not None and named not in COMMANDS:
        whole.error(f"there is no command {named!r}. {did_you_mean(named, tuple(COMMANDS), 'commands')}")
    options = whole.parse_args(given)
    if options.command is None:
        whole.print_help(sys.stderr)
        whole.exit(2)
    if options.verbose:
        logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
        logging.getLogger("autoviz").setLevel(logging.INFO if options.verbose == 1 else logging.DEBUG)
    try:
        return COMMANDS[options.command].run(options)
    except AutovizError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> ArgumentParser:
    """The command line of all subcommands."""
    whole = ArgumentParser(prog="autoviz", description="Ask a table a question and get a chart and the answer.")
    whole.add_argument("--version", action="version", version=f"autoviz {__version__}")
    whole.add_argument(
        "-v", "--verbose", action="count", default=0, help="log each question to stderr; twice: each stage as well"
    )
    subcommands = whole.add_subparsers(dest="command", metavar="command")
    for name, command in COMMANDS.items():
        command.arguments(subcommands.add_parser(name, help=command.SUMMARY, description=command.SUMMARY))
    return whole


if __name__ == "__main__":
    sys.exit(main())
