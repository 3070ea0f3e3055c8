"""Writing: how the cells of one column write their numbers, as a spec and as the patterns that read them.

The patterns use only what Python, Rust, RE2 and Java have in common, and take parts away instead of picking groups,
because engines write the reference to a group each in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from autoviz.errors import ParameterError
from autoviz.writings.unit_words import CURRENCIES, FAMILIES, SCALES, alternatives

SPACE = "[\\s\u00a0\u2009\u202f]"
"""Any space, also those that keep the digits of one number on one line; not every engine has them in its own class."""
MINUS = "\u2212-"
APPROXIMATE = "(?i:[~≈<>≤≥±]=?|ca[.]?|circa|approx[.]?|about|around|over|under|up to|at least|more than|less than)"
"""What says that a number is not exact; it is read as it stands."""
_EXPONENT = "(?:[eE][-+]?[0-9]+)?"


@dataclass(frozen=True)
class Marks:
    """The marks between digits: of a fraction, and of thousands as a class of characters."""

    decimal: str
    thousands: str
    grouped: str
    """A pattern for the whole part with marks."""

    @property
    def body(self) -> str:
        """A pattern for the digits of a number."""
        point = re.escape(self.decimal)
        return f"(?:(?:{self.grouped}|[0-9]+)(?:{point}[0-9]*)?|{point}[0-9]+){_EXPONENT}"


def _threes(mark: str) -> str:
    return f"[1-9][0-9]{{0,2}}(?:{mark}[0-9]{{3}})+"


_COMMA, _POINT, _SPACES, _QUOTE, _LINE = ",", "[.]", "[ \u00a0\u2009\u202f]", "['\u2019]", "_"
MARKS: Mapping[str, Marks] = {
    "1,234.5": Marks(".", _COMMA, _threes(_COMMA)),
    "1.234,5": Marks(",", _POINT, _threes(_POINT)),
    "1 234,5": Marks(",", _SPACES, _threes(_SPACES)),
    "1 234.5": Marks(".", _SPACES, _threes(_SPACES)),
    "1'234.5": Marks(".", _QUOTE, _threes(_QUOTE)),
    "1'234,5": Marks(",", _QUOTE, _threes(_QUOTE)),
    "1_234.5": Marks(".", _LINE, _threes(_LINE)),
    "12,34,567.8": Marks(".", _COMMA, "[1-9][0-9]?(?:,[0-9]{2})*,[0-9]{3}"),
}
"""How digits are marked, told by an example; of those that fit equally well the first is meant."""

CLOCKS = ("h:mm:ss", "m:ss", "h:mm", "1h 20m")
SECONDS: Mapping[str, float] = {"seconds": 1.0, "minutes": 60.0, "hours": 3600.0, "days": 86400.0}
"""What a duration may be told in."""
DURATION_WORDS: Mapping[str, tuple[str, ...]] = {
    "days": ("days", "day", "d"),
    "hours": ("hours", "hour", "hrs.", "hrs", "hr.", "hr", "h", "std"),
    "minutes": ("minutes", "minute", "mins.", "mins", "min.", "min", "m", "'", "\u2032"),
    "seconds": ("seconds", "second", "secs", "sec.", "sec", "s", '"', "\u2033"),
}


@dataclass(frozen=True)
class Part:
    """One number within a cell: which cells have it, what is taken away to leave its digits, and what it counts."""

    has: str
    changes: tuple[tuple[str, str], ...]
    """Pattern → plain text in its place, one after the other."""
    factors: tuple[tuple[str, float], ...] = ()
    """Pattern of the whole cell → factor; the first that fits counts."""
    factor: float = 1.0


@dataclass(frozen=True)
class Writing:
    """How a column writes numbers: the marks or the clock, whether k and M multiply, and the unit that is meant."""

    form: str
    """An example of the marks (1.234,5), or a clock (h:mm:ss)."""
    scaled: bool = False
    unit: str = ""

    @property
    def spec(self) -> str:
        """The writing as one text: `1.234,5 in €`, `1,234.5 with k, M, bn`, `h:mm:ss in minutes`."""
        return self.form + (" with k, M, bn" if self.scaled else "") + (f" in {self.unit}" if self.unit else "")

    @property
    def is_clock(self) -> bool:
        return self.form in CLOCKS

    @cached_property
    def shape(self) -> str:
        """The pattern of a whole cell that can be read."""
        return _clock_shape(self.form) if self.is_clock else f"^{SPACE}*[(]?{self._core}[)]?{SPACE}*$"

    @cached_property
    def negative(self) -> str:
        """The pattern of a cell whose number is below zero: a minus before or behind it, or parentheses around it."""
        return f"^[^0-9]*[({MINUS}]|[{MINUS}]{SPACE}*$"

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The numbers that are added up to that of the cell."""
        return _clock_parts(self.form, SECONDS[self.unit]) if self.is_clock else (self._number,)

    @property
    def words(self) -> tuple[str, ...]:
        """What may stand beside the number without changing it: the unit in all its spellings."""
        return CURRENCIES.get(self.unit) or _spellings(self.unit)

    @property
    def _beside(self) -> str:
        """The words that stand beside the number, the multiplying ones left out."""
        words = (*self.words, *unit_factors(self.unit))
        return f"{'(?i:' if self.unit in CURRENCIES else '(?:'}{alternatives(words)})" if words else "(?:)"

    @property
    def _multiplying(self) -> str:
        return f"(?i:{alternatives(tuple(SCALES))})"

    @property
    def _core(self) -> str:
        scale = f"(?:{SPACE}*{self._multiplying})?" if self.scaled else ""
        inexact = f"(?:{APPROXIMATE}{SPACE}*)?"
        sign = f"(?:[+{MINUS}]{SPACE}*)?"
        # Only money is written before its number: Room 12 is no amount.
        unit = f"(?:{self._beside}{SPACE}*)?" if self.unit in CURRENCIES else ""
        behind = f"(?:{SPACE}*{self._beside})?{SPACE}*[+{MINUS}]?"
        return f"{inexact}{sign}{unit}{sign}{MARKS[self.form].body}{scale}{behind}"

    @property
    def _number(self) -> Part:
        marks = MARKS[self.form]
        scale = f"|{self._multiplying}" if self.scaled else ""
        around = f"{SPACE}|[()+{MINUS}]|{self._beside}" if self.words else f"{SPACE}|[()+{MINUS}]"
        before = f"^(?:{around}|{APPROXIMATE})+"
        changes = [(before, ""), (f"(?:{around}{scale})+$", ""), (marks.thousands, "")]
        if marks.decimal != ".":
            changes.append((marks.decimal, "."))
        return Part(self.shape, tuple(changes), self._factors(around))

    def _factors(self, around: str) -> tuple[tuple[str, float], ...]:
        others = {word: factor for word, factor in unit_factors(self.unit).items() if factor != 1.0}
        end = f"(?:{SPACE}|[()+{MINUS}])*$"
        found = [(f"[0-9.]{SPACE}*{re.escape(word)}{end}", value) for word, value in others.items()]
        if self.scaled:
            found += [(f"[0-9.]{SPACE}*(?i:{words})(?:{around})*$", value) for value, words in _scale_words().items()]
        return tuple(found)


