"""When numbers are dates: years, 20240131, 202401 and seconds, milliseconds … since 1970."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from autoviz.frames.dates.shapes import DATE_WORDS, YEAR_WORDS, name_words

EPOCHS = {"epoch s": 1, "epoch ms": 10**3, "epoch us": 10**6, "epoch ns": 10**9}
"""Formats for a time since 1970, with the ticks in one second."""
CENTURY = "19%y"
"""Two-digit years that all lie in the 1900s; plain %y puts 69 to 99 there and 0 to 68 in the 2000s."""
CLOCK = "%H%M"
"""Times of day in whole numbers: 1430 is half past two."""
CLOCK_WORDS = frozenset({"time", "times", "hhmm", "hrmn", "clock"})
FEWEST_TIMES = 8

_FIRST_SECOND, _LAST_SECOND = 3 * 10**8, 4 * 10**9
"""Mid 1979 to 2096: what a time stamp is likely to say; small numbers are never read as seconds."""


def number_readings(sample: Sequence[float], name: str = "", asked: bool = False) -> list[str]:
    """The one format that all numbers of a sample fit, where the column's name or their own form backs it."""
    if not sample or any(value != int(value) for value in sample):
        return []
    values = [int(value) for value in sample]
    words = name_words(name)
    for reading in (_clock, _year, _two_digit_year, _day, _month, _epoch):
        found = reading(values, words, asked)
        if found:
            return [found]
    return []


def _clock(values: list[int], words: Sequence[str], asked: bool) -> str:
    """905 and 1430 where the name speaks of times: no minute past 59, over some hours, which chance would not give."""
    if not asked or not set(words) & CLOCK_WORDS or len(set(values)) < FEWEST_TIMES:
        return ""
    fits = all(0 <= value <= 2400 and value % 100 < 60 for value in values)
    return CLOCK if fits and max(values) >= 1000 and len({value // 100 for value in values}) > 2 else ""


def _year(values: list[int], words: Sequence[str], asked: bool) -> str:
    named = asked or bool(set(words) & (YEAR_WORDS | {"date"}))
    return "%Y" if named and all(1000 <= value <= 2199 for value in values) else ""


def _two_digit_year(values: list[int], words: Sequence[str], asked: bool) -> str:
    """70 to 82 in model_year; 1 to 4 in year are years of study, so small numbers alone do not count."""
    named = asked or (bool(words) and words[-1] in YEAR_WORDS)
    low, high = min(values), max(values)
    if not named or low < 0 or high > 99 or (low < 13 and high < 50):
        return ""
    return CENTURY if low > 30 else "%y"


def _day(values: list[int], words: Sequence[str], asked: bool) -> str:
    if not all(17000101 <= value <= 21991231 for value in values):
        return ""
    valid = sum(_is_day(value) for value in values)
    return "%Y%m%d" if valid == len(values) or (asked and valid * 2 > len(values)) else ""


def _month(values: list[int], words: Sequence[str], asked: bool) -> str:
    backed = asked or bool(set(words) & DATE_WORDS) or len(set(values)) >= 12
    fits = all(180001 <= value <= 219912 and 1 <= value % 100 <= 12 for value in values)
    return "%Y%m" if backed and fits else ""


def _epoch(values: list[int], words: Sequence[str], asked: bool) -> str:
    if not asked and not set(words) & DATE_WORDS:
        return ""
    for name, ticks in EPOCHS.items():
        if all(_FIRST_SECOND * ticks <= value <= _LAST_SECOND * ticks for value in values):
            return name
    return ""


def _is_day(value: int) -> bool:
    try:
        date(value // 10000, value // 100 % 100, value % 100)
    except ValueError:
        return False
    return True
