"""Traits: what a column shows of itself in its name, its values and its description, as the words a model weighs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from autoviz.frames.dates.shapes import name_words
from autoviz.profile.flags import YES_NO
from autoviz.profile.places import is_place
from autoviz.writings.unit_words import SCALES, dimension_of

WORDS_TOLD = 30
"""How many words of a description are looked at."""
TEXTS_SEEN = 60
"""How many of the most frequent texts are looked at."""
NUMBERS_SEEN = 2000
"""How many of the most frequent numbers are looked at."""
_LEVEL_WORDS = (
    "low medium high middle poor fair good excellent average never rarely sometimes often always none small large "
    "very agree disagree strongly neutral primary secondary college bachelor master phd school mild moderate severe "
    "young old junior senior first second third less more somewhat under over"
)
_LEVELS = frozenset(_LEVEL_WORDS.split())
_CALENDAR_WORDS = (
    "january february march april may june july august september october november december jan feb mar apr jun jul "
    "aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun "
    "spring summer autumn fall winter morning afternoon evening night q1 q2 q3 q4"
)
_CALENDAR = frozenset(_CALENDAR_WORDS.split())
_LARGEST = 1e60
"""Numbers beyond this are taken for it, so that their squares stay finite."""
_PREPOSITIONS = frozenset({"on", "of", "in", "at", "to", "for", "from", "by", "with", "during", "within", "under"})
_SIGNS = {"%": "percent", "$": "dollar", "€": "euro", "£": "pound", "°": "degree", "#": "number", "/": "per"}


@dataclass(frozen=True)
class Shown:
    """What was seen of a column: its name and description, what its cells are, and some of them."""

    name: str
    content: str
    """number, text, mixed, boolean, duration, date, or typed date."""
    kind: str
    """What the rules of `kinds` take it for."""
    present: int
    distinct: int
    numbers: Any = None
    """The most frequent different numbers, where the cells are numbers or written as such."""
    times: Any = None
    """How often each of them is there."""
    texts: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    first_column: bool = False
    unit: str = ""
    """The unit that the cells themselves are written with."""
    description: str = ""


def traits(shown: Shown) -> dict[str, str]:
    """Every trait with the phrase that tells a reader of it, or with nothing where it would tell nobody anything."""
    values = dict(_number_traits(shown) if shown.numbers is not None else _text_traits(shown))
    shape = _shape(shown)
    found = {
        "always": "",
        f"is {shown.content}": "",
        f"kind {shown.kind}": "",
        f"kind {shown.kind} {shape}": "",
        f"shape {shape}": "",
        f"count {_many(shown.distinct)}": "",
    }
    found.update(values)
    for trait, phrase in _name_traits(shown.name):
        found[trait] = phrase
        if phrase:
            found[f"{trait} & {shape}"] = ""
    found.update(_told_traits(shown.description))
    if "plural" in found:
        found[f"plural & {shape}"] = "named in the plural"
    if shown.first_column:
        found["first column"] = ""
        found[f"first column & {shape}"] = ""
    if shown.unit:
        found[f"written {shown.unit}"] = f"written with {shown.unit}"
    return found


def _name_traits(name: str) -> Iterator[tuple[str, str]]:
    """Whole words, which of them stand first and last, pairs, and pieces of words for what is written together."""
    spoken = name
    for sign, word in _SIGNS.items():
        spoken = spoken.replace(sign, f" {word} ")
    words = name_words(spoken)
    for word in words:
        plain = "0" if word.isdigit() else word
        yield f"word {plain}", f'named "{word}"'
        if len(plain) > 3 and plain.endswith("s"):
            yield f"word {plain[:-1]}", f'named "{word}"'
            yield "plural", ""
    for first, second in pairwise(words):
        yield f"pair {first} {second}", ""
    if words:
        yield f"last {words[-1]}", f'named "{words[-1]}"'
        yield f"first {words[0]}", ""
        yield from _head_traits(words)
    yield f"words {min(len(words), 4)}", ""
    padded = "^" + "".join(words) + "$"
    for size in (3, 4, 5):
        for start in range(len(padded) - size + 1):
            yield f"piece {padded[start : start + size]}", ""
    if re.search(r"\d$", name):
        yield "ends in a digit", ""
    if len(name) <= 2:
        yield "short name", ""


def _head_traits(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The word that says what is measured, and in what: the income of ticket_income_nok, in money."""
    head, dimension = head_of(words)
    yield f"head {head}", f'named "{head}"'
    if dimension:
        yield f"in {dimension}", f"measured in {dimension}" if dimension != "percent" else ""
        yield f"head {head} in {dimension}", ""


