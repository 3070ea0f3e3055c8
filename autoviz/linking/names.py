"""Names as words: how a name is split, which forms a word has, and which short form stands for which word."""

from __future__ import annotations

import re
from functools import lru_cache

from autoviz.frames.dates.shapes import with_whole_units
from autoviz.linking.lexicon import abbreviations, common_words, english, unchanged_words
from autoviz.linking.text import fold

_RUNS = re.compile(r"[^\W\d_]+|\d+")
_CAPITALS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})|(?<=[A-Z])(?=[A-Z][a-rt-z])")
_VOWELS = frozenset("aeiou")
_SHORTEST_PIECE = 3
_SHORTEST_GLUED = 8


@lru_cache(maxsize=16384)
def split_name(name: str) -> tuple[str, ...]:
    """The lower-case words of a name in snake, camel, dotted, hyphened or spaced writing; digits stand alone."""
    spaced = fold(re.sub(r"(?<=\w)'s\b|'", "", with_whole_units(name)))
    return tuple(part.lower() for run in _RUNS.findall(spaced) for part in _CAPITALS.split(run) if part)


@lru_cache(maxsize=16384)
def lemma(word: str) -> str:
    """The singular of a lower-case noun; a word that is no plural stays as it is."""
    irregular = english().irregular.get(word)
    if irregular:
        return irregular
    if len(word) < 3 or not word.endswith("s") or word in unchanged_words() or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y" if len(word) > 4 else word[:-1]
    if word.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=16384)
def forms(word: str) -> frozenset[str]:
    """The word and every form it may be an inflection of; two words with a form in common are one word."""
    found = {word, lemma(word), *(_respelt(form) for form in (word, lemma(word)))}
    if word.endswith("es") and word not in unchanged_words():
        found |= {word[:-1], word[:-2]}
    if word in unchanged_words() or len(word) < 5:
        return frozenset(found)
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            stem = word[: -len(ending)]
            found |= {stem, f"{stem}e"}
            if ending == "ed" and stem.endswith("i"):
                found.add(f"{stem[:-1]}y")
            if len(stem) > 3 and stem[-1] == stem[-2]:
                found.add(stem[:-1])
    if word.endswith("y") and word not in common_words():
        found |= {word[:-1], word[:-2] if word[-2] == word[-3] else word[:-1]}
    if word.endswith(("ission", "issions")):
        found.add(f"{word[: word.rindex('ission')]}it")
    return frozenset(form for form in found if len(form) > 2 or form == word)


@lru_cache(maxsize=4096)
def positive(word: str) -> frozenset[str]:
    """What an adjective in the comparative or superlative may come from: heaviest → heavy, bigger → big."""
    found = set(forms(word))
    for ending in ("er", "est", "r", "st"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            found.add(stem)
            if stem.endswith("i"):
                found.add(f"{stem[:-1]}y")
            if stem[-1] == stem[-2]:
                found.add(stem[:-1])
    return frozenset(found)


@lru_cache(maxsize=16384)
def derives(one: str, other: str) -> bool:
    """Whether two words share their stem though not their ending: survived and survivor, nation and nationality."""
    shared = _shared_letters(one, other)
    shorter, longer = sorted((len(one), len(other)))
    if longer - shorter <= 1 and shared >= shorter - 1 and shared < shorter:
        return shared >= 4 and {one[-1], other[-1]} == {"e", "r"}  # otherwise one letter apart: a typo, or two words
    if shared == shorter:
        return shared >= 5 and shared >= 0.5 * longer
    return shared >= 5 and shared >= 0.58 * longer and shared >= shorter - 3


@lru_cache(maxsize=16384)
def abbreviates(short: str, full: str) -> float:
    """How surely one lower-case word is a short form of another: by its prefix or by its consonants; 0 if not."""
    if not 3 <= len(short) <= len(full) - 2 or short[0] != full[0] or short in common_words():
        return 0.0
    if short in abbreviations().words and full in common_words():
        return 0.0  # both are known, and the list says what the short form means
    if full.startswith(short):
        return 0.75 if len(short) > 3 else 0.7
    rest = short[_shared_letters(short, full) :]
    if full.endswith("e"):
        rest = rest.removesuffix("e")  # which is not heard: rte
    if _VOWELS & set(rest) or len(short) > 5:
        return 0.0
    return 0.7 if _is_subsequence(short, full) and short[-1] in full[-3:] else 0.0


def _respelt(word: str) -> str:
    """The American spelling of a British one; other words may come out changed, but then on both sides."""
    for british, american in (("isation", "ization"), ("our", "or"), ("yse", "yze"), ("ise", "ize"), ("tre", "ter")):
        if len(word) > len(british) + 1 and british in word:
            return word.replace(british, american)
    return word


def initials(words: tuple[str, ...]) -> str:
    """The first letters of some words, in order."""
    return "".join(word[0] for word in words)


@lru_cache(maxsize=4096)
def unglued(word: str) -> tuple[str, ...]:
    """The words that a name without separators is made of, where frequent words cover it whole: unitprice."""
    if len(word) < _SHORTEST_GLUED or forms(word) & common_words():
        return (word,)
    pieces: dict[int, tuple[str, ...]] = {0: ()}
    for end in range(_SHORTEST_PIECE, len(word) + 1):
        options = [
            (*pieces[start], word[start:end])
            for start in range(end - _SHORTEST_PIECE + 1)
            if start in pieces and forms(word[start:end]) & common_words()
        ]
        if options:
            pieces[end] = min(options, key=len)
    return pieces.get(len(word), (word,))


def _shared_letters(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))


def _is_subsequence(short: str, full: str) -> bool:
    letters = iter(full)
    return all(letter in letters for letter in short)
