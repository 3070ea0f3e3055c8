"""Two periods: the running year, quarter or month held against the one before it, under the names that they have.

This year and last are told by the data's last date, so that whoever reads the question compares 2024 with 2023. Months
and quarters without a year are those of the last year that has both, or a part of both.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta
from itertools import pairwise

from autoviz.drawing.titles import sentence
from autoviz.linking.form_reading import form_of
from autoviz.linking.moments import Calendar, Moment, asked_date, bound_of, calendar_of, moments
from autoviz.linking.stretches import DateRange
from autoviz.linking.text import words
from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Time
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.filters import during
from autoviz.query.language import Call, Cases, Constant, Named, Query, When, all_of, columns_of, conjuncts

_Place = tuple[int, int, str]
"""Where a period stands in a question, and what it is called."""
_AGAINST = r"than|versus|vs\.?|(?:compared?|relative) (?:to|with)|against|over"
_UNIT = "(?P<unit>year|quarter|month)"
_ENDS = r"(?=\s*(?:$|[?!.,;]|(?:by|for|in|per|from)\b))"
_RUNNING_FIRST = re.compile(
    rf"(?P<one>(?:\bin |\bfor |\bof )?\bthis {_UNIT}\b)(?P<between>.*?)\b(?P<joint>{_AGAINST})\s+"
    rf"(?P<other>(?:in |the )*(?:last|previous|prior)(?:\s+(?P=unit)\b|{_ENDS}))", re.IGNORECASE,
)  # fmt: skip
_RUNNING_LAST = re.compile(
    rf"(?P<one>(?:\bin |\bfor |\bof )?\blast {_UNIT}\b)(?P<between>.*?)\b(?P<joint>{_AGAINST}|with|and|or|to)\s+"
    r"(?P<other>(?:in )?this(?:\s+(?P=unit)\b))", re.IGNORECASE,
)  # fmt: skip
_JOINT = re.compile(rf"\b(?:{_AGAINST})(?!\w)", re.IGNORECASE)
_OPENED = re.compile(r"\b(?:compar\w+|difference)\b", re.IGNORECASE)
_HELD = re.compile(r"\b(?:with|to|and)\b", re.IGNORECASE)
"""What stands between two periods that a word before them holds against each other: compare March with April."""
_ORDINAL = "first|second|third|fourth"
_ELIDED = re.compile(
    rf"\b(?P<one>{_ORDINAL}) (?P<unit>quarter|half)\b(?P<between>.*?\b(?:{_AGAINST}|with|and)\s+(?:in\s+)?the\s+)"
    rf"(?P<other>{_ORDINAL}){_ENDS}", re.IGNORECASE,
)  # fmt: skip
_PART = rf"(?:Q[1-4]|H[12]|(?:{_ORDINAL}) (?:quarter|half))"
_OF_A_YEAR = r"(?:,? of|,| in)?(?: the)?(?: year)?[ -]*(?P<year>(?:19|20)\d\d)"
_SHARED_AFTER = re.compile(
    rf"\b{_PART}{_OF_A_YEAR}\b(?P<between>.*?\b(?:{_AGAINST}|with|and|to)\s+(?:(?:in|for|of|the)\s+)*{_PART}\b)"
    r"(?!(?:,? of|,| in)?(?: the)?(?: year)?[ -]*\d)", re.IGNORECASE,
)  # fmt: skip
"""The year of a part that is held against another one of the same year: the second half of 2024 than in the first."""
_CHANGING = r"(?:%|change|changes|comparison|decline|decrease|delta|difference|growth|increase|percent|rate)(?!\w)"
_SHORT = re.compile(
    r"(?<!\w)(?:(?-i:(?P<cased>[YQM])[oO](?P=cased))|(?P<unit>[yqmwd])(?:o|/)(?P=unit))(?!\w)", re.IGNORECASE
)
"""A period over the one before it, as analysts write it: YoY, mom, q/q."""
_UNITS = {"y": "year", "q": "quarter", "m": "month", "w": "week", "d": "day"}
_PERIODS = frozenset({"year", "quarter", "month"})
_LEEWAY = {"month": timedelta(days=1), "quarter": timedelta(days=4)}
"""By so much data may begin after a period does, or end before it, that counts as whole: a twentieth of it."""


def named_periods(question: str, profile: DatasetProfile) -> str:
    """A normalised question with the names of the running period and the one before, where it compares the two, or
    with the year of two months or quarters that it compares; MoM and YoY in full."""
    question = _SHORT.sub(lambda hit: _in_full(hit, question), question)
    last = calendar_of(profile, question).last
    for pattern, back in ((_RUNNING_FIRST, (0, 1)), (_RUNNING_LAST, (1, 0))):
        hit = pattern.search(question)
        if hit is None or last is None:
            continue
        one, other = (_name(last, hit["unit"].lower(), steps) for steps in back)
        joint = hit["joint"] if _JOINT.fullmatch(hit["joint"]) else "vs"
        return f"{question[: hit.start()]}in {one}{hit['between']}{joint} {other}{question[hit.end() :]}"
    return _against_the_one_before(_with_year(question, profile), profile)


def _in_full(hit: re.Match[str], question: str) -> str:
    """Year over year for YoY, or for yoy beside a word for change: a mom may be a mother."""
    beside = f"{question[: hit.start()][-30:]} {question[hit.end() :][:30]}"
    if not hit["cased"] and not re.search(rf"(?<!\w){_CHANGING}", beside, re.IGNORECASE):
        return hit[0]
    unit = _UNITS[(hit["cased"] or hit["unit"]).lower()]
    return f"{unit} over {unit}"


def year_taken(question: str, profile: DatasetProfile) -> str:
    """A sentence on the year of two months or quarters that are compared without one."""
    found = _without_year(_spelled_out(question), profile)
    return f"{found[0][2]} and {found[1][2]} are those of {found[2]}." if found else ""


def _with_year(question: str, profile: DatasetProfile) -> str:
    """A question that compares two months or quarters without a year, with the last one that has both."""
    spelled = _spelled_out(question)
    shared = _SHARED_AFTER.sub(r"\g<0> of \g<year>", spelled)
    if shared != spelled:
        return shared
    found = _without_year(spelled, profile)
    if found is None:
        return question
    (start, end, one), (begin, close, other), year = found
    return f"{spelled[:start]}{one} {year}{spelled[end:begin]}{other} {year}{spelled[close:]}"


def _spelled_out(question: str) -> str:
    """The second quarter compared with the first, with the word that the first lacks."""
    return _ELIDED.sub(r"\g<one> \g<unit>\g<between>\g<other> \g<unit>", question)


def _without_year(question: str, profile: DatasetProfile) -> tuple[_Place, _Place, int] | None:
    """The two months or quarters that a question compares and gives no year, and the last year that has both, or a part
    of both where none has them whole."""
    choice = asked_date(question, profile)
    span = profile.by_name[choice.column].span if choice else None
    if span is None or re.search(r"\d{4}", question):
        return None
    first, last = (date.fromisoformat(day[:10]) for day in (span.first, span.last))
    found = moments(question, Calendar(first, last, True, False))
    named = [(one, one.value) for one in found if isinstance(one.value, DateRange)]
    grains = {value.grain.removesuffix("_of_year") for _, value in named}
    if len(named) != 2 or len(grains) != 1 or not grains <= {"month", "quarter"}:
        return None
    begins, ends = ([date.fromisoformat(value[at]) for _, value in named] for at in (0, 1))
    years, spare = range(first.year, last.year + 1), _LEEWAY[next(iter(grains))]
    fitting = [
        year
        for year in years
        if all(first <= begin.replace(year=year) + spare for begin in begins)
        and all(_last_day(year, end.month) <= last + spare for end in ends)
    ]
    fitting = fitting or [  # of both a part at least
        year
        for year in years
        if all(first <= _last_day(year, end.month) for end in ends)
        and all(begin.replace(year=year) <= last for begin in begins)
    ]
    if not fitting or not are_held(question, named[0][0], named[1][0]):
        return None
    places = [(one.start, one.end, _called(begin, grains)) for (one, _), begin in zip(named, begins, strict=True)]
    return places[0], places[1], fitting[-1]


def _last_day(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def _called(start: date, grains: set[str]) -> str:
    return f"{start:%B}" if grains == {"month"} else f"Q{(start.month + 2) // 3}"


def are_held(question: str, one: Moment, other: Moment) -> bool:
    """Whether two periods are held against each other."""
    opened = _OPENED.search(question, 0, one.start) is not None
    between = question[one.end : other.start]
    return bool(_JOINT.search(between) or (opened and _HELD.search(between)))


def _against_the_one_before(question: str, profile: DatasetProfile) -> str:
    """A question whether something rose or fell in its one period, with the period before it, as far as there are data
    of that: a single period has no course."""
    form, calendar = form_of(question, profile=profile), calendar_of(profile, question)
    compares = form.comparative or form.superlative or form.bounds or _JOINT.search(question)
    if form.opens != "yes_no" or not form.direction or compares:
        return question
    named = moments(question, calendar)
    value = named[0].value if len(named) == 1 else None
    if not isinstance(value, DateRange) or value.grain not in _PERIODS or calendar.first is None:
        return question
    if bound_of(question, named[0].start) not in ("=", None):  # since 2015 is a course
        return question
    first = date.fromisoformat(value.first[:10])
    if first <= calendar.first:
        return question
    return f"{question[: named[0].end]} compared to {_name(first, value.grain, 1)}{question[named[0].end :]}"


def _name(last: date, unit: str, steps: int) -> str:
    """What the period is called that lies so many before the one of a date."""
    if unit == "year":
        return str(last.year - steps)
    for _ in range(steps):
        months = 1 if unit == "month" else (last.month - 1) % 3 + 1
        for _ in range(months):
            last = last.replace(day=1) - timedelta(days=1)
    return f"{last:%B %Y}" if unit == "month" else f"Q{(last.month + 2) // 3} {last.year}"


def by_the_periods(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading over time by the periods that its question compares: two months are no course of days."""
    grain = _compared(question, profile)
    time = reading.requirements.time
    if grain is None or time is None or time.grain in CYCLIC_GRAINS or reading.requirements.query is not None:
        return reading
    by_it = Time.model_validate({"column": time.column, "grain": grain})
    return reading.replaced(requirements=reading.requirements.replaced(time=by_it))


