"""A profile's names and values as words, prepared once per profile so that linking a question is fast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from math import sqrt

from autoviz.linking.geography import gazetteer
from autoviz.linking.lexicon import (
    abbreviations,
    common_words,
    equivalents,
    faint_words,
    flag_words,
    function_words,
    light_words,
    value_kinds,
)
from autoviz.linking.names import forms, initials, lemma, split_name, unglued
from autoviz.linking.per_profile import per_profile
from autoviz.model.profile import ColumnProfile, DatasetProfile, Scalar
from autoviz.profile.flags import FALSE, TRUE

PLURAL, ABBREVIATED, INITIALS, EQUIVALENT, PARTIAL = 0.97, 0.9, 0.8, 0.88, 0.6
_LIGHT, _FAINT, _FUNCTION = 0.7, 0.4, 0.15
_TURNING = frozenset({"out", "off", "no", "not", "non", "without"})
"""Words that at the beginning of a name turn what follows: each part of town is not out_of_town."""
_LONGEST_VALUE = 60
"""Longer strings are prose, not values that a question repeats."""
_LONGEST_PARTED = 5
"""Values of more words are not known by one of their words."""
_KEPT = 64
_MOSTLY = 0.6


@dataclass(frozen=True)
class NameRun:
    """Some words of a column's name (a bit for each) that a key stands for."""

    column: int
    covers: int
    score: float
    kind: str


@dataclass(frozen=True)
class ValueEntry:
    """A value of a column that a key stands for."""

    column: int
    value: Scalar
    score: float


@dataclass
class Vocabulary:
    """The lookup tables of one profile; keys are lower-case letters and digits without spaces."""

    names: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    weights: tuple[tuple[float, ...], ...]
    flags: tuple[tuple[Scalar, Scalar] | None, ...]
    """For a column of yes and no: its values for true and for false."""
    runs: dict[str, list[NameRun]] = field(default_factory=dict)
    places: dict[str, list[NameRun]] = field(default_factory=dict)
    """Where each single word of the names stands."""
    inflected: dict[str, list[str]] = field(default_factory=dict)
    described: dict[str, list[int]] = field(default_factory=dict)
    """Content words of the columns' descriptions."""
    values: dict[str, list[ValueEntry]] = field(default_factory=dict)
    value_keys: list[str] = field(default_factory=list)
    longest_value: int = 1
    value_kinds: tuple[tuple[frozenset[str], tuple[int, ...]], ...] = ()
    """Nouns that ask for a kind of values, with the columns that have such values."""
    related: dict[str, tuple[tuple[str, float, str], ...]] = field(default_factory=dict)
    """Words of questions seen before, with the name words that they resemble."""

    def add_run(self, key: str, run: NameRun) -> None:
        """Let a key stand for some words of a name, unless it already does so at least as well."""
        known = self.runs.setdefault(key, [])
        of_the_column = takewhile(lambda other: other.column == run.column, reversed(known))  # columns come in order
        if not any(other.covers == run.covers and other.score >= run.score for other in of_the_column):
            known.append(run)

    def add_value(self, key: str, entry: ValueEntry) -> None:
        """Let a key stand for a value, unless a better key of the same column already means it."""
        known = self.values.setdefault(key, [])
        if not any(other.column == entry.column and other.score >= entry.score for other in known):
            known[:] = [other for other in known if other.column != entry.column]
            known.append(entry)


@per_profile(_KEPT)
def vocabulary(profile: DatasetProfile) -> Vocabulary:
    """The vocabulary of a profile, from memory where it was prepared before."""
    words = tuple(_words_of(column.name) for column in profile.columns)
    flags = tuple(_flag_of(column) for column in profile.columns)
    built = Vocabulary(profile.names, words, _weights(words, flags), flags)
    for index, column in enumerate(profile.columns):
        _add_names(built, index)
        for word in sorted({lemma(part) for part in split_name(column.description)} - function_words()):
            built.described.setdefault(word, []).append(index)
        if flags[index] is None and column.kind != "temporal":
            _add_values(built, index, column.values)
    for word in built.places:
        for form in forms(word):
            built.inflected.setdefault(form, []).append(word)
    built.value_kinds = tuple(
        (nouns, tuple(index for index, column in enumerate(profile.columns) if _are_mostly(column.values, members)))
        for nouns, members in value_kinds()
    )
    built.value_keys = [key for key in built.values if len(key) >= 4 and not key.isdigit()]
    return built


def _are_mostly(values: tuple[Scalar, ...], members: frozenset[str]) -> bool:
    """Whether at least two values and most of all of them are of a kind."""
    held = sum(isinstance(value, str) and _key(value) in members for value in values)
    return held >= 2 and held > _MOSTLY * len(values)


def _words_of(name: str) -> tuple[str, ...]:
    words = tuple(piece for word in split_name(name) for piece in unglued(word))
    return words or ("?",)  # a name of signs alone: no word of a question is this


def _weights(
    words: tuple[tuple[str, ...], ...], flags: tuple[tuple[Scalar, Scalar] | None, ...]
) -> tuple[tuple[float, ...], ...]:
    """How much each word says of its column: less where many columns share it, little for units and markers."""
    shared: dict[str, int] = {}
    for name in words:
        for word in set(name):
            shared[word] = shared.get(word, 0) + 1
    found: list[tuple[float, ...]] = []
    for name, flag in zip(words, flags, strict=True):
        raw = [_weight(word, flag is not None, shared[word]) for word in name]
        if name[0] in _TURNING:
            raw[0] = 1.0
        found.append(tuple(weight / sum(raw) for weight in raw))
    return tuple(found)


