"""Flag phrases: words that name a column of yes and no, for or against it: smokers, non-smokers, did not survive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from autoviz.linking.lexicon import function_words, opposites
from autoviz.linking.links import named_columns
from autoviz.linking.names import derives, forms, lemma
from autoviz.linking.text import Word, words
from autoviz.linking.vocabulary import Vocabulary
from autoviz.model.profile import ColumnProfile, DatasetProfile, Scalar
from autoviz.profile.flags import YES_NO

NEGATIONS = frozenset({
    "not", "non", "no", "without", "never", "nobody", "none", "arent", "isnt", "didnt", "dont", "doesnt", "wasnt",
    "werent", "hasnt", "havent", "hadnt", "cant", "cannot", "couldnt", "wont", "lacking", "lack", "lacks", "except",
    "excluding",
})  # fmt: skip
_NOTHING = ("none", "no", "nothing", "nil")
LEFT_OUT = r"(?:excluded|omitted|ignored|left out|not (?:counted|included))"
"""What says behind something that it is left out."""
REACH = 3
"""How many words may stand between a negation, or another word that bears on it, and what it denies."""
_ENOUGH = 0.5
_LONG, _ENOUGH_OF_LONG = 5, 0.3
"""From so many words on a name is a whole question of a survey, of which one word may well be enough."""
_DERIVED = 0.7
_DENYING = ("non", "un", "in", "not", "dis")
SHORTEST = 4
"""Of how many letters a word must be to be akin to another: shorter ones are alike by chance."""


@dataclass(frozen=True)
class FlagPhrase:
    """Characters of a question that speak of a flag, with the value that they mean and the other one."""

    column: str
    value: Scalar
    other: Scalar
    start: int
    end: int
    score: float


def flag_values(column: ColumnProfile) -> tuple[Scalar, Scalar] | None:
    """The values for yes and for no; a third value, such as "not asked", is neither."""
    said = {str(value).strip().lower(): value for value in column.values}
    for yes, no in YES_NO:
        if yes in said and no in said and len(said) <= 4:
            return said[yes], said[no]
    if column.yes is not None and len(column.values) == 2:
        return column.yes, next(value for value in column.values if value != column.yes)
    return (True, False) if column.kind == "boolean" and not column.values else None


def none_value(column: ColumnProfile) -> Scalar | None:
    """The value by which a column of sorts says that there is nothing, as of an adverse event or a pest."""
    sorts = column.values if column.kind == "categorical" and flag_values(column) is None else ()
    return next((value for value in sorts if str(value).strip().lower() in _NOTHING), None)


def flag_phrases(question: str, profile: DatasetProfile, known: Vocabulary) -> Iterator[FlagPhrase]:
    """Every flag that the question names, and the value that its words mean."""
    flags = {place: found for place, column in enumerate(profile.columns) if (found := _flag(column, known, place))}
    if not flags:
        return
    spoken = words(question)
    for place, pair in enumerate(pairwise(spoken)):
        against = opposites().get(" ".join(lemma(word.lower) for word in pair), ())
        for column, flag in flags.items():
            if {" ".join(own) for own in pairwise(known.words[column])} & {*against}:
                yield _phrase(spoken, place, place + 1, profile.names[column], flag, _DERIVED, True)
    for first, last, column, coverage, score, denied in named_columns(question, known, frozenset(flags)):
        if coverage > (_ENOUGH if len(known.words[column]) < _LONG else _ENOUGH_OF_LONG):
            yield _phrase(spoken, first, last, profile.names[column], flags[column], score, denied)
    for place, word in enumerate(spoken):
        if len(word.lower) >= SHORTEST and word.lower not in function_words():
            for column, flag in flags.items():
                sense = _sense(word.lower, known.words[column])
                if sense:
                    yield _phrase(spoken, place, place, profile.names[column], flag, _DERIVED, sense < 0)


def _flag(column: ColumnProfile, known: Vocabulary, place: int) -> tuple[Scalar, Scalar] | None:
    return flag_values(column) or known.flags[place]


def _sense(word: str, name: tuple[str, ...]) -> int:
    """1 where a word comes from one of the name, -1 where it says the opposite: died of survived."""
    against = {other for form in forms(word) for other in opposites().get(form, ())}
    for own in name:
        if len(own) < SHORTEST:
            continue
        if own in against or forms(own) & against:
            return -1
        if any(word.startswith(front) and _same_stem(word.removeprefix(front), own) for front in _DENYING):
            return -1
        if word != own and _same_stem(word, own):
            return 1
    return 0


def _same_stem(word: str, own: str) -> bool:
    return len(word) >= SHORTEST and (bool(forms(word) & forms(own)) or derives(word, own))


def _phrase(
    spoken: tuple[Word, ...],
    first: int,
    last: int,
    column: str,
    flag: tuple[Scalar, Scalar],
    score: float,
    denied: bool,
) -> FlagPhrase:
    before = [word.lower for word in spoken[max(first - REACH, 0) : first]]
    near = next((n for n in range(len(before) - 1, -1, -1) if before[n] in NEGATIONS), None)
    against = near is not None and all(word in function_words() for word in before[near + 1 :])
    if near is None and before[-2:] == ["to", "be"]:  # still to be paid
        near, against = len(before) - 2, True
    yes, no = flag
    start = spoken[first - (len(before) - near) if against and near is not None else first].start
    value, other = (no, yes) if against != denied else (yes, no)
    return FlagPhrase(column, value, other, start, spoken[last].end, score)
