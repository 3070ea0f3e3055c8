"""Words of a question against a vocabulary: the same, inflected, shortened, misspelt or derived from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from autoviz.linking.lexicon import common_words, english, function_words, request_words
from autoviz.linking.names import abbreviates, derives, forms, initials, lemma, positive
from autoviz.linking.text import Word
from autoviz.linking.vocabulary import INITIALS, PARTIAL, PLURAL, NameRun, Vocabulary
from autoviz.model.profile import Scalar

_INFLECTED, _DERIVED, _ATTRIBUTE, _DESCRIBED = 0.95, 0.78, 0.8, 0.6
_EXPLAINED = 0.85
"""A word that the descriptions give to one column alone, and no column's name has."""
_SWAPPED = 0.66
"""Three letters of which two are swapped, as in mgp."""
_NO_VALUES = frozenset("aixy")
"""Letters that are an article, a pronoun or an axis unless their column stands beside them."""
_LONGEST_RUN = 5
_LONGEST_VALUE = 8


@dataclass(frozen=True)
class Piece:
    """Some words of the question that stand for some words of a column's name."""

    first: int
    last: int
    column: int
    covers: int
    score: float
    kind: str


@dataclass(frozen=True)
class ValuePiece:
    """Some words of the question that stand for a value of a column."""

    first: int
    last: int
    column: int
    score: float
    value: Scalar


def name_pieces(spoken: tuple[Word, ...], known: Vocabulary) -> list[Piece]:
    """Every stretch of words that stands for words of a column's name."""
    found: dict[tuple[int, int, int, int], Piece] = {}
    for first, last, run in _all_runs(spoken, known):
        key = (first, last, run.column, run.covers)
        if key not in found or found[key].score < run.score:
            found[key] = Piece(first, last, run.column, run.covers, run.score, run.kind)
    return list(found.values())


def _all_runs(spoken: tuple[Word, ...], known: Vocabulary) -> Iterator[tuple[int, int, NameRun]]:
    sure: set[int] = set()
    for first in range(len(spoken)):
        for last in range(first, min(first + _LONGEST_RUN, len(spoken))):
            for run in _runs_of(spoken[first : last + 1], known):
                sure.update(range(first, last + 1))
                yield first, last, run
    for place, word in enumerate(spoken):
        if word.lower in function_words() or word.lower.isdigit():
            continue
        if place not in sure:
            yield from ((place, place, run) for run in _similar_runs(word.lower, known))
            yield from ((place, place, run) for run in _attribute_runs(word.lower, known))
        described = known.described.get(lemma(word.lower), ())
        score = _EXPLAINED if len(described) == 1 and place not in sure else _DESCRIBED
        for column in described:
            whole = (1 << len(known.words[column])) - 1
            yield place, place, NameRun(column, whole, score, "synonym")
    yield from _misspelt_runs(spoken, sure, known)


def _runs_of(some: tuple[Word, ...], known: Vocabulary) -> Iterator[NameRun]:
    """What the words stand for when written together, in the singular, or by their first letters."""
    lowers = tuple(word.lower for word in some)
    if len(lowers) == 1 and lowers[0] in function_words():
        yield from (run for run in known.runs.get(lowers[0], ()) if run.kind == "name" and some[0].text != lowers[0])
        return
    joined = "".join(lowers)
    yield from known.runs.get(joined, ())
    singular = joined[: len(joined) - len(lowers[-1])] + lemma(lowers[-1])
    if singular != joined:
        for run in known.runs.get(singular, ()):
            kind = "plural" if run.kind == "name" else run.kind
            yield NameRun(run.column, run.covers, run.score * PLURAL, kind)
    if len(lowers) > 1 and not {lowers[0], lowers[-1]} & function_words() and not set(lowers) & request_words():
        letters = initials(lowers)
        if letters not in common_words():
            score = INITIALS if len(lowers) > 2 else PARTIAL
            for place in known.places.get(letters, ()):
                yield NameRun(place.column, place.covers, score, "abbreviation")


def _similar_runs(word: str, known: Vocabulary) -> Iterator[NameRun]:
    if word not in known.related:
        known.related[word] = tuple(_related(word, known))
    for name, score, kind in known.related[word]:
        yield from (NameRun(place.column, place.covers, score, kind) for place in known.places[name])


def _attribute_runs(word: str, known: Vocabulary) -> Iterator[NameRun]:
    """The names of what an adjective measures: tallest → height."""
    nouns = {noun: None for form in sorted(positive(word)) for noun in english().attributes.get(form, ())}
    for noun in nouns:
        for run in known.runs.get(noun, ()):
            yield NameRun(run.column, run.covers, run.score * _ATTRIBUTE, "synonym")


def _related(word: str, known: Vocabulary) -> Iterator[tuple[str, float, str]]:
    """The words of the column names that a word resembles, each with how well and in what way."""
    same = {name for form in forms(word) for name in known.inflected.get(form, ())}
    yield from ((name, _DERIVED if _is_deed(name, word) else _INFLECTED, "plural") for name in sorted(same))
    if forms(word) & request_words():
        return
    for name in known.places:
        if name in same:
            continue
        short = max(abbreviates(word, lemma(name)), abbreviates(name, lemma(word)))
        apart = _is_doer(name) and _is_doing(lemma(word))  # an inspection is no inspector, nor one mistyped
        typo = 0.0 if apart else misspelt(word, name)
        derived = _DERIVED if not apart and derives(word, name) else 0.0
        if max(short, typo, derived) > 0:
            yield name, max(short, typo, derived), "abbreviation" if short > max(typo, derived) else "fuzzy"


