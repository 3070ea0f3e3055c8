"""What a value's shape says about how to read it as a date: formats proposed from a sample, none decided yet."""

from __future__ import annotations

import calendar
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from autoviz.frames.missing_words import is_missing_word

Order = Literal["day first", "month first", "year first"]
ORDERS: tuple[Order, ...] = ("day first", "month first", "year first")

QUARTER = "quarter"
WEEK = "week"
"""The two formats that strptime has no directive for: 2023-Q1 and 2023-W05."""
SEPARATOR = " | "
"""Between the formats of a column that mixes several; the first that fits a value reads it."""
IN_UTC = " in UTC"
"""Ends a format with %z whose values carry different offsets; with one offset, times stay as they are written."""

YEAR_WORDS = frozenset({"year", "yr", "yyyy", "yy", "founded", "established", "built", "vintage", "born"})
DATE_WORDS = frozenset(
    {"date", "time", "datetime", "timestamp", "ts", "dt", "day", "month", "year", "yr", "period"}
    | {"created", "updated", "modified", "at", "epoch", "unix", "birth", "dob"}
)

_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?P<long>[a-z]*)"
_MONTH_NAMES = frozenset(name.lower() for name in calendar.month_name if name)
_DAY_NAMES = re.compile(r"(?P<day>mon|tue|wed|thu|fri|sat|sun)(?P<rest>[a-z]*)(?P<after>,? +)", re.IGNORECASE)
_DAY_REST = frozenset({"", "day", "sday", "nesday", "rsday", "urday"})
_TIME = re.compile(
    r"(?P<gap>T| +|, +)(?P<hour>\d{1,2}):\d{2}(?P<seconds>:\d{2})?(?P<fraction>\.\d{1,9})?"
    r"(?P<half> ?[AP]M)?(?P<zone> ?(?:Z|[+-]\d{2}:?\d{2})| UTC| GMT)?$",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"(?P<gap>)(?P<hour>[01]?\d|2[0-3]):[0-5]\d(?P<seconds>:[0-5]\d)?(?P<fraction>\.\d{1,9})?"
                    r"(?P<half> ?[AP]M)?(?P<zone>)$", re.IGNORECASE)  # fmt: skip
_NUMERIC = re.compile(r"(?P<a>\d{1,4})(?P<sep>[-/. ])(?P<b>\d{1,2})(?:(?P=sep)(?P<c>\d{4}|\d{1,2}))?$")
_MONTH_YEAR = re.compile(r"(?P<m>\d{1,2})(?P<sep>[-/.])(?P<y>\d{4})$")
_NAMED = tuple(
    (re.compile(pattern.replace("MONTH", _MONTH) + "$", re.IGNORECASE), form)
    for pattern, form in (
        (r"MONTH(?P<s1>\.? +|[-/])(?P<d>\d{1,2})(?P<s2>,? +|[-/])(?P<y>\d{4})", "{m}{s1}%d{s2}%Y"),
        (r"(?P<d>\d{1,2})(?P<s1>\.? *|[-/])MONTH(?P<s2>,? *|[-/])(?P<y>\d{4}|\d{2})", "%d{s1}{m}{s2}{y}"),
        (r"(?P<y>\d{4})(?P<s1> *|[-/])MONTH(?P<s2> *|[-/])(?P<d>\d{1,2})", "%Y{s1}{m}{s2}%d"),
        (r"MONTH(?P<s1>,? *|\.? +|[-/])(?P<y>\d{4})", "{m}{s1}%Y"),
        # Mar-23 is March 2023; Mar 23 could as well be a day, so it is not read.
        (r"MONTH(?P<s1>[-/]|[- ]?')(?P<y>\d{2})", "{m}{s1}%y"),
        (r"(?P<y>\d{4})(?P<s1> *|[-/])MONTH", "%Y{s1}{m}"),
    )
)
_QUARTER = re.compile(r"(?:q[1-4][-/. ]*\d{4}|\d{4}[-/. ]*q[1-4])$", re.IGNORECASE)
_WEEK = re.compile(r"\d{4}[- ]?w\d{1,2}$", re.IGNORECASE)
_SEASON = re.compile(r"(\d{2})(\d{2})[-/](\d{2})$")
_PLACES = str.maketrans("123456789", "000000000")
_IN_NUMBERS = re.compile(r"0{1,4}[-/.]0{1,2}(?:[-/.]0{1,4})?(?:(?:T| +|, +)0{1,2}:00.*)?$")
"""Days in numbers, with or without a time behind them, each digit as a 0."""
_FIRST_LOOK = 40
"""Where none of so many values has the shape of a date, the others need not be looked at."""
_DIGITS = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}


