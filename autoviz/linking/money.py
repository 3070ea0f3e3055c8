"""Money: the one column that says how much money a row stands for, and the words of a question that mean it.

Names and words are told apart by the example in phrasings.yaml that comes nearest to them in meaning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from autoviz.embedding import Encoder
from autoviz.frames.dates.shapes import name_words
from autoviz.linking.joints import COUNTING
from autoviz.linking.lexicon import function_words
from autoviz.linking.links import STRONG, link
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.profile.meanings import NEVER_ADD
from autoviz.registry.phrasings import phrasings
from autoviz.registry.words import abbreviations
from autoviz.writings.unit_words import currency_of

ASKED, NAMED = 0.7, 0.58
"""How near a word of a question, and the name of a column, must come to an example: of the words in 2,800 written
questions, and of the names in their tables, all that come nearer to one of money than to any other mean money."""
APART = 0.1
"""By how much one name must come nearer than the next, so that it is the one that is meant."""
_MONEY = ("amount", "money", "count", "price", "rate")
"""What columns mean that may have to do with money."""
_OF_WORDS = ("sold", "money")
"""Kinds that only words of a question can have: no column is called sold."""
_EARNED, _SPENT = ("earned", "paid"), ("spent", "costs", "paid", "earned")
"""Kinds of names for what a row brought in and for what it took, the likelier ones first."""


@dataclass(frozen=True)
class Money:
    """The columns of what a row brought in and of what it took, and the words of a question that mean money."""

    earned: str | None = None
    spent: str | None = None
    said: Mapping[str, str] = field(default_factory=dict)
    """Word → earned, spent, sold, money or another kind of phrasings.yaml."""

    def asked(self, *kinds: str) -> tuple[str, ...]:
        """The words that mean one of these kinds."""
        return tuple(word for word, kind in self.said.items() if kind in kinds)


def money_in(question: str, profile: DatasetProfile, encoder: Encoder) -> Money:
    """What a question says of money, and which columns of the table tell it; nothing where none can."""
    able = {column.name: _spelled(column) for column in profile.columns if column.metric and column.meaning in _MONEY}
    able = {name: text for name, text in able.items() if text}
    if not able:
        return Money()
    named = _nearest(tuple(able.values()), encoder, without=_OF_WORDS)
    kinds = {name: named[text] for name, text in able.items() if named[text][1] >= NAMED}
    said = [word.lower for word in words(question)]
    asking = [
        word
        for at, word in enumerate(said)
        if word.isalpha()
        and word not in function_words()
        and not _is_currency(word)
        and not COUNTING & set(said[max(at - 2, 0) : at])
    ]  # the number of sales is one of rows, and dollars are a unit
    found = {word: kind for word, (kind, near) in _nearest(asking, encoder).items() if near >= ASKED}
    return Money(_passed(profile, _EARNED, kinds), _passed(profile, _SPENT, kinds), found)


def known_to(encoder: Encoder) -> None:
    """Let an encoder that remembers see the examples beforehand; a first question would wait for dozens of them."""
    encoder.encode([example for _, example in _examples()])


def meant_by_money(question: str, money: Money, profile: DatasetProfile) -> dict[str, str]:
    """The words for money earned, spent or sold for that name nothing in the table → the column that they mean."""
    linked = {word.lower for match in link(question, profile) if match.score >= STRONG for word in words(match.phrase)}
    found = dict.fromkeys(money.asked("earned"), money.earned) | dict.fromkeys(money.asked("spent"), money.spent)
    if asks_how_much(question):
        found |= dict.fromkeys(money.asked("sold"), money.earned)
    return {word: column for word, column in found.items() if column is not None and word not in linked}


def asks_how_much(question: str) -> bool:
    """Whether a question asks how much of something there is."""
    return ("how", "much") in pairwise(word.lower for word in words(question))


def asks_how_many(question: str) -> bool:
    """Whether a question asks how many of something there are."""
    return ("how", "many") in pairwise(word.lower for word in words(question))


def _passed(profile: DatasetProfile, kinds: Sequence[str], named: Mapping[str, tuple[str, float]]) -> str | None:
    """The one column of the likeliest of these kinds that there is; None where several are named as well as it."""
    for kind in kinds:
        fitting = [name for name, (own, _) in named.items() if own == kind]
        whole = [name for name in fitting if _is_whole(profile.by_name[name], kind, profile)]
        if whole:
            first, *others = sorted(whole, key=lambda name: -named[name][1])
            return None if others and named[first][1] - named[others[0]][1] < APART else first
    return None


def _is_whole(column: ColumnProfile, kind: str, profile: DatasetProfile) -> bool:
    """Whether a column can hold the money of a row, and no part of it: what is paid in all adds up, and so may its
    price; a mere total is one of money beside prices."""
    priced = currency_of(column.unit) is not None or any(one.meaning == "price" for one in profile.columns)
    said = _spelled(column).split()
    if said == ["total"] and not priced:
        return False
    if column.meaning in ("price", "rate"):
        return kind == "paid" and column.meaning == "price"
    return not NEVER_ADD & set(said)


def _nearest(texts: Sequence[str], encoder: Encoder, without: Sequence[str] = ()) -> dict[str, tuple[str, float]]:
    """Each text → the kind of the example that comes nearest to it, and how near it comes."""
    examples = [(kind, example) for kind, example in _examples() if kind not in without]
    if not texts:
        return {}
    vectors = encoder.encode([*texts, *(example for _, example in examples)])
    nearness = vectors[: len(texts)] @ vectors[len(texts) :].T
    best = np.argmax(nearness, axis=1)
    return {
        text: (examples[place][0], float(row[place])) for text, row, place in zip(texts, nearness, best, strict=True)
    }


def _examples() -> list[tuple[str, str]]:
    return [(kind, example) for kind, listed in phrasings().money.items() for example in listed]


def _spelled(column: ColumnProfile) -> str:
    """The words of a name, without the currency, and those that are cut short in full."""
    short = abbreviations().words
    said = [word for word in name_words(column.name) if not _is_currency(word)]
    return " ".join(short[word][0] if len(short.get(word, ())) == 1 else word for word in said)


def _is_currency(word: str) -> bool:
    """Whether a word names a currency, or thousands or millions of it."""
    return currency_of(word) is not None or (word[:1] in ("k", "m") and currency_of(word[1:]) is not None)
