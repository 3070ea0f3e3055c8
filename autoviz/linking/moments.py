"""Dates and periods that a question names, and the days that they cover."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from autoviz.linking.names import lemma, split_name
from autoviz.linking.stretches import DateRange, Period, covering, one_day, shifted
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.profile.date_roles import DateChoice, main_date


@dataclass(frozen=True)
class Moment:
    """A date or a period and where it stands in the question."""

    start: int
    end: int
    value: DateRange | Period


@dataclass(frozen=True)
class Calendar:
    """What the data says about time: whether it has any, from when to when, and whether days come before months."""

    first: date | None
    last: date | None
    has_time: bool
    day_first: bool


MONTHS = {
    short: number
    for number, names in enumerate(
        ("jan january", "feb february", "mar march", "apr april", "may", "jun june", "jul july", "aug august",
         "sep sept september", "oct october", "nov november", "dec december"), 1)
    for short in names.split()
}  # fmt: skip
NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
         "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"))
}  # fmt: skip
_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
_YEAR = r"(?P<year>(?:1[5-9]|20|21)\d\d)"
_RUNNING = r"(?P<running>last|this) year"
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
SEASONS = {"spring": (3, 4, 5), "summer": (6, 7, 8), "autumn": (9, 10, 11), "fall": (9, 10, 11), "winter": (12, 1, 2)}
"""Meteorological, of the northern hemisphere: which one a table is from is not known, so that the months are told."""
_SEASON = rf"(?P<season>{'|'.join(SEASONS)})"
_QUARTER_OR_HALF = rf"(?:Q(?P<q>[1-4])|H(?P<h>[12])|(?P<word>{'|'.join(_ORDINALS)}) (?P<unit>quarter|half))"
_WITH_OTHERS = (
    rf"(?=(?:(?:,|,? (?:and|or|to|through|versus|vs\.?)) (?:the |in )*(?:Q[1-4]|H[12]|(?:{'|'.join(_ORDINALS)})"
    rf" (?:quarter|half)|{'|'.join(SEASONS)}))+(?:,? of)?[ -]*{_YEAR}\b)"
)
"""The year of a part that shares it with those that follow: Q1 and Q2 2022, spring and autumn 2023."""
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DAYS = (
    rf"(?P<days>{_DAY}(?:\s?(?P<range>\b(?:to|until|till)\b|[-–])\s?|(?:, ?{_DAY})*,? (?:and|or|&) (?:the )?){_DAY})"
)
_NUMBER = re.compile(r"\d+")
_OTHER_MONTH = re.compile(rf"\b(?:{'|'.join(MONTHS)})\.?\s$", re.IGNORECASE)
"""What stands before the first of two days that are of different months: March 3 to 9 April."""
_BEFORE_MONTH = re.compile(
    r"\b(?:in|during|since|of|from|until|till|through|by|before|after|for|between|and|to|last|this|or|on|early|late|mid"
    r"|than|with|against|versus|vs\.?)[\s-]+$", re.IGNORECASE,
)  # fmt: skip
_BETWEEN_MONTHS = re.compile(
    r"\s*(?:and|-|through|thru|till|until|or|,|versus|vs\.?|than|against|(?:compared )?(?:to|with))\s*(?:in\s+)?",
    re.IGNORECASE,
)
_HELD_MONTHS = re.compile(r"\s*(?:versus|vs\.?|than|against|compared (?:to|with))\s*(?:in\s+)?", re.IGNORECASE)
"""What holds one month against another, of which neither need be the later: the nearer one is meant."""
_PART = re.compile(
    rf"\b(?P<end>first|last|final)\s+(?:(?P<count>\d+|{'|'.join(NUMBER_WORDS)})\s+)?"
    r"(?P<unit>day|week|month|quarter|half)s?\s+(?:(?:of|in)\s+)?(?:the\s+year\s+)?$", re.IGNORECASE,
)  # fmt: skip
_AMBIGUOUS_MONTHS = frozenset({"may", "march", "mar"})
_BOUNDS = {"since": ">=", "after": ">", "before": "<", "prior to": "<", "until": "<=", "till": "<=", "up to": "<="}
_HELD_AGAINST = ("than", "versus", "vs", "vs.", "against", "with", "to", "as")
_WORD_BEFORE = re.compile(
    rf"\b(?P<bound>{'|'.join((*_BOUNDS, *map(re.escape, _HELD_AGAINST)))})\s+(?:the\s+)?$", re.IGNORECASE
)


def asked_date(question: str, profile: DatasetProfile, *, hours: bool = False) -> DateChoice | None:
    """The date column that a question is about; arrivals are of the arrival date."""
    said = [word.lower for word in words(question)]
    return main_date(profile, [*said, *map(lemma, said)], hours=hours)


def calendar_of(profile: DatasetProfile, question: str) -> Calendar:
    """The calendar of the date that a question is about, else of all temporal columns."""
    temporal = profile.of_kind("temporal")
    choice = asked_date(question, profile) if len(temporal) > 1 else None
    if choice is not None and profile.by_name[choice.column].span:
        temporal = (profile.by_name[choice.column],)
    year_like = any({"year", "yr", "date", "month"} & set(split_name(column.name)) for column in profile.columns)
    spans = [column.span for column in temporal if column.span]
    formats = [column.dates.format for column in temporal if column.dates]
    return Calendar(
        min((day for day in map(_iso_day, (span.first for span in spans)) if day), default=None),
        max((day for day in map(_iso_day, (span.last for span in spans)) if day), default=None),
        bool(temporal) or year_like,
        any("%d" in form and form.index("%d") < form.find("%m") for form in formats if "%Y-%m" not in form),
    )


def bound_of(question: str, start: int) -> str | None:
    """How rows lie to the date that starts here: from it on, before it, within it; None where it is held against."""
    hit = _WORD_BEFORE.search(question, 0, start)
    return _BOUNDS.get(hit["bound"].lower()) if hit else "="


def _iso_day(text: str) -> date | None:
    """The day of an ISO date or time; None for what is outside the calendar."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def moments(question: str, calendar: Calendar) -> list[Moment]:
    """The dates and periods of a question in order, the most specific reading of each place."""
    found = [one for pattern in _SEVERAL_DAYS for one in _several_days(question, pattern, calendar)]
    taken = [(one.start, one.end) for one in found]
    yearless: list[Moment] = []
    for pattern, read in _READERS:
        for hit in pattern.finditer(question):
            if any(hit.start() < end and start < hit.end() for start, end in taken):
                continue
            value = read(hit, calendar)
            if value is not None:
                taken.append(hit.span())
                found.append(Moment(hit.start(), hit.end(), value))
                if read is _read_day_month and not hit["year"]:
                    yearless.append(found[-1])
    found = [_in_the_same_year(question, one, found, yearless) if one in yearless else one for one in found]
    found += _bare_months(question, calendar, found)
    parts = [_narrowed(question, moment) for moment in found]
    kept = [one for one in parts if not any(_covers(other, one) for other in parts if other not in found)]
    return sorted(kept, key=lambda moment: moment.start)


