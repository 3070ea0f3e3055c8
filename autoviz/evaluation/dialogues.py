"""Dialogues: conversations of several turns with what each turn should come to, and the rates of reuse over them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import pandas as pd
import yaml
from pydantic import Field, ValidationError

from autoviz.analysis import ask
from autoviz.errors import AutovizError, FileError
from autoviz.model.base import Value
from autoviz.model.requirements import Aggregation, AnyOf, ChartWish, Filter, Limit, Requirements, Sort
from autoviz.session import Reuse, Session

START, END = "<!-- dialogues -->", "<!-- end of dialogues -->"
How = Literal["fresh", "follow-up", "reused", "undo", "nothing", "refused"]


class Expected(Value):
    """What a turn should ask for; a follow-up keeps what it does not name."""

    metrics: tuple[str, ...] = ()
    group_by: tuple[str, ...] = ()
    time: str | None = None
    grain: str | None = None
    filters: tuple[str, ...] = ()
    """Each as `column op value`."""
    limit: int | None = None
    sort: str | None = None
    func: str | None = None
    mark: str | None = None
    outputs: tuple[str, ...] | None = None
    """Compared only where a turn says so."""


class DialogueTurn(Value):
    """One question and what it should come to."""

    ask: str
    how: How = "follow-up"
    expect: dict[str, Any] = Field(default_factory=dict)
    same_as: str | None = None
    """A question on its own that must give the same answer."""
    says: str | None = None
    """A text that the notes, the answer or the error must hold."""


class Dialogue(Value):
    """A conversation on one table."""

    name: str
    turns: tuple[DialogueTurn, ...] = Field(min_length=2)


class DialogueFile(Value):
    """A file of conversations on the same table."""

    table: str
    dialogues: tuple[Dialogue, ...]


class Outcome(Value):
    """How a conversation went: what was wrong, and how much was used again."""

    file: str
    name: str
    turns: int
    problems: tuple[str, ...]
    reuse: Reuse


def load_dialogues(path: Path) -> tuple[DialogueFile, pd.DataFrame]:
    """The conversations of a file and their table."""
    try:
        content = DialogueFile.model_validate(yaml.safe_load(path.read_text("utf-8")))
        return content, pd.read_csv(path.parent / content.table)
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise FileError(f"{path} holds no dialogues: {error}", "See tests/dialogues for the form.") from error


def hold(dialogue: Dialogue, frame: pd.DataFrame, file: str = "") -> Outcome:
    """Hold a conversation and compare each turn with what it should come to."""
    session = Session({"df": frame})
    expected = Expected()
    problems: list[str] = []
    for turn in dialogue.turns:
        if turn.how not in ("follow-up", "undo", "nothing", "refused"):
            expected = Expected()
        expected = expected.replaced(**turn.expect)
        problems += [f"{turn.ask!r}: {problem}" for problem in _asked(session, turn, expected, frame)]
    return Outcome(
        file=file, name=dialogue.name, turns=len(dialogue.turns), problems=tuple(problems), reuse=session.reuse
    )


def _asked(session: Session, turn: DialogueTurn, expected: Expected, frame: pd.DataFrame) -> list[str]:
    count = len(session.history)
    try:
        analysis = session.ask(turn.ask)
    except AutovizError as error:
        as_it_should = turn.how == "refused" and (turn.says or "") in str(error) and len(session.history) == count
        return [] if as_it_should else [f"failed: {error}"]
    if analysis.nothing_left:
        held = turn.how == "nothing" and (turn.says or "") in analysis.answer
        return [] if held else [f"left nothing: {analysis.answer}"]
    current = session.current
    assert current is not None
    how = "undo" if len(session.history) == count else current.kind
    problems = [] if how == turn.how else [f"was taken as {how}, not as {turn.how}"]
    problems += differences(analysis.requirements, expected)
    if turn.same_as is not None:
        alone = ask({"df": frame}, turn.same_as)
        if not _same_table(analysis.table, alone.table):
            problems.append(f"does not give the table of {turn.same_as!r}: {analysis.answer!r}, {alone.answer!r}")
    told = " ".join((*analysis.record.notes, analysis.answer))
    if turn.says is not None and turn.says not in told:
        problems.append(f"does not say {turn.says!r}: {told!r}")
    return problems


def _same_table(one: pd.DataFrame | None, other: pd.DataFrame | None) -> bool:
    if one is None or other is None or sorted(one.columns) != sorted(other.columns):
        return False
    left, right = (sorted(map(_row, table[sorted(table.columns)].to_dict("records"))) for table in (one, other))
    return left == right


def _row(cells: dict[Any, Any]) -> tuple[str, ...]:
    """A row as text, numbers to nine digits, so that the order of summing does not count."""
    return tuple(f"{cell:.9g}" if isinstance(cell, float) else str(cell) for cell in cells.values())


def differences(asked: Requirements, expected: Expected) -> list[str]:
    """Where what was asked for is not what was expected."""
    found = told(asked)
    wanted = expected.model_dump()
    wanted |= {name: sorted(wanted[name]) for name in ("filters", "metrics")}
    skipped = {name for name in ("outputs", "sort", "func", "mark", "grain") if wanted[name] is None}
    return [
        f"{name} is {found[name]!r}, not {value!r}"
        for name, value in wanted.items()
        if name not in skipped and found[name] != (list(value) if isinstance(value, tuple) else value)
    ]


def told(asked: Requirements) -> dict[str, Any]:
    """Requirements in the form of an expectation."""
    limit, sort, wish = asked.constraint(Limit), asked.constraint(Sort), asked.constraint(ChartWish)
    functions = [item.func for item in asked.all(Aggregation)]
    filters = [_filter(item) for item in asked.all(Filter)]
    filters += [" or ".join(_filter(part) for part in item.filters) for item in asked.all(AnyOf)]
    return {
        "metrics": sorted(asked.metrics),
        "group_by": list(asked.group_by),
        "time": asked.time.column if asked.time else None,
        "grain": asked.time.grain if asked.time else None,
        "filters": sorted(filters),
        "limit": limit.n if limit else None,
        "sort": f"{sort.by} {sort.order}" if sort else None,
        "func": functions[0] if functions else None,
        "mark": wish.mark if wish else None,
        "outputs": list(asked.outputs),
    }


def _filter(item: Filter) -> str:
    value = ", ".join(map(str, item.value)) if isinstance(item.value, tuple) else item.value
    return f"{item.column} {item.op} {value}"


def as_markdown(outcomes: Sequence[Outcome]) -> str:
    """A table of the files with their counts and rates, and the total."""
    lines = [
        "| table | dialogues | as expected | turns | questions from an earlier plan | steps used again |",
        "|---|---|---|---|---|---|",
    ]
    files = sorted({outcome.file for outcome in outcomes})
    for name in files:
        lines.append(_line(name, [outcome for outcome in outcomes if outcome.file == name]))
    return "\n".join([*lines, _line("all", outcomes)])


def _line(name: str, outcomes: Sequence[Outcome]) -> str:
    total = Reuse()
    for outcome in outcomes:
        total = total.plus(outcome.reuse)
    right = sum(not outcome.problems for outcome in outcomes)
    queries = f"{total.reused_questions} of {total.questions} ({total.query_rate:.0%})"
    steps = f"{total.reused_steps} of {total.steps} ({total.step_rate:.0%})"
    return f"| {name} | {len(outcomes)} | {right} | {sum(o.turns for o in outcomes)} | {queries} | {steps} |"


def between_markers(text: str, table: str) -> str:
    """The text with the table between its two markers in place of the one there."""
    before, start, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise FileError("The file has no place for the table", f"Write a line {START} and a line {END}.")
    return f"{before}{start}\n{table}\n{end}{after}"
