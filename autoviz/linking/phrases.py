"""Phrases: the places of a question where one of the registry's example phrases is said, in whatever form of words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from autoviz.linking.form_reading import opening
from autoviz.linking.links import Match
from autoviz.linking.literals import literals
from autoviz.linking.names import forms
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Constraint
from autoviz.registry.treatments import SLOTS, Treatment, treatments
from autoviz.uncollected import uncollected
from autoviz.writings.unit_words import currency_of, unit_named

NAMED, SURE = 0.6, 0.85
_PATH = re.compile(r"[\w~./\\:-]*\w\.(?:csv|parquet|json)\b(?!\.\w)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d[\d,.]*")
_ENDS = re.compile(r"[?!;]")
"""What ends a sentence stands in no name: 'control? t' is control, and the beginning of a t-test."""
_GROUPING = frozenset({"by"})
"""What a column after it makes is groups of all, and not what the words before it are about."""
_CONSTRAINT: TypeAdapter[Constraint] = TypeAdapter(Constraint)
_BETWEEN = frozenset({"and", "or"})
_Runs = tuple[tuple[str, ...], ...]
"""The runs of words of which any may stand at a place."""
_FEWEST = {"{column}": 1, "{columns}": 3}
"""How many columns must be named where a slot takes them; there may be more."""


@dataclass(frozen=True)
class Phrase:
    """A place where an example is said: from where to where, and what its slots hold."""

    treatment: Treatment
    start: int
    end: int
    slots: dict[str, Any]

    @property
    def constraint(self) -> Constraint | None:
        """What is asked for here; None where it is none, or the slots hold nothing that can be."""
        asks = self.treatment.asks
        if asks is None:
            return None
        try:
            return _CONSTRAINT.validate_python(
                {key: self.slots.get(value, value) if isinstance(value, str) else value for key, value in asks.items()}
            )
        except ValidationError:
            return None


@dataclass(frozen=True)
class _Token:
    start: int
    end: int
    forms: frozenset[str]
    slots: dict[str, tuple[Any, int]] = field(default_factory=dict)
    """What may be meant here: slot → its content and the place after it."""
    unit: bool = False
    """Whether it is the unit of the number before it."""
    thing: bool = False
    """Whether it names what each row is, by the column that tells rows apart: no number is held against that."""


@dataclass(frozen=True)
class _Pattern:
    """An example taken apart: for each part the runs of words that may stand there, or a slot."""

    treatment: Treatment
    parts: tuple[str | _Runs, ...]
    needs: frozenset[int]
    """The numbers of its parts that are words: many examples have the same ones."""


@dataclass(frozen=True)
class _Found:
    pattern: _Pattern
    first: int
    last: int
    said: frozenset[int]
    """The places of its own words, slots apart."""
    slots: dict[str, Any]


def phrases(
    question: str, profile: DatasetProfile, matches: Sequence[Match], money: str | None = None
) -> list[Phrase]:
    """The phrases of a question in order, the longest where several share words; names in the frame are none."""
    tokens = _tokens(question, profile, matches, money)
    whole = [match for match in matches if match.score >= SURE and not _ENDS.search(match.phrase)]
    named = [_places(match, tokens) for match in whole]
    claims = _claims(question)
    said = [
        item
        for item in _all(tokens)
        if (claims or not item.pattern.treatment.claimed)
        and (not item.pattern.treatment.alone or _is_all(item, tokens))
    ]
    found = _chosen([item for item in said if not any(_is_name(item, places) for places in named)])
    return [
        Phrase(item.pattern.treatment, tokens[item.first].start, tokens[item.last - 1].end, item.slots)
        for item in found
    ]


def may_hold_one(question: str) -> bool:
    """Whether all words of some example are there; most questions are done with at this."""
    said = {form for word in _WORD.findall(question.casefold()) for form in forms(word)}
    return next(_possible(said), None) is not None


def _possible(said: set[str]) -> Iterator[_Pattern]:
    """The examples all of whose words are there, each word that several of them have looked for once."""
    known, patterns = _patterns()
    there = {number for number, runs in enumerate(known) if any(said.issuperset(run) for run in runs)}
    return (pattern for pattern in patterns if pattern.needs <= there)


def _claims(question: str) -> bool:
    """Whether a question wants a yes or a no."""
    return opening([word.casefold() for word in _WORD.findall(question)]) == "yes_no"


def _tokens(question: str, profile: DatasetProfile, matches: Sequence[Match], money: str | None) -> list[_Token]:
    paths = [hit.span() for hit in _PATH.finditer(question)]
    spans = [hit.span() for hit in _WORD.finditer(question) if not any(a <= hit.start() < b for a, b in paths)]
    spans = sorted((*spans, *paths))
    slots: list[dict[str, tuple[Any, int]]] = [{} for _ in spans]

    def put(slot: str, start: int, end: int, content: Any) -> None:
        inside = [place for place, (first, last) in enumerate(spans) if first < end and last > start]
        if inside:
            slots[inside[0]].setdefault(slot, (content, inside[-1] + 1))

    for start, end in paths:
        put("{path}", start, end, question[start:end])
    for item in literals(question, profile):
        if item.type == "number" and isinstance(item.value, (int, float)):
            _put_number(put, item.start, item.end, item.phrase, item.value)
        elif item.type == "quoted":
            put("{value}", item.start, item.end, item.phrase)
    for match in matches:
        if match.value is None and match.score >= NAMED:
            put("{column}", match.start, match.end, match.column)
    things = [match for match in matches if profile.by_name[match.column].meaning == "id"]
    said = [question[first:last] for first, last in spans]
    behind = [place for place in range(1, len(said)) if said[place - 1][-1].isdigit()]
    units = {place: found for place in behind if (found := _of_unit(said[place], profile, money))}
    for place, measured in units.items():
        if len(measured) == 1:
            slots[place].setdefault("{column}", (measured[0], place + 1))
    return [
        _Token(
            first, last, forms(said[place].casefold()), slots[place], place in units,
            any(one.start <= first < one.end for one in things),
        )
        for place, (first, last) in enumerate(spans)
    ]  # fmt: skip


def _of_unit(word: str, profile: DatasetProfile, money: str | None) -> tuple[str, ...]:
    """The columns that are measured in what a word says; money that no column is written in is that of the rows."""
    meant = {word.casefold(), (unit_named(word) or word).casefold()}
    found = tuple(column.name for column in profile.columns if column.unit and column.unit.casefold() in meant)
    return (money,) if money and not found and currency_of(word) else found


def _put_number(put: Callable[[str, int, int, Any], None], start: int, end: int, phrase: str, value: float) -> None:
    if "%" in phrase or "percent" in phrase:
        put("{percent}", start, end, value / 100)
    else:
        put("{value}", start, end, value)
        if value >= 1 and float(value).is_integer():
            put("{number}", start, end, int(value))


def _all(tokens: Sequence[_Token]) -> Iterator[_Found]:
    said = {form for token in tokens for form in token.forms}
    for pattern in _possible(said):
        for first in range(len(tokens)):
            found = _matched(pattern, tokens, first)
            if found is not None:
                yield found


def _matched(pattern: _Pattern, tokens: Sequence[_Token], first: int) -> _Found | None:
    at, said, slots = first, set[int](), dict[str, Any]()
    for number, part in enumerate(pattern.parts):
        step = None
        while step is None and at < len(tokens):
            over = tokens[at].thing and "{value}" in pattern.parts
            step = _slot(part, tokens, at) if isinstance(part, str) else _run(part, tokens, at)
            step = None if over and part == "{column}" else step
            if step is None:
                groups = part in _FEWEST and tokens[at].forms & _GROUPING
                if number == 0 or groups or not (tokens[at].unit or over or tokens[at].forms & _passed_over()):
                    return None
                at += 1
        if step is None:
            return None
        content, after = step
        if isinstance(part, str):
            slots[part] = content
        else:
            said |= set(range(at, after))
        at = after
    return _Found(pattern, first, at, frozenset(said), slots)


def _run(runs: tuple[tuple[str, ...], ...], tokens: Sequence[_Token], at: int) -> tuple[None, int] | None:
    for words in runs:
        heard = tokens[at : at + len(words)]
        if len(heard) == len(words) and all(word in token.forms for word, token in zip(words, heard, strict=True)):
            return None, at + len(words)
    return None


def _slot(slot: str, tokens: Sequence[_Token], at: int) -> tuple[Any, int] | None:
    """What fills a slot here."""
    if slot not in _FEWEST:
        return tokens[at].slots.get(slot)
    columns, after = _columns(tokens, at)
    return (columns, after) if len(columns) >= _FEWEST[slot] else None


def _columns(tokens: Sequence[_Token], at: int) -> tuple[tuple[str, ...], int]:
    """The columns that are named one after another from here on, and the place after them."""
    columns: list[str] = []
    after = following = at
    while following < len(tokens) and "{column}" in tokens[following].slots:
        content, after = tokens[following].slots["{column}"]
        columns.append(content)
        following = after + 1 if after < len(tokens) and tokens[after].forms & _BETWEEN else after
    return tuple(dict.fromkeys(columns)), after


def _chosen(found: Sequence[_Found]) -> list[_Found]:
    """The longest of those that share words, in the order of the question."""
    kept: list[_Found] = []
    for item in sorted(found, key=lambda item: (-len(item.said), item.first - item.last, item.first)):
        if all(item.last <= other.first or item.first >= other.last for other in kept):
            kept.append(item)
    return sorted(kept, key=lambda item: item.first)


def _is_all(item: _Found, tokens: Sequence[_Token]) -> bool:
    """Whether the question beside it does no more than ask to see something."""
    beside = (*tokens[: item.first], *tokens[item.last :])
    return all(token.forms & _showing() for token in beside)


def _places(match: Match, tokens: Sequence[_Token]) -> frozenset[int]:
    return frozenset(n for n, token in enumerate(tokens) if token.start < match.end and token.end > match.start)


def _is_name(item: _Found, places: frozenset[int]) -> bool:
    """Whether the words are the name of a column, or part of one that goes beyond them."""
    shared = item.said & places
    return bool(shared) and (item.said <= places or not places <= item.said)


@cache
@uncollected()
def _patterns() -> tuple[tuple[_Runs, ...], tuple[_Pattern, ...]]:
    """The parts of examples that are words, each once, and all examples."""
    same = {term: tuple(tuple(said.split()) for said in group) for group in treatments().same for term in group}
    known: dict[_Runs, int] = {}
    patterns = []
    for treatment in treatments().treatments:
        for parts in (_parts(example, same) for example in treatment.examples):
            needs = [known.setdefault(part, len(known)) for part in parts if not isinstance(part, str)]
            patterns.append(_Pattern(treatment, parts, frozenset(needs)))
    return tuple(known), tuple(patterns)


def _parts(example: str, same: dict[str, _Runs]) -> tuple[str | _Runs, ...]:
    """The words of an example, each with the words that say the same; two words may be one such term."""
    words = example.split()
    parts: list[str | _Runs] = []
    while words:
        size = 2 if " ".join(words[:2]) in same else 1
        term, words = " ".join(words[:size]), words[size:]
        parts.append(term if term in SLOTS else same.get(term) or (tuple(term.split()),))
    return tuple(parts)


@cache
def _passed_over() -> frozenset[str]:
    return frozenset(treatments().passed_over.split())


@cache
def _showing() -> frozenset[str]:
    return frozenset(treatments().showing.split())