def _covers(other: Moment, one: Moment) -> bool:
    return other != one and other.start < one.end and one.start < other.end


def _narrowed(question: str, moment: Moment) -> Moment:
    """The part of a period that is asked for: the first three days of March, the final quarter of 2023."""
    hit = _PART.search(question, 0, moment.start)
    if hit is None or not isinstance(moment.value, DateRange) or moment.value.grain in ("day", "month_of_year"):
        return moment
    said = (hit["count"] or "one").lower()
    count = NUMBER_WORDS[said] if said in NUMBER_WORDS else int(said)
    unit = hit["unit"].lower()
    grain = unit if count == 1 and unit in ("month", "quarter") else "day"
    unit, count = ("quarter", 2 * count) if unit == "half" else (unit, count)
    first, last = (date.fromisoformat(text[:10]) for text in moment.value[:2])
    if hit["end"].lower() == "first":
        last = min(last, shifted(first, unit, count) - timedelta(days=1))
    else:
        first = max(first, shifted(last + timedelta(days=1), unit, -count))
    return Moment(hit.start(), moment.end, DateRange(first.isoformat(), last.isoformat(), grain))


def _read_iso(hit: re.Match[str], calendar: Calendar) -> DateRange | None:
    return one_day(int(hit["year"]), int(hit["m"]), int(hit["d"]))


def _read_slashed(hit: re.Match[str], calendar: Calendar) -> DateRange | None:
    one, two, year = int(hit["one"]), int(hit["two"]), int(hit["y"])
    year += 0 if year > 99 else 2000 if year < 70 else 1900
    day_first = one > 12 or (calendar.day_first and two <= 12)
    return one_day(year, two, one) if day_first else one_day(year, one, two)


def _read_day_month(hit: re.Match[str], calendar: Calendar) -> DateRange | None:
    month = MONTHS[hit["month"].lower()]
    if hit["year"]:
        return one_day(int(hit["year"]), month, int(hit["d"]))
    latest = _latest(month, calendar)
    return one_day(latest, month, int(hit["d"])) if latest else None


