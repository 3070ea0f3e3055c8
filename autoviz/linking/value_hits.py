"""Value hits: the values of a frame that stretches of a question's words may mean, written whole in some way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice
from typing import Literal

from autoviz.linking.geography import gazetteer
from autoviz.linking.lexicon import abbreviations, common_words, equivalents, function_words, request_words
from autoviz.linking.moments import MONTHS
from autoviz.linking.names import abbreviates, derives, forms, initials, lemma
from autoviz.linking.text import Word, words
from autoviz.linking.value_index import Numbers, ValueIndex
from autoviz.linking.vocabulary import Vocabulary

How = Literal[
    "exact", "folded", "words", "typo", "plural", "abbreviation", "place", "demonym", "flag", "month", "weekday",
    "equivalent", "derived", "part", "alias",
]  # fmt: skip
"""In what way words stand for a value; `part` is a piece that several values have."""
SCORES: dict[How, float] = {
    "exact": 1.0, "folded": 0.98, "plural": 0.93, "place": 0.9, "demonym": 0.88, "month": 0.9, "weekday": 0.9,
    "equivalent": 0.85, "abbreviation": 0.8, "typo": 0.9, "derived": 0.72,
}  # fmt: skip
LONGEST = 8
_SHORT_SIDE = 5
FEW = 200
"""A column of more values is one of names, in which nearly every word is found."""
_PLAINLY = 0.6
_MOSTLY = 0.6
_QUOTED = re.compile(r"\"([^\"]{1,80})\"|(?<!\w)'([^']{1,80}?)'(?!\w)|“([^”]{1,80})”|‘([^’]{1,80})’(?!\w)")
_PLAIN_WORDS = frozenset({"polish", "us"})
"""Words that are a place or its people only in capitals."""
_WEEKEND = frozenset({"weekend", "weekends"})
ORDINALS: dict[str, tuple[str, ...]] = {
    word: (f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(number, 'th')}",)
    for number, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"), 1)
}  # fmt: skip
ORDINALS |= {short: (word,) for word, (short,) in list(ORDINALS.items())}
"""Ordinals in words → in digits, and back."""
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True)
class Hit:
    """A stretch of words, from the first to the last, that may mean a value."""

    first: int
    last: int
    number: int
    how: How
    score: float


@dataclass(frozen=True)
class Asked:
    """A question as words, with what tells how its words are meant."""

    question: str
    spoken: tuple[Word, ...]
    quoted: tuple[tuple[int, int], ...] = ()
    beside: frozenset[tuple[str, int]] = frozenset()
    """A column and the place of a word that stands beside one which names the column."""
    naming: frozenset[int] = frozenset()
    """The places of words that are in a column's name."""
    shouting: bool = False
    """Whether capitals say nothing, because words are capitalised that a sentence would not capitalise."""

    @classmethod
    def of(cls, question: str, known: Vocabulary) -> Asked:
        """A question in the light of the names of a frame's columns."""
        spoken = words(question)
        quoted = (next(hit.span(n) for n in range(1, 5) if hit[n] is not None) for hit in _QUOTED.finditer(question))
        places = named_places(spoken, known)
        beside = {
            (known.names[column], near)
            for column, at in places.items()
            for place in at
            for near in (place - 1, place + 1)
        }
        naming = frozenset(place for at in places.values() for place in at)
        return cls(question, spoken, tuple(quoted), frozenset(beside), naming, _in_title_case(spoken))

    def is_quoted(self, first: int, last: int) -> bool:
        """Whether these words are all that is between two quotes."""
        start, end = self.spoken[first].start, self.spoken[last].end
        return any(
            left <= start and end <= right and not any(map(str.isalnum, self.question[left:start]))
            and not any(map(str.isalnum, self.question[end:right]))
            for left, right in self.quoted
        )  # fmt: skip

    def is_plain(self, first: int, last: int) -> bool:
        """Whether these are frequent words, or words for columns, written like the rest of the sentence."""
        if self.is_quoted(first, last):
            return False
        return all(
            (word.lower in common_words() or place in self.naming)
            and (word.text.islower() or place == 0 or self.shouting)
            for place, word in enumerate(self.spoken[first : last + 1], first)
        )

    def written(self, first: int, last: int) -> str:
        """The words as they stand in the question."""
        return self.question[self.spoken[first].start : self.spoken[last].end]


