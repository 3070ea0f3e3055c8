"""Prompt: what the planner's model is shown of a table and a question, and the reading that it writes, as plain text.

The table comes first, so that what the model keeps of it serves every question; the question and what linking found
in it follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autoviz.linking.candidates import Candidates
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.query.grammar.spelling import column_token, constant_token, moment_token, split, written
from autoviz.readers.embedded.sheet import MOST_LISTED, whole
from autoviz.readers.embedded.words_known import chart_word, kind_word

LONGEST_TEXT = 40
"""How many characters of a listed value are shown; a longer one is not listed."""


@dataclass(frozen=True)
class ShownColumn:
    """A column as the model sees it: its name, what it means, and its values where they are few."""

    token: str
    meaning: str
    adds_up: bool
    values: tuple[str, ...] = ()
    description: str = ""

    @property
    def line(self) -> str:
        """One line of the prompt."""
        meaning = f"{self.meaning}+" if self.adds_up else self.meaning
        return " ".join(part for part in (self.token, meaning, self.description, *self.values) if part)


def shown_column(column: ColumnProfile) -> ShownColumn:
    """A column of a profile as it is shown."""
    few = len(column.values) <= MOST_LISTED
    texts = [value for value in column.values if isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT]
    values = [constant_token(value) for value in texts] if few else []
    if column.dates is not None and "%" in column.dates.format:
        values.append(constant_token(column.dates.format))
    return ShownColumn(
        column_token(column.name), column.meaning, column.adds_up, tuple(values), column.description
    )


def table_text(columns: Iterable[ShownColumn]) -> str:
    """The part of the prompt that is the same for every question."""
    return "\n".join(column.line for column in columns) + "\nquestion:"


def question_text(question: str, found: Sequence[str]) -> str:
    """The part that follows: the question, the values, numbers and dates found in it, and where to write."""
    named = f"\nfound: {' '.join(found)}" if found else ""
    return f" {question}{named}\nquery:"


def found_tokens(found: Candidates, profile: DatasetProfile) -> tuple[str, ...]:
    """What linking found, as the grammar writes it: each column with its values, then numbers, then dates."""
    by_column: dict[str, dict[str, None]] = {name: {} for name in profile.names}
    for one in found.texts:
        by_column[one.column][constant_token(whole(one.value))] = None
    texts = [part for name, values in by_column.items() if values for part in (column_token(name), *values)]
    numbers = [constant_token(whole(one.value)) for one in found.numbers]
    return (*texts, *dict.fromkeys(numbers), *dict.fromkeys(moment_token(one.at) for one in found.moments))


def reply_text(reading: Sequence[str]) -> str:
    """A reading as the model writes it: kind, chart and Query, with a space before each word."""
    kind, *rest = reading
    chart = [rest[0].removeprefix(chart_word(""))] if rest else []
    return f" {written([kind.removeprefix(kind_word('')), *chart, *rest[1:]])}"


def reading_of(text: str) -> list[str]:
    """The words of a reading that the model wrote."""
    kind, *rest = split(text.strip())
    chart = [chart_word(rest[0])] if rest else []
    return [kind_word(kind), *chart, *rest[1:]]