@cache
def writing_of(spec: str) -> Writing:
    """The writing that a spec names, or the reason why it names none."""
    head, _, unit = spec.strip().partition(" in ")
    form, _, scales = head.partition(" with ")
    if form not in MARKS and form not in CLOCKS:
        known = ", ".join((*MARKS, *CLOCKS))
        raise ParameterError(f"{spec!r} names no writing of numbers", f"Begin it with one of {known}.")
    if form in CLOCKS and unit.strip() not in SECONDS:
        raise ParameterError(f"{spec!r} does not say what its durations are told in", f"{form} in {', '.join(SECONDS)}")
    return Writing(form, bool(scales), unit.strip())


def _spellings(unit: str) -> tuple[str, ...]:
    """One thing or several: 1 star, 2 stars; of a time every way of writing it: 38 hrs, 40h."""
    if not unit:
        return ()
    timed = next((said for said in DURATION_WORDS.values() if unit.casefold() in said), ())
    if timed and len(unit) > 1:
        return timed if unit in timed else (unit, *timed)
    if len(unit) > 3 and unit.isalpha():
        stem = unit.removesuffix("s")
        return (stem, f"{stem}s")
    return (unit,)


def _scale_words() -> dict[float, str]:
    """Factor → a pattern for the words that say it."""
    values = dict.fromkeys(SCALES.values())
    return {value: alternatives(tuple(word for word, own in SCALES.items() if own == value)) for value in values}


def unit_factors(unit: str) -> Mapping[str, float]:
    """The units of the same kind that a column may mix with its own, and how many of its own each is."""
    family = next((family for family in FAMILIES if unit in family), {})
    return {word: value / family[unit] for word, value in family.items()}


def _clock_shape(form: str) -> str:
    sign = f"^{SPACE}*[+{MINUS}]?{SPACE}*"
    if form != "1h 20m":
        days = f"(?:[0-9]+{SPACE}*days?,?{SPACE}+)?" if form == "h:mm:ss" else ""
        below = ":[0-5]?[0-9]" * form.count(":")
        return f"{sign}{days}[0-9]+{below}(?:[.][0-9]+)?{SPACE}*$"
    named = [
        f"(?:[0-9]+(?:[.][0-9]+)?{SPACE}*(?i:{alternatives(words)}),?{SPACE}*)" for words in DURATION_WORDS.values()
    ]
    # The largest part must be there, or an empty cell would be read as no time at all.
    starts = [part + "".join(f"{later}?" for later in named[place + 1 :]) for place, part in enumerate(named)]
    return f"{sign}(?:PT)?(?:{'|'.join(starts)})$"


def _clock_parts(form: str, unit: float) -> tuple[Part, ...]:
    if form == "1h 20m":
        return tuple(_named_part(name, unit) for name in DURATION_WORDS)
    whole = (f"^{SPACE}*[+{MINUS}]?{SPACE}*(?:[0-9]+{SPACE}*days?,?{SPACE}+)?", "")
    names = {"h:mm:ss": ("hours", "minutes", "seconds"), "m:ss": ("minutes", "seconds"), "h:mm": ("hours", "minutes")}
    rest = (f"(?::.*|{SPACE}+)$", "")
    found = [
        Part(":", (whole, (f"^(?:[^:]*:){{{place}}}", ""), rest), factor=SECONDS[name] / unit)
        for place, name in enumerate(names[form])
    ]
    days = Part("day", ((f"{SPACE}*day.*$", ""), (f"^{SPACE}*[+{MINUS}]?{SPACE}*", "")), factor=86400.0 / unit)
    return (days, *found) if form == "h:mm:ss" else tuple(found)


def _named_part(name: str, unit: float) -> Part:
    """The number before the words for days, hours, minutes or seconds."""
    words = f"(?i:{alternatives(DURATION_WORDS[name])})"
    behind = f"{SPACE}*{words}(?:[^a-zA-Z].*)?$"
    return Part(f"[0-9]{behind}", ((behind, ""), ("^.*[^0-9.]", "")), factor=SECONDS[name] / unit)
