"""The question as text: normalised, cut into words, and whether it is English."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_REPLACED = str.maketrans({
    **dict.fromkeys("‘’‚‛′ʼ´`", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("\u200b\u200c\u200d\ufeff\u00ad", ""),
    "…": "...",
})
_WORD = re.compile(r"[^\W_]+(?:'[^\W\d_]+)?")


@dataclass(frozen=True)
class Word:
    """One word of a text with its place, as written."""

    start: int
    end: int
    text: str


def normalise(question: str) -> str:
    """The question with plain quotes, dashes and spaces; its case stays as it was typed."""
    plain = unicodedata.normalize("NFKC", question.translate(_REPLACED)).translate(_REPLACED)
    plain = re.sub(r"\s+", " ", plain).strip()
    return re.sub(r"\s*([?!.,;:])(?:\s*[?!.,;:])*$", r"\1", plain)


@lru_cache(maxsize=512)
def words(text: str) -> tuple[Word, ...]:
    """The words of a text in order; underscores, dots and hyphens separate them."""
    return tuple(Word(found.start(), found.end(), found.group()) for found in _WORD.finditer(text))
