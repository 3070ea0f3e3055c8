"""Corrections: the subcommands that change the latest answer, each the same as a click on its bar."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from autoviz.errors import ParameterError, QuestionError
from autoviz.export.markup import text
from autoviz.model.conditions import read_conditions
from autoviz.notebook.running import Watch
from autoviz.notebook.subcommand import Magic, one_word, show_html

if TYPE_CHECKING:
    from autoviz.analysis import Analysis

PAIR = re.compile(r"""^\s*(?:"([^"]+)"|'([^']+)'|(.+?))\s*(?:=|→|->)\s*(.+?)\s*$""")
"""Something in quotes or bare, and what is put in its place."""
_PARAM = re.compile(r"^\s*(\w+)\.(\w+)\s*=\s*(.*?)\s*$")


def first_of(found: re.Match[str]) -> str:
    """The left side of a pair, however it is quoted."""
    return str(next(group for group in found.groups()[:3] if group))


def choose(magic: Magic, words: str) -> Analysis:
    """Go on with one of the readings that tied."""
    if not words.strip().isdigit():
        raise ParameterError("Which option is meant?", "Write its number: %autoviz choose 1")
    number, live = int(words), magic.need_latest()

    def chosen(watch: Watch) -> tuple[Analysis, Analysis]:
        base = live.base.choose(number, only_plan=True)
        return base.revised(live.edits, only_plan=live.confirm, watch=watch), base

    return magic.change(chosen)


def read(magic: Magic, words: str) -> Analysis:
    """Take a phrase for another column."""
    found = PAIR.match(words)
    if not found:
        raise ParameterError("What should be read how?", 'Write %autoviz read "phrase" = column')
    readings = {**magic.need_latest().own_edits.readings, first_of(found): found.group(4).strip("\"'")}
    return magic.edit(readings=readings)


def grain(magic: Magic, words: str) -> Analysis:
    """Other periods of time."""
    return magic.edit(grain=one_word(words, "grain", "week"))


def chart(magic: Magic, words: str) -> Analysis:
    """Another chart."""
    return magic.edit(mark=one_word(words, "chart", "bar"), layout=None)


def filter_rows(magic: Magic, words: str) -> Analysis:
    """Other rows: these conditions instead of those that were read; none keeps all rows."""
    return magic.edit(filters=read_conditions(words))


def turn_to_part(magic: Magic, words: str) -> None:
    """Let corrections be of another part of a question that asks for several things."""
    number = one_word(words, "part", "2")
    if not number.isdigit():
        raise ParameterError("Which part is meant?", "Write its number: %autoviz part 2")
    magic.need_latest().turn_to(int(number))


def drop(magic: Magic, words: str) -> Analysis:
    """Leave a step out of the plan."""
    edits = magic.need_latest().own_edits
    return magic.edit(dropped=tuple(dict.fromkeys((*edits.dropped, one_word(words, "drop", "STEP")))))


def set_param(magic: Magic, words: str) -> Analysis:
    """Change a param of a step."""
    found = _PARAM.match(words)
    if not found:
        raise ParameterError("Which param should become what?", "Write %autoviz set step.param = value")
    step, name, value = found.groups()
    return magic.edit(params=magic.need_latest().own_edits.and_param(step, name, value).params)


def run(magic: Magic, words: str) -> Analysis:
    """Approve the plan and run it."""
    live = magic.need_latest()
    if live.analysis.answer:
        raise QuestionError("The plan was run already", "Ask with --confirm to see a plan before it runs.")
    return magic.change(lambda watch: (live.base.revised(live.edits, watch=watch), live.base), approve=True)


def rate(magic: Magic, words: str) -> None:
    """Keep a rating in the local feedback file."""
    first, _, comment = words.strip().partition(" ")
    if first not in ("up", "down"):
        raise ParameterError("Up or down?", "Write %autoviz rate up, or %autoviz rate down and why")
    told = magic.need_latest().rate(first == "up", comment.strip())
    show_html(text(told), told)


def show(magic: Magic, words: str) -> Analysis:
    """Show the latest answer again, here."""
    live = magic.need_latest()
    return magic.change(lambda watch: (live.analysis, live.base))


def back(magic: Magic, words: str) -> Analysis:
    """Go back to the question before, or to one by its number."""
    session = magic.conversations.need_latest()
    number = words.strip()
    if number and not number.isdigit():
        raise ParameterError(
            "To which question?", "Write %autoviz back, or %autoviz back NUMBER; %autoviz history lists them."
        )
    analysis = session.go(int(number)) if number else session.back()
    return magic.show_again(analysis)


def function(magic: Magic, words: str) -> Analysis:
    """Another function of the same measures."""
    return magic.edit(func=one_word(words, "function", "mean"))


def measure(magic: Magic, words: str) -> Analysis:
    """Another column in the place of one that is measured."""
    found = PAIR.match(words)
    if not found:
        raise ParameterError("Which measure should become what?", "Write %autoviz measure revenue = units")
    old, new = first_of(found), found.group(4).strip("\"'")
    return magic.edit(**magic.need_latest().measured("" if old == "rows" else old, new))


def groups(magic: Magic, words: str) -> Analysis:
    """Other groups: all that are wanted, dates too; none puts everything together."""
    names = tuple(name.strip().strip("\"'") for name in words.split(",") if name.strip())
    if not names:
        raise ParameterError("Which groups are meant?", "Write %autoviz groups region, date or %autoviz groups none")
    return magic.edit(groups=() if names == ("none",) else names)


def limit(magic: Magic, words: str) -> Analysis:
    """Only the first so many, or all."""
    number = one_word(words, "limit", "5")
    if number != "all" and not number.isdigit():
        raise ParameterError("How many are meant?", "Write %autoviz limit 5 or %autoviz limit all")
    return magic.edit(limit=0 if number == "all" else int(number))


def undo(magic: Magic, words: str) -> Analysis:
    """Take back the last correction; where there is none, go back to the question before."""
    return magic.show_again(magic.conversations.need_latest().undo())
