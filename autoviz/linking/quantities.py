"""Quantities: the numbers of a question that are said with a unit: 2 weeks, half an hour, between 1 and 2 km."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from autoviz.linking.form_reading import comparative_way, is_plural
from autoviz.linking.number_phrases import NumberCandidate, number_candidates
from autoviz.writings.unit_words import unit_named, units_like

_BEHIND = re.compile(r"(?: and a half)?[ -]?(?:an? |of an? )?(?P<unit>[a-z]{2,})\b", re.IGNORECASE)
_ONE = re.compile(r"\b(?:an?|one|half an?) (?P<unit>[a-z]{2,})\b(?P<half> and a half)?", re.IGNORECASE)
_AND_ANOTHER = re.compile(r"\s?(?:and|to|or|-|–)\s?", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:(?P<denied>no |not )?(?P<word>\w+) than"
    r"|(?P<placed>over|above|under|below|within|at least|at most|up to))\s$",
    re.IGNORECASE,
)
_DEED = re.compile(r"(?:\b(?:that|which|who)\s+)?\b(?P<verb>\w+)\s+$", re.IGNORECASE)
_TO_DO = re.compile(r"\s*to (?:be )?\w+", re.IGNORECASE)
BoundOp = Literal["<", "<=", ">", ">="]
_PLACED: dict[str, BoundOp] = {
    "over": ">", "above": ">", "at least": ">=", "under": "<", "below": "<", "within": "<=", "at most": "<=",
    "up to": "<=",
}  # fmt: skip
_COMPARED: dict[int, BoundOp] = {1: ">", -1: "<"}
_DENIED: dict[BoundOp, BoundOp] = {">": "<=", "<": ">="}
_NO_UNITS = frozenset({"in", "second"})
"""Words that are mostly something else: two in three, the second."""


@dataclass(frozen=True)
class Quantity:
    """So many of a unit, the characters that say it, and all numbers that they can be read as."""

    value: float
    unit: str
    start: int
    end: int
    numbers: frozenset[float]


def quantities(question: str) -> tuple[Quantity, ...]:
    """Every number with the unit that follows it, the first of two with that of the second, by where they stand."""
    numbers = number_candidates(question)
    found = {one.start: one for one in _numbered(question, numbers)}
    found = {one.start: one for one in _single(question, numbers)} | found
    for number in numbers:
        after = next((one for one in found.values() if one.start > number.end), None)
        if after and number.start not in found and _AND_ANOTHER.fullmatch(question[number.end : after.start]):
            found[number.start] = _quantity(number.value, after.unit, number.start, number.end, numbers)
    inside = {one.start for one in found.values() for other in found.values() if other.start < one.start < other.end}
    return tuple(found[start] for start in sorted(found.keys() - inside))


def _numbered(question: str, numbers: Sequence[NumberCandidate]) -> Iterator[Quantity]:
    for number in reversed(numbers):  # of several ways to read one the first is the plainest, and the last told stays
        behind = _BEHIND.match(question, number.end)
        unit = _unit(behind["unit"]) if behind else None
        if behind is None or unit is None or number.how not in ("digits", "words", "scaled", "part", "year"):
            continue
        more = 0.5 if " and a half" in behind[0].lower() else 0.0
        yield _quantity(number.value + more, unit, number.start, behind.end(), numbers)


def _single(question: str, numbers: Sequence[NumberCandidate]) -> Iterator[Quantity]:
    """An hour, a week, half a day, an hour and a half."""
    for hit in _ONE.finditer(question):
        unit = _unit(hit["unit"])
        if unit is not None:
            value = 0.5 if hit[0].lower().startswith("half") else 1.5 if hit["half"] else 1.0
            yield _quantity(value, unit, *hit.span(), numbers)


def _unit(word: str) -> str | None:
    """The unit that a word names, where amounts of it can be said in other units too."""
    unit = None if word.lower() in _NO_UNITS else unit_named(word)
    return unit if unit and units_like(unit) else None


def _quantity(value: float, unit: str, start: int, end: int, numbers: Sequence[NumberCandidate]) -> Quantity:
    read = {one.value for one in numbers if one.start < end and start < one.end}
    return Quantity(value, unit, start, end, frozenset({value, *read}))


@dataclass(frozen=True)
class Bound:
    """A quantity that something is to lie above or below, and the question without these words."""

    said: Quantity
    op: BoundOp
    rest: str
    undone: str
    """The question without the deed that lasted so long as well: that took longer than 2 weeks to ship."""


def bound_in(question: str) -> Bound | None:
    """The one quantity of a question that is said as a bound: longer than 2 weeks, within 3 days."""
    found = quantities(question)
    opened = bound_before(question, found[0].start) if len(found) == 1 else None
    if opened is None:
        return None
    start, op = opened
    before, after = question[:start], question[found[0].end :]
    deed, to_do = _DEED.search(before), _TO_DO.match(after)
    verb = deed is not None and not is_plural(deed["verb"].lower())
    undone = (before[: deed.start()] if deed and verb else before) + " " + after[to_do.end() if to_do else 0 :]
    return Bound(found[0], op, _spaced(before + after), _spaced(undone))


def bound_before(question: str, start: int) -> tuple[int, BoundOp] | None:
    """Where the words stand that make a bound of the number which starts there, and which: more than, at least."""
    hit = _BOUND.search(question[:start])
    if hit is None:
        return None
    if hit["placed"]:
        return hit.start(), _PLACED[hit["placed"].lower()]
    op = _COMPARED.get(comparative_way(hit["word"].lower()))
    return (hit.start(), _DENIED[op] if hit["denied"] else op) if op else None


def _spaced(text: str) -> str:
    return " ".join(text.split())
