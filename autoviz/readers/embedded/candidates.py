"""The places of a question that may hold a filter value, a limit, a bin count or a window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal as Choice

from autoviz.linking.links import Match
from autoviz.linking.literals import DateRange, Literal, LiteralValue, Period
from autoviz.model.profile import ColumnProfile, DatasetProfile, Scalar

CandidateType = Choice["value", "number", "date", "period", "quoted", "name"]
CANDIDATE_TYPES: tuple[CandidateType, ...] = ("value", "number", "date", "period", "quoted", "name")
MAX_CANDIDATES = 12
_SURE, _FITS, _POSSIBLE, _UNLIKELY = 0.85, 0.75, 0.5, 0.25
_NEAR = 0.25
"""What a column gains when it is named right beside the place."""
_NEAR_WITHIN = 36


@dataclass(frozen=True)
class Candidate:
    """A place in the question that may hold a value, and the columns that it could belong to, best first."""

    start: int
    end: int
    phrase: str
    type: CandidateType
    columns: tuple[str, ...]
    values: tuple[Scalar | LiteralValue, ...]
    """What the place means in each of `columns`."""
    scores: tuple[float, ...]
    """How well the place fits each of `columns`."""
    number: float | int | None = None
    """The number that is written here, for a limit, bins or a window."""


_Option = tuple[str, Scalar | LiteralValue, float]


def span_candidates(
    question: str, profile: DatasetProfile, matches: Sequence[Match], literals: Sequence[Literal]
) -> list[Candidate]:
    """The places that may hold a value, longest first, at most MAX_CANDIDATES."""
    found: dict[tuple[int, int], Candidate] = {}
    for candidate in (*_from_values(matches), *_from_literals(question, profile, matches, literals)):
        key = (candidate.start, candidate.end)
        found[key] = _merged(found[key], candidate) if key in found else candidate
    kept = [one for one in found.values() if not any(_covers(other, one) for other in found.values())]
    kept.sort(key=lambda one: (one.type == "name", -max(one.scores, default=0.0), one.start))
    return sorted(kept[:MAX_CANDIDATES], key=lambda one: (one.start - one.end, one.start))


def _from_values(matches: Sequence[Match]) -> Iterator[Candidate]:
    spans: dict[tuple[int, int], list[Match]] = {}
    for match in matches:
        if match.value is not None and not match.dominated:
            spans.setdefault((match.start, match.end), []).append(match)
    for group in spans.values():
        options: list[_Option] = [(match.column, match.value, match.score) for match in group]
        yield _candidate(group[0], "value", options)


def _from_literals(
    question: str, profile: DatasetProfile, matches: Sequence[Match], literals: Sequence[Literal]
) -> Iterator[Candidate]:
    named = [match for match in matches if match.value is None and not match.dominated]
    for item in literals:
        if any(match.score >= _SURE and _inside(item, match) for match in named):
            continue  # part of a column's own name
        number = _number_in(item)
        options: list[_Option] = [
            (name, value, score + _nearness(name, item, named))
            for name, value, score in _options(item, number, profile.columns)
        ]
        if options or number is not None:
            yield _candidate(item, item.type, options, number)


def _number_in(item: Literal) -> float | int | None:
    if isinstance(item.value, int | float):
        return item.value
    if isinstance(item.value, Period):
        return item.value.n if item.value.n > 1 else None
    text = item.phrase.replace(",", "")
    return int(text) if text.isdigit() else None


def _options(item: Literal, number: float | int | None, columns: Iterable[ColumnProfile]) -> Iterator[_Option]:
    """The columns whose kind can hold the literal, with what it means there."""
    for column in columns:
        if column.kind == "temporal":
            if isinstance(item.value, DateRange | Period):
                yield column.name, item.value, _FITS if _in_span(item.value, column) else _POSSIBLE
        elif number is not None and not isinstance(item.value, Period) and _holds_numbers(column):
            meant = number / 100 if "%" in item.phrase and _is_share(column) else number
            yield column.name, meant, _number_fit(meant, column)
        elif item.type in ("quoted", "name") and _holds_text(column):
            yield column.name, item.phrase, _POSSIBLE if not column.values else _UNLIKELY


def _in_span(value: DateRange | Period, column: ColumnProfile) -> bool:
    if isinstance(value, Period) or column.span is None:
        return True
    return value.first <= column.span.last and column.span.first[:10] <= value.last


def _holds_numbers(column: ColumnProfile) -> bool:
    return column.kind != "boolean" and isinstance(column.minimum, int | float)


def _is_share(column: ColumnProfile) -> bool:
    return isinstance(column.maximum, int | float) and 0 <= column.maximum <= 1


def _number_fit(number: float, column: ColumnProfile) -> float:
    low, high = column.minimum, column.maximum
    if column.kind == "identifier":
        return _UNLIKELY
    inside = isinstance(low, int | float) and isinstance(high, int | float) and low <= number <= high
    return _POSSIBLE if inside else _UNLIKELY


def _holds_text(column: ColumnProfile) -> bool:
    known = column.minimum if column.minimum is not None else next(iter(column.values), "")
    return column.kind not in ("numeric", "boolean") and isinstance(known, str)


def _nearness(name: str, item: Literal, named: list[Match]) -> float:
    """More where the column is named beside the place, and the nearer the more."""
    gaps = [max(item.start - match.end, match.start - item.end, 0) for match in named if match.column == name]
    return _NEAR * max(0.0, 1 - min(gaps, default=_NEAR_WITHIN) / _NEAR_WITHIN)


def _candidate(
    place: Match | Literal | Candidate, kind: CandidateType, options: list[_Option], number: float | int | None = None
) -> Candidate:
    ordered = sorted(options, key=lambda option: -option[2])
    return Candidate(
        place.start,
        place.end,
        place.phrase,
        kind,
        tuple(option[0] for option in ordered),
        tuple(option[1] for option in ordered),
        tuple(round(option[2], 4) for option in ordered),
        number,
    )


def _merged(one: Candidate, other: Candidate) -> Candidate:
    """Two readings of the same place: a value of some columns, and what it would be in the others."""
    options: list[_Option] = list(zip(one.columns, one.values, one.scores, strict=True))
    options += [
        (column, value, _UNLIKELY * score)
        for column, value, score in zip(other.columns, other.values, other.scores, strict=True)
        if column not in one.columns
    ]
    kind = other.type if other.number is not None else one.type
    return _candidate(one, kind, options, other.number)


def _inside(item: Literal, match: Match) -> bool:
    return match.start <= item.start and item.end <= match.end and match.end - match.start > item.end - item.start


def _covers(other: Candidate, one: Candidate) -> bool:
    """Whether a place lies inside a longer one that is sure of itself."""
    longer = other.start <= one.start and one.end <= other.end and other.end - other.start > one.end - one.start
    return longer and other.type != "name" and (other.type != "value" or max(other.scores) >= _SURE)
