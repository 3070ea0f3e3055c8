"""Stating: the values, numbers and dates that a question states beyond doubt, and which of them a reply leaves out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from autoviz.linking.links import Match
from autoviz.linking.literals import Literal, literals
from autoviz.linking.moments import MONTHS
from autoviz.linking.names import split_name
from autoviz.linking.stretches import DateRange, Period
from autoviz.linking.text import fold, words
from autoviz.model.base import Value
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.question import Question
from autoviz.model.requirements import Change, Requirements
from autoviz.query.language import (
    OPTIONS,
    Aggregate,
    Call,
    Constant,
    Limit,
    Moment,
    Query,
    Window,
    columns_of,
    parts,
    parts_of,
)
from autoviz.readers.llm.querying import frame_columns

CLEARLY = 0.9
"""How well a phrase must name a column or a value for a reply without it to be doubted."""
_DATE = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?(?!\d)")
_DAY = timedelta(days=1)
_BEFORE_NUMBERS = frozenset(
    {"top", "bottom", "first", "last", "than", "least", "most", "over", "under", "above", "below", "exactly"}
)


def left_out(read: Requirements, question: Question, profile: DatasetProfile, matches: Sequence[Match]) -> list[str]:
    """The words of each condition that the question states for sure and the reply says nowhere."""
    said = _Said.by(read, profile)
    named = [item for item in matches if not item.dominated and item.score >= CLEARLY]
    # The column of a value is not told: that it has such a cell is for nobody to know who does not see cells.
    missed = [match.phrase for match in _values(named, read) if not said.text(str(match.value), match.phrase)]
    missed += [
        item.phrase
        for item in literals(question.normalised, profile)
        if _is_sure(item, question) and not _overlaps(item, named) and not said.literal(item)
    ]
    return list(dict.fromkeys(missed))


def _values(named: Sequence[Match], read: Requirements) -> list[Match]:
    """The phrases that can only be a cell's text, less those of a column whose groups are held against one another."""
    columns = {(match.start, match.end) for match in named if match.value is None}
    found = [match for match in named if _is_text(match) and (match.start, match.end) not in columns]
    counts = Counter(match.column for match in found)
    keys = {*read.group_by, *(name for part in parts_of(Query, read.query) for name in columns_of(part.by))}
    return [match for match in found if counts[match.column] < 2 or match.column not in keys]


def _is_text(match: Match) -> bool:
    """Whether a phrase is a cell's text; a flag that is named may as well be counted or averaged."""
    return match.kind in ("value", "alias") and isinstance(match.value, str)


def _is_sure(item: Literal, question: Question) -> bool:
    """Whether it is a condition or a count: a number in words only after a word that wants one (top five)."""
    if item.type != "number":
        return item.type in ("date", "period", "quoted")
    before = words(question.normalised[: item.start])
    return any(letter.isdigit() for letter in item.phrase) or (bool(before) and before[-1].lower in _BEFORE_NUMBERS)


def _overlaps(item: Literal, named: Iterable[Match]) -> bool:
    """Whether the literal is part of a phrase that names a column or a value, which is looked at by itself."""
    return any(match.start < item.end and item.start < match.end for match in named)


@dataclass(frozen=True)
class _Said:
    """What a reply says: its texts and numbers, and whether it holds one time against another."""

    texts: tuple[str, ...]
    numbers: frozenset[float]
    compares_times: bool

    @classmethod
    def by(cls, read: Requirements, profile: DatasetProfile) -> _Said:
        """The values, bounds and counts of the constraints and of the Query, not its names and words."""
        stated = [*_stated(read.constraints), *_constants(read.query), *_in_names(read, profile)]
        texts = [item for item in stated if isinstance(item, str)]
        numbers = [float(item) for item in stated if isinstance(item, (int, float)) and not isinstance(item, bool)]
        later = any(call.op in ("later", "time between") for call in parts_of(Call, read.query))
        against = bool(read.all(Change)) or "change" in read.analysis or any(parts_of(Window, read.query))
        return cls(tuple(fold(text).casefold() for text in texts), frozenset(numbers), later or against)

    def text(self, *wanted: str) -> bool:
        """Whether one of these texts, or one that holds it or is held by it, is said."""
        folded = [fold(text).casefold() for text in wanted]
        return any(one in said or (said and said in one) for one in folded for said in self.texts)

    def literal(self, item: Literal) -> bool:
        """Whether a number, a date, a period or a quoted text is said in some form."""
        if isinstance(item.value, DateRange):
            return self._date(item.value)
        if isinstance(item.value, Period):
            return self.compares_times or any(self._dates())
        if isinstance(item.value, str):
            return self.text(item.value)
        return self._number(float(item.value))

    def _number(self, wanted: float) -> bool:
        """The number itself, as a share of a hundred from either end, or below zero."""
        forms = {wanted, -wanted, round(wanted / 100, 9), round(1 - wanted / 100, 9)}
        return bool(forms & self.numbers) or f"{wanted:g}" in self.texts

    def _date(self, wanted: DateRange) -> bool:
        """A date in or next to the stretch that is meant, or its year or month as a number or a name."""
        first, last = (date.fromisoformat(text[:10]) for text in wanted[:2])
        if any(start <= last + _DAY and end >= first - _DAY for start, end in self._dates()):
            return True
        if {float(year) for day in (first, last) for year in (day.year, day.year % 100)} & self.numbers:
            return True
        months = [name for name, number in MONTHS.items() if number == first.month]
        by_month = wanted.grain != "year" and (float(first.month) in self.numbers or set(months) & set(self.texts))
        return bool(by_month)

    def _dates(self) -> Iterator[tuple[date, date]]:
        """The stretches that dates among the texts cover."""
        for text in self.texts:
            hit = _DATE.match(text)
            if hit is None:
                continue
            month, day = hit["month"] or "01", hit["day"] or "01"
            try:
                first = date.fromisoformat(f"{hit['year']}-{month}-{day}")
            except ValueError:
                continue
            yield first, first + timedelta(days=0 if hit["day"] else 30 if hit["month"] else 365)


def _stated(value: Any) -> Iterator[Scalar]:
    """The values and counts that constraints hold, those inside an `any_of` too."""
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from _stated(item)
    elif isinstance(value, Value):
        for name in type(value).model_fields:
            held = getattr(value, name)
            if name in ("value", "path") or isinstance(held, (int, float)):
                yield from held if isinstance(held, tuple) else (held,)
            elif name == "filters":
                yield from _stated(held)


def _in_names(read: Requirements, profile: DatasetProfile) -> Iterator[Scalar]:
    """The numbers in the names of the columns that are used: deaths_2018 are those of that year."""
    for name in (*read.columns, *frame_columns(read.query, profile)):
        yield from (int(part) for part in split_name(name) if part.isdecimal())


def _constants(query: Query | None) -> Iterator[Scalar]:
    """The constants, limits, windows and quantiles of a Query; how long a period is, is none."""
    options = [call.args[0] for call in parts_of(Call, query) if call.op in OPTIONS]
    for part in parts(query):
        match part:
            case Constant() if not any(part is option for option in options):
                yield part.value
            case Moment():
                yield part.at
            case Limit():
                yield part.n
            case Window():
                # Seven days are the day and the six before it.
                yield from (part.n, *(reach + 1 for reach in (part.before, part.after) if reach is not None))
            case Aggregate():
                yield part.quantile