def _several_days(question: str, pattern: re.Pattern[str], calendar: Calendar) -> Iterator[Moment]:
    """Days of one month: 3 to 9 May, or 24, 25 and 26 December as what they are together; others one by one."""
    for hit in pattern.finditer(question):
        month = MONTHS[hit["month"].lower()]
        year = int(hit["year"]) if hit["year"] else _latest(month, calendar)
        places = [(one.span(), int(one[0])) for one in _NUMBER.finditer(question, *hit.span("days"))]
        numbers = [number for _, number in places]
        days = [one_day(year, month, number) for number in numbers] if year else []
        found = [day for day in days if day is not None]
        if len(found) < len(places) or numbers != sorted(set(numbers)) or _OTHER_MONTH.search(question, 0, hit.start()):
            continue
        between = question[: hit.start()].lower().endswith("between ") and len(numbers) == 2
        if hit["range"] or between or numbers == [*range(numbers[0], numbers[-1] + 1)]:
            yield Moment(*hit.span(), DateRange(found[0].first, found[-1].last, "day"))
            continue
        for place, ((start, end), _) in enumerate(places):
            begin, close = hit.start() if place == 0 else start, hit.end() if place == len(places) - 1 else end
            yield Moment(begin, close, found[place])


def _in_the_same_year(question: str, one: Moment, found: list[Moment], yearless: list[Moment]) -> Moment:
    """A day without a year in the year of the date that it is joined to: 1 March to 15 April 2023."""
    assert isinstance(one.value, DateRange)
    day = date.fromisoformat(one.value.first[:10])
    for other in found:
        if other in yearless or not isinstance(other.value, DateRange) or other.value.grain not in ("day", "month"):
            continue
        there = date.fromisoformat(other.value.first[:10])
        if _BETWEEN_MONTHS.fullmatch(question[one.end : other.start]):
            year = there.year - ((day.month, day.day) > (there.month, there.day))
        elif _BETWEEN_MONTHS.fullmatch(question[other.end : one.start]):
            year = there.year + ((day.month, day.day) < (there.month, there.day))
        else:
            continue
        moved = one_day(year, day.month, day.day)
        return Moment(one.start, one.end, moved) if moved else one
    return one


def _read_month_year(hit: re.Match[str], calendar: Calendar) -> DateRange | None:
    year = _said_year(hit, calendar)
    return covering(year, MONTHS[hit["month"].lower()], 1, "month") if year else None


def _said_year(hit: re.Match[str], calendar: Calendar) -> int | None:
    """The year that stands with a part of one: as four digits, as two, or as the running one or the one before it."""
    said = hit.groupdict()
    if said.get("running"):
        return calendar.last.year - (said["running"].lower() == "last") if calendar.last else None
    return int(said["year"]) if said.get("year") else 2000 + int(said["short"]) if said.get("short") else None


def _read_numeric_month(hit: re.Match[str], calendar: Calendar) -> DateRange | None:
    return covering(int(hit["year"]), int(hit["m"]), 1, "month")


def _read_part_of_year(hit: re.Match[str], calendar: Calendar) -> DateRange | None:
    """A quarter or a half of a year; a quarter without one is the latest."""
    number = int(hit["q"] or hit["h"] or _ORDINALS[hit["word"].lower()])
    year = _said_year(hit, calendar)
    if hit["h"] or (hit["unit"] or "").lower() == "half":
        return covering(year, 6 * number - 5, 6, "day") if year and number <= 2 else None
    year = year or _latest(number * 3 - 2, calendar)
    return covering(year, number * 3 - 2, 3, "quarter") if year else None


def _read_season(hit: re.Match[str], calendar: Calendar) -> DateRange | None:
    """The season of a year, winter from its December on; over the turn of the year it is the one of these months."""
    year, month = _said_year(hit, calendar), SEASONS[hit["season"].lower()][0]
    until = hit.groupdict().get("until")
    if until and year:
        month = 12 if month in (6, 12) and f"{year + 1}".endswith(until) else 0
    return covering(year, month, 3, "day") if year and month and calendar.has_time else None


def _read_latest_season(hit: re.Match[str], calendar: Calendar) -> DateRange | None:
    """This summer is the last one that the data reaches into, last summer the last one that it reaches the end of."""
    months = SEASONS[hit["season"].lower()]
    year = _latest(months[0 if hit["which"].lower() == "this" else -1], calendar)
    begun_before = hit["which"].lower() != "this" and months[0] > months[-1]
    return covering(year - begun_before, months[0], 3, "day") if year else None


