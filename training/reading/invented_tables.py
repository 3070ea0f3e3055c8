"""Invented tables: documents that a model wrote, as frames with the questions that are asked of them."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from autoviz.errors import AutovizError
from autoviz.query.grammar import canonical
from autoviz.query.language import Call, Column, Constant, Query, parts_of
from autoviz.query.sql import from_sql
from autoviz.readers.embedded.words_known import CHARTS, kind_word, words_known
from autoviz.readers.planner.prompt import LACKING, MOST_COLUMNS, reading_of
from training.reading.coding import Asked
from training.reading.documents import QUESTION, REPLY
from training.reading.normal import normal

FEWEST_COLUMNS, MOST_ROWS, MISSING = 3, 160, 0.06
KNOWN = frozenset(words_known())
_SIZE = re.compile(r"^t, \d+ rows$", re.MULTILINE)
_LINE = re.compile(r'(?P<name>"(?:[^"]|"")+"|[A-Za-z_]\w*) (?P<meaning>[a-z_]+)\+?(?P<rest>.*)')
_NUMBERS = re.compile(r"(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\.\.(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$")
_DAYS = re.compile(r"(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$")
_TEXT = re.compile(r"'((?:[^']|'')*)'")


@dataclass(frozen=True)
class Invented:
    """A frame with its questions."""

    rows: pd.DataFrame
    asked: tuple[Asked, ...]
    size: str
    """The line of its document that tells how many rows it has."""


def invented_tables(documents: Iterable[str], seed: int) -> Iterator[Invented]:
    """The documents that can be read, as far as they can."""
    for number, text in enumerate(documents):
        try:
            made = invented(text, random.Random(f"{seed} {number}"))
        except ValueError:  # a day that no calendar has
            continue
        if made is not None:
            yield made


def invented(text: str, chance: random.Random) -> Invented | None:
    """One document; None where it has no table that can be read or no question."""
    head, parts = parts_of_document(text)
    lines = [found for line in head.splitlines()[1:] if (found := _LINE.fullmatch(line.strip()))]
    names = names_of(head.splitlines()[1:])
    if len({name.casefold() for name in names}) < len(names) or len(names) < FEWEST_COLUMNS:
        return None
    asked = [one for part in parts if (one := _asked(part, names)) is not None]
    if not asked:
        return None
    said = _said(query for _, _, _, query in asked if query is not None)
    columns = {
        name: _cells(found["meaning"], found["rest"].strip(), said[name], chance)
        for name, found in zip(names, lines, strict=False)
    }
    each, size = {one[0].casefold(): one for one in asked}, _SIZE.search(head)
    return Invented(pd.DataFrame(columns), tuple(each.values()), size[0] if size else "")


def parts_of_document(text: str) -> tuple[str, list[str]]:
    """The table of a document, and each question with its reply."""
    head, *parts = re.split(rf"(?<=\n){QUESTION}", text)
    return head, parts


def names_of(lines: Iterable[str]) -> list[str]:
    """The columns that these lines tell of."""
    found = (_LINE.fullmatch(line.strip()) for line in lines)
    return [_unquoted(one["name"]) for one in found if one][:MOST_COLUMNS]


def _unquoted(name: str) -> str:
    return name[1:-1].replace('""', '"') if name.startswith('"') else name


def _asked(part: str, names: Sequence[str]) -> Asked | None:
    try:
        return asked_of(part, names)
    except (AutovizError, ArithmeticError, RecursionError):
        return None


def asked_of(part: str, names: Sequence[str]) -> Asked | None:
    """A question with its reply; None where the reply has no kind or chart that is known. AutovizError: its SELECT."""
    question, _, reply = part.partition(f"\n{REPLY}")
    reply, ended, _ = reply.partition("\n")
    kind, chart, sql = reading_of(reply)
    if not ended or not question.strip():  # cut off
        return None
    if kind == LACKING:
        return question.strip(), kind, (), None
    if kind_word(kind) not in KNOWN or chart not in CHARTS:
        return None
    return question.strip(), kind, (chart,), canonical(normal(from_sql(sql, list(names))), list(names))


def _said(queries: Iterable[Query]) -> dict[str, set[str]]:
    """Column → the texts that it is held against."""
    found: dict[str, set[str]] = defaultdict(set)
    for query in queries:
        for call in parts_of(Call, query):
            named = [arg.name for arg in call.args if isinstance(arg, Column)]
            texts = [arg.value for arg in call.args if isinstance(arg, Constant) and isinstance(arg.value, str)]
            if call.op in ("=", "!=", "in") and len(named) == 1:
                found[named[0]].update(texts)
    return found


def _cells(meaning: str, rest: str, said: set[str], chance: random.Random) -> Any:
    """Values of a column as its line describes them."""
    count = MOST_ROWS
    if days := _DAYS.search(rest):
        first, last = (pd.Timestamp(day) for day in days.groups())
        span = max((last - first).days, 0)
        moments = [first + pd.Timedelta(days=chance.randint(0, span)) for _ in range(count)]
        if meaning == "moment":
            moments = [moment + pd.Timedelta(minutes=chance.randint(360, 1300)) for moment in moments]
        cells: list[Any] = [moment.year for moment in moments] if meaning == "year" else moments
    elif texts := [text.replace("''", "'") for text in _TEXT.findall(rest)]:
        cells = _texts([*dict.fromkeys((*texts, *sorted(said)))], rest.endswith("…"), chance, count)
    elif numbers := _NUMBERS.search(rest):
        cells = _numbers(*numbers.groups(), meaning, chance, count)
    elif said:
        cells = _texts(sorted(said), False, chance, count)
    elif meaning == "flag":
        cells = [chance.random() < 0.4 for _ in range(count)]
    else:
        cells = [f"{chance.choice('ABCDEFGH')}{chance.randint(100, 9999)}" for _ in range(count)]
    if re.search(r"\bmissing\b", rest.split("'", maxsplit=1)[0]):
        cells = [None if chance.random() < MISSING else cell for cell in cells]
    return pd.Series(cells)


def _texts(values: list[str], more: bool, chance: random.Random, count: int) -> list[Any]:
    """Each value at least once; where the line says that there are more, others put together of the same words."""
    if more:
        words = [value.split() for value in values if len(value.split()) > 1]
        mixed = [" ".join((chance.choice(words)[0], *chance.choice(words)[1:])) for _ in range(40) if words]
        values = [*dict.fromkeys((*values, *mixed))]
    cells = [*values[:count], *chance.choices(values, k=max(count - len(values), 0))]
    chance.shuffle(cells)
    return cells


def _numbers(low: str, high: str, meaning: str, chance: random.Random, count: int) -> list[Any]:
    first, last = sorted((float(low), float(high)))
    whole = all(float(end).is_integer() for end in (low, high)) and "." not in low + high
    if meaning == "id" and whole and last - first >= count:
        return chance.sample(range(int(first), int(last) + 1), count)
    drawn = [first, last, *(chance.triangular(first, last, first + (last - first) / 4) for _ in range(count - 2))]
    chance.shuffle(drawn)
    return [round(one) for one in drawn] if whole else [float(f"{one:.4g}") for one in drawn]
