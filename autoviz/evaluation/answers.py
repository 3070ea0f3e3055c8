"""Answers: written questions with the facts that their first sentence owes, carried out from their SQL and checked."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ConfigDict, ValidationError

from autoviz.analysis import opening
from autoviz.answering.figures import figures
from autoviz.errors import AutovizError, FileError
from autoviz.evaluation.gold import GoldTable, table_of
from autoviz.model.base import Value
from autoviz.pipeline import run
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader

NEAR = 0.005
"""A number may be rounded by half a percent: three digits."""
INTERNAL = re.compile(r"constraints\.|analysis\.|\bmore_y\b|\bnunique\b|[Pp]lanned and proven|\bnan\b|None\b|no step")
"""What no reader of an answer should meet."""


class AnswerQuestion(Value):
    """One line of an answer suite."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    task: str
    table: GoldTable
    question: str
    sql: str = ""
    """What is asked; empty where the language of Queries has no words for it, so that the question itself is read."""
    says: tuple[str | float, ...]
    """What the first sentence says: names, verdicts (Yes, No, rose, fell) and numbers, shares as parts of 1."""


@dataclass(frozen=True)
class Told:
    """What came of one question: its first sentence, and what that lacks."""

    line: AnswerQuestion
    sentence: str
    lacks: tuple[str, ...]


def load_answers(path: Path) -> list[AnswerQuestion]:
    """The questions of a file."""
    try:
        lines = [json.loads(text) for text in path.read_text("utf-8").splitlines() if text.strip()]
        return [AnswerQuestion.model_validate(line) for line in lines]
    except (OSError, ValueError, ValidationError) as error:
        hint = "One JSON object a line, with id, task, table, question, sql and says."
        raise FileError(f"{path} holds no answer suite: {str(error).splitlines()[0]}", hint) from error


def told(lines: Iterable[AnswerQuestion]) -> Iterator[Told]:
    """Each question answered from its SQL, with no language read but its form, and its first sentence checked.

    A statistic has no SQL: the embedded reader reads it.
    """
    for line in lines:
        sentence = first_sentence(line)
        yield Told(line, sentence, tuple(lacking(sentence, line.says)))


def first_sentence(line: AnswerQuestion) -> str:
    """The first sentence of the answer, or the error that came instead."""
    rows = table_of(line.table.package, line.table.item)
    try:
        state = replace(opening(rows, line.question, reader="embedded"), next_readers=())
        if line.sql:
            state = replace(state, reader=GivenReader(from_sql(line.sql, [str(name) for name in rows.columns])))
        parts = run(state).parts
        answer = (parts[0].answer or "") if parts else "asked back"
    except AutovizError as error:
        return f"{type(error).__name__}: {error.what}"
    return answer.split("\n", maxsplit=1)[0]


def lacking(sentence: str, says: Sequence[str | float]) -> Iterator[str]:
    """What a sentence owes and does not say, and what it should not say."""
    for item in says:
        if isinstance(item, str) and not _names(sentence, item):
            yield item
        elif not isinstance(item, str) and not _states(sentence, item):
            yield f"{item:g}"
    if INTERNAL.search(sentence):
        yield "plain words"


def _names(sentence: str, name: str) -> bool:
    if name in ("Yes", "No"):
        return re.match(rf"{name}\b", sentence) is not None
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence, re.IGNORECASE) is not None


def _states(sentence: str, number: float) -> bool:
    """Whether a number stands in the sentence, as it is, in percent or in percentage points."""
    for figure in figures(sentence):
        in_percent = figure.is_percent or sentence[figure.end :].startswith(" percentage point")
        wanted = number * 100 if in_percent and abs(number) <= 1 else number
        if abs(abs(figure.value) - abs(wanted)) <= max(min(figure.leeway, 0.05 * abs(wanted)), NEAR * abs(wanted)):
            return True
    return number == 0 and re.search(r"\bno(ne)?\b", sentence, re.IGNORECASE) is not None


def summary(results: Sequence[Told]) -> list[str]:
    """How many first sentences say what they owe, by task and all in all."""
    right, total = Counter[str](), Counter[str]()
    for item in results:
        total[item.line.task] += 1
        right[item.line.task] += not item.lacks
    lines = [f"{task}: {right[task]}/{count}" for task, count in sorted(total.items())]
    whole = len(results)
    return [*lines, f"answers: {sum(right.values())}/{whole} ({sum(right.values()) / max(whole, 1):.1%})"]
