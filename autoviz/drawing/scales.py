"""Scales: words and signs that are steps of one order wherever they stand together."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Place = tuple[Any, ...]
PROBED = 50
"""Of very many names the first ones settle it: no scale of words has as many steps."""

_CYCLES = tuple([name.casefold() for name in names if name] for names in (calendar.day_name, calendar.month_name))
_SHORTEST = 3
"""Letters by which a day or a month can be told: Tue, Tues and Tuesday are one."""
_SCALES = (
    "xxs xs s m l xl xxl xxxl",
    "tiny extra_small small medium large extra_large huge",
    "none very_low low medium moderate high very_high critical urgent",
    "none negligible minor mild moderate major severe critical fatal",
    "never rarely seldom occasionally sometimes often frequently usually always",
    "strongly_disagree disagree somewhat_disagree neutral neither somewhat_agree agree strongly_agree",
    "very_dissatisfied dissatisfied neutral satisfied very_satisfied",
    "very_unlikely unlikely neutral possible likely very_likely",
    "very_bad bad ok okay average good very_good great excellent",
    "very_poor poor below_average fair average above_average good very_good premium excellent ideal outstanding",
    "i3 i2 i1 si2 si1 vs2 vs1 vvs2 vvs1 if fl",
    "very_easy easy medium moderate hard difficult very_hard very_difficult",
    "beginner novice elementary intermediate upper_intermediate advanced expert",
    "intern trainee junior mid middle intermediate senior lead principal staff",
    "freshman sophomore junior senior",
    "bronze silver gold platinum diamond",
    "freezing cold cool mild warm hot",
    "first second third fourth fifth sixth seventh eighth ninth tenth",
    "spring summer autumn fall winter",
    "morning noon afternoon evening night",
)
"""Words that are steps of a scale, each from its beginning to its end."""
_COUNTED = (
    "age", "class", "day", "decade", "grade", "h", "hour", "level", "month", "period", "phase", "q", "quarter",
    "round", "semester", "stage", "step", "term", "tier", "wave", "week", "year",
)  # fmt: skip
"""What is numbered in its order, unlike shops and rooms, which are numbered to tell them apart."""
_GRADE = re.compile(r"([A-F])\1{0,2}([+-]?)")
_ROMAN = {numeral: at for at, numeral in enumerate(("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"))}
_NUMBER_FIRST = re.compile(r"^[<>≤≥=~$€£#\s(\[+-]{0,3}\d")
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")
_YEAR = re.compile(r"(?<!\w)(?:19|20)\d\d(?![\w/.–-])")
_NUMBERED = re.compile(r"([^\W\d]+)[\s._#-]*(\d+)")


def places(names: Sequence[str]) -> dict[str, Place] | None:
    """The place of each name on the one scale that they all are of; None where they are mere names."""
    words = _without_common(names)
    signs = (_by_year, _by_grade, _by_letter, _by_roman, _by_count, _by_number)
    for placed in (_in_week_or_year, *map(_on, _SCALES), *signs):
        if len(words) > PROBED and placed(words[:PROBED]) is None:
            continue
        found = placed(words)
        if found is not None:
            return dict(zip(names, found, strict=True))
    return None


def scaled(names: Iterable[Any]) -> dict[Any, int]:
    """At which place each of these names comes: along the scale that they are of, else where it comes first."""
    found = list(dict.fromkeys(names))
    steps = places(found) if all(isinstance(name, str) for name in found) else None
    if steps is not None:
        found.sort(key=lambda name: steps[name])
    return {name: place for place, name in enumerate(found)}


def _without_common(names: Sequence[str]) -> list[str]:
    """The names without the words that all of them begin or end with: low risk and high risk are low and high."""
    parts = [name.strip().rstrip(".").split() for name in names]
    if len(parts) > 1:
        while all(len(words) > 1 for words in parts) and len({words[-1].casefold() for words in parts}) == 1:
            parts = [words[:-1] for words in parts]
    return [" ".join(words) for words in parts]


def _in_week_or_year(words: list[str]) -> list[Place] | None:
    """Days and months, written in full or begun."""
    for cycle in _CYCLES:
        found = [
            next((at for at, whole in enumerate(cycle) if len(word) >= _SHORTEST and whole.startswith(word)), None)
            for word in (word.casefold() for word in words)
        ]
        if len(found) > 1 and None not in found:
            return [(at,) for at in found]
    return None


def _on(scale: str) -> Callable[[list[str]], list[Place] | None]:
    steps = {step.replace("_", " "): at for at, step in enumerate(scale.split())}

    def placed(words: list[str]) -> list[Place] | None:
        found = [steps.get(re.sub(r"[\s_-]+", " ", word.casefold())) for word in words]
        return [(at,) for at in found] if len(found) > 1 and None not in found else None

    return placed


def _by_grade(words: list[str]) -> list[Place] | None:
    """Marks and ratings: A+, A, A-, B+; AAA, AA, A, BBB."""
    found = [_GRADE.fullmatch(word) for word in words]
    signed = any(len(word) > 1 for word in words)
    if not signed or None in found:
        return None
    return [(one[1], -len(one[0].rstrip("+-")), "+ -".index(one[2] or " ")) for one in found if one]


def _by_letter(words: list[str]) -> list[Place] | None:
    return [(word,) for word in words] if len(words) > 2 and all(len(w) == 1 and w.isalpha() for w in words) else None


def _by_roman(words: list[str]) -> list[Place] | None:
    """Roman numerals, alone or behind one word: Stage I, Stage IV."""
    last = [word.casefold().split()[-1] if word else "" for word in words]
    before = {tuple(word.casefold().split()[:-1]) for word in words}
    alike = len(words) > 1 and len(before) == 1 and all(word in _ROMAN for word in last)
    return [(_ROMAN[word],) for word in last] if alike else None


def _by_count(words: list[str]) -> list[Place] | None:
    """One counted word with numbers: Week 2, Week 10; Q1, Q4."""
    found = [_NUMBERED.fullmatch(word.casefold()) for word in words]
    if not found or None in found or len({one[1] for one in found if one}) != 1:
        return None
    return [(int(one[2]),) for one in found if one] if found[0] and found[0][1] in _COUNTED else None


def _by_year(words: list[str]) -> list[Place] | None:
    """Parts of years, by the year and then along the scale of the parts: autumn 2023, spring 2024."""
    found = [_YEAR.findall(word) for word in words]
    if len(words) < 2 or any(len(years) != 1 for years in found):
        return None
    parts = [" ".join(_YEAR.sub(" ", word).split()) for word in words]
    steps = places(parts) if all(parts) and len(set(parts)) > 1 else dict.fromkeys(parts, (0,))
    return None if steps is None else [(int(year), *steps[part]) for (year,), part in zip(found, parts, strict=True)]


def _by_number(words: list[str]) -> list[Place] | None:
    """Names that begin with a number: 3–5, 20–30, <18, 65+."""
    if not words or not all(_NUMBER_FIRST.match(word) for word in words):
        return None
    return [_numbers(word) for word in words]


def _numbers(name: str) -> Place:
    sign = -1 if name.lstrip("([").startswith("-") else 1
    found = [float(number) for number in _NUMBERS.findall(name)]
    below = -0.5 if name[:1] in "<≤" else 0.5 if name[:1] in ">≥" else 0
    return (found[0] * sign + below, *found[1:])
