"""Sheet: all that the network is shown of a question and its table, and all that it may point to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.candidates import Candidates
from autoviz.model.labels import MEANINGS
from autoviz.model.profile import ColumnProfile, DatasetProfile, Scalar
from autoviz.query.grammar.spelling import column_token, constant_token, moment_token

MOST_COLUMNS = 48
MOST_LISTED = 8
"""Up to how many values a column is listed with all of them."""
LONGEST_VALUE, LONGEST_NAME, LONGEST_QUESTION = 10, 16, 96
"""How many tokens of a value, a name and a question are read."""
MOST_TOKENS = 400

ItemKind = Literal["column", "listed", "linked", "part", "number", "moment", "format"]
MARKS: dict[ItemKind, int] = {
    "column": 1, "listed": 2, "linked": 3, "part": 4, "number": 5, "moment": 6, "format": 7
}  # fmt: skip
"""What stands before an item: a token of the encoder's vocabulary that no text has."""
MEANING_MARKS = {meaning: 20 + place for place, meaning in enumerate(MEANINGS)}
ADDS_UP = 60


@dataclass(frozen=True)
class Item:
    """Something to point to: a column, a value, a number, a date, as the grammar's token for it."""

    kind: ItemKind
    token: str
    text: str
    column: int = -1
    """The place of the column among those shown, of a value's."""
    marks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """A question with its items, in the order in which they are shown."""

    question: str
    items: tuple[Item, ...]


def sheet(question: str, profile: DatasetProfile, found: Candidates, columns: Sequence[int] | None = None) -> Sheet:
    """The sheet of a question; `columns` are the places of those shown, in their order, all where it is None."""
    shown = range(len(profile.columns))[:MOST_COLUMNS] if columns is None else columns
    items: list[Item] = []
    for place, number in enumerate(shown):
        items += _column_items(profile.columns[number], place, found)
    items += _once(Item("number", constant_token(whole(one.value)), f"{one.value:g}") for one in found.numbers)
    items += _once(Item("moment", moment_token(one.at), one.at) for one in found.moments)
    return Sheet(question, tuple(items))


def _column_items(column: ColumnProfile, place: int, found: Candidates) -> Iterator[Item]:
    marks = (MEANING_MARKS[column.meaning], *((ADDS_UP,) if column.adds_up else ()))
    name = " ".join((" ".join(name_words(column.name)) or column.name, column.description)).strip()
    yield Item("column", column_token(column.name), name, place, marks)
    linked = [one for one in found.texts if one.column == column.name]
    values: dict[str, Item] = {}
    for one in linked:
        token = constant_token(whole(one.value))
        values.setdefault(token, Item("part" if one.how == "part" else "linked", token, str(one.value), place))
    if len(column.values) <= MOST_LISTED:
        for value in column.values:
            if isinstance(value, str) and value:
                token = constant_token(value)
                values.setdefault(token, Item("listed", token, value, place))
    yield from values.values()
    if column.dates is not None and "%" in column.dates.format:
        yield Item("format", constant_token(column.dates.format), "", place)


def whole(value: Scalar) -> Scalar:
    """A number without a fraction as a whole one."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value


def _once(items: Iterable[Item]) -> tuple[Item, ...]:
    return tuple({item.token: item for item in items}.values())


@dataclass(frozen=True)
class Pieces:
    """A sheet as token ids: the question, and of each item its mark and its words."""

    question: tuple[int, ...]
    items: tuple[tuple[int, ...], ...]
    tokens: tuple[str, ...]
    """The grammar's token of each item."""
    kinds: tuple[int, ...]


def pieces(made: Sheet, tokenizer: Any) -> Pieces:
    """The token ids of a sheet, each text cut to its length."""
    texts = [made.question, *(item.text for item in made.items)]
    ids = [encoded.ids for encoded in tokenizer.encode_batch(texts, add_special_tokens=False)]
    items = tuple(
        (MARKS[item.kind], *item.marks, *ids[at][: LONGEST_NAME if item.kind == "column" else LONGEST_VALUE])
        for at, item in enumerate(made.items, 1)
    )
    return Pieces(
        tuple(ids[0][:LONGEST_QUESTION]), items, tuple(item.token for item in made.items),
        tuple(MARKS[item.kind] for item in made.items),
    )  # fmt: skip
