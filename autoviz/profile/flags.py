"""Flags: the words for yes and no, and which of a column's two values says yes."""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.frames.dates.shapes import name_words
from autoviz.model.profile import Scalar

YES_NO = (("yes", "no"), ("y", "n"), ("true", "false"), ("t", "f"))
"""The words for yes and for no that mean nothing else."""
TRUE = (*(yes for yes, _ in YES_NO), "1", "1.0")
FALSE = (*(no for _, no in YES_NO), "0", "0.0")
YES = (*TRUE, "ja", "oui", "si", "sí", "on", "positive", "present")
NO = (*FALSE, "nein", "non", "off", "negative", "absent", "none", "not", "without")
"""Those, and words that say yes or no only of a flag."""
_FEWEST_LETTERS = 3
"""Shared beginnings shorter than this do not make a value and a name the same word."""


def yes_value(name: str, values: Sequence[Scalar]) -> Scalar:
    """The value that says yes: by its word, by the word of the other, or by the name of the column; else None."""
    if not 1 <= len(values) <= 2:
        return None
    said = {_folded(value): value for value in values}
    for word in YES:
        if word in said and all(other in NO or other == word for other in said):
            return said[word]
    if len(said) < 2:
        return None
    return _named(name, said) or _other_than_no(said)


def _named(name: str, said: dict[str, Scalar]) -> Scalar:
    """The one value that shares a word with the name: died of `died`, bad of `is_bad`, smoker of `smoking`."""
    words = [word for word in name_words(name) if len(word) >= _FEWEST_LETTERS]
    matching = [
        value for text, value in said.items() if any(_same(part, word) for part in _parts(text) for word in words)
    ]
    denying = [value for text, value in said.items() if set(_parts(text)) & {"no", "not", "non", "none", "never", "un"}]
    matching = [value for value in matching if value not in denying]
    return matching[0] if len(matching) == 1 else None


def _other_than_no(said: dict[str, Scalar]) -> Scalar:
    """The value beside one that says no: "chd" beside "no", "smoker" beside "non-smoker"."""
    denied = [value for text, value in said.items() if text in NO or set(_parts(text)) & {"no", "not", "non", "never"}]
    others = [value for value in said.values() if value not in denied]
    return others[0] if len(denied) == 1 and len(others) == 1 else None


def _folded(value: Scalar) -> str:
    return str(value).strip().casefold()


def _parts(text: str) -> tuple[str, ...]:
    return name_words(text)


def _same(part: str, word: str) -> bool:
    """Whether two words are one, or forms of one: smoke, smoker, smoking."""
    shorter = min(len(part), len(word))
    stem = max(_FEWEST_LETTERS, shorter - 3)
    return part == word or (
        shorter > _FEWEST_LETTERS and part[:stem] == word[:stem] and abs(len(part) - len(word)) <= 4
    )
