"""Candidates: the values, numbers and dates that a question may mean, as one flat list for whoever reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from math import log10
from typing import Literal

from autoviz.linking.flag_phrases import flag_phrases
from autoviz.linking.links import Aliases
from autoviz.linking.moments import calendar_of, moments
from autoviz.linking.names import lemma, split_name
from autoviz.linking.number_phrases import NumberCandidate, number_candidates
from autoviz.linking.stretches import DateRange, Period, resolve_period
from autoviz.linking.text import words
from autoviz.linking.value_hits import Asked, Hit, How, named_places
from autoviz.linking.value_index import ValueIndex, value_index
from autoviz.linking.value_words import all_hits, pieces
from autoviz.linking.vocabulary import Vocabulary, vocabulary
from autoviz.model.profile import ColumnProfile, DatasetProfile, Scalar

__all__ = ["Candidates", "MomentCandidate", "NumberCandidate", "TextCandidate", "candidates"]

MOST_TEXTS = 30
_NAMED = 0.04
"""What a column gains that the question names elsewhere."""
_PER_TENFOLD = 0.01
"""What a column loses for each tenfold of values."""
_PROSE = 0.9
_INSIDE = 0.75
"""What is left of a reading whose words a longer one takes, all of them."""
_PART, _LEAST_PART, _LEAST = 0.8, 0.35, 0.3
_FLAG, _OTHER_FLAG = 0.95, 0.55
_LEAST_QUOTED, _QUOTED_PART = 2, 0.8
_ENDS = re.compile(
    r"\b(?:first|last|latest|newest|earliest|oldest|recent|recently|today|now|current|currently|whole|entire|over time"
    r"|beginning|start|end|final)\b", re.IGNORECASE,
)  # fmt: skip


@dataclass(frozen=True)
class TextCandidate:
    """A cell of a column that some characters of the question may mean."""

    column: str
    value: Scalar
    """As the cell has it: a text, or of a flag its number or truth; of `part` a piece that several cells contain."""
    start: int
    end: int
    how: How
    score: float


@dataclass(frozen=True)
class MomentCandidate:
    """A date in ISO form, and the characters of the question that write it."""

    at: str
    start: int
    end: int
    how: str
    """Which end of which period it is: `year start`, `month last` (its last day), `month end` (the day after)."""


@dataclass(frozen=True)
class Candidates:
    """What a question may mean, best first, and the quoted texts that nothing matches."""

    texts: tuple[TextCandidate, ...] = ()
    numbers: tuple[NumberCandidate, ...] = ()
    moments: tuple[MomentCandidate, ...] = ()
    unmatched: tuple[str, ...] = ()


def candidates(
    question: str, profile: DatasetProfile, values: ValueIndex | None = None, aliases: Aliases | None = None
) -> Candidates:
    """The values of the frame, the numbers and the dates that a normalised question names in some way."""
    known = vocabulary(profile)
    index = value_index(profile) if values is None else values
    asked = Asked.of(question, known)
    texts = _texts(asked, profile, known, index, aliases or {})
    covered = [(one.start, one.end) for one in texts]
    unmatched = tuple(
        question[start:end]
        for start, end in asked.quoted
        if not any(left <= start + 1 and end - 1 <= right for left, right in covered)
    )
    return Candidates(
        texts,
        (*number_candidates(question), *_data_years(question, profile)),
        tuple(_moments(question, profile)),
        unmatched,
    )


def _texts(
    asked: Asked, profile: DatasetProfile, known: Vocabulary, index: ValueIndex, aliases: Aliases
) -> tuple[TextCandidate, ...]:
    hits = all_hits(asked, index)
    found = [_text(asked, hit, _column(index, hit), index.text(hit.number)) for hit in hits]
    for hit, piece in pieces(asked, index, (hit for hit in hits if hit.how == "words")):
        part = Hit(hit.first, hit.last, hit.number, "part", max(hit.score * _PART, _LEAST_PART))
        found.append(_text(asked, part, _column(index, hit), piece))
    found += _quoted_parts(asked, index, found)
    found += _flags(asked.question, profile, known)
    found += _aliased(asked, profile, aliases)
    named = {known.names[column] for column in named_places(asked.spoken, known)}
    taken = list(_names_in_full(asked, profile))
    found = [one for one in found if not any(_is_inside(one, *span) for span in taken)]
    best = _best([_weighed(one, profile.by_name[one.column], one.column in named) for one in found])
    return tuple(one for one in best[:MOST_TEXTS] if one.score >= _LEAST)


def _quoted_parts(asked: Asked, index: ValueIndex, found: list[TextCandidate]) -> Iterator[TextCandidate]:
    """Quoted texts that no cell is and no words of one are, but some contain."""
    for start, end in asked.quoted:
        text = asked.question[start:end]
        if len(text) >= _LEAST_QUOTED and not any(one.start < end and start < one.end for one in found):
            for column in index.containing(text):
                yield TextCandidate(column, text, start, end, "part", _QUOTED_PART)


def _text(asked: Asked, hit: Hit, column: str, value: Scalar) -> TextCandidate:
    return TextCandidate(column, value, asked.spoken[hit.first].start, asked.spoken[hit.last].end, hit.how, hit.score)


def _column(index: ValueIndex, hit: Hit) -> str:
    return index.columns[index.column(hit.number)].column


def _weighed(one: TextCandidate, column: ColumnProfile, named: bool) -> TextCandidate:
    """The score with what speaks for its column: named in the question, few values, no prose."""
    score = one.score * (_PROSE if column.kind == "text" else 1.0)
    score += (_NAMED if named else 0.0) - _PER_TENFOLD * log10(max(column.distinct or 1, 1))
    return TextCandidate(one.column, one.value, one.start, one.end, one.how, round(min(max(score, 0.0), 1.0), 4))


def _best(found: Iterable[TextCandidate]) -> list[TextCandidate]:
    """Each cell once, in its best reading; readings inside a longer good one come behind."""
    unique: dict[tuple[str, Scalar, bool], TextCandidate] = {}
    for one in found:
        key = (one.column, one.value, isinstance(one.value, bool))
        held = unique.get(key)
        if held is None or (one.score, one.end - one.start) > (held.score, held.end - held.start):
            unique[key] = one
    whole = [one for one in unique.values() if one.score >= _INSIDE]
    demoted = [
        TextCandidate(one.column, one.value, one.start, one.end, one.how, round(one.score * _INSIDE, 4))
        if any(_takes(other, one) for other in whole)
        else one
        for one in unique.values()
    ]
    return sorted(demoted, key=lambda one: (-one.score, one.start, -one.end, one.column, str(one.value)))


def _takes(other: TextCandidate, one: TextCandidate) -> bool:
    return _is_inside(one, other.start, other.end)


def _is_inside(one: TextCandidate, start: int, end: int) -> bool:
    return end - start > one.end - one.start and start <= one.start and one.end <= end


def _names_in_full(asked: Asked, profile: DatasetProfile) -> Iterator[tuple[int, int]]:
    """Where columns are named with all of their several words: story points are no points of stories."""
    said = [lemma(word.lower) for word in asked.spoken]
    for name in profile.names:
        own = [lemma(word) for word in split_name(name)]
        for at in range(len(said) - len(own) + 1) if len(own) > 1 else ():
            if said[at : at + len(own)] == own:
                yield asked.spoken[at].start, asked.spoken[at + len(own) - 1].end


def _flags(question: str, profile: DatasetProfile, known: Vocabulary) -> Iterator[TextCandidate]:
    """The value of a named flag that the words mean, and behind it the other one."""
    for one in flag_phrases(question, profile, known):
        yield TextCandidate(one.column, one.value, one.start, one.end, "flag", one.score * _FLAG)
        yield TextCandidate(one.column, one.other, one.start, one.end, "flag", one.score * _OTHER_FLAG)


def _aliased(asked: Asked, profile: DatasetProfile, aliases: Aliases) -> Iterator[TextCandidate]:
    lowers = [word.lower for word in asked.spoken]
    for alias, target in aliases.items():
        said = [word.lower for word in words(alias)]
        if not isinstance(target, Mapping) or not said:
            continue
        for first in range(len(lowers) - len(said) + 1):
            if lowers[first : first + len(said)] == said:
                hit = Hit(first, first + len(said) - 1, -1, "alias", 1.0)
                for column, value in target.items():
                    if column in profile.by_name:
                        yield _text(asked, hit, column, value)


def _data_years(question: str, profile: DatasetProfile) -> Iterator[NumberCandidate]:
    """The oldest and the newest year of the data, where the question speaks of first and last ones."""
    hits = list(_ENDS.finditer(question))
    if not hits:
        return
    years = {year for column in profile.columns for year in _year_ends(column)}
    for hit in hits:
        for year, how in sorted(years):
            yield NumberCandidate(year, *hit.span(), how)


def _year_ends(column: ColumnProfile) -> Iterator[tuple[float, Literal["first", "last"]]]:
    """The first and the last year of a column that counts years."""
    named = {"year", "yr", "years", "date"} & set(split_name(column.name))
    for end, how in ((column.minimum, "first"), (column.maximum, "last")):
        if named and isinstance(end, int | float) and not isinstance(end, bool) and 1000 <= end <= 2200:
            yield float(end), "first" if how == "first" else "last"


def _moments(question: str, profile: DatasetProfile) -> Iterator[MomentCandidate]:
    """Both ends of each period that the question names; relative ones end with the newest date of the data."""
    calendar = calendar_of(profile, question)
    for moment in moments(question, calendar):
        if isinstance(moment.value, DateRange):
            first, last, grain = moment.value
        elif calendar.last is not None and isinstance(moment.value, Period):
            first, last = resolve_period(moment.value.n, moment.value.unit, calendar.last.isoformat())
            grain = moment.value.unit
        else:
            continue
        yield MomentCandidate(first, moment.start, moment.end, f"{grain} start")
        if grain != "hour":
            yield MomentCandidate(last, moment.start, moment.end, f"{grain} last")
            following = (date.fromisoformat(last[:10]) + timedelta(days=1)).isoformat()
            yield MomentCandidate(following, moment.start, moment.end, f"{grain} end")