def head_of(words: Sequence[str]) -> tuple[str, str]:
    """The last word of a name that is neither unit nor scale, and what its unit measures, if one stands behind it."""
    left, dimension = list(words), ""
    while len(left) > 1 and (measured := dimension_of(left[-1]) or (left[-1] in SCALES and "scale")):
        dimension = dimension or measured
        left.pop()
    head = before_place(left)[-1]
    return head.removesuffix("s") if len(head) > 3 else head, dimension


def before_place(words: Sequence[str]) -> Sequence[str]:
    """The words of a name without what says where, when or of what: the passengers of passengers_on_board."""
    at = next((place for place, word in enumerate(words[:-1]) if place and word in _PREPOSITIONS), None)
    return words[:at]


def _told_traits(description: str) -> Iterator[tuple[str, str]]:
    words = re.findall(r"[a-z]+|[%$€£]", description.lower())[:WORDS_TOLD]
    for word in words:
        yield f"told {word}", f'described with "{word}"'
        if len(word) > 3 and word.endswith("s"):
            yield f"told {word[:-1]}", f'described with "{word}"'
    for first, second in pairwise(words):
        yield f"told {first} {second}", f'described with "{first} {second}"'
    if words:
        yield f"told first {words[0]}", ""
        yield "told", ""


def _number_traits(shown: Shown) -> Iterator[tuple[str, str]]:
    numbers = np.clip(np.asarray(shown.numbers, dtype=float), -_LARGEST, _LARGEST)
    if not len(numbers):
        return
    low = float(numbers.min()) if shown.minimum is None else shown.minimum
    high = float(numbers.max()) if shown.maximum is None else shown.maximum
    decimals = _decimals(numbers)
    yield f"decimals {decimals}", ("whole numbers", "one decimal", "two decimals", "decimals")[min(decimals, 3)]
    yield f"from {_size(low)}", ""
    yield f"to {_size(high)}", ""
    yield f"from {_size(low)} to {_size(high)}", ""
    yield f"middle {_size(float(np.median(numbers)))}", ""
    yield f"spread {_size(high - low)}", ""
    yield from _weighed(numbers, shown)
    if low < 0:
        yield "below zero", "some below zero"
    yield from _ranges(shown, low, high, decimals == 0)
    if decimals == 0 and len(numbers) > 3:
        for step in (100, 10, 5):
            if (numbers % step == 0).mean() > 0.9:
                yield f"steps {step}", f"in steps of {step}"
                break


def _weighed(numbers: Any, shown: Shown) -> Iterator[tuple[str, str]]:
    """How the cells are spread: amounts and counts pile up near nothing and reach far, measures lie around a middle."""
    times = np.ones(len(numbers)) if shown.times is None else np.asarray(shown.times, dtype=float)
    total = float(times.sum())
    middle = float((numbers * times).sum() / total)
    spread = float(np.sqrt(((numbers - middle) ** 2 * times).sum() / total))
    zeros = float(times[numbers == 0].sum() / total)
    yield f"zeros {math.ceil(4 * zeros)}", ""
    yield f"often {math.ceil(5 * float(times.max()) / total)}", ""
    if middle > 1 / _LARGEST:
        yield f"scatter {min(math.floor(4 * spread / middle), 8)}", ""
    if spread > 1 / _LARGEST:
        yield f"lean {max(-4, min(round(float((((numbers - middle) / spread) ** 3 * times).sum() / total)), 6))}", ""