def named_places(spoken: tuple[Word, ...], known: Vocabulary) -> dict[int, set[int]]:
    """Where single words of columns' names stand."""
    found: dict[int, set[int]] = {}
    for place, word in enumerate(spoken):
        if word.lower not in function_words():
            for run in (*known.places.get(word.lower, ()), *known.places.get(lemma(word.lower), ())):
                found.setdefault(run.column, set()).add(place)
    return found


def _in_title_case(spoken: tuple[Word, ...]) -> bool:
    small = [word for word in spoken[1:] if word.lower in function_words() and word.lower != "i"]
    return len(small) > 1 and sum(word.text[0].isupper() for word in small) > _MOSTLY * len(small)


Wanted = dict[str, list[tuple[int, int, How, float]]]
"""Letters to look for, and for which words they stand."""


def value_hits(asked: Asked, index: ValueIndex) -> Iterator[Hit]:
    """Every value that some words of the question write, in whichever way."""
    wanted: Wanted = {}
    for first, last, key in _grams(asked.spoken):
        for variant, how, score in _variants(asked, index, first, last, key):
            wanted.setdefault(variant, []).append((first, last, how, score))
    yield from _found(asked, index, wanted, index.keyed(list(wanted)))
    yield from _initialled(asked, index)
    yield from _signed(asked, index)
    yield from _shortened(asked, index)
    yield from _placed(asked, index)


def weighed(asked: Asked, index: ValueIndex, hits: Iterable[Hit]) -> Iterator[Hit]:
    """Hits with less weight where plain words of the sentence happen to be in one of very many values."""
    for hit in hits:
        many = index.size(index.column(hit.number)) > FEW
        plain = many and hit.last - hit.first < 2 and asked.is_plain(hit.first, hit.last)
        yield replace(hit, score=hit.score * _PLAINLY) if plain else hit


def _found(asked: Asked, index: ValueIndex, wanted: Wanted, hits: dict[str, Numbers]) -> Iterator[Hit]:
    for key, numbers in hits.items():
        for first, last, how, score in wanted[key]:
            for number in islice(numbers, 20):
                value = index.text(number)
                if how in ("equivalent", "abbreviation") and not _is_short_value(index, number, value):
                    continue
                if how == "derived" and index.size(index.column(number)) > FEW:
                    continue
                if means(asked, index, first, last, value, int(number)):
                    exact = how == "folded" and asked.written(first, last) == value
                    yield Hit(first, last, int(number), "exact" if exact else how, 1.0 if exact else score)


def _is_short_value(index: ValueIndex, number: int, value: str) -> bool:
    """Whether a value of one or two letters is one of a few, so that it may be short for something."""
    return len(value) > 2 or index.size(index.column(number)) <= _SHORT_SIDE


def means(asked: Asked, index: ValueIndex, first: int, last: int, value: str, number: int) -> bool:
    """Whether words that could be just words of the sentence are written so that they mean the value."""
    some = asked.spoken[first : last + 1]
    if asked.is_quoted(first, last):
        return True
    if all(word.lower in function_words() for word in some):
        shown = len(some) == 1 and some[0].text.isupper() and some[0].text == value and len(value) > 1
        return shown and not asked.shouting
    word = some[0]
    if len(some) > 1 or len(word.lower) > 2:
        return True
    if (index.columns[index.column(number)].column, first) in asked.beside:
        return True
    starting = word.start == 0 and word.text[1:].islower() and len(word.text) > 1
    return word.text == value and (word.text.isupper() or word.text.isdigit()) and not starting


def _grams(spoken: tuple[Word, ...]) -> Iterator[tuple[int, int, str]]:
    for first in range(len(spoken)):
        key = ""
        for last in range(first, min(first + LONGEST, len(spoken))):
            key += spoken[last].lower
            yield first, last, key