_CAPITALS_INSIDE = re.compile(r"(?<![A-Za-z])(?:[kKMGTmhd](?:Wh|W|Hz|Pa|VA?|Ah|J|N|B|bps)|pH|dB[Am]?|mmHg)(?![A-Za-z])")


def with_whole_units(name: str) -> str:
    """A name with the units that have capitals inside in small letters, so that they are not parted: used_kWh."""
    return _CAPITALS_INSIDE.sub(lambda unit: unit[0].lower(), name)


def name_words(name: str) -> tuple[str, ...]:
    """The words of a column name, in lower case: modelYear and model_year are both model, year."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", with_whole_units(name))
    return tuple(word.lower() for word in re.findall(r"[A-Za-z]+|\d+", spaced))


def is_clock(spec: str) -> bool:
    """Whether a format has hours and no date, as a time of day is written."""
    return ("%H" in spec or "%I" in spec) and not any(part in spec for part in ("%Y", "%y", "%d"))


def is_clock_text(value: str) -> bool:
    """Whether a text is a time of day, or stands for no value."""
    return _CLOCK.match(value.strip()) is not None or is_missing_word(value)


def in_utc(spec: str) -> str:
    """The format with its %z read into UTC."""
    parts = (f"{part}{IN_UTC}" if part.endswith("%z") else part for part in spec.split(SEPARATOR))
    return SEPARATOR.join(parts)


def formats_by_order(value: str) -> dict[Order, str]:
    """How one text could be read, by the order of day and month; a text that leaves no choice has the same in each."""
    text = value.strip()
    clock = _CLOCK.match(text)
    if clock:
        return _same(_time_format(clock))
    day_name = _DAY_NAMES.match(text)
    prefix = ""
    if day_name and day_name["rest"].lower() in _DAY_REST:
        prefix = ("%A" if day_name["rest"] else "%a") + day_name["after"]
        text = text[day_name.end() :]
    time = _TIME.search(text)
    suffix = _time_format(time) if time else ""
    dates = _date_formats(text[: time.start()] if time else text)
    return {order: f"{prefix}{date}{suffix}" for order, date in dates.items()}


def _shape(value: str) -> tuple[tuple[Order, str], ...]:
    """The same, kept: of days in numbers it is the places of the digits that count, and not which they are."""
    places = value.translate(_PLACES)
    return _kept_shape(places if _IN_NUMBERS.match(places) else value)


@lru_cache(1 << 14)
def _kept_shape(value: str) -> tuple[tuple[Order, str], ...]:
    return tuple(formats_by_order(value).items())


def text_readings(sample: Iterable[str], name: str = "", asked: bool = False) -> dict[Order, str]:
    """The formats that the shapes in a sample allow, most frequent shape first, for each order of day and month."""
    values = [value.strip() for value in sample if not is_missing_word(value)]
    if not any(map(_shape, values[:_FIRST_LOOK])):
        return {}
    shapes = Counter(map(_shape, values))
    known = {shape: count for shape, count in shapes.most_common() if shape}
    dated = {shape: count for shape, count in known.items() if not is_clock(shape[0][1])}
    known = dated or known
    if not values or sum(known.values()) < len(values) / 2 or _is_season(values):
        return {}
    if not asked and not _plausible(values, known, name):
        return {}
    readings: dict[Order, str] = {}
    for order in ORDERS:
        formats = list(dict.fromkeys(dict(shape).get(order, "") for shape in known))
        if all(formats):
            readings[order] = SEPARATOR.join(_without_may(formats, values))
    return readings


def likely_first(readings: dict[Order, str]) -> list[str]:
    """Different readings, the usual one for their separator first: month first for 03/05, day first otherwise."""
    order: Sequence[Order] = ORDERS
    if any("%m/%d" in text for text in readings.values()):
        order = ("month first", "day first", "year first")
    return list(dict.fromkeys(readings[item] for item in order if item in readings))


def _without_may(formats: list[str], values: list[str]) -> list[str]:
    """Among full month names, May looks like a short one; it needs no format of its own."""
    short = {text for text in formats if "%b" in text and text.replace("%b", "%B") in formats}
    if not short:
        return formats
    others = [value for value in values if not re.search(r"\bmay\b", value, re.IGNORECASE)]
    return [text for text in formats if text not in short or any(text in _all_formats(value) for value in others)]


def _all_formats(value: str) -> set[str]:
    return {text for _, text in _shape(value)}


def _plausible(values: list[str], shapes: Iterable[tuple[tuple[Order, str], ...]], name: str) -> bool:
    """Whether shapes that numbers and codes share with dates are backed by the column's name or by their own form."""
    words = set(name_words(name))
    formats = {text for shape in shapes for _, text in shape}
    if all(map(is_clock, formats)):
        return False  # a time of day is no date
    if formats == {"%Y"}:
        return bool(words & (YEAR_WORDS | DATE_WORDS))
    if formats <= {"%Y%m"}:
        return bool(words & DATE_WORDS) or len(set(values)) >= 12
    if formats & {"%d.%m.%y", "%m.%d.%y"} and not words & DATE_WORDS:
        # 3.10.12 is more often a version than a date; 03.10.12 is not.
        return all(len(part) == 2 for value in values for part in value.split("."))
    return True


