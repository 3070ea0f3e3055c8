"""Two sides: one bound that a question names twice, from below and from above, to hold the two groups it makes apart.

The bound is linked, not learned: whoever reads the question is left the first side, and the rest to hold it against.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from autoviz.linking.form_reading import comparative_way
from autoviz.linking.lexicon import function_words
from autoviz.linking.literals import Literal, literals
from autoviz.linking.spans import Place
from autoviz.linking.stretches import DateRange
from autoviz.model.profile import DatasetProfile

REST = "the rest"
_UPPER = r"before|until|till|prior to|up to|at most|no (?:more|older|later|longer|higher) than"
_LOWER = r"since|from|after|beyond|at least|no (?:less|fewer|younger|earlier|lower) than"
_LED = re.compile(
    rf"\b(?:(?P<upper>{_UPPER})|(?P<lower>{_LOWER})|(?P<way>\w+)(?: than)?)\s+(?:(?:the|year|in|age|of)\s+)*[$€£]?$",
    re.IGNORECASE,
)
"""What says before a bound which way it looks."""
_FOLLOWED = re.compile(
    r"\+|(?:\s+[^\W\d]+)?(?:\s+(?:and|or)\s+(?P<way>\w+)\b(?! than| [$€£]?\d)"
    r"|\s+(?P<on>on|onwards?|plus)\b)", re.IGNORECASE,
)  # fmt: skip
"""What says so behind it: 30 years or older, from 1990 on, 50+."""
_BESIDE = {"before": -1, "after": 1, "newer": 1, "beyond": 1, "onward": 1, "onwards": 1}
_JOINT = re.compile(
    r"\b(?:than|versus|vs\.?|(?:compared?|relative) (?:to|with)|against|and|or|with|to|from)(?=\s)", re.IGNORECASE
)
_LONGEST = 5
"""Words that may call the second group again: than those that were made in."""


class Side(NamedTuple):
    """Which way a bound looks, 0 where nothing says so, and where its words begin and end."""

    way: int
    start: int
    end: int


def one_sided(question: str, profile: DatasetProfile) -> str:
    """A normalised question with the rest in place of the second group, where it holds two sides of one bound apart."""
    bounds = [item for item in literals(question, profile) if item.type in ("number", "date")]
    for first, second in pairwise(bounds):
        one, other = side(question, first), side(question, second)
        below, above = (first, second) if one.way < 0 else (second, first)
        if one.way * other.way != -1 or not _of_one_bound(below, above):
            continue
        unit, again = _word_after(question, one.end), _word_after(question, other.end)
        joint = _joint(question, one.end, other.start)
        if joint is None or again not in ("", unit):
            continue
        joined = "vs" if joint[0].casefold() == "or" else joint[0]
        end = question.index(again, other.end) + len(again) if again else other.end
        return f"{question[: joint.start()]}{joined} {REST}{question[end:]}"
    return question


def _of_one_bound(below: Literal, above: Literal) -> bool:
    """Whether what ends one group begins the other: the same value, or the next whole number or year."""
    one, other = _whole(below), _whole(above)
    return below.value == above.value or (one is not None and other is not None and one + 1 == other)


def _whole(bound: Literal) -> int | None:
    match bound.value:
        case int() as number:
            return number
        case DateRange(first=first, grain="year"):
            return int(first[:4])
    return None


def side(question: str, bound: Place) -> Side:
    """Which way a bound looks by the words around it."""
    behind = _FOLLOWED.match(question, bound.end)
    way = 1 if behind and not behind["way"] else _way(behind["way"]) if behind else 0
    led = _LED.search(question[: bound.start])
    if behind and way:
        on = led.start() if led and led["lower"] and behind["on"] else bound.start
        return Side(way, on, behind.end())
    if led is None:
        return Side(0, bound.start, bound.end)
    before = -1 if led["upper"] else 1 if led["lower"] else _way(led["way"])
    return Side(before, led.start() if before else bound.start, bound.end)


def _way(word: str) -> int:
    return _BESIDE.get(word.casefold()) or comparative_way(word.casefold())


def _word_after(question: str, end: int) -> str:
    """The word with a meaning of its own right behind a bound: what the number is of."""
    after = re.match(r"\s+([^\W\d]+)", question[end:])
    return after[1] if after and after[1].casefold() not in function_words() else ""


def _joint(question: str, start: int, end: int) -> re.Match[str] | None:
    """The word that holds the second group against the first; None where none stands close to it."""
    found = list(_JOINT.finditer(question, start, end))
    near = [hit for hit in found if len(question[hit.end() : end].split()) <= _LONGEST]
    return near[0] if near else None
