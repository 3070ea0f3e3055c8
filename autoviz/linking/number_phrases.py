"""Number phrases: every number that a question writes, in digits, in words, as a part, a percentage or a place."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from autoviz.linking.moments import MONTHS, NUMBER_WORDS
from autoviz.linking.numerals import WRITTEN_NUMBER, written_number
from autoviz.linking.text import Word, words

NumberHow = Literal[
    "digits", "scaled", "percent", "words", "ordinal", "part", "year", "decade", "month", "weekday", "negated", "unit",
    "first", "last", "before",
]  # fmt: skip
"""In what way a number is written; `unit` is one in smaller or larger units, `negated` a fall by it, `first` and `last`
the oldest and newest year of the data, `before` how many rows of a rolling window lie before its last one."""


@dataclass(frozen=True)
class NumberCandidate:
    """A number, and the characters of the question that write it."""

    value: float
    start: int
    end: int
    how: NumberHow


SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "dozen": 12.0, "k": 1e3,
    "m": 1e6, "mm": 1e6, "mn": 1e6, "mio": 1e6, "mil": 1e6, "b": 1e9, "bn": 1e9, "tn": 1e12, "t": 1e12, "lakh": 1e5,
    "crore": 1e7, "grand": 1e3,
}  # fmt: skip
_TENS = {
    word: 10 * n
    for n, word in enumerate(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2)
}
_ONES = {**NUMBER_WORDS, **_TENS}
_ORDINALS = {
    word: n
    for n, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
         "twelfth"), 1)
}  # fmt: skip
_THIRD = round(1 / 3, 10)
_PARTS = {
    "half": (0.5,), "third": (_THIRD, 0.33), "quarter": (0.25,), "fifth": (0.2,), "tenth": (0.1,),
    "twice": (2.0,), "double": (2.0,),
    "doubled": (2.0,), "thrice": (3.0,), "triple": (3.0,), "tripled": (3.0,), "couple": (2.0,), "pair": (2.0,),
    "quartile": (0.25, 0.75), "decile": (0.1, 0.9), "positive": (0.0,), "negative": (0.0,),
}  # fmt: skip
_WEEKDAYS = {
    day: n for n, day in enumerate(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"), 1)
}
_DIGITS = re.compile(
    r"(?<![\w.])(?P<sign>[-−](?=[.\d]))?"
    rf"{WRITTEN_NUMBER}"
    r"(?P<tail>\s?-?(?:hundred|thousand|million|billion|trillion|dozen|lakh|crore|grand|mio|mn|bn|tn"
    r"|mil)\b|[kmbt]{1,2}\b|(?:st|nd|rd|th)\b|'?s\b)?"
    r"(?P<unit>\s?%|\s?(?:percent|per cent|pct)\b|(?:th|st|nd|rd)? percentile)?",
    re.IGNORECASE,
)
_DASHED = re.compile(r"(?<=\d)[-–](?=\d)")
_FALLING = re.compile(
    r"\b(?:f[ae]ll(?:en|s|ing)?|drop\w*|los[st]\w*|losing|declin\w+|decreas\w+|down|minus|negative)\b", re.IGNORECASE
)
_SHORT_RANGE = re.compile(r"\b((?:1[5-9]|20)\d\d)[-–/](\d\d)\b(?![-–/]\d)")
_SHORT_YEAR = re.compile(
    r"(?:\b(?:in|of|since|from|until|till|by|to|and|before|after|during) |')(\d\d)\b(?![%.,]?\d|\s?%)"
)
_DECADE_WORDS = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_DECADES = re.compile(rf"\b({'|'.join(_DECADE_WORDS)})\b", re.IGNORECASE)
_BEFORE = re.compile(
    r"\b(?:year (?:before|earlier)|(?:previous|prior|preceding) year|year[ -](?:on|over)[ -]year)\b", re.IGNORECASE
)
_AFTER = re.compile(r"\b(?:year (?:after|later)|(?:next|following) year)\b", re.IGNORECASE)
_CENTURY = re.compile(r"\b(\d\d?)(?:st|nd|rd|th)[ -]century\b", re.IGNORECASE)
_ROLLING = re.compile(r"\b(?:rolling|moving|trailing)\b", re.IGNORECASE)
_FACTORS = {
    "cents": (0.01,), "cent": (0.01,), "pence": (0.01,), "minutes": (60.0, 1 / 60), "minute": (60.0, 1 / 60),
    "min": (60.0, 1 / 60), "hours": (60.0, 3600.0, 1 / 24), "hour": (60.0, 3600.0, 1 / 24), "seconds": (1000.0, 1 / 60),
    "years": (12.0, 365.0), "year": (12.0, 365.0), "weeks": (7.0,), "months": (1 / 12, 30.0), "days": (1 / 7, 24.0),
    "km": (1000.0,), "kg": (1000.0,), "tons": (1000.0,), "tonnes": (1000.0,), "feet": (12.0,),
}  # fmt: skip
_UNIT = re.compile(rf"[ -]?({'|'.join(sorted(_FACTORS, key=len, reverse=True))})\b", re.IGNORECASE)
_COUNT = rf"(\d+|{'|'.join(_ONES)})"
_DENOMINATORS = {"half": 2.0, "halve": 2.0, "third": 3.0, "quarter": 4.0, "fourth": 4.0, "fifth": 5.0, "sixth": 6.0,
                 "eighth": 8.0, "tenth": 10.0}  # fmt: skip
_IN_SO_MANY = re.compile(rf"\b{_COUNT} (?:in|out of|of) (?:every )?{_COUNT}\b", re.IGNORECASE)
_SEVERAL_PARTS = re.compile(
    rf"\b{_COUNT}[ -](halves|thirds|quarters|fourths|fifths|sixths|eighths|tenths)\b", re.IGNORECASE
)
_PART_OF_SCALE = re.compile(
    r"\b(half|third|quarter)(?: of)?(?: an?)? (hundred|thousand|million|billion|dozen)\b", re.IGNORECASE
)
_DECIMAL_COMMA = re.compile(r"(?<![\w.,])(\d+),(\d{1,2})(?![\d,])")


def number_candidates(question: str) -> tuple[NumberCandidate, ...]:
    """Every number of a question by where it stands; what can be read in several ways gives them all."""
    plain = _DASHED.sub(" ", question)  # from 5-10: the dash parts two numbers
    found = [*_in_digits(plain), *_in_words(question)]
    found += [*_years(question, found), *_in_units(question, found), *_fractions(question)]
    if _ROLLING.search(question):
        found += [NumberCandidate(one.value - 1, one.start, one.end, "before") for one in found if _is_count(one)]
    if _FALLING.search(question):
        found += [NumberCandidate(-one.value, one.start, one.end, "negated") for one in found if _may_fall(one)]
    return tuple(sorted(dict.fromkeys(found), key=lambda one: (one.start, -one.end)))


def _is_count(one: NumberCandidate) -> bool:
    return one.how in ("digits", "words") and one.value > 1 and one.value.is_integer()


def _may_fall(one: NumberCandidate) -> bool:
    return one.value > 0 and one.how in ("digits", "scaled", "words", "percent")


def _years(question: str, found: list[NumberCandidate]) -> Iterator[NumberCandidate]:
    """Years of two digits, centuries, decades in words, and the years beside one that is named."""
    for hit in _CENTURY.finditer(question):
        last = 100.0 * int(hit[1])
        yield from (NumberCandidate(year, *hit.span(), "year") for year in (last - 100, last - 99, last))
    for hit in _SHORT_RANGE.finditer(question):
        yield NumberCandidate(float(hit[1][:2] + hit[2]), *hit.span(), "year")
    for hit in _SHORT_YEAR.finditer(question):
        yield from (NumberCandidate(float(century + hit[1]), *hit.span(1), "year") for century in ("19", "20"))
    for hit in _DECADES.finditer(question):
        yield from _decade(10.0 * (2 + _DECADE_WORDS.index(hit[1].lower())), *hit.span())
    for pattern, more in ((_BEFORE, -1), (_AFTER, 1)):
        for hit in pattern.finditer(question):
            yield from (NumberCandidate(one.value + more, *hit.span(), "year") for one in found if one.how == "year")


def _in_units(question: str, found: list[NumberCandidate]) -> Iterator[NumberCandidate]:
    """The number in the unit that a column may have: cents in dollars, minutes in seconds."""
    for one in found:
        hit = _UNIT.match(question, one.end)
        if hit and one.how in ("digits", "words", "scaled"):
            for factor in _FACTORS[hit[1].lower()]:
                yield NumberCandidate(_tidy(one.value * factor), one.start, hit.end(), "unit")


def _fractions(question: str) -> Iterator[NumberCandidate]:
    """3 in 10, 2 out of 3, three quarters, a quarter of a million."""
    for hit in _IN_SO_MANY.finditer(question):
        above, below = (_plain_number(hit[n]) for n in (1, 2))
        if below > above:
            yield NumberCandidate(_tidy(above / below), *hit.span(), "part")
    for hit in _SEVERAL_PARTS.finditer(question):
        below = _DENOMINATORS[hit[2].lower().removesuffix("s")]
        yield NumberCandidate(_tidy(_plain_number(hit[1]) / below), *hit.span(), "part")
    for hit in _PART_OF_SCALE.finditer(question):
        yield NumberCandidate(SCALES[hit[2].lower()] / _DENOMINATORS[hit[1].lower()], *hit.span(), "scaled")


def _plain_number(text: str) -> float:
    return float(text) if text.isdigit() else float(_ONES[text.lower()])


def _in_digits(question: str) -> Iterator[NumberCandidate]:
    for hit in _DIGITS.finditer(question):
        base = written_number(hit)
        if not math.isfinite(base):
            continue
        sign = -1.0 if hit["sign"] or re.search(r"\b(?:minus|negative) $", question[: hit.start()]) else 1.0
        yield from _readings(hit, sign * base)
    for hit in _DECIMAL_COMMA.finditer(question):
        yield NumberCandidate(float(f"{hit[1]}.{hit[2]}"), *hit.span(), "digits")


def _readings(hit: re.Match[str], value: float) -> Iterator[NumberCandidate]:
    tail = (hit["tail"] or "").strip(" -'").lower()
    start, end = hit.start(), hit.end()
    if tail in SCALES:
        yield NumberCandidate(_tidy(value * SCALES[tail]), start, end, "scaled")
    if tail not in SCALES or len(tail) < 3:  # 5m may be metres
        how: NumberHow = "ordinal" if tail in ("st", "nd", "rd", "th") else "decade" if tail == "s" else "digits"
        yield NumberCandidate(value, start, end, "year" if how == "digits" and _is_year(hit, value) else how)
    if tail == "s":
        yield from _decade(value, start, end)
    if hit["unit"]:
        yield NumberCandidate(_tidy(value / 100), start, end, "percent")
        if "percentile" not in hit["unit"]:
            yield NumberCandidate(_tidy(1 - value / 100), start, end, "percent")


def _decade(value: float, start: int, end: int) -> Iterator[NumberCandidate]:
    """The 1990s and the 90s, from the first year to the last and behind it."""
    years = [value] if value > 99 else [1900 + value] if value >= 30 else [1900 + value, 2000 + value]
    years = [year for year in years if year % 10 == 0]
    for first in years:
        yield from (NumberCandidate(first + more, start, end, "decade") for more in (0, 9, 10))


def _is_year(hit: re.Match[str], value: float) -> bool:
    return hit["digits"].isdigit() and 1500 <= value < 2200


def _in_words(question: str) -> Iterator[NumberCandidate]:
    spoken = words(question)
    place = 0
    while place < len(spoken):
        lower = spoken[place].lower
        size, value = _worded(spoken, place)
        last = spoken[place + max(size, 1) - 1].end
        if size:
            yield NumberCandidate(_tidy(value), spoken[place].start, last, "words")
            if place + size < len(spoken) and spoken[place + size].lower in ("percent", "percentile"):
                yield NumberCandidate(_tidy(value / 100), spoken[place].start, spoken[place + size].end, "percent")
        yield from _named(spoken, place, lower)
        place += max(size, 1)


def _named(spoken: tuple[Word, ...], place: int, lower: str) -> Iterator[NumberCandidate]:
    """Ordinals, parts and what counts the places of a calendar."""
    start, end = spoken[place].start, spoken[place].end
    if lower in _ORDINALS:
        yield NumberCandidate(_ORDINALS[lower], start, end, "ordinal")
    for part in _PARTS.get(lower, ()):
        yield NumberCandidate(part, start, end, "part")
    if lower in MONTHS and (lower not in ("may", "march", "mar") or spoken[place].text[0].isupper() or place):
        yield NumberCandidate(MONTHS[lower], start, end, "month")
    day = _WEEKDAYS.get(lower) or _WEEKDAYS.get(lower.removesuffix("s"))
    if day:
        yield NumberCandidate(day, start, end, "weekday")


def _worded(spoken: tuple[Word, ...], place: int) -> tuple[int, float]:
    """How many words from this place on are one number, and which: twenty five, two hundred and ten, a dozen."""
    lowers = [word.lower for word in spoken[place : place + 9]]
    if lowers[0] in ("a", "an") and len(lowers) > 1 and lowers[1] in SCALES and len(lowers[1]) > 2:
        return 2, SCALES[lowers[1]]
    if lowers[0] not in _ONES:
        alone = lowers[0] in ("dozen", "hundred", "thousand", "million", "billion")
        return (1, SCALES[lowers[0]]) if alone else (0, 0.0)
    total = current = 0.0
    size = 0
    for at, word in enumerate(lowers):
        if word in _ONES and (size == 0 or lowers[at - 1] not in _ONES or _adds(current, _ONES[word])):
            current += _ONES[word]
        elif word in SCALES and len(word) > 2 and size:
            current *= SCALES[word]
            if SCALES[word] > 100:
                total, current = total + current, 0.0
        elif word == "and" and size and lowers[at - 1] in ("hundred", "thousand") and lowers[at + 1 : at + 2]:
            if lowers[at + 1] not in _ONES:
                break
            continue
        else:
            break
        size = at + 1
    return size, total + current


def _adds(tens: float, ones: float) -> bool:
    return tens % 100 >= 20 and tens % 10 == 0 and 0 < ones < 10


def _tidy(value: float) -> float:
    return round(value, 10)