def _variants(asked: Asked, index: ValueIndex, first: int, last: int, key: str) -> Iterator[tuple[str, How, float]]:
    """What the words of a stretch may be written like in a cell."""
    yield key, "folded", SCORES["folded"]
    word = asked.spoken[last].lower
    if word in function_words():
        return
    front = key[: len(key) - len(word)]
    number = {lemma(word), f"{word}s"} - {word}
    yield from ((front + form, "plural", SCORES["plural"]) for form in sorted(number))
    others = (forms(word) | _stems(lemma(word))) - number - {word}
    yield from ((front + form, "derived", 0.9) for form in sorted(others))
    yield from _misspelt(asked, index, first, last)
    if last - first < 3:
        yield from _said_otherwise(key, asked, first, last)
    if 0 < last - first < 5:
        lowers = tuple(one.lower for one in asked.spoken[first : last + 1])
        letters, plain = initials(lowers), lowers[0] not in function_words() and not {*lowers} <= request_words()
        if plain and letters not in common_words():  # a line plot is no LP
            yield letters, "abbreviation", 0.6 if len(letters) == 2 else 0.75


def _misspelt(asked: Asked, index: ValueIndex, first: int, last: int) -> Iterator[tuple[str, How, float]]:
    """The words with one of them, or each that nothing knows, in its right spelling."""
    if last - first > 3:
        return
    lowers = [one.lower for one in asked.spoken[first : last + 1]]
    corrected = [_nearest(word, index) for word in lowers]
    if not any(corrected):
        return
    if len(lowers) == 1:
        yield from ((right, "typo", SCORES["typo"] * score) for right, score in corrected[0])
        return
    best = [found[0] if found else (word, 1.0) for found, word in zip(corrected, lowers, strict=True)]
    yield "".join(right for right, _ in best), "typo", SCORES["typo"] * min(score for _, score in best)


def _nearest(word: str, index: ValueIndex) -> tuple[tuple[str, float], ...]:
    if len(word) < 4 or not word.isalpha() or {word, lemma(word)} & common_words():
        return ()
    return index.near(word)


def _said_otherwise(key: str, asked: Asked, first: int, last: int) -> Iterator[tuple[str, How, float]]:
    """Other words for the same: months and weekdays in any writing, men for male, and listed short forms."""
    for single in {key, lemma(key)}:
        if single in request_words() and last == first:
            return
        for other in equivalents().get(single, ()):
            if not _is_place_code(single, other):
                how = _calendar_word(single) or "equivalent"
                yield other, how, SCORES[how]
    if key in _WEEKEND:
        yield from ((day[:size], "weekday", 0.85) for day in ("saturday", "sunday") for size in (3, None))
    if first == last:
        if key in ORDINALS:
            yield from ((other, "equivalent", SCORES["equivalent"]) for other in ORDINALS[key])
        for expansion in abbreviations().words.get(key, ()):
            yield expansion.replace(" ", ""), "abbreviation", SCORES["abbreviation"]
    for short in short_forms().get(lemma(key), ()):
        if len(short) > 1:
            yield short, "abbreviation", SCORES["abbreviation"]


@cache
def short_forms() -> dict[str, tuple[str, ...]]:
    """What full words, letters only, are shortened to."""
    found: dict[str, list[str]] = {}
    for short, expansions in abbreviations().words.items():
        for expansion in expansions:
            found.setdefault("".join(lemma(word) for word in expansion.split()), []).append(short)
    return {key: tuple(shorts) for key, shorts in found.items()}


def _is_place_code(one: str, other: str) -> bool:
    """Whether a word is a place and the other its code, of which the column's other values decide."""
    known = gazetteer()
    place = one in known.names or one in known.demonyms
    return place and (len(other) < 4 or other in known.names or other in known.demonyms)


def _calendar_word(key: str) -> How | None:
    if key in MONTHS:
        return "month"
    return "weekday" if any(key in (day, *equivalents().get(day, ())) for day in _WEEKDAYS) else None


