"""Units: what a column is measured in, from the writing of its cells, its name or its description."""

from __future__ import annotations

import re
from collections.abc import Sequence

from autoviz.frames.dates.shapes import name_words
from autoviz.model.labels import Meaning
from autoviz.model.profile import ColumnProfile
from autoviz.profile.meanings import NEVER_ADD, named_measure
from autoviz.writings.unit_words import AMBIGUOUS, ENDINGS, SIGNS, SPELLED, currency_named, unit_named

UNDER = {
    "l": "l", "dl": "dl", "ml": "ml", "m2": "m²", "m3": "m³", "cm3": "cm³", "km2": "km²", "ha": "ha", "kg": "kg",
    "s": "s", "sec": "s", "min": "min", "h": "h", "hr": "h", "hour": "h", "d": "day", "day": "day",
}  # fmt: skip
"""The last word of a name behind another unit → what that unit is counted per: nitrate_mg_l is in mg/l."""
_TONNES_PER = ("ha", "km2", "m3", "day", "hour")
"""What tonnes are counted per where a name says no more of them than t: yield_t_ha."""
_DEGREES = {"C": "°C", "F": "°F"}
_BRACKETS = re.compile(r"[(\[]\s*([^)\]]{1,14}?)\s*[)\]]\s*$")
_RANGE = re.compile(r"\w[\d.,]*\s*(?:[-–—]|to)\s*\w[\d.,]*|\d+")
"""What a value may be, or of which year it is, and no unit: (0-10), (A-F), (2024)."""
_DESCRIBED = re.compile(
    r"\b(?:in|\()\s*(?:thousands? of |millions? of |1,?000s? |1000 )?(?:us |u\.s\. )?"
    r"(kg|kilograms?|grams?|mg|lbs?|pounds|ounces|mm|millimet(?:er|re)s?|cm|centimet(?:er|re)s?|met(?:er|re)s?|km|"
    r"kilomet(?:er|re)s?|inches|feet|miles|seconds|minutes|hours|days|weeks|months|years|percent|percentage|dollars|usd|"
    r"euros?|cents|celsius|fahrenheit|acres|hectares|square feet|mph|mpg|%|\$)(?![a-z])"
)
UNITLESS: frozenset[str] = frozenset(
    {"flag", "category", "ordered", "place", "name", "id", "code", "text", "date", "time", "period", "year"}
)


def unit_of(name: str, meaning: Meaning, written: str = "", description: str = "") -> str:
    """The unit, or nothing where none is said; labels, ids and dates have none."""
    if meaning in UNITLESS:
        return ""
    said = written or _of_name(name, meaning) or _of_description(description)
    return said or ("years" if meaning == "age" else "")


def _of_name(name: str, meaning: Meaning) -> str:
    bracketed = _BRACKETS.search(name)
    if bracketed and not _RANGE.fullmatch(bracketed[1]):
        inside = bracketed[1]
        if inside in _DEGREES and _speaks_of_warmth(name_words(name)):
            return _DEGREES[inside]
        return ENDINGS.get(inside.casefold(), SIGNS.get(inside.casefold(), inside))
    for sign, unit in SIGNS.items():
        if sign in name.casefold():
            return unit
    words = _with_powers(name_words(name))
    if len(words) > 1 and words[-2] == "per":  # what it is counted per is not what it is counted in
        return ""
    if len(words) > 1 and words[-1].upper() in _DEGREES and _speaks_of_warmth(words):
        return _DEGREES[words[-1].upper()]
    over = ENDINGS.get(words[-2]) or UNDER.get(words[-2]) if len(words) > 2 else None
    if words[-2:-1] == ["t"] and len(words) > 2 and words[-1] in _TONNES_PER:
        over = "t"
    if over and words[-1] in UNDER:
        return f"{over}/{UNDER[words[-1]]}"
    joined = [*words[-1:], *("".join(words[-2:]) for _ in words[-2:-1])]
    for ending in reversed(joined):
        if (
            ending in ENDINGS
            and (ending not in AMBIGUOUS or (len(words) > 1 and name[-1:].islower()))
            and (ending != "min" or meaning == "duration")
        ):
            return ENDINGS[ending]
    if len(words) > 1 and currency_named(words[-1]):
        return words[-1].upper()
    if words and words[0] in ("pct", "percent", "perc", "percentage"):
        return ENDINGS[words[0]]
    return _counted(words[0]) if len(words) > 1 else ""


def _counted(word: str) -> str:
    """The unit that the first word of a name says several of: minutes_stayed, hours_worked; a year_built is none."""
    several = word.endswith("s") and word not in AMBIGUOUS and unit_named(word.removesuffix("s")) == unit_named(word)
    return (unit_named(word) or "") if several else ""


def _speaks_of_warmth(words: Sequence[str]) -> bool:
    return any(word.startswith("temp") for word in words)


def in_minutes(columns: Sequence[ColumnProfile]) -> tuple[ColumnProfile, ...]:
    """The columns with those as minutes that end in `min` and are the least of nothing: runtime_min beside no
    runtime_max, and of nothing that has another unit, as a price or a temperature has."""
    named = {name_words(column.name) for column in columns}
    stems = named | {words[:-1] for words in named if words and words[-1] in NEVER_ADD}

    def counts_minutes(column: ColumnProfile) -> bool:
        words = name_words(column.name)
        if len(words) < 2 or words[-1] != "min" or column.unit or not column.metric or column.kind == "temporal":
            return False
        never_below = isinstance(column.minimum, int | float) and column.minimum >= 0
        return words[:-1] not in stems and named_measure(" ".join(words[:-1])) is None and never_below

    return tuple(
        column.replaced(unit=ENDINGS["min"], meaning="duration", reason='named "min"')
        if counts_minutes(column)
        else column
        for column in columns
    )


def _with_powers(words: Sequence[str]) -> list[str]:
    """The words of a name with m and 3 as one, where that is a unit: flow_m3_s."""
    found: list[str] = []
    for word in words:
        power = f"{found[-1]}{word}" if found and word.isdigit() else ""
        found[-1:] = [power] if power in ENDINGS or power in UNDER else [*found[-1:], word]
    return found


def _of_description(description: str) -> str:
    found = _DESCRIBED.search(description.casefold())
    if not found:
        return ""
    said = found[1]
    return SPELLED.get(said) or SPELLED.get(said.rstrip("s")) or ENDINGS.get(said, said)
