"""Cell reading: one cell's number by the writing of its column, picked from the groups of a single pattern.

Engines read by taking parts away (`Writing.parts`); this is the other way to the same number, and tests hold the two
against each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from autoviz.writings.unit_words import CURRENCIES, SCALES, alternatives
from autoviz.writings.writing import (
    APPROXIMATE,
    DURATION_WORDS,
    MARKS,
    MINUS,
    SECONDS,
    SPACE,
    Writing,
    unit_factors,
)

NAN = float("nan")
Reader = Callable[[str], float]
SHAPES_KEPT = 4096
_DIGITS = str.maketrans("023456789", "111111111")


class _Body(NamedTuple):
    """Where the digits of a cell of some shape stand, and what their number is multiplied by."""

    start: int
    end: int
    factor: float


def shape_of(cell: str) -> str:
    """The cell with each digit as a 1, a leading 0 as it is: cells of one shape have their parts at the same places."""
    shape = cell.translate(_DIGITS)
    first = shape.find("1")
    return shape if first < 0 or cell[first] != "0" else f"{shape[:first]}0{shape[first + 1 :]}"


@cache
def cell_reader(writing: Writing) -> Reader:
    """What gives the number of a cell, or NaN where it is not of this writing."""
    if writing.form == "1h 20m":
        return _words_reader(SECONDS[writing.unit])
    return _clock_reader(writing) if writing.is_clock else _number_reader(writing)


def _number_reader(writing: Writing) -> Reader:
    match = _number_pattern(writing).match
    marks = MARKS[writing.form]
    thousands = "".join(sign for sign in ",.'\u2019_ \u00a0\u2009\u202f" if re.fullmatch(marks.thousands, sign))
    digits = str.maketrans(marks.decimal, ".", thousands)
    own, below = unit_factors(writing.unit), frozenset(("(", *MINUS))

    named = any(map(str.isdigit, "".join((*writing.words, *own))))  # the 2 of m2 is no digit of a number
    shaped: Callable[[str], str] = str if named else shape_of

    @lru_cache(SHAPES_KEPT)
    def placed(shape: str) -> _Body | None:
        found = match(shape)
        if found is None:
            return None
        factor = own.get(found["unit"] or "", 1.0)
        if writing.scaled and found["scale"]:
            factor *= SCALES[found["scale"].casefold()]
        around = found.group("open", "sign", "inner", "trailing")
        return _Body(*found.span("body"), factor if below.isdisjoint(around) else -factor)

    def read(cell: str) -> float:
        body = placed(shaped(cell))
        return NAN if body is None else float(cell[body.start : body.end].translate(digits)) * body.factor

    return read


def _number_pattern(writing: Writing) -> re.Pattern[str]:
    case = "(?i:" if writing.unit in CURRENCIES else "(?:"
    names = (*writing.words, *unit_factors(writing.unit))
    unit = f"{case}{alternatives(names)})" if names else "(?!)"
    before = f"(?:{unit}{SPACE}*)?" if writing.unit in CURRENCIES else ""
    scale = f"(?:{SPACE}*(?P<scale>(?i:{alternatives(tuple(SCALES))})))?" if writing.scaled else ""
    return re.compile(
        f"{SPACE}*(?P<open>[(])?(?:{APPROXIMATE}{SPACE}*)?(?:(?P<sign>[+{MINUS}]){SPACE}*)?{before}"
        f"(?:(?P<inner>[+{MINUS}]){SPACE}*)?(?P<body>{MARKS[writing.form].body}){scale}"
        f"(?:{SPACE}*(?P<unit>{unit}))?{SPACE}*(?P<trailing>[+{MINUS}])?[)]?{SPACE}*$"
    )


def _clock_reader(writing: Writing) -> Reader:
    counted: Mapping[str, tuple[float, ...]] = {"h:mm:ss": (3600, 60, 1), "h:mm": (3600, 60), "m:ss": (60, 1)}
    shape, unit = re.compile(writing.shape), SECONDS[writing.unit]

    def read(cell: str) -> float:
        if shape.match(cell) is None:
            return NAN
        bare = cell.strip("+ \u2212-\u00a0\u2009\u202f\t\n")
        days, _, clock = bare.rpartition(" ")
        numbers = map(float, clock.split(":"))
        seconds = sum((number * factor for number, factor in zip(numbers, counted[writing.form], strict=True)), 0.0)
        seconds += 86400 * float(days.split("day")[0]) if days else 0.0
        return (-seconds if cell.strip()[0] in MINUS else seconds) / unit

    return read


def _words_reader(unit: float) -> Reader:
    shape = re.compile(Writing("1h 20m", unit="seconds").shape)
    lengths = {word.casefold(): SECONDS[name] for name, words in DURATION_WORDS.items() for word in words}
    part = re.compile(rf"([0-9]+(?:[.][0-9]+)?){SPACE}*({alternatives(tuple(lengths))})", re.IGNORECASE)

    def read(cell: str) -> float:
        if shape.match(cell) is None:
            return NAN
        seconds = sum(float(number) * lengths[word.casefold()] for number, word in part.findall(cell))
        return (-seconds if cell.strip()[0] in MINUS else seconds) / unit

    return read
