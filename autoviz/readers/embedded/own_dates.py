"""Own dates: the date of a measure that only some rows have: what a home sold for is given where it was sold, so the
prices of a year are those of the sales in it, whenever the homes were listed; and one that tells months where these
are asked for."""

from __future__ import annotations

from autoviz.linking.links import STRONG, link
from autoviz.linking.moments import asked_date
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements

_FEWEST = 5
"""So many rows at least lack both the measure and its date: that fewer agree may be chance."""


def on_own_date(question: str, heads: Reading, profile: DatasetProfile) -> Reading:
    """A reading that puts a measure on a date which all rows have, where no word names one, on the measure's own."""
    dates = {column.name: column for column in profile.of_kind("temporal")}
    asked = _on_months(question, heads.requirements, profile)
    heads = heads.replaced(requirements=asked)
    taken = {item.column for item in asked.all(Filter)} | ({asked.time.column} if asked.time is not None else set())
    on = taken & dates.keys()
    named = {match.column for match in link(question, profile) if match.value is None and match.score >= STRONG}
    if len(dates) < 2 or len(on) != 1 or len(asked.metrics) != 1 or named & dates.keys():
        return heads
    (date,) = on
    own = _own_date(asked.metrics[0], profile)
    if own is None or dates[date].missing:
        return heads
    return heads.replaced(requirements=_moved(asked, date, own))


def _on_months(question: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    """A course by months or weeks along a number of a year as one along a date that tells them, where there is one."""
    time, choice = asked.time, asked_date(question, profile)
    if time is None or time.grain in ("unknown", "year") or choice is None or not _is_year(time.column, profile):
        return asked
    telling = [name for name in (choice.column, *choice.others) if not _is_year(name, profile)]
    return _moved(asked, time.column, telling[0]) if telling else asked


def _is_year(name: str, profile: DatasetProfile) -> bool:
    column = profile.by_name[name]
    return column.meaning == "year" and isinstance(column.minimum, int)


def _own_date(metric: str, profile: DatasetProfile) -> str | None:
    """The one date that is missing in as many rows as a measure."""
    missing = profile.by_name[metric].missing if metric in profile.by_name else 0
    alike = [column.name for column in profile.of_kind("temporal") if column.missing == missing]
    return alike[0] if missing >= _FEWEST and len(alike) == 1 else None


def _moved(asked: Requirements, date: str, own: str) -> Requirements:
    constraints = tuple(
        item.replaced(column=own) if isinstance(item, Filter) and item.column == date else item
        for item in asked.constraints
    )
    time = asked.time.replaced(column=own) if asked.time is not None and asked.time.column == date else asked.time
    return asked.replaced(constraints=constraints, time=time)