def within_one_period(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A course over periods of which the data has but one, by shorter ones: over the year is no course of years."""
    asked, time = reading.requirements, reading.requirements.time
    span = profile.by_name[time.column].span if time is not None and time.column in profile.by_name else None
    if time is None or span is None or asked.query is not None or time.grain not in _PERIODS:
        return reading
    ends = [_name(date.fromisoformat(day[:10]), time.grain, 0) for day in (span.first, span.last)]
    if "trend" not in asked.analysis or ends[0] != ends[1]:
        return reading
    daily = any(word.lower == "daily" for word in words(question))
    shorter = time.replaced(grain="day" if daily else "unknown")
    return reading.replaced(requirements=asked.replaced(time=shorter))


def of_the_two(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of two months or quarters that a question holds against each other, as what each of the two comes to:
    December of two years is neither what lies between nor every December."""
    pair, asked = _held_pair(question, profile), reading.requirements
    if pair is None or (asked.query is None and _runs_on(*pair)):
        return reading
    choice = asked_date(question, profile)
    time = asked.time.column if asked.time is not None else choice.column if choice is not None else None
    said = meant_queries(asked, profile)
    if time is None or len(said) != 1 or said[0].source is not None or said[0].then or not said[0].measures:
        return reading
    query, tests = said[0], [during(time, period, profile) for period, _ in pair]
    kept = [test for test in conjuncts(query.where) if time not in columns_of(test)]
    others = tuple(item for item in query.by if time not in columns_of(item.expr))
    whens = (When(condition=test, value=Constant(value=name)) for test, (_, name) in zip(tests, pair, strict=True))
    key = Named(name=f"{_part(pair[0][0])} of {time}", expr=Cases(whens=tuple(whens)))
    where = all_of([*kept, Call(op="or", args=tuple(tests))])
    held = as_query(asked, Query(where=where, by=(key, *others), measures=query.measures, having=query.having))
    return reading.replaced(requirements=held.replaced(outputs=("chart",)), alternatives=())


_Held = tuple[DateRange, str]
"""A period, and what the question calls it."""


def _runs_on(one: _Held, other: _Held) -> bool:
    """Whether nothing lies between two periods of a year, the earlier first: their course is no more than the two."""
    last, following = date.fromisoformat(one[0].last), date.fromisoformat(other[0].first)
    return following - last == timedelta(days=1) and following.year == last.year


def _held_pair(question: str, profile: DatasetProfile) -> tuple[_Held, _Held] | None:
    """The two months, quarters or halves of a year each that are all the dates of a question, held against each other;
    the earlier first."""
    named = moments(question, calendar_of(profile, question))
    held = [(one.value, sentence(question[one.start : one.end])) for one in named if isinstance(one.value, DateRange)]
    if len(named) != 2 or len(held) != 2 or not are_held(question, *named):
        return None
    grains, (one, other) = {_part(period) for period, _ in held}, sorted(held, key=lambda item: item[0].first)
    return (one, other) if len(grains) == 1 and grains <= {"month", "quarter", "half"} else None


def _part(period: DateRange) -> str:
    """The grain of a period, where it is the half of a year too."""
    first, last = date.fromisoformat(period.first[:10]), date.fromisoformat(period.last[:10])
    half = first.day == 1 and first.month in (1, 7) and last == _last_day(first.year, first.month + 5)
    return "half" if half else period.grain


def _compared(question: str, profile: DatasetProfile) -> str | None:
    """The length of the two periods that a question names with a word of comparing between them."""
    named = [one for one in moments(question, calendar_of(profile, question)) if isinstance(one.value, DateRange)]
    for one, other in pairwise(named):
        grains = {item.value.grain for item in (one, other) if isinstance(item.value, DateRange)}
        if len(grains) == 1 and grains <= _PERIODS and are_held(question, one, other):
            return grains.pop()
    return None
