"""Finding: whether the cells of a column of text are numbers or durations, and in which writing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from autoviz.frames.dates.shapes import name_words
from autoviz.frames.missing_words import is_missing_word
from autoviz.model.profile import NumberEvidence
from autoviz.writings.cell_reading import SHAPES_KEPT, cell_reader, shape_of
from autoviz.writings.unit_words import (
    LONE_UNITS,
    NEVER_UNITS,
    SCALES,
    currency_of,
)
from autoviz.writings.writing import APPROXIMATE, CLOCKS, MARKS, SECONDS, SPACE, Marks, Writing

LOOKED_AT = 1000
"""How many different cells decide the writing."""
_FIRST_LOOK = 60
"""How many of them show that a column has no numbers, or none in some writing, so that the others need not be read."""
_FEW = 0.2
_OF_A_SHAPE = 20
"""How many cells of one shape are looked at: 1,234 and 5,678 are of one."""
EXAMPLES = 5
_CELL = re.compile(
    rf"^{SPACE}*[(]?{SPACE}*(?P<before>(?:[^0-9.,]|[.](?![0-9]))*?)"
    rf"(?P<body>[.,]?[0-9](?:[0-9.,'’_]|[ \u00a0\u2009\u202f](?=[0-9]))*"
    rf"(?:[eE][-+]?[0-9]+(?![a-zA-Z]))?){SPACE}*(?P<behind>[^0-9].*?)?{SPACE}*[)]?{SPACE}*$"
)
_DIGIT = re.compile("[0-9]")
_ABOUT = re.compile(rf"^{APPROXIMATE}{SPACE}*")
_UNIT = re.compile(r"[^\W\d_]|[%‰°\"'′″×$€£¥₹₩₽₺₴₪฿₫₱₦]|/[a-zA-Z]")
"""How a unit begins; the :35 of 14:35 is none."""
_LONGEST_UNIT = 20
_LONG = 15
"""Whole numbers with more digits than this are codes; a float could not even hold them."""
_MORNING = 6 * SECONDS["hours"]
"""Before so much of a day hardly anybody notes times to the second, which are lengths of time if none comes later."""
_DURATION_WORDS = frozenset(
    {"duration", "elapsed", "length", "runtime", "lap", "finish", "split", "pace", "took", "taken", "spent", "watch"}
    | {"watched", "talk", "call", "wait", "waiting", "delay", "response", "interval", "chip", "gun", "swim", "bike"}
)
"""Names of columns whose h:mm is a length of time; of any other name it is a time of day, unless it passes 24 h."""


@dataclass(frozen=True)
class FoundNumbers:
    """The writing of a column, what speaks for it, and its cells as numbers."""

    evidence: NumberEvidence
    numbers: Any
    """One number for each different cell, NaN where there is none."""
    plain: bool
    """Whether the cells are digits alone, which codes are too."""


class _Parts(NamedTuple):
    """A cell taken apart: what stands before its digits, the digits with their marks, and what stands behind."""

    before: str
    body: str
    behind: str


@dataclass(frozen=True)
class _Sample:
    """Some cells of each shape that are no words for missing, how often such are there, and what stands around their
    digits."""

    texts: list[str]
    weights: Any
    parts: tuple[_Parts | None, ...]
    _read: dict[Writing, Any] = field(default_factory=dict)

    def numbers(self, writing: Writing) -> Any:
        """The cells by a writing, NaN where one is not of it; no writing reads them twice."""
        if writing not in self._read:
            self._read[writing] = _numbers(self.texts, writing)
        return self._read[writing]

    def share(self, hits: Any) -> float:
        return float(self.weights[hits].sum() / self.weights.sum())


def _numbers(texts: Sequence[str], writing: Writing) -> Any:
    return np.array(list(map(cell_reader(writing), texts)), dtype=float)


def find_numbers(counts: pd.Series[Any], name: str, given: Writing | None = None) -> FoundNumbers | None:
    """The writing that reads most of these cells, or the one given, and their numbers; None where most are none."""
    if not _may_be_numbers(counts):
        return None
    texts, weights = [str(text) for text in counts.index.to_numpy(dtype=object)], counts.to_numpy(dtype=float)
    sample = _sampled(texts, weights)
    if sample is None or _are_codes(sample) or _are_open(sample):
        return None
    writing, alternative = (given, None) if given else _writing(sample, name)
    if writing is None:
        return None
    numbers = _numbers(texts, writing)
    known = ~np.isnan(numbers)
    unread = np.flatnonzero(~known)
    missing = [place for place in unread if is_missing_word(texts[place])]
    failed = [texts[place] for place in unread if not is_missing_word(texts[place])]
    evidence = NumberEvidence(
        writing=writing.spec,
        parse_rate=float(weights[known].sum() / (weights.sum() - weights[missing].sum())),
        failed=tuple(failed[:EXAMPLES]),
        missing=tuple(texts[place] for place in missing[:EXAMPLES]),
        unit=writing.unit,
        alternative=alternative.spec if alternative else None,
        reason=_reason(writing, [texts[place] for place in np.flatnonzero(known)[:2]], alternative),
    )
    return FoundNumbers(evidence, numbers, _is_plain(sample))


def _reason(writing: Writing, examples: list[str], alternative: Writing | None) -> str:
    told = f"cells such as {' and '.join(map(repr, examples))} are numbers written like {writing.spec}"
    if alternative is None:
        return told
    return f"{told}; {alternative.spec} would fit as well"


def _may_be_numbers(counts: pd.Series[Any]) -> bool:
    """Whether some of the first cells are numbers, times, or words for missing."""
    first = [str(text) for text in counts.index[:_FIRST_LOOK]]
    return sum(map(_may_be_number, first)) >= _FEW * len(first)


def _may_be_number(text: str) -> bool:
    if not _DIGIT.search(text):  # as any number and any time has one
        return is_missing_word(text)
    clock = any(shape.match(text) for shape in _clock_shapes().values())
    return clock or _parted(text) is not None or is_missing_word(text)


def _sampled(texts: list[str], counts: Any) -> _Sample | None:
    """The first cells of each shape, which weigh as much as all of it; how they are read hangs on their shape alone."""
    places: dict[str, list[int]] = {}
    for place, text in enumerate(texts[:LOOKED_AT]):
        places.setdefault(shape_of(text), []).append(place)
    told = [own for shape, own in places.items() if "1" in shape or not is_missing_word(texts[own[0]])]
    if not told:
        return None
    weights = [counts[own[:_OF_A_SHAPE]] * (counts[own].sum() / counts[own[:_OF_A_SHAPE]].sum()) for own in told]
    kept = np.concatenate([own[:_OF_A_SHAPE] for own in told])
    order = np.argsort(kept)
    cells = [texts[place] for place in kept[order]]
    return _Sample(cells, np.concatenate(weights)[order], tuple(map(_parted, cells)))


def _parted(cell: str) -> _Parts | None:
    """What stands around the digits of a cell; None where words that are no money stand before them."""
    spans = _spans(shape_of(cell))
    return None if spans is None else _Parts(*(cell[start:end] for start, end in spans))


@lru_cache(SHAPES_KEPT)
def _spans(shape: str) -> tuple[tuple[int, int], ...] | None:
    """Where the parts of every cell of a shape stand."""
    found = _CELL.match(shape)
    if found is None or ((before := _unsigned(found["before"])) and not currency_of(before)):
        return None
    behind = found.span("behind") if found["behind"] is not None else (0, 0)
    return found.span("before"), found.span("body"), behind


@lru_cache(1024)
def _unsigned(before: str) -> str:
    """What stands before the digits, without signs and words such as ca."""
    return _ABOUT.sub("", _bare(before))


def _are_codes(sample: _Sample) -> bool:
    """Digits that name something: with zeros in front, or too many of them."""
    bare = [text.strip() for text in sample.texts if text.strip().isdigit()]
    if not bare:
        return False
    zeros = sum(len(text) > 1 and text.startswith("0") for text in bare)
    return zeros > 0.01 * len(bare) or any(len(text) > _LONG for text in bare)


def _are_open(sample: _Sample) -> bool:
    """Spans without an end, such as 1935-: a minus behind a number is one only where some cells have none."""
    return all(text.rstrip().endswith(("-", "–")) for text in sample.texts)


def _is_plain(sample: _Sample) -> bool:
    return sample.share(np.array([text.strip().isdigit() for text in sample.texts])) > 0.5


def _writing(sample: _Sample, name: str) -> tuple[Writing | None, Writing | None]:
    """The writing of the sample and the other one that would read as much, to other numbers."""
    clock = _clock(sample, name)
    if clock is not None:
        return clock, None
    if sum(part is not None for part in sample.parts) < 0.5 * len(sample.parts):
        return None, None
    beside = _beside(sample)
    return _marked(sample, beside) if beside is not None else (None, None)


def _marked(sample: _Sample, beside: Writing) -> tuple[Writing | None, Writing | None]:
    rated = _rated(sample, _likely(sample, _candidates(sample, beside)))
    best = max((rate for rate, _ in rated), default=0.0)
    if best < 0.5:
        return None, None
    equal = [writing for rate, writing in rated if rate == best]
    first = equal[0]
    numbers = sample.numbers(first)
    others = (writing for writing in equal[1:] if not np.array_equal(numbers, sample.numbers(writing), equal_nan=True))
    other = next(others, None)
    if other is None or (first.form == "1,234.5" and _commas_of_thousands(sample, first)):
        return first, None
    if not _round_thousands(sample):
        return first, other
    larger = np.nansum(np.abs(sample.numbers(other))) > np.nansum(np.abs(numbers))
    return (other if larger else first), None


def _rated(sample: _Sample, writings: list[Writing]) -> list[tuple[float, Writing]]:
    """The share that each writing reads; none with the decimal mark of one that reads all, as it reads the same."""
    rated: list[tuple[float, Writing]] = []
    done: set[str] = set()
    for writing in writings:
        if MARKS[writing.form].decimal not in done:
            rate = sample.share(~np.isnan(sample.numbers(writing)))
            rated.append((rate, writing))
            done |= {MARKS[writing.form].decimal} if rate == 1.0 else set()
    return rated


def _likely(sample: _Sample, writings: list[Writing]) -> list[Writing]:
    """The writings that read some of the first cells; of few cells all."""
    if len(sample.texts) <= 2 * _FIRST_LOOK:
        return writings
    first = sample.texts[:_FIRST_LOOK]
    return [writing for writing in writings if (~np.isnan(_numbers(first, writing))).mean() >= _FEW]


def _commas_of_thousands(sample: _Sample, writing: Writing) -> bool:
    """Whether commas can but mean thousands: behind a dollar, or where smaller numbers have none."""
    bodies = [part.body for part in sample.parts if part is not None]
    if not all("." not in body for body in bodies) or not any("," in body for body in bodies):
        return False
    return writing.unit in ("$", "£", "₹", "¥") or any(body.isdigit() for body in bodies)


def _round_thousands(sample: _Sample) -> bool:
    """Whether most of the marks stand before three zeros, which no fraction would be written with."""
    marked = [part.body for part in sample.parts if part is not None and ("." in part.body or "," in part.body)]
    return sum(body.endswith("000") for body in marked) > 0.5 * len(marked)


def _candidates(sample: _Sample, beside: Writing) -> list[Writing]:
    """All marks that read these digits each in its own way, those of the continent first where it pays in euros and
    writes the sign behind."""
    behind = any(part is not None and part.behind.strip() in ("€", "EUR") for part in sample.parts)
    first = "1.234,5" if beside.unit == "€" and behind else "1,234.5"
    signs = "".join(set("".join(part.body for part in sample.parts if part is not None)))
    different: dict[tuple[str, str], str] = {}
    for form in (first, *MARKS):
        different.setdefault(_used(MARKS[form], signs), form)
    return [Writing(form, beside.scaled, beside.unit) for form in different.values()]


def _used(marks: Marks, signs: str) -> tuple[str, str]:
    """The marks of a writing that stand between any digits, each empty where it does not."""
    return marks.decimal if marks.decimal in signs else "", marks.grouped if re.search(marks.thousands, signs) else ""


def _beside(sample: _Sample) -> Writing | None:
    """What stands beside the digits: the currency or unit of most cells, and whether words such as k multiply."""
    around: Counter[tuple[str, str]] = Counter()
    for part, weight in zip(sample.parts, sample.weights, strict=True):
        if part is not None:
            around[part.before, part.behind] += weight
    pairs: Counter[tuple[str, str]] = Counter()
    for (before, behind), weight in around.items():
        pairs[_words_of(before, behind)] += weight
    if any(word.casefold() in NEVER_UNITS for (word, _), count in pairs.items() if count > 0.05 * pairs.total()):
        return None
    unit = next((word for (word, _), _ in pairs.most_common() if _UNIT.match(word)), "")
    scales = [scale for (_, scale), _ in pairs.most_common() if scale]
    if not scales:
        return None if len(unit) > _LONGEST_UNIT or _are_decades(unit, sample) else Writing("1,234.5", False, unit)
    if unit and currency_of(unit) is None and any(scale and word != unit for word, scale in pairs):
        return None  # 5A and 7M are seats, not amperes and millions
    scaled = _multiply(scales, unit)
    return Writing("1,234.5", scaled, unit if scaled or unit else scales[0])


def _are_decades(unit: str, sample: _Sample) -> bool:
    """Whether the cells are 1990s and 2000s, which are no seconds."""
    return unit == "s" and all(re.match(r"[12]\d\d0$", part.body) for part in sample.parts if part is not None)


def _words_of(before: str, behind: str) -> tuple[str, str]:
    """The unit and the multiplying word beside a cell's digits, each empty where there is none."""
    scale, rest = _split_scale(_bare(behind))
    return currency_of(rest) or rest or currency_of(_unsigned(before)) or "", scale


