"""Two periods: the running year, quarter or month held against the one before it, under the names that they have.

This year and last are told by the data's last date, so that whoever reads the question compares 2024 with 2023.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import pairwise

from autoviz.linking.form_reading import form_of
from autoviz.linking.moments import DateRange, calendar_of, moments
from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Time

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
_PERIODS = frozenset({"year", "quarter", "month"})


def named_periods(question: str, profile: DatasetProfile) -> str:
    """A normalised question with the names of the running period and the one before, where it compares the two."""
    last = calendar_of(profile).last
    for pattern, back in ((_RUNNING_FIRST, (0, 1)), (_RUNNING_LAST, (1, 0))):
        hit = pattern.search(question)
        if hit is None or last is None:
            continue
        one, other = (_name(last, hit["unit"].lower(), steps) for steps in back)
        joint = hit["joint"] if _JOINT.fullmatch(hit["joint"]) else "vs"
        return f"{question[: hit.start()]}in {one}{hit['between']}{joint} {other}{question[hit.end() :]}"
    return _against_the_one_before(question, profile)


def _against_the_one_before(question: str, profile: DatasetProfile) -> str:
    """A question whether something rose or fell in its one period, with the period before it, as far as there are data
    of that: a single period has no course."""
    form, calendar = form_of(question, profile=profile), calendar_of(profile)
    compares = form.comparative or form.superlative or form.bounds or _JOINT.search(question)
    if form.opens != "yes_no" or not form.direction or compares:
        return question
    named = moments(question, calendar)
    value = named[0].value if len(named) == 1 else None
    if not isinstance(value, DateRange) or value.grain not in _PERIODS or calendar.first is None:
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


def _compared(question: str, profile: DatasetProfile) -> str | None:
    """The length of the two periods that a question names with a word of comparing between them."""
    named = [one for one in moments(question, calendar_of(profile)) if isinstance(one.value, DateRange)]
    for one, other in pairwise(named):
        grains = {item.value.grain for item in (one, other) if isinstance(item.value, DateRange)}
        if len(grains) == 1 and grains <= _PERIODS and _JOINT.search(question, one.end, other.start):
            return grains.pop()
    return None