def _ranges(shown: Shown, low: float, high: float, whole: bool) -> Iterator[tuple[str, str]]:
    """Ranges that stand for something, and whether the numbers leave none out."""
    for name, least, most in (("0 to 1", 0, 1), ("0 to 10", 0, 10), ("0 to 100", 0, 100), ("1 to 5", 1, 5)):
        if least <= low and high <= most:
            yield f"within {name}", f"between {name.replace('to', 'and')}"
    if whole and low >= 1700 and high <= 2100:
        yield "like years", "whole numbers like years"
    if whole and (low, high) == (0, 1):
        yield "0 and 1", "only 0 and 1"
    if whole and shown.distinct == high - low + 1:
        yield f"none left out, from {_size(low)}", "every number from the first to the last"
        if low in (0, 1):
            yield f"numbered {_many(shown.distinct)}", "numbered from the first to the last"


def _text_traits(shown: Shown) -> Iterator[tuple[str, str]]:
    texts = [text.strip() for text in shown.texts[:TEXTS_SEEN]]
    if not texts:
        return
    length = sum(map(len, texts)) / len(texts)
    spaces = sum(text.count(" ") for text in texts) / len(texts)
    yield f"length {min(int(math.log2(length + 1)), 7)}", "long texts" if length > 50 else ""
    yield f"spaces {min(round(spaces), 6)}", ""
    yield f"capitals {_share(texts, str.isupper)}", ""
    yield f"titles {_share(texts, str.istitle)}", ""
    yield f"digits {_share(texts, _has_digit)}", ""
    yield f"only digits {_share(texts, str.isdigit)}", ""
    yield f"same length {len({len(text) for text in texts}) == 1}", ""
    if is_place(texts):
        yield "places", "its values are places"
    folded = {text.casefold() for text in texts}
    if any(folded <= set(pair) for pair in YES_NO):
        yield "yes and no", "its values are yes and no"
    words = [word for text in folded for word in re.findall(r"[a-z]+\d?", text)]
    yield f"levels {_portion(words, _LEVELS)}", "its values are levels" if _portion(words, _LEVELS) > 1 else ""
    yield f"calendar {_portion(words, _CALENDAR)}", "parts of the year or day" if _portion(words, _CALENDAR) > 1 else ""
    if len(folded) <= 12:
        for word in sorted(set(words)):
            yield f"value {word}", f'has the value "{word}"'
    if sum(bool(re.search(r"\d\s*(-|to|–|<|>|\+)|[<>≤≥]\s*\d", text)) for text in texts) > 0.5 * len(texts):
        yield "classes of numbers", "its values are ranges of numbers" if shown.content != "date" else ""


def _shape(shown: Shown) -> str:
    """The cells in a word or two, to be weighed together with each word of the name."""
    if shown.numbers is None:
        return f"{shown.content} {_repeats(shown)}"
    numbers = np.asarray(shown.numbers, dtype=float)
    whole = bool((numbers % 1 == 0).all()) if len(numbers) else True
    if shown.distinct <= 2:
        return "two numbers"
    within = bool(len(numbers)) and float(numbers.min()) >= 0 and float(numbers.max()) <= 1
    return "fraction" if within and not whole else f"{'whole' if whole else 'broken'} {_repeats(shown)}"


def _repeats(shown: Shown) -> str:
    """How often a value comes again: each but once, a few values all over, or in between."""
    if shown.distinct >= shown.present:
        return "unique"
    if shown.distinct <= 2:
        return "two"
    if shown.distinct <= 12:
        return "few"
    return "nearly unique" if shown.distinct > 0.9 * shown.present else "some"


def _many(number: int) -> int:
    return min(int(math.log2(number + 1)), 14)


def _size(number: float) -> str:
    """The number's order of magnitude, in half steps of ten."""
    if number == 0 or not math.isfinite(number):
        return "0"
    return f"{'-' if number < 0 else ''}{max(-6, min(math.floor(2 * math.log10(abs(number))), 24))}"


def _decimals(numbers: Any) -> int:
    """How many digits behind the point nearly all numbers get by with; 3 stands for more."""
    for digits in range(3):
        if (np.abs(numbers * 10**digits - np.round(numbers * 10**digits)) < 1e-6).mean() > 0.98:
            return digits
    return 3


def _share(texts: Sequence[str], test: Any) -> int:
    return round(3 * sum(bool(test(text)) for text in texts) / len(texts))


def _portion(words: Sequence[str], known: frozenset[str]) -> int:
    return round(4 * sum(word in known for word in words) / len(words)) if words else 0


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))