def _initialled(asked: Asked, index: ValueIndex) -> Iterator[Hit]:
    """Words that are the first letters of a value: UK, NYC."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(asked.spoken):
        capital = word.text.isupper() and not asked.shouting and 2 <= len(word.lower) <= 6
        rare = 3 <= len(word.lower) <= 5 and word.lower not in common_words()
        if (capital or rare) and word.lower.isalpha():
            places.setdefault(word.lower, []).append(place)
    for letters, numbers in index.abbreviated(list(places)).items():
        for place in places[letters]:
            capital = asked.spoken[place].text.isupper()
            score = SCORES["abbreviation"] * (1.0 if capital else 0.8) / max(1, len(numbers)) ** 0.25
            yield from (Hit(place, place, int(number), "abbreviation", score) for number in numbers[:3])


def _signed(asked: Asked, index: ValueIndex) -> Iterator[Hit]:
    """Values whose signs matter, such as >50K, A+ or C#: written just so between spaces."""
    found: dict[str, tuple[int, int]] = {}
    for first, word in enumerate(asked.spoken):
        start = asked.question.rfind(" ", 0, word.start) + 1
        for last in range(first, min(first + 4, len(asked.spoken))):
            end = asked.question.find(" ", asked.spoken[last].end)
            text = asked.question[start : end if end >= 0 else None].strip("?!.,;:'\"")
            if text != asked.written(first, last):
                found.setdefault(text, (first, last))
    for text, numbers in index.written(list(found)).items():
        yield from (Hit(*found[text], int(number), "exact", 1.0) for number in numbers[:5])


def _shortened(asked: Asked, index: ValueIndex) -> Iterator[Hit]:
    """Values of small columns that a word shortens or that shorten a word: trt and treatment."""
    for place, word in enumerate(asked.spoken):
        if len(word.lower) < 3 or word.lower in function_words() or word.lower in request_words():
            continue
        single = lemma(word.lower)
        stems = _stems(single) | forms(single)
        for value, number in index.single_words:
            score = max(abbreviates(value, single), abbreviates(word.lower, value))
            if score:
                yield Hit(place, place, number, "abbreviation", score)
            elif value != single and (stems & forms(value) or derives(single, value)):
                yield Hit(place, place, number, "derived", SCORES["derived"])
            elif len(value) < 3 and single.startswith(value) and _shows(asked, index, place, value, number):
                yield Hit(place, place, number, "abbreviation", 0.7)


def _shows(asked: Asked, index: ValueIndex, place: int, value: str, number: int) -> bool:
    """Whether a word may be meant by its first letters: Hi of high, and S of small beside the column's name."""
    column = index.column(number)
    near = (index.columns[column].column, place) in asked.beside
    return index.size(column) <= _SHORT_SIDE and (near or (len(value) == 2 and len(asked.spoken[place].lower) < 5))


@lru_cache(maxsize=4096)
def _stems(word: str) -> frozenset[str]:
    """What a doer does, and of what an adverb is made: farm of farmer, smoke of smoker, hour of hourly."""
    if len(word) > 4 and word.endswith("er"):
        return frozenset({word[:-2], word[:-1]})
    return frozenset({word[:-2]}) if len(word) > 5 and word.endswith("ly") else frozenset()


def _placed(asked: Asked, index: ValueIndex) -> Iterator[Hit]:
    """Values that are the same country or state as the words: its name, its code in capitals, its people."""
    known = gazetteer()
    if not index.places:
        return
    for first, last, key in _grams(asked.spoken):
        ways: list[tuple[How, tuple[str, ...]]] = []
        if last - first < 5 and (asked.spoken[first].text not in _PLAIN_WORDS):
            ways = [("place", known.names.get(key, ())), ("demonym", known.demonyms.get(key, ()))]
        if first == last and asked.spoken[first].text.isupper() and not asked.shouting:
            ways += [("place", (codes[key],)) for codes in known.codes.values() if key in codes]
        for how, places in ways:
            for place in places:
                yield from (Hit(first, last, number, how, SCORES[how]) for number in index.places.get(place, ()))
