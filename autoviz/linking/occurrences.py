"""Occurrences: how often something is to have come, as a question says it: more than 5 times, only once, twice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from autoviz.linking.moments import NUMBER_WORDS

_SIGNS = {
    "more than": ">", "over": ">", "above": ">", "at least": ">=", "no less than": ">=", "no fewer than": ">=",
    "less than": "<", "fewer than": "<", "under": "<", "at most": "<=", "no more than": "<=", "up to": "<=",
    "exactly": "=", "only": "=", "just": "=",
}  # fmt: skip
_SIGN = "|".join(sorted(_SIGNS, key=len, reverse=True))
_NUMBER = "|".join((r"\d+", *NUMBER_WORDS))
_FACTOR = re.compile(r"\s*(?:as|more|less|the|larger|higher|a|per|every|in a)\b", re.IGNORECASE)
"""What follows a factor or a rate, and no number of occurrences: 3 times as many, twice a week. Counting each once is
a way of counting, so that once alone says nothing."""


_SO_MANY = re.compile(
    rf"(?<!\bby )(?:\b(?:with|having)\s+)?\b(?:(?P<sign>{_SIGN})\s+(?P<n>{_NUMBER})|(?P<least>{_NUMBER})\s+or\s+more)"
    r"\s+(?P<noun>[a-z]+s)\b(?!\s+(?:of|per|a|in a|each)\b)", re.IGNORECASE,
)  # fmt: skip
"""So many of something, in the plural; ten days of leave are an amount, two calls a day a rate, and what fell by more
than 2 points did not do so often."""


@dataclass(frozen=True)
class Occurrence:
    """How often something came, and where the question says so."""

    start: int
    end: int
    op: str
    times: int
    noun: tuple[int, int] | None = None
    """Where the question says what came so often, other than by "times"."""


@cache
def _often(nouns: tuple[str, ...]) -> re.Pattern[str]:
    named = "|".join(map(re.escape, nouns)) or r"(?!)"
    number = rf"(?P<n>{_NUMBER})(?P<many>\s+or more)?\s+(?:times|(?P<noun>{named}))"
    return re.compile(
        rf"\b(?:(?P<sign>{_SIGN})\s+)?(?:{number}|(?P<word>once|twice))(?P<more>\s+or more|\s+and more)?\b",
        re.IGNORECASE,
    )


def occurrence(question: str, *nouns: str) -> Occurrence | None:
    """The one number of occurrences that a question names; with these nouns a bound of them is one: at least 3 orders.
    """
    hits = (hit for hit in _often(nouns).finditer(question) if not _FACTOR.match(question, hit.end()))
    found = [hit for hit in hits if hit["sign"] or _more(hit) or not (hit["noun"] or _is_once(hit))]
    if len(found) != 1:
        return None
    (hit,) = found
    times = {"once": 1, "twice": 2}[hit["word"].lower()] if hit["word"] else _number(hit["n"])
    op = _SIGNS[hit["sign"].lower()] if hit["sign"] and not _more(hit) else ">="  # what comes three times came twice
    return Occurrence(hit.start(), hit.end(), op, times)


def so_many(question: str) -> Occurrence | None:
    """The one bound on how many of something there are to be: directors with at least 10 films."""
    found = list(_SO_MANY.finditer(question))
    if len(found) != 1:
        return None
    (hit,) = found
    op = _SIGNS[hit["sign"].lower()] if hit["sign"] else ">="
    return Occurrence(hit.start(), hit.end(), op, _number(hit["n"] or hit["least"]), hit.span("noun"))


def _number(said: str) -> int:
    told = NUMBER_WORDS.get(said.lower())
    return int(said) if told is None else told


def _more(hit: re.Match[str]) -> bool:
    return bool(hit["more"] or hit["many"])


def _is_once(hit: re.Match[str]) -> bool:
    return (hit["word"] or "").lower() == "once"
