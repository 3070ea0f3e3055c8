"""Options: the first line of the magic taken apart into frames, options and, in a line magic, the question."""

from __future__ import annotations

import re
from argparse import HelpFormatter, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn, get_args

from IPython.core.magic_arguments import MagicArgumentParser

from autoviz.errors import FrameError, ParameterError, did_you_mean
from autoviz.model.labels import GRAINS, MARKS
from autoviz.model.settings import Settings

_TOKEN = re.compile(r"""\s*("[^"]*"|'[^']*'|\S+)""")
SEE_HELP = "See %autoviz --help."


@dataclass(frozen=True)
class Request:
    """What one use of the magic asks for."""

    frames: tuple[str, ...]
    question: str
    options: Namespace
    silent: bool
    """A trailing semicolon: run, hand back, show nothing."""


_PERIODS = tuple(item for item in GRAINS if item != "unknown")
"""The grains that one can ask for; an unknown one is settled by the dates."""


def choices() -> dict[str, tuple[str, ...]]:
    """Options with a closed set of values."""
    return {
        "chart": MARKS,
        "grain": _PERIODS,
        **{name: _literal(name) for name in ("reader", "engine", "strategy")},
    }


def _literal(setting: str) -> tuple[str, ...]:
    return tuple(str(item) for item in get_args(Settings.model_fields[setting].annotation))


class _Parser(MagicArgumentParser):
    """IPython's parser, with refusals that say what to do."""

    def error(self, message: str) -> NoReturn:
        raise ParameterError(message[0].upper() + message[1:], SEE_HELP)


@cache
def parser() -> MagicArgumentParser:
    """All options of `%%autoviz`."""
    made: MagicArgumentParser = _Parser("%%autoviz", usage="%%%%autoviz [frame ...] [options]")  # type: ignore[no-untyped-call]
    value = made.add_argument
    value(
        "frames",
        nargs="*",
        help="names of frames, files (sales.csv, big.parquet) or DuckDB tables (shop.duckdb:orders, con.orders); "
        "none means the newest frame, or the one whose columns fit",
    )
    value("--chart", metavar="MARK", help=f"draw this: {', '.join(MARKS)}")
    value("--grain", metavar="GRAIN", help=f"periods of time: {', '.join(_PERIODS)}")
    value("--table", action="store_true", help="show a table instead of a chart")
    value("--dry-run", action="store_true", help="plan and prove, but do not run")
    value("--confirm", action="store_true", help="show the plan first, to edit and approve")
    value("--yes", action="store_true", help="run at once, whatever AutoViz.confirm says")
    value("--reader", metavar="NAME", help="who reads the question: auto, embedded, planner or llm")
    value("--strategy", metavar="NAME", help="which list of stages answers it: staged or streamlined")
    value("--engine", metavar="NAME", help="where steps run: auto, pandas or duckdb")
    value("-o", "--output", metavar="NAME", help="keep the Analysis under this name")
    value("--quiet", action="store_true", help="the answer and the chart only")
    value("--verbose", action="store_true", help="all sections open")
    value("--teach", action="store_true", help="reveal the stages one by one, with a sentence on each")
    value("--hide", metavar="STEP", help="with --teach: hide a step of the plan for students to predict")
    value("--debug", action="store_true", help="show a traceback when something fails")
    value("-h", "--help", action="store_true", help="show this")
    return made


def help_text() -> str:
    """What the magic takes, as a terminal would print it; IPython's own form is meant for its documentation."""
    made = parser()
    formatter = HelpFormatter(made.prog, max_help_position=26, width=98)
    for group in made._action_groups:
        formatter.start_section(group.title)
        formatter.add_arguments(group._group_actions)
        formatter.end_section()
    usage = "%%autoviz [frame ...] [options]     and the question in the lines under it\n%autoviz [frame ...] question"
    return f"{usage}\n\n{formatter.format_help()}"


def option_names() -> tuple[str, ...]:
    """Every way to write an option."""
    return tuple(name for action in parser()._actions for name in action.option_strings)


def _takes_value(name: str) -> bool:
    return any(name in action.option_strings and action.nargs != 0 for action in parser()._actions)


def read_line(line: str, is_frame: Callable[[str], bool], question: str | None = None) -> Request:
    """The request that a line makes; with the question given (a cell magic) the line holds nothing else."""
    given, names, words = _sorted_out(line, is_frame)
    if question is not None and words:
        names, words = [*names, *words.split()], ""
    options = parser().parse_args(given)
    _check(options)
    asked = (words if question is None else question).strip()
    silent = asked.endswith(";")
    odd = next((name for name in names if not name.isidentifier() and not is_frame(name)), None)
    if odd is not None:
        hint = "Write the question in the lines under the magic; a file needs its ending, such as .csv or .parquet."
        raise FrameError(f"{odd!r} is no name of a frame", hint)
    return Request(tuple(dict.fromkeys(names)), asked.rstrip(";").rstrip(), options, silent)


def _sorted_out(line: str, is_frame: Callable[[str], bool]) -> tuple[list[str], list[str], str]:
    """Options with their values, leading names of frames, and the rest of the line as it was written."""
    given: list[str] = []
    names: list[str] = []
    words: list[str] = []
    tokens = list(_TOKEN.finditer(line))
    place = 0
    while place < len(tokens):
        token = tokens[place].group(1)
        place += 1
        if _is_option(token, inside=bool(words)):
            name = _known(token.partition("=")[0], given)
            given.append(token)
            if _takes_value(name) and "=" not in token:
                if place == len(tokens):
                    raise ParameterError(f"{name} needs a value", SEE_HELP)
                given.append(tokens[place].group(1).strip("\"'"))
                place += 1
        elif not words and is_frame(token.strip("\"'")):
            names.append(token.strip("\"'"))
        else:
            words.append(tokens[place - 1].group(0))
    return given, names, "".join(words).strip()


def _is_option(token: str, *, inside: bool) -> bool:
    """Inside a question only two dashes start an option, because prose has single ones."""
    return token.startswith("--") and len(token) > 2 if inside else bool(re.match(r"--?[A-Za-z]", token))


def _known(name: str, given: list[str]) -> str:
    names = option_names()
    if name not in names:
        raise ParameterError(f"There is no option {name}", did_you_mean(name, names, "options"))
    twins = next(action.option_strings for action in parser()._actions if name in action.option_strings)
    if any(token.partition("=")[0] in twins for token in given):
        raise ParameterError(f"The option {name} is given twice", "Keep one of them.")
    return name


def _check(options: Namespace) -> None:
    """Closed sets, and options that exclude one another."""
    for name, allowed in choices().items():
        value: Any = getattr(options, name)
        if value is not None and value not in allowed:
            raise ParameterError(f"--{name} cannot be {value!r}", did_you_mean(value, allowed, "values"))
    for one, other in (("confirm", "yes"), ("confirm", "dry_run"), ("quiet", "verbose"), ("table", "chart")):
        if getattr(options, one) and getattr(options, other):
            words = [f"--{name.replace('_', '-')}" for name in (one, other)]
            raise ParameterError(f"{words[0]} and {words[1]} exclude each other", "Keep one of them.")
    if options.output and not options.output.isidentifier():
        raise ParameterError(f"-o cannot be {options.output!r}", "Give the name of a variable.")
    if options.hide and not options.teach:
        raise ParameterError("--hide goes with --teach", "Add --teach.")
