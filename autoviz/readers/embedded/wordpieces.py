"""Wordpieces: a text as the token ids that the trained networks read, in BERT's way, with where each token stands."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

LONGEST_WORD = 100
"""A longer word is unknown; nobody means it, and it would take long to cut up."""
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip
Place = tuple[int, int]


@dataclass(frozen=True)
class Tokens:
    """Token ids and the stretch of the text that each stands for, (0, 0) where it stands for none."""

    ids: list[int]
    offsets: list[Place]


class Wordpieces:
    """The tokenizer of the trained networks. Marks such as [SEP] in a text are plain letters to it."""

    def __init__(self, path: Path) -> None:
        vocabulary: dict[str, int] = json.loads(path.read_text("utf-8"))["model"]["vocab"]
        self._vocabulary = vocabulary
        self._unknown, self._start, self._end = (vocabulary[name] for name in ("[UNK]", "[CLS]", "[SEP]"))
        self._pieces = lru_cache(maxsize=20_000)(self._cut)

    def token_to_id(self, name: str) -> int:
        """The id of a token."""
        return self._vocabulary[name]

    def encode(self, text: str, add_special_tokens: bool = True) -> Tokens:
        """The tokens of a text, between a start and an end where they are wanted."""
        ids, offsets = list[int](), list[Place]()
        for word, places in _words(text):
            at = 0
            for piece, length in self._pieces(word):
                ids.append(piece)
                offsets.append((places[at], places[at + length - 1] + 1))
                at += length
        if not add_special_tokens:
            return Tokens(ids, offsets)
        return Tokens([self._start, *ids, self._end], [(0, 0), *offsets, (0, 0)])

    def encode_batch(self, texts: Sequence[str], add_special_tokens: bool = True) -> list[Tokens]:
        """The tokens of several texts."""
        return [self.encode(text, add_special_tokens) for text in texts]

    def _cut(self, word: str) -> tuple[tuple[int, int], ...]:
        """The longest known pieces from the left, each with its number of letters; unknown where any is."""
        found: list[tuple[int, int]] = []
        at = 0
        while at < len(word) <= LONGEST_WORD:
            ends = (end for end in range(len(word), at, -1) if ("##" if at else "") + word[at:end] in self._vocabulary)
            end = next(ends, None)
            if end is None:
                break
            found.append((self._vocabulary[("##" if at else "") + word[at:end]], end - at))
            at = end
        return tuple(found) if at == len(word) else ((self._unknown, len(word)),)


def _words(text: str) -> Iterator[tuple[str, list[int]]]:
    """Runs of letters and single marks, in lower case without accents, with the place of each letter in the text."""
    word, places = "", list[int]()
    for place, written in enumerate(text):
        letters = _plain(written)
        alone = any(_stands_alone(letter) for letter in letters)
        if word and (alone or letters == " "):
            yield word, places
            word, places = "", []
        if alone:
            yield letters, [place] * len(letters)
        elif letters != " ":
            word += letters
            places += [place] * len(letters)
    if word:
        yield word, places


@lru_cache(maxsize=4096)
def _plain(written: str) -> str:
    """A letter in lower case without accents, a space for any space, nothing for what is not shown."""
    hidden = written not in "\t\n\r" and unicodedata.category(written)[0] == "C"
    if hidden or written == "\ufffd":
        return ""
    if written.isspace():
        return " "
    bare = (letter for letter in unicodedata.normalize("NFD", written) if unicodedata.category(letter) != "Mn")
    return "".join(bare).lower()


@lru_cache(maxsize=4096)
def _stands_alone(letter: str) -> bool:
    """Whether a letter is a word of its own: marks of punctuation and ideographs."""
    code = ord(letter)
    symbol = code < 128 and not letter.isalnum() and not letter.isspace()
    return symbol or unicodedata.category(letter)[0] == "P" or any(low <= code <= high for low, high in _IDEOGRAPHS)