def _date_formats(text: str) -> dict[Order, str]:
    if text.isdigit():
        return _same(_digit_format(text))
    if _QUARTER.match(text):
        return _same(QUARTER)
    if _WEEK.match(text):
        return _same(WEEK)
    numeric = _NUMERIC.match(text)
    if numeric:
        return _numeric_formats(numeric)
    month_year = _MONTH_YEAR.match(text)
    if month_year:
        return _same(f"%m{month_year['sep']}%Y")
    return _same(_named_format(text))


def _same(text: str) -> dict[Order, str]:
    return dict.fromkeys(ORDERS, text) if text else {}


def _digit_format(text: str) -> str:
    if len(text) == 4 and "1000" <= text <= "2199":
        return "%Y"
    if len(text) == 6 and text[:2] in ("18", "19", "20", "21") and "01" <= text[4:] <= "12":
        return "%Y%m"
    return _DIGITS.get(len(text), "") if text[:2] in ("17", "18", "19", "20", "21") else ""


def _numeric_formats(found: re.Match[str]) -> dict[Order, str]:
    first, sep, last = found["a"], found["sep"], found["c"]
    if len(first) == 4:
        return _same(f"%Y{sep}%m{sep}%d" if last and len(last) <= 2 else "" if last else f"%Y{sep}%m")
    if len(first) > 2 or not last or len(last) not in (2, 4):
        return {}
    year = "%Y" if len(last) == 4 else "%y"
    formats: dict[Order, str] = {
        "day first": f"%d{sep}%m{sep}{year}",
        "month first": f"%m{sep}%d{sep}{year}",
    }
    if year == "%y" and sep == "-" and len(first) == 2:
        formats["year first"] = f"%y{sep}%m{sep}%d"
    return formats


def _named_format(text: str) -> str:
    for pattern, form in _NAMED:
        found = pattern.match(text)
        if not found:
            continue
        month = found["month"] + found["long"]
        if found["long"] and month.lower() not in _MONTH_NAMES:
            return ""
        parts = found.groupdict()
        return form.format(
            m="%B" if found["long"] else "%b",
            s1=parts["s1"],
            s2=parts.get("s2", ""),
            y="%Y" if len(parts["y"]) == 4 else "%y",
        )
    return ""


def _time_format(time: re.Match[str]) -> str:
    hour = "%I" if time["half"] else "%H"
    text = f"{time['gap']}{hour}:%M" + (":%S" if time["seconds"] else "") + (".%f" if time["fraction"] else "")
    if time["half"]:
        text += " %p" if time["half"].startswith(" ") else "%p"
    zone = time["zone"] or ""
    if zone.strip() in ("UTC", "GMT", ""):
        return text + zone
    return text + (" %z" if zone.startswith(" ") else "%z")


def _is_season(values: list[str]) -> bool:
    """Whether all are seasons such as 2009-10, which would pass for October 2009."""
    return len(set(values)) > 1 and all(map(_names_season, values))


def _names_season(value: str) -> bool:
    found = _SEASON.match(value)
    return found is not None and (int(found[2]) + 1) % 100 == int(found[3])
