"""Profits: what a row brought in less what it took, where a question asks for profit and two columns tell these."""

from __future__ import annotations

from functools import partial

from autoviz.linking.links import STRONG, link
from autoviz.linking.money import Money
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.made_amounts import Made, with_made

NAME = "profit"


def profit_words(question: str, money: Money, profile: DatasetProfile) -> dict[str, str]:
    """The words for a profit that no column tells → what came in, of which it is read first."""
    made = _made_of(question, money, profile)
    return dict.fromkeys(money.asked(NAME), made.stand_in) if made else {}


def with_profits(question: str, reading: Reading, money: Money, profile: DatasetProfile) -> Reading:
    """A reading of what came in as one of what is left of it, where the question asks for profit."""
    made = _made_of(question, money, profile)
    return reading if made is None else reading.each(partial(with_made, made=made))


def _made_of(question: str, money: Money, profile: DatasetProfile) -> Made | None:
    """What a profit is made of; None where the question asks for none, a column says it or either is missing."""
    asked, earned, spent = money.asked(NAME), money.earned, money.spent
    if not asked or NAME in profile.by_name:
        return None
    named = [match for match in link(question, profile) if match.score >= STRONG and match.value is None]
    if any(word.lower in asked for match in named for word in words(match.phrase)):
        return None
    if not earned or not spent or earned == spent:
        return None
    return Made(NAME, "difference", (earned, spent), f"profit is {earned} minus {spent}.")

