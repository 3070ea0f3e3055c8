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
