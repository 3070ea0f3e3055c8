"""Comparing words: what stands between a value and what it is held against, and how that is written."""

from __future__ import annotations

from typing import Any

from autoviz.answering.measure_forms import unit_of
from autoviz.answering.numerals import shown
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import Column, Constant
from autoviz.writings.unit_words import TIMES

COMPARED = {"=": "is", "!=": "is not", "<": "is below", "<=": "is at most", ">": "is above", ">=": "is at least"}
_DATED = {"<": "is before", "<=": "is up to", ">": "is after", ">=": "is from"}
TEXTUAL = {"contains": "contains", "starts with": "starts with", "ends with": "ends with", "matches": "matches"}


def between_words(op: str, *, dated: bool) -> str:
    """The words for a comparison, which are others where dates are held against each other."""
    return _DATED.get(op, COMPARED[op]) if dated else COMPARED[op]


def flagged(name: str, holds: bool = True) -> str:
    """That a value says yes or no: 'active', 'not active'; a name that is half a sentence gets a verb of its own."""
    if name.split(" ", maxsplit=1)[0] in ("is", "has", "was", "had", "can"):
        return f"{name.removeprefix('is ')} is {'yes' if holds else 'no'}"
    return name if holds else f"not {name}"


def lasting_words(left: Any, right: Any, profile: DatasetProfile | None) -> str:
    """A length of time that a value is held against, with its unit, as it may be said in any other; else nothing."""
    unit = unit_of(left, profile)
    entry = profile.by_name.get(left.name) if profile and isinstance(left, Column) else None
    timed = unit in TIMES and (entry is None or entry.meaning != "age")
    match right:
        case Constant(value=int() | float() as value) if timed and not isinstance(value, bool):
            return shown(value, unit)
    return ""


def moment_words(at: str) -> str:
    """A moment as it is written: a day alone where it is midnight."""
    return at[:10] if at[11:] in ("", "00:00", "00:00:00") else at


def label_words(value: Any) -> str:
    """A value of a cell: years stay 2023, other numbers get their commas."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:g}" if float(value).is_integer() and 1000 <= abs(value) < 3000 else shown(value)
    return "missing" if value is None else shown(value)