def _is_deed(name: str, word: str) -> bool:
    """Whether a name is the doing of what a word says, or what comes of it: a rating is not a rate."""
    return name.endswith("ing") and not lemma(word).endswith(("ing", "ed"))


def _is_doer(word: str) -> bool:
    return word.endswith(("er", "or", "ist"))


def _is_doing(word: str) -> bool:
    return word.endswith(("ion", "ment", "al"))


def misspelt(word: str, meant: str) -> float:
    """How near a word that is no frequent English word comes to another by its letters; 0 if not near enough."""
    if {word, lemma(word)} & common_words() or not (word + meant).isalpha():
        return 0.0
    if len(word) == len(meant) == 3:
        return _SWAPPED if word[0] == meant[0] and word[1:] == meant[:0:-1] else 0.0
    if min(len(word), len(meant)) < 4:
        return 0.0
    longest = max(len(word), len(meant))
    allowed = 1 if longest < 8 else 2
    distance = min(
        OSA.distance(word, meant, score_cutoff=allowed),
        OSA.distance(lemma(word), lemma(meant), score_cutoff=allowed),
    )
    if distance > allowed or (word[0] != meant[0] and longest < 6):
        return 0.0
    return min(1.0 - distance / longest, PLURAL)


def _misspelt_runs(spoken: tuple[Word, ...], sure: set[int], known: Vocabulary) -> Iterator[tuple[int, int, NameRun]]:
    """Two or three words that written together nearly spell a name of several parts, or one that nearly spells it."""
    wholes = ["".join(name) for name in known.words]
    for first in range(len(spoken)):
        for last in range(first, min(first + 3, len(spoken))):
            lowers = [word.lower for word in spoken[first : last + 1]]
            unsure = any(place not in sure and lower not in common_words() for place, lower in enumerate(lowers, first))
            if not unsure or {lowers[0], lowers[-1]} & function_words():
                continue
            for column, whole in enumerate(wholes):
                if len(lowers) > 1 or len(known.words[column]) > 1:
                    score = misspelt("".join(lowers), whole) if abs(len("".join(lowers)) - len(whole)) < 3 else 0.0
                    if score:
                        covers = (1 << len(known.words[column])) - 1
                        yield first, last, NameRun(column, covers, score, "fuzzy")


def value_pieces(spoken: tuple[Word, ...], known: Vocabulary, named: Iterable[Piece]) -> list[ValuePiece]:
    """Every stretch of words that stands for a value of a column; `named` says where columns are named."""
    beside = {
        (piece.column, place)
        for piece in named
        for place in (piece.first - 1, piece.last + 1)
        if place < piece.first or place >= len(spoken) or not _only_joins(spoken[place])
    }
    found: dict[tuple[int, int, int], ValuePiece] = {}
    for piece in (*_exact_values(spoken, known, beside), *_misspelt_values(spoken, known)):
        key = (piece.first, piece.last, piece.column)
        if key not in found or found[key].score < piece.score:
            found[key] = piece
    return list(found.values())


def _only_joins(word: Word) -> bool:
    """Whether a word behind a column goes on with the sentence: by state in 1990."""
    return len(word.lower) > 1 and word.lower in function_words()


def _exact_values(
    spoken: tuple[Word, ...], known: Vocabulary, beside: set[tuple[int, int]]
) -> Iterator[ValuePiece]:
    longest = min(_LONGEST_VALUE, known.longest_value + 1)
    for first in range(len(spoken)):
        for last in range(first, min(first + longest, len(spoken))):
            some = spoken[first : last + 1]
            joined = "".join(word.lower for word in some)
            singular = joined[: len(joined) - len(some[-1].lower)] + lemma(some[-1].lower)
            keys = {singular: PLURAL, joined: 1.0}
            if first == last:
                keys = dict.fromkeys(sorted(forms(joined)), _INFLECTED) | keys
            for key, share in keys.items():
                for entry in known.values.get(key, ()):
                    if _written_as_value(some, entry.value) or (first == last and (entry.column, first) in beside):
                        yield ValuePiece(first, last, entry.column, entry.score * share, entry.value)


def _written_as_value(some: tuple[Word, ...], value: Scalar) -> bool:
    """Short values and function words count only where they are written like the value: IT, M, US."""
    if len(some) > 1:
        return not (some[0].lower in function_words() and some[-1].lower in function_words())
    word = some[0]
    if len(word.lower) == 1:
        return word.text.isupper() and word.lower not in _NO_VALUES
    if word.lower in function_words() or len(word.lower) == 2:
        sentence_start = word.start == 0 and word.text[1:].islower()
        return not sentence_start and (word.text == value or word.text.isupper())
    return True


def _misspelt_values(spoken: tuple[Word, ...], known: Vocabulary) -> Iterator[ValuePiece]:
    spans: list[tuple[int, int, str]] = []
    for first in range(len(spoken)):
        for last in range(first, min(first + 3, len(spoken))):
            lowers = [word.lower for word in spoken[first : last + 1]]
            joined = "".join(lowers)
            doubtful = any(lower not in common_words() and lower.isalpha() for lower in lowers)
            known_already = len(joined) < 5 or joined in known.values
            if doubtful and not known_already and not {lowers[0], lowers[-1]} & function_words():
                spans.append((first, last, joined))
    if not spans or not known.value_keys:
        return
    said = [span[2] for span in spans]
    distances = cdist(said, known.value_keys, scorer=OSA.distance, score_cutoff=2, dtype=np.uint8)
    for row, column in zip(*np.nonzero(distances <= 2), strict=True):
        first, last, joined = spans[row]
        key = known.value_keys[column]
        score = misspelt(joined, key)
        if score:
            yield from (
                ValuePiece(first, last, entry.column, entry.score * score, entry.value) for entry in known.values[key]
            )
