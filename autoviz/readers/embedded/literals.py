"""Numbers, dates, periods, quoted texts and names that a question contains."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal as Choice

from autoviz.model.profile import DatasetProfile

LiteralType = Choice["number", "date", "period", "quoted", "name"]
LITERAL_TYPES: tuple[LiteralType, ...] = ("number", "date", "period", "quoted", "name")


@dataclass(frozen=True)
class DateRange:
    """The first and the last day that a date in the question covers, in ISO form, and its grain."""

    first: str
    last: str
    grain: str


@dataclass(frozen=True)
class Period:
    """A relative stretch of time such as the last 6 months; n is None for one that is still running."""

    n: int | None
    unit: str


LiteralValue = float | int | str | DateRange | Period


@dataclass(frozen=True)
class Literal:
    """A value written in the question: where it stands, its type and what it means."""

    start: int
    end: int
    phrase: str
    type: LiteralType
    value: LiteralValue


def literals(question: str, profile: DatasetProfile) -> list[Literal]:
    """Every literal of a normalised question, in order."""
    found = [
        Literal(hit.start(), hit.end(), hit.group(), "number", float(hit.group()))
        for hit in re.finditer(r"\b\d+(?:\.\d+)?\b", question)
    ]
    return found
