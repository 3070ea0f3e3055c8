"""How people call a column: its name, bits of it, synonyms, short forms, plurals."""

from __future__ import annotations

import random
import re

from training.tables import Concept, Table, bare_words

IRREGULAR = {
    "person": "people",
    "child": "children",
    "country": "countries",
    "city": "cities",
    "category": "categories",
}


def plural(phrase: str) -> str:
    """The plural of a phrase's last word."""
    head, _, last = phrase.rpartition(" ")
    low = last.lower()
    if low in IRREGULAR:
        last = IRREGULAR[low]
    elif low.endswith("s") or not low.isalpha():
        pass
    elif re.search(r"[^aeiou]y$", low):
        last = last[:-1] + "ies"
    elif re.search(r"(x|ch|sh)$", low):
        last += "es"
    else:
        last += "s"
    return f"{head} {last}".strip()


FORMS = {"good": ("better", "best"), "bad": ("worse", "worst"), "far": ("farther", "farthest")}


def comparative(adjective: str) -> str:
    """Older for old, more expensive for expensive."""
    return _graded(adjective, 0)


def superlative(adjective: str) -> str:
    """Oldest for old, most expensive for expensive."""
    return _graded(adjective, 1)


def _graded(adjective: str, degree: int) -> str:
    if adjective in FORMS:
        return FORMS[adjective][degree]
    ending = ("er", "est")[degree]
    short_in_y = bool(re.search(r"[^aeiou]y$", adjective)) and len(adjective) < 8
    if not short_in_y and len(re.findall(r"[aeiouy]+|[ -]", adjective.rstrip("e"))) > 1:
        return f"{('more', 'most')[degree]} {adjective}"
    if short_in_y:
        return adjective[:-1] + "i" + ending
    if adjective.endswith("e"):
        return adjective + ending[1:]
    if re.search(r"[^aeiou][aeiou][bdgmnpt]$", adjective):
        return adjective + adjective[-1] + ending
    return adjective + ending


def spoken(column: str) -> str:
    """A column's name with spaces for underscores and humps."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column.replace("_", " "))
    return re.sub(r"\s+", " ", spaced).strip()


def called(table: Table, column: str, rng: random.Random) -> str:
    """One way to call a column that means no other column of its table."""
    concept = table.concepts[column]
    for _ in range(6):
        phrase = _attempt(column, concept, rng)
        if phrase and not table.taken(phrase, column):
            return phrase
    return spoken(column)


def _attempt(column: str, concept: Concept, rng: random.Random) -> str:
    roll = rng.random()
    if roll < 0.42:
        return concept.words
    if roll < 0.55:
        return bare_words(concept)
    if roll < 0.63:
        return column
    if roll < 0.71:
        return spoken(column).lower()
    if roll < 0.93:
        return rng.choice(concept.nouns) if concept.nouns else ""
    if roll < 0.97:
        return rng.choice(concept.short).replace("_", " ") if concept.short else ""
    words = concept.words.split()
    return words[0] if len(words) > 1 and len(words[0]) > 3 else concept.words
