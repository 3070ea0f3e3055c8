"""Value words: values that a question names by some of their words, and pieces that several values share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log

import numpy as np

from autoviz.linking.lexicon import common_words, function_words, request_words
from autoviz.linking.names import forms, lemma
from autoviz.linking.value_hits import Asked, Hit, value_hits, weighed
from autoviz.linking.value_index import ValueIndex

_MOST_SHARED = 400
"""A word that more values have tells none of them apart."""
_BEST = 4
"""How many values of one column are kept for the same words."""
_LEAST, _MOST = 0.45, 0.92
_FAINT = 0.15
_GAP = 3
_PLAINLY = 0.8
"""What a frequent word in lower case counts beside a rare or capitalised one."""

Said = dict[str, list[int]]
"""Words to look for → where in the question they stand."""


def all_hits(asked: Asked, index: ValueIndex) -> list[Hit]:
    """Every value that some words write, or have a distinctive part of, weighed by how plain the words are."""
    return list(weighed(asked, index, (*value_hits(asked, index), *word_hits(asked, index))))


def word_hits(asked: Asked, index: ValueIndex) -> Iterator[Hit]:
    """The values that have distinctive words of the question, best first for each column and stretch."""
    said = _said(asked, index)
    having = {word: numbers for word, numbers in index.having(list(said)).items() if len(numbers) <= _MOST_SHARED}
    places: dict[int, dict[int, str]] = {}
    for word, numbers in having.items():
        for number in numbers.tolist():
            for place in said[word]:
                if _has_part(asked.spoken[place].lower, word, index.text(number)):
                    places.setdefault(number, {}).setdefault(place, word)
    found: dict[tuple[int, int, int], list[Hit]] = {}
    for number, at in places.items():
        for first, last, words in _runs(at):
            score = _score(asked, index, number, first, words, having)
            if score >= _LEAST:
                hit = Hit(first, last, number, "words", score)
                found.setdefault((first, last, index.column(number)), []).append(hit)
    for hits in found.values():
        yield from sorted(hits, key=lambda hit: (-hit.score, len(index.text(hit.number)), hit.number))[:_BEST]


def _has_part(said: str, word: str, text: str) -> bool:
    """Whether a word says one of a value's own; in what is written in one only a plural does: PayPal is not paid."""
    inflected = word in forms(said) and word.removesuffix("s") != said.removesuffix("s")
    return not inflected or len(text.split()) > 1


def _said(asked: Asked, index: ValueIndex) -> Said:
    found: Said = {}
    for place, word in enumerate(asked.spoken):
        lower = word.lower
        if lower in function_words() or len(lower) < 2 or (lower in request_words() and word.text.islower()):
            continue
        if lower.isdigit() and len(lower) < 3:
            continue
        variants = {lower, lemma(lower), f"{lower}s"}
        if place not in asked.naming:
            variants |= forms(lower)
        if lower not in common_words() and lower.isalpha() and len(lower) > 3:
            variants |= {right for right, _ in index.near(lower)[:2]}
        for variant in sorted(variants):
            found.setdefault(variant, []).append(place)
    return found


def _runs(at: dict[int, str]) -> Iterator[tuple[int, int, set[str]]]:
    """Places near to one another, as stretches with their words."""
    places = sorted(at)
    first = 0
    for following in range(1, len(places) + 1):
        if following == len(places) or places[following] - places[following - 1] > _GAP:
            run = places[first:following]
            yield run[0], run[-1], {at[place] for place in run}
            first = following


def _score(
    asked: Asked, index: ValueIndex, number: int, first: int, words: set[str], having: dict[str, np.ndarray]
) -> float:
    """How much of a value is said, each of its words weighing by how rare it is; less where the words are plain."""
    own = index.words_of(number)
    size = index.size(index.column(number))
    weights = {word: _weight(word, len(having.get(word, ())), size) for word in own}
    covered = sum(weights[word] for word in words if word in weights) / (sum(weights.values()) or 1.0)
    capital = asked.spoken[first].text[:1].isupper() and first > 0 and not asked.shouting
    plain = all(word in common_words() for word in words) and not capital
    return (_LEAST + (_MOST - _LEAST) * covered) * (_PLAINLY if plain and covered < 1 else 1.0)


def _weight(word: str, shared: int, size: int) -> float:
    """A word that is not among those asked for counts as one that a few values have."""
    if word in function_words():
        return _FAINT
    usual = 0.5 if word.isdigit() else 1.0
    return usual * log(2 + size / max(shared, 1)) if shared else usual * log(2 + size / 3)


def pieces(asked: Asked, index: ValueIndex, hits: Iterable[Hit]) -> Iterator[tuple[Hit, str]]:
    """What a cell may be asked to contain: the stretch of it that the words say, written as in the cell."""
    for hit in hits:
        text = index.text(hit.number)
        said = asked.written(hit.first, hit.last)
        last = asked.spoken[hit.last].lower
        for phrase in dict.fromkeys((said, *(said[: len(said) - len(last)] + form for form in sorted(forms(last))))):
            at = text.lower().find(phrase.lower())
            if at >= 0 and len(phrase) < len(text) and len(phrase) > 2:
                yield hit, text[at : at + len(phrase)]