def _weight(word: str, is_flag: bool, columns: int) -> float:
    if word in function_words() or (is_flag and word in flag_words()):
        return _FUNCTION
    if word in light_words():
        return _LIGHT
    return (_FAINT if word in faint_words() or word.isdigit() else 1.0) / sqrt(columns)


def _flag_of(column: ColumnProfile) -> tuple[Scalar, Scalar] | None:
    """The values for true and false of a column that has only these."""
    true = next((value for value in column.values if str(value).lower() in TRUE), None)
    false = next((value for value in column.values if str(value).lower() in FALSE), None)
    extra = [value for value in column.values if value is not None and value not in (true, false)]
    if true is not None and false is not None and not extra:
        return true, false
    return (True, False) if column.kind == "boolean" and not extra else None


def _add_names(built: Vocabulary, index: int) -> None:
    words = built.words[index]
    for first in range(len(words)):
        for last in range(first, len(words)):
            covers = sum(1 << place for place in range(first, last + 1))
            for key, score, kind in _keys_of_run(words[first : last + 1], whole=last - first + 1 == len(words)):
                built.add_run(key, NameRun(index, covers, score, kind))
        built.places.setdefault(words[first], []).append(NameRun(index, 1 << first, 1.0, "name"))
    _add_glued(built, index)
    if built.flags[index] is not None:
        stem = [place for place, word in enumerate(words) if word not in flag_words()]
        covers = sum(1 << place for place in stem)
        for prefix in ("non", "un", "in", "not", "dis"):
            key = prefix + "".join(words[place] for place in stem)
            built.add_run(key, NameRun(index, covers, ABBREVIATED, "negated"))
            built.add_run(lemma(key), NameRun(index, covers, ABBREVIATED, "negated"))


def _add_glued(built: Vocabulary, index: int) -> None:
    """The words of a name as they are written, where they came apart: rainfall beside rain and fall."""
    place = 0
    for word in split_name(built.names[index]):
        size = len(unglued(word))
        if size > 1:
            covers = sum(1 << (place + part) for part in range(size))
            built.places.setdefault(word, []).append(NameRun(index, covers, 1.0, "name"))
        place += size


def _keys_of_run(words: tuple[str, ...], whole: bool) -> Iterator[tuple[str, float, str]]:
    """What may stand for a run of name words: itself, its singular, what it abbreviates, what abbreviates it."""
    joined = "".join(words)
    singular = "".join((*words[:-1], lemma(words[-1])))
    yield joined, 1.0, "name"
    yield singular, PLURAL, "plural"
    for expansion in abbreviations().words.get(joined, ()):
        yield _key(expansion), ABBREVIATED, "abbreviation"
        yield _singular_key(expansion), ABBREVIATED, "abbreviation"
    for short in _short_forms().get("".join(lemma(word) for word in words), ()):
        yield short, ABBREVIATED, "abbreviation"
    letters = initials(words)
    enough = len(words) > 2 or (len(words) == 2 and whole)
    if enough and letters not in common_words() and letters.isalpha():
        yield letters, INITIALS if len(words) > 2 else PARTIAL, "abbreviation"


@cache
def _short_forms() -> dict[str, list[str]]:
    """What each full form, in the singular, is shortened to."""
    found: dict[str, list[str]] = {}
    for short, expansions in abbreviations().words.items():
        for expansion in expansions:
            found.setdefault("".join(lemma(word) for word in expansion.split()), []).append(short)
    return found


def _add_values(built: Vocabulary, index: int, values: Iterable[Scalar]) -> None:
    partial: dict[str, list[str]] = {}
    places = _coded_places(built.names[index], values)
    for value in values:
        if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_VALUE:
            continue
        words = split_name(value)
        key = "".join(words)
        if not key:
            continue
        built.longest_value = max(built.longest_value, len(words))
        built.add_value(key, ValueEntry(index, value, 1.0))
        built.add_value(_singular_key(value), ValueEntry(index, value, PLURAL))
        for other in equivalents().get(key, ()):
            if not _is_other_place(other, places.get(key)):
                built.add_value(other, ValueEntry(index, value, EQUIVALENT))
        if 1 < len(words) <= _LONGEST_PARTED:
            for word in sorted({word for word in words if len(word) > 2 and not word.isdigit()} - common_words()):
                partial.setdefault(word, []).append(value)
    for word, whole in partial.items():
        # one value has the word: that value is meant; several have it: the word itself is what they contain
        meant = whole[0] if len(whole) == 1 else word
        built.add_value(word, ValueEntry(index, meant, PARTIAL if len(whole) == 1 else PARTIAL - 0.1))


def _coded_places(name: str, values: Iterable[Scalar]) -> dict[str, str]:
    """Codes → places, where the values of a column are codes of one kind: CA is California among states."""
    known = gazetteer()
    scheme = known.scheme([_key(value) for value in values if isinstance(value, str)], split_name(name))
    return known.codes[scheme] if scheme else {}


def _is_other_place(word: str, place: str | None) -> bool:
    """Whether a word names a place, or its people, and not the one that a code stands for."""
    known = gazetteer()
    named = (*known.names.get(word, ()), *known.demonyms.get(word, ()))
    return place is not None and bool(named) and place not in named


def _key(text: str) -> str:
    return "".join(split_name(text))


def _singular_key(text: str) -> str:
    words = split_name(text)
    return "".join((*words[:-1], lemma(words[-1]))) if words else ""