def _bare(text: str) -> str:
    return re.sub(r"^[~≈<>≤≥±=+\u2212(-]+|[+\u2212)-]+$", "", text.strip()).strip("\u00a0\u2009\u202f ")


def _split_scale(behind: str) -> tuple[str, str]:
    """The multiplying word that the text begins with, and what follows it."""
    first, _, rest = behind.partition(" ")
    if first.casefold() in SCALES:
        return first, rest.strip()
    for sign in ("€", "$", "£", "₹"):
        if first.endswith(sign) and first[:-1].casefold() in SCALES:
            return first[:-1], sign
    return "", behind


def _multiply(scales: list[str], unit: str) -> bool:
    """Whether words such as k and M multiply: where several do, where money is counted, or where none is a unit."""
    folded = {word.casefold() for word in scales}
    lone = len(folded) == 1 and folded <= LONE_UNITS
    return not lone or bool(unit) or scales[0] in ("M", "B")


@cache
def _clock_shapes() -> Mapping[str, re.Pattern[str]]:
    """What cells of each clock look like; made when cells with digits are first looked at, for that takes 12 ms."""
    return {form: re.compile(Writing(form, unit="hours").shape) for form in CLOCKS}


def _clock(sample: _Sample, name: str) -> Writing | None:
    """The clock that nearly all cells are written by, where they are lengths of time."""
    for form, shape in _clock_shapes().items():
        if not any(shape.match(text) for text in sample.texts[:_FIRST_LOOK]):
            continue
        hits = np.array([shape.match(text) is not None for text in sample.texts])
        if sample.share(hits) >= 0.9:
            return _clocked(form, sample.numbers(Writing(form, unit="seconds")), sample, name)
    return None