def _read_decade(hit: re.Match[str], calendar: Calendar) -> DateRange | None:
    if not calendar.has_time:
        return None
    said = int(hit["decade"])
    year = said if said > 99 else said + (1900 if said >= 30 else 2000)
    known = calendar.first is None or calendar.last is None or calendar.first.year - 10 < year <= calendar.last.year
    plain = said > 99 or hit.string[: hit.start()].casefold().endswith("the ")
    return covering(year, 1, 120, "year") if known or plain else None  # over 80s are people where all is of 2025


def _read_year(hit: re.Match[str], calendar: Calendar) -> DateRange | None:
    year = int(hit["year"]) if hit["year"] else _century(int(hit["short"]), calendar)
    old = calendar.first is not None and calendar.first.year - 50 <= year
    return covering(year, 1, 12, "year") if calendar.has_time and (1900 <= year <= 2100 or old) else None


def _century(short: int, calendar: Calendar) -> int:
    return 2000 + short if short <= (calendar.last.year % 100 + 5 if calendar.last else 40) else 1900 + short


def _read_period(hit: re.Match[str], calendar: Calendar) -> Period | None:
    unit = hit["unit"].lower().rstrip("s")
    unit = {"d": "day", "h": "hour", "hr": "hour", "w": "week", "wk": "week", "mo": "month", "y": "year",
            "yr": "year", "qtr": "quarter"}.get(unit, unit)  # fmt: skip
    said = (hit["n"] or "").lower()
    n = int(said) if said.isdigit() else NUMBER_WORDS.get(said, 12 if said.endswith("dozen") else 0)
    factor, unit = {"decade": (10, "year"), "fortnight": (2, "week")}.get(unit, (1, unit))
    if n or factor > 1:
        return Period(max(n, 1) * factor, unit)
    rolling = hit["lead"].lower() in ("past", "trailing") or bool(hit["the"])
    return Period(1 if rolling else -1, unit)


def _read_running(hit: re.Match[str], calendar: Calendar) -> Period | None:
    short = {"ytd": "year", "mtd": "month", "qtd": "quarter", "wtd": "week"}
    named = hit["unit"] or hit["whole"]
    return Period(0, named.lower() if named else short[hit["short"].lower()])


def _latest(month: int, calendar: Calendar) -> int | None:
    """The year of the latest such month that the data reaches into."""
    if calendar.last is None:
        return None
    return calendar.last.year if month <= calendar.last.month else calendar.last.year - 1


def _bare_months(question: str, calendar: Calendar, dated: list[Moment]) -> list[Moment]:
    """Months without a year: of the year beside them, or the latest that the data has."""
    found: list[Moment] = []
    for hit in reversed(list(re.finditer(rf"\b{_MONTH}(?!\w)", question, re.IGNORECASE))):
        name, month = hit["month"].lower(), MONTHS[hit["month"].lower()]
        if any(hit.start() < other.end and other.start < hit.end() for other in dated):
            continue
        beside = _beside(question, hit, month, [*dated, *found])
        plain = (hit["month"].islower() or hit.start() == 0) and beside is None
        if name in _AMBIGUOUS_MONTHS and plain and not _BEFORE_MONTH.search(question[: hit.start()]):
            continue
        year, grain = beside or (None, "month")
        if year is None and calendar.first and calendar.last:
            year = _latest(month, calendar)
            earlier = date(year - 1, month, 28) if year else calendar.first
            grain = "month" if earlier < calendar.first else "month_of_year"
        if year is not None and calendar.has_time:
            place = hit.start(), hit.start() + len(hit["month"])
            found.append(Moment(*place, covering(year, month, 1, grain)))
    return found


def _beside(question: str, hit: re.Match[str], month: int, dated: list[Moment]) -> tuple[int, str] | None:
    """The year that a month shares with the date that it is joined to: January to March 2023; and how sure that is."""
    for other in dated:
        if isinstance(other.value, DateRange) and other.value.grain in ("month", "month_of_year", "day"):
            there = date.fromisoformat(other.value.first)
            grain = other.value.grain.replace("day", "month")
            between = question[hit.end() : other.start] or question[other.end : hit.start()]
            if _HELD_MONTHS.fullmatch(between):
                return there.year + (month < there.month - 6) - (month > there.month + 6), grain
            if _BETWEEN_MONTHS.fullmatch(question[hit.end() : other.start]):
                return (there.year if month <= there.month else there.year - 1), grain
            if _BETWEEN_MONTHS.fullmatch(question[other.end : hit.start()]):
                return (there.year if month >= there.month else there.year + 1), grain
    return None


