"""Names as words: columns and values split, lemmatised and compared with their abbreviations."""

from __future__ import annotations

import re
from functools import lru_cache

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")


@lru_cache(maxsize=8192)
def split_name(name: str) -> tuple[str, ...]:
    """The lower-case words of a column name in snake, camel, dotted or spaced writing."""
    return tuple(part.lower() for part in _PARTS.findall(name))


@lru_cache(maxsize=8192)
def lemma(word: str) -> str:
    """The dictionary form of a lower-case English word, by rules."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word