def _clocked(form: str, seconds: Any, sample: _Sample, name: str) -> Writing | None:
    if form == "1h 20m":
        words = {tuple(re.findall("[^0-9., ]+", text)) for text in sample.texts}
        unit = len(words) == 1 and all(len(said) == 1 for said in words)
        return None if unit else Writing(form, unit=_told_in(seconds))
    named = bool(set(name_words(name)) & _DURATION_WORDS)
    if form == "h:mm:ss":
        longest = np.nanmax(seconds)
        lasting = named or longest >= 86400 or longest < _MORNING
        return Writing(form, unit=_told_in(seconds)) if lasting else None
    # Two numbers are minutes and seconds where they are lengths of time, unless the name speaks of hours.
    if "hours" in name_words(name) or "hh" in name_words(name):
        return Writing("h:mm", unit=_told_in(seconds * 60 if form == "m:ss" else seconds))
    return Writing("m:ss", unit=_told_in(seconds)) if named or np.nanmax(seconds) >= 86400 / 60 else None


def _told_in(seconds: Any) -> str:
    """Hours where the middle one lasts two hours or more, minutes from two minutes on, else seconds."""
    middle = float(np.nanmedian(np.abs(seconds)))
    return "hours" if middle >= 2 * SECONDS["hours"] else "minutes" if middle >= 2 * SECONDS["minutes"] else "seconds"
