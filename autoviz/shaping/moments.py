"""Moments: a date as people write it in a condition, as the stretch of time that it covers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from autoviz.errors import ParameterError

_YEAR = re.compile(r"(\d{4})$")
_MONTH = re.compile(r"(\d{4})-(\d{1,2})$")
_QUARTER = re.compile(r"(\d{4})[- ]?Q([1-4])$", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}$")
_HINT = "Write dates as 2024-03-31, times as 2024-03-31 14:00, whole periods as 2024, 2024-03 or 2024-Q1."


@dataclass(frozen=True)
class Moment:
    """The first instant of what was written, and the first instant after it; the same for an exact time."""

    start: datetime
    end: datetime

    @property
    def exact(self) -> bool:
        return self.start == self.end

    @property
    def last(self) -> datetime:
        """The last instant that still belongs to it."""
        return self.start if self.exact else self.end - timedelta(microseconds=1)


def moment(value: object, zone: str | None, column: str) -> Moment:
    """What a condition's value means for a column of dates; a year, month or day covers all of it."""
    text = str(value).strip()
    try:
        start, end = _stretch(text)
    except (ValueError, OverflowError) as error:
        raise ParameterError(f"{text!r} is no date, but {column!r} holds dates", _HINT) from error
    return Moment(_in_zone(start, zone), _in_zone(end, zone))


def _stretch(text: str) -> tuple[datetime, datetime]:
    if found := _YEAR.match(text):
        return datetime(int(found[1]), 1, 1), datetime(int(found[1]) + 1, 1, 1)
    if found := _MONTH.match(text):
        return _months(int(found[1]), int(found[2]), 1)
    if found := _QUARTER.match(text):
        return _months(int(found[1]), 3 * int(found[2]) - 2, 3)
    start = datetime.fromisoformat(text)
    if _DAY.match(text):
        return start, start + timedelta(days=1)
    return start, start


def _months(year: int, month: int, count: int) -> tuple[datetime, datetime]:
    years, following = divmod(month - 1 + count, 12)
    return datetime(year, month, 1), datetime(year + years, following + 1, 1)


def _in_zone(instant: datetime, zone: str | None) -> datetime:
    """The instant as the column writes it: in its own zone, or without any."""
    if zone is None:
        return instant if instant.tzinfo is None else instant.astimezone(UTC).replace(tzinfo=None)
    place: tzinfo = UTC if zone == "UTC" else ZoneInfo(zone)
    return instant.replace(tzinfo=place) if instant.tzinfo is None else instant.astimezone(place)