_UNITS = (
    r"(?P<unit>days?|weeks?|months?|quarters?|years?|hours?|decades?|fortnights?|yrs?|hrs?|wks?|qtrs?|mo"
    r"|(?<=\d)[dhwy])\b"
)
_COUNT = rf"(?P<n>\d+|{'|'.join(NUMBER_WORDS)}|(?:a )?dozen)"
_READERS: list[tuple[re.Pattern[str], Callable[[re.Match[str], Calendar], DateRange | Period | None]]] = [
    (re.compile(pattern, re.IGNORECASE), read)
    for pattern, read in (
        (rf"\b{_YEAR}[-/.](?P<m>\d{{1,2}})[-/.](?P<d>\d{{1,2}})(?:[T ]\d\d:\d\d(?::\d\d)?)?(?!\w)", _read_iso),
        (r"\b(?P<year>(?:19|20)\d\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])\b", _read_iso),
        (r"\b(?P<one>\d{1,2})(?P<by>[-/.])(?P<two>\d{1,2})(?P=by)(?P<y>\d{4}|\d\d)\b", _read_slashed),
        (rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)?[ -]{_MONTH},?(?:[ -]{_YEAR})?(?!\w)", _read_day_month),
        (rf"\b{_MONTH} (?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,? {_YEAR})?(?!\w)", _read_day_month),
        (rf"\b{_MONTH},?(?: of)?(?:[ -]*{_YEAR}| ?'(?P<short>\d\d)| {_RUNNING})(?!\w)", _read_month_year),
        (rf"\b{_MONTH} in {_YEAR}(?!\w|,? (?:and|or|to|than|vs|versus|against)\b)", _read_month_year),
        (rf"(?<=\bin ){_YEAR},? (?:from |between |in )?{_MONTH}(?! \d|\w)", _read_month_year),
        (rf"\b{_YEAR}[-/](?P<m>0[1-9]|1[0-2])(?![-/\d])", _read_numeric_month),
        (rf"(?<![\w/])(?P<m>0?[1-9]|1[0-2])/{_YEAR}\b", _read_numeric_month),
        (rf"\b{_QUARTER_OR_HALF}{_WITH_OTHERS}", _read_part_of_year),
        (rf"\b{_SEASON}{_WITH_OTHERS}", _read_season),
        (rf"\b{_YEAR}[ -]?{_QUARTER_OR_HALF}\b", _read_part_of_year),
        (rf"\b{_QUARTER_OR_HALF}(?:(?:,? of|,| in)?(?: the)?(?: year)?[ -]*(?:{_YEAR}|{_RUNNING}))?\b",
         _read_part_of_year),
        (rf"\b{_SEASON}(?: of)?[ -]*{_YEAR}(?:[/–-](?P<until>\d{{4}}|\d\d))?(?!\w)", _read_season),
        (rf"\b{_YEAR} (?!fall){_SEASON}\b", _read_season),
        (rf"\b{_SEASON} of {_RUNNING}\b", _read_season),
        (rf"\b(?P<which>last|past|previous|this) {_SEASON}\b(?! (?:in|of)\b)", _read_latest_season),
        (r"(?:\b|')(?P<decade>(?:1[5-9]|20)\d0|[1-9]0)'?s\b", _read_decade),
        (rf"\b(?P<the>the )?(?P<lead>last|past|previous|prior|trailing|latest|(?:most )?recent) "
         rf"(?:{_COUNT}[ -]?)?{_UNITS}", _read_period),
        (r"\b(?:(?:this|the current|current) (?P<unit>week|month|quarter|year)|(?P<short>[ymqw]td)"
         r"|(?P<whole>week|month|quarter|year)[ -]to[ -]date)\b", _read_running),
        (rf"(?<![\w$€£.,/])(?:FY ?)?(?:{_YEAR}|(?<!\w)'(?P<short>\d\d))(?![\w%])(?![.,]\d)", _read_year),
    )
]  # fmt: skip
_SEVERAL_DAYS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_DAYS}(?: of)?[ -]{_MONTH},?(?:[ -]{_YEAR})?(?!\w)",
        rf"\b{_MONTH} (?:the )?{_DAYS}(?!\d|(?: of)? (?:{'|'.join(MONTHS)})\b)(?:,? {_YEAR})?(?!\w)",
    )
]
