"""Recurring times that a question names: weekends, Mondays, evenings, summers, which come round in every span."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from autoviz.linking.form_reading import comparative_way
from autoviz.linking.lexicon import function_words
from autoviz.linking.moments import SEASONS

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
HOURS = {
    "morning": (6, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (22, 6), "midday": (11, 14),
}  # fmt: skip
"""Part of the day → the hour at which it begins, and the one at which it is over."""
_WHOLES = {"month": (range(1, 13), "months"), "weekday": (range(1, 8), "days"), "hour": (range(24), "hours")}
"""What a part of a date takes all in all, and what these are called."""
_HANGING = r"(?:(?P<by>on|at|in|during|over)\s+(?:(?:the|a)\s+)?(?:(?:early|late)\s+)?)"
_WEEK = (
    rf"\b{_HANGING}?(?:(?P<weekend>weekend(?P<ends>s)?)"
    r"|(?P<working>(?:week|work|working |business )day(?P<days>s)?))\b"
)
_DAY = rf"\b{_HANGING}?(?P<day>{'|'.join(DAYS)})(?P<every>s)?\b"
_HELD = r"(?:(?<=than )|(?<=against )|(?<=versus )|(?<=vs )|(?<=vs\. )|(?<=compared with )|(?<=compared to ))"
"""Right behind what holds it against another: in winter against summer."""
_PART = rf"\b(?:{_HANGING}|{_HELD})(?P<part>{'|'.join(HOURS)})s?\b"
_SEASON = rf"\b(?:{_HANGING}|{_HELD})(?P<season>{'|'.join(SEASONS)})s?\b"
_NEXT_WORD = re.compile(r"\s+([a-z]+)", re.IGNORECASE)
_OF_SEASONS = frozenset({"month", "months", "season", "seasons", "time", "days", "weeks", "compared", "versus", "vs"})
_PATTERNS = [re.compile(pattern, re.IGNORECASE) for pattern in (_WEEK, _DAY, _PART, _SEASON)]
_JOINED = re.compile(r"\s*(?:,|and|or|,\s*and)?\s*", re.IGNORECASE)
_CONTRASTED = re.compile(
    r"\s*(?:and|or|(?:[a-z]+ )?than|versus|vs\.?|against|compared (?:to|with))\s*", re.IGNORECASE
)
_BOTH_PARTS = re.compile(
    r"\bweek(?:end|day)s?\s+(?:and|or|than|to|with|versus|vs\.?|against)\s+(?:on )?week(?:end|day)s?\b", re.IGNORECASE
)
"""The two parts of the week set side by side, in whatever number: weekend and weekday trips."""
_DIVIDING = re.compile(r"\b(?:by|per|each|every|which|what|of the|a)\s+$", re.IGNORECASE)
"""Words before one that divides the rows by it, and does not choose among them."""


@dataclass(frozen=True)
class Recurring:
    """A time that comes round, where it stands in the question, and the places of a calendar or clock that it takes."""

    start: int
    end: int
    name: str
    part: str
    """The part of a date that tells it: weekday, hour or month."""
    values: tuple[int, ...]
    core: int = 0
    """Where its own words begin, after the preposition that it hangs by."""

    @property
    def told(self) -> str:
        """What it was taken for, where that is not plain."""
        if self.name not in {*HOURS, *SEASONS}:
            return ""
        if self.part == "hour":
            begin, over = HOURS[self.name]
            return f"{self.name} is from {begin}:00 to {over}:00."
        return f"{self.name} is the months {', '.join(map(str, self.values))}."


def rest_of(one: Recurring) -> Recurring | None:
    """All other times of the year, the week or the day, to hold one against; None where the one is all there are."""
    whole, name = _WHOLES[one.part]
    others = tuple(value for value in whole if value not in one.values)
    return replace(one, name=f"other {name}", values=others) if others else None


def recurring(question: str) -> list[Recurring]:
    """The recurring times of a question in their order; days in a row, such as Mondays and Tuesdays, as one."""
    found = sorted((one for pattern in _PATTERNS for one in _found(question, pattern)), key=lambda one: one.start)
    joined: list[Recurring] = []
    for one in found:
        last = joined[-1] if joined else None
        if last and {last.name, one.name} <= {*DAYS} and _JOINED.fullmatch(question[last.end : one.start]):
            joined[-1] = replace(last, end=one.end, values=(*last.values, *one.values))
        else:
            joined.append(one)
    return joined


def contrasted(question: str, found: list[Recurring]) -> bool:
    """Whether two of them, told by the same part of a date, are set side by side: weekends versus weekdays."""
    if len(found) != 2 or found[0].part != found[1].part or set(found[0].values) & set(found[1].values):
        return False
    return are_set_apart(question[found[0].end : found[1].start])


def are_set_apart(between: str) -> bool:
    """Whether the words between two times hold the one against the other."""
    return _CONTRASTED.fullmatch(between) is not None


def _found(question: str, pattern: re.Pattern[str]) -> Iterator[Recurring]:
    both = _BOTH_PARTS.search(question)
    for hit in pattern.finditer(question):
        said = hit.groupdict()
        paired = both is not None and both.start() <= hit.start() < both.end()
        if _DIVIDING.search(question, 0, hit.start()) and not said["by"] and not paired:
            continue
        one = None if _belongs_to_noun(question, hit) else _read(hit.start(), hit.end(), said, paired)
        if one is not None:
            yield replace(one, core=hit.end("by") if said["by"] else hit.start())


def _belongs_to_noun(question: str, hit: re.Match[str]) -> bool:
    """Whether a season only says which kind of thing is meant: the spring term is no time of the calendar's spring."""
    follows = _NEXT_WORD.match(question, hit.end())
    if hit.groupdict().get("season") is None or follows is None:
        return False
    after = follows[1].lower()  # winter higher than summer
    return after not in function_words() | _OF_SEASONS and not comparative_way(after)


def _read(start: int, end: int, said: dict[str, str | None], paired: bool) -> Recurring | None:
    """What a hit means; a bare day or week part without a preposition is one only where it says that it recurs, or
    stands beside the other one."""
    if said.get("part"):
        name = str(said["part"]).lower()
        begin, over = HOURS[name]
        hours = range(begin, over) if begin < over else (*range(begin, 24), *range(over))
        return Recurring(start, end, name, "hour", tuple(hours))
    if said.get("season"):
        name = str(said["season"]).lower()
        return Recurring(start, end, name, "month", SEASONS[name])
    recurs = said.get("ends") or said.get("days") or said.get("every") or said.get("weekend")
    if not said["by"] and not recurs and not paired:
        return None
    if said.get("day"):
        name = str(said["day"]).lower()
        return Recurring(start, end, name, "weekday", (DAYS.index(name) + 1,))
    weekend = bool(said.get("weekend"))
    return Recurring(start, end, "weekend" if weekend else "weekday", "weekday", (6, 7) if weekend else (1, 2, 3, 4, 5))
