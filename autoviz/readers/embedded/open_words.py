"""Open words: the words of a question that no link explains, of which the network says what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from autoviz.linking.lexicon import faint_words, function_words, light_words, request_words, row_words
from autoviz.linking.links import STRONG, Match
from autoviz.linking.text import Word, words
from autoviz.readers.embedded.candidates import Candidate

MAX_WORDS = 24


def open_words(question: str, matches: Sequence[Match], candidates: Sequence[Candidate]) -> tuple[Word, ...]:
    """The content words that neither name a column surely nor hold a value, nor merely ask."""
    taken = [(match.start, match.end) for match in matches if match.score >= STRONG and not match.dominated]
    taken += [(one.start, one.end) for one in candidates if one.type != "name"]
    found = [word for word in words(question) if is_content(word)]
    free = [word for word in found if not any(start < word.end and word.start < end for start, end in taken)]
    return tuple(free[:MAX_WORDS])


def is_content(word: Word) -> bool:
    """Whether a word has a meaning of its own, and does not merely ask."""
    return word.lower.isalpha() and len(word.lower) > 1 and word.lower not in _said_of_anything()


@cache
def _said_of_anything() -> frozenset[str]:
    return function_words() | request_words() | light_words() | faint_words() | row_words()
