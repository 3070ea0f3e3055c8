"""Checking: whether every number, date and name of a text is a fact, and whether it says only what was asked.

It is strict on purpose: a text that is right but phrased beyond what can be checked is refused too, because there is
always the deterministic text to fall back on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeGuard

from pydantic import Field

from autoviz.answering.figures import Figure, figures, says
from autoviz.answering.rendering import label
from autoviz.drawing.titles import readable
from autoviz.model.base import Value
from autoviz.model.fact import Fact
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Limit, Requirements, Sort

Claim = Literal["largest", "smallest", "rising", "falling"]
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(\d-])|\n+")
_CLAUSE = re.compile(r"[,;:()\n]|\b(?:and|to|while|but|than|versus|whereas|then|with)\b", re.IGNORECASE)
_REFERENCE = re.compile(r"\[[^\]]*\]|#\d+|\b[0-9a-f]{8,}\b|\b[A-Za-z]+_\w+\b|\b\w+:\w+-\w+\b")
_WORD = re.compile(r"[^\W\d_][^\W_]*(?:'[^\W\d_]+)?")


class Forms(Value):
    """Words by which a question tells what kind of answer it wants."""

    address: tuple[str, ...]
    yes_no: tuple[str, ...]
    which: tuple[str, ...]
    up: tuple[str, ...]
    down: tuple[str, ...]
    superlative: tuple[str, ...]
    no_superlative: tuple[str, ...]
    judging: tuple[str, ...]
    tested: tuple[str, ...]
    any: tuple[str, ...]
    comparative: tuple[str, ...]
    changing: tuple[str, ...]
    often: tuple[str, ...]
    universal: tuple[str, ...]
    below: str
    """A pattern for a number that is an upper bound."""


class Wording(Value):
    """What `answering.yaml` holds: words that claim something, that tell of the inside, or that go beyond facts."""

    version: int = Field(ge=1)
    claims: dict[Claim, tuple[str, ...]]
    internal: tuple[str, ...]
    unasked: tuple[str, ...]
    asked: dict[str, str]
    """Requirement keys in words."""
    forms: Forms


@dataclass(frozen=True)
class Asked:
    """What a text is checked against."""

    question: str
    requirements: Requirements
    profile: DatasetProfile
    facts: tuple[Fact, ...]
    measures: tuple[str, ...]
    """What the facts measure, in words."""
    wording: Wording
    common: frozenset[str]
    """Frequent words of the language, which are no names."""


def problems(sentences: Sequence[str], asked: Asked) -> tuple[str, ...]:
    """What is wrong with a text; empty where every part of it is a fact that was asked for."""
    whole = "\n".join(sentences)
    if not whole.strip():
        return ("it says nothing",)
    found = [*_references(whole, asked), *_left_out(whole, asked)]
    for text in _SENTENCE.split(whole):
        if text.strip():
            found += _of_sentence(text.strip(), asked, whole)
    return tuple(dict.fromkeys(found))


def _of_sentence(text: str, asked: Asked, whole: str) -> Iterator[str]:
    names = _names_in(text, asked)
    bare = _blanked(text, [span for span, _ in names])
    numbers = list(figures(bare))
    yield from _words(text, bare, asked)
    matched: list[Fact] = []
    for number, near in _paired(text, numbers, names):
        fits = [fact for fact in asked.facts if says(number, fact)]
        together = [fact for fact in fits if near <= _labels(fact)]
        if together:
            matched.append(together[0])
        elif not _is_count(number, bare, asked, whole):
            yield f"{number.text!r} is no fact{' of ' + ', '.join(sorted(near)) if fits and near else ''}"
    if not names and not numbers and not text.endswith(":"):  # a heading is told by the lines under it
        yield f"{text!r} states no fact"
    yield from _claims(bare, matched, asked)


def _labels(fact: Fact) -> frozenset[str]:
    """The names that belong to a fact: its groups and its period."""
    groups = (label(value).casefold() for value in fact.group.values())
    return frozenset((*groups, *((fact.period.casefold(),) if fact.period else ())))


Span = tuple[int, int]


def _names_in(text: str, asked: Asked) -> list[tuple[Span, str]]:
    """Where groups and periods of facts are named, longest first and without overlap."""
    known = {name for fact in asked.facts for name in _labels(fact)}
    found: list[tuple[Span, str]] = []
    for name in sorted(known, key=len, reverse=True):
        for hit in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
            if all(hit.end() <= start or end <= hit.start() for (start, end), _ in found):
                found.append((hit.span(), name))
    return sorted(found)


def _blanked(text: str, spans: Sequence[Span]) -> str:
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _paired(
    text: str, numbers: Sequence[Figure], names: Sequence[tuple[Span, str]]
) -> Iterator[tuple[Figure, frozenset[str]]]:
    """Each number with the names in its clause, or in the clause before where its own has none."""
    cuts = [0, *(hit.end() for hit in _CLAUSE.finditer(_without_numbers(text, numbers, names))), len(text) + 1]
    before: frozenset[str] = frozenset()
    for start, end in pairwise(cuts):
        near = frozenset(name for (place, _), name in names if start <= place < end) or before
        for number in numbers:
            if start <= number.start < end:
                yield number, near
        before = near


def _without_numbers(text: str, numbers: Sequence[Figure], names: Sequence[tuple[Span, str]]) -> str:
    """Commas inside numbers and names cut no clause."""
    spans = [(number.start, number.end) for number in numbers] + [span for span, _ in names]
    return _blanked(text, spans)


def _is_count(number: Figure, bare: str, asked: Asked, whole: str) -> bool:
    """How many facts there are, how many were not named, or a number of the question itself."""
    if number.text in (hit.text for hit in figures(asked.question)):
        return True
    if number.value == len(asked.facts) and not number.is_percent:
        return True
    told = sum(bool(_labels(fact)) and _labels(fact) <= _named(whole, asked) for fact in asked.facts)
    return bare[number.end :].lstrip().startswith("more") and number.value == len(asked.facts) - told


def _named(text: str, asked: Asked) -> frozenset[str]:
    return frozenset(name for _, name in _names_in(text, asked))


def _words(text: str, bare: str, asked: Asked) -> Iterator[str]:
    """Names that are in no fact, words about the inside, and what goes beyond the facts."""
    known, common = _vocabulary(asked), asked.common
    for place, hit in enumerate(_WORD.finditer(bare)):
        word, folded = hit.group(), hit.group().casefold()
        if folded in known:
            continue
        if folded in asked.wording.internal:
            yield f"{word!r} tells of the inside"
        elif folded in asked.wording.unasked:
            yield f"{word!r} goes beyond what was asked"
        elif word[0].isupper() and len(word) > 1 and not (_claimed(folded, asked) or (not place and folded in common)):
            yield f"{word!r} is in no fact"
    for column in asked.profile.columns:
        for name in (readable(column.name), *(value for value in column.values if isinstance(value, str))):
            if len(name) > 2 and not set(_folded(name)) <= known and _mentions(bare, name):
                yield f"{name!r} was not asked for"


def _claimed(word: str, asked: Asked) -> bool:
    return any(word in words for words in asked.wording.claims.values())


def _folded(text: str) -> list[str]:
    return [hit.group().casefold() for hit in _WORD.finditer(text.replace("_", " "))]


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def _vocabulary(asked: Asked) -> frozenset[str]:
    """The words of the question, of the columns it uses, of its measures and of the facts."""
    used = (*asked.requirements.columns, *(fact.metric or "" for fact in asked.facts))
    groups = (name for fact in asked.facts for name in (*fact.group, *map(label, fact.group.values()), fact.unit or ""))
    texts = (asked.question, *asked.measures, *used, *map(readable, used), *groups)
    return frozenset(word for text in dict.fromkeys(texts) for word in _folded(text))


def _references(text: str, asked: Asked) -> Iterator[str]:
    """Ids and bracketed references, unless they are a column's or a group's own name."""
    own = {name.casefold() for fact in asked.facts for name in (*_labels(fact), *fact.group, fact.metric or "")}
    for hit in _REFERENCE.finditer(text):
        if hit.group().casefold() not in own:
            yield f"{hit.group()!r} is an id or a reference"


def _left_out(text: str, asked: Asked) -> Iterator[str]:
    """A short list is told whole: each group is named."""
    groups = {_labels(fact) for fact in asked.facts if fact.group and not fact.period}
    if 1 < len(groups) <= 10:
        missing = [group for group in groups if not group <= _named(text, asked)]
        yield from (f"{', '.join(sorted(group))} is left out" for group in sorted(missing, key=sorted))


def _claims(bare: str, matched: Sequence[Fact], asked: Asked) -> Iterator[str]:
    """What is called largest, smallest, rising or falling was asked for and is so."""
    measured = {word for text in asked.measures for word in _folded(text)}
    said = [word for word in _folded(bare) if word not in measured]
    for claim, words in asked.wording.claims.items():
        spoken = next((word for word in said if word in words), None)
        if spoken is None:
            continue
        if not _is_asked(claim, asked.requirements):
            yield f"{spoken!r} was not asked for"
        elif not _borne_out(claim, matched, asked.facts):
            yield f"{spoken!r} is not borne out by the facts"


def _is_asked(claim: Claim, requirements: Requirements) -> bool:
    labels = set(requirements.analysis)
    if claim in ("rising", "falling"):
        return bool(labels & {"trend", "change"})
    return "rank" in labels or bool(requirements.constraint(Limit) or requirements.constraint(Sort))


def _borne_out(claim: Claim, matched: Sequence[Fact], facts: Sequence[Fact]) -> bool:
    if not matched or not all(isinstance(fact.value, (int, float)) for fact in matched):
        return False
    values = [float(fact.value or 0) for fact in matched]
    if claim in ("rising", "falling"):
        sign = 1 if claim == "rising" else -1
        changes = [value for value, fact in zip(values, matched, strict=True) if fact.name == "change"]
        if changes:
            return all(value * sign > 0 for value in changes)
        return len(values) > 1 and (values[-1] - values[0]) * sign > 0
    rivals = [float(fact.value) for fact in facts if fact.metric == matched[0].metric and _is_number(fact.value)]
    return values[0] == (max if claim == "largest" else min)(rivals)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
