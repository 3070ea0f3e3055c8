"""Figures: the numbers that a text states, and whether a fact has the value that one of them states."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from autoviz.model.fact import Fact

_FIGURE = re.compile(
    r"(?<![\w.,])(?P<sign>[-+−–](?=[\d$€£.]))?[$€£]?(?P<digits>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)"
    r"(?:\s?(?P<percent>%|percent\b)|(?P<suffix>[kKMBT]\b)|\s(?P<word>thousand|million|billion|trillion)\b)?"
)
_SCALES = {"k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
NEAR = 0.025
"""However coarsely a number is written, it may lie so far from the fact, as a share of it."""


@dataclass(frozen=True)
class Figure:
    """A number as it is written: its value, and how far off the last digit leaves it."""

    start: int
    end: int
    text: str
    value: float
    leeway: float
    is_percent: bool


def figures(text: str) -> Iterator[Figure]:
    """Every number of a text."""
    for hit in _FIGURE.finditer(text):
        digits = hit["digits"].replace(",", "")
        scale = _SCALES.get((hit["suffix"] or hit["word"] or "").lower(), 1.0)
        decimals = len(digits.partition(".")[2])
        sign = -1 if hit["sign"] in ("-", "−", "–") else 1
        yield Figure(
            start=hit.start(),
            end=hit.end(),
            text=hit.group(),
            value=sign * float(digits) * scale,
            leeway=0.5 * 10.0**-decimals * scale,
            is_percent=bool(hit["percent"]),
        )


def says(figure: Figure, fact: Fact) -> bool:
    """Whether a number states the value of a fact, sign included; a share may be told in percent."""
    if isinstance(fact.value, bool) or not isinstance(fact.value, (int, float)):
        return False
    value = float(fact.value)
    if figure.is_percent and fact.unit != "%":
        if fact.name not in ("share", "change"):
            return False
        value *= 100
    if (figure.value < 0) != (value < 0) and figure.value != 0:
        return False
    return abs(figure.value - value) <= min(figure.leeway * (1 + 1e-9), NEAR * abs(value))
