"""Numerals: the ways in which a number is written in digits, for all who read numbers in a question."""

from __future__ import annotations

import re

WRITTEN_NUMBER = (
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:_\d{3})+(?:\.\d+)?|\d{1,3}(?:'\d{3})+(?:\.\d+)?"
    r"|\d{1,3}(?: \d{3})+(?![\d,_])(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}|(?!0x)\d+(?:\.\d+)?|\.\d+)"
    r"(?P<power>e[-+]?\d+|\^[-+]?\d+|\s?[x×*]\s?10\^[-+]?\d+)?"
)
"""A pattern with the groups digits and power: 1,000 and 1_000, 1'000, 1 000, 1.000.000, 1e3, 10^3 and 2 x 10^3."""
MOST_POWER = 400
"""Beyond this a power is beyond every number that a table holds."""


def written_number(hit: re.Match[str]) -> float:
    """The number that a match of the pattern stands for; infinite where it is larger than any that can be held."""
    digits, power = hit["digits"], (hit["power"] or "").replace(" ", "").lower()
    plain = digits.replace(".", "") if digits.count(".") > 1 else re.sub("[,_' ]", "", digits)
    if not power:
        return float(plain)
    exponent = int(re.split(r"e|\^", power)[-1][: len(str(MOST_POWER)) + 2])
    if abs(exponent) > MOST_POWER:
        return float("inf")
    if power.startswith("^"):
        return _raised(float(plain), exponent)
    return float(f"{plain}e{exponent}")


def _raised(base: float, exponent: int) -> float:
    try:
        return base**exponent
    except (OverflowError, ZeroDivisionError):
        return float("inf")
