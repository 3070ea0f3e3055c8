"""Judging: a column's profile with what the column means, its unit, its yes and its codes for a missing value."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from autoviz.frames.dates import TYPED
from autoviz.model.profile import ColumnProfile
from autoviz.profile.flags import yes_value
from autoviz.profile.kinds import LEAST_NUMBER, scalar
from autoviz.profile.meanings import judged
from autoviz.profile.sentinels import sentinels
from autoviz.profile.traits import NUMBERS_SEEN, TEXTS_SEEN, Shown
from autoviz.profile.units import unit_of

_NAMING = ("id", "code")
_NUMBERED = "each row has the next number"
SURE = 0.8
"""How likely it must be that numbers only name something, before they are no metric any more."""


def with_meaning(found: ColumnProfile, counts: pd.Series[Any], content: str, first_column: bool) -> ColumnProfile:
    """The profile with its meaning; a number that only names something is an identifier, never a metric."""
    shown = shown_of(found, counts, content, first_column)
    judgement = judged(shown)
    found = found.replaced(
        meaning=judgement.meaning,
        adds_up=judgement.adds_up,
        reason=judgement.reason,
        unit=unit_of(found.name, judgement.meaning, shown.unit, found.description),
        yes=yes_value(found.name, [scalar(value) for value in counts.index]) if judgement.meaning == "flag" else None,
        sentinels=_codes(counts) if content == "number" and found.kind in ("numeric", "ordinal") else (),
    )
    numbered = _numbers_the_rows(found)
    if found.kind == "numeric" and judgement.meaning in _NAMING and (judgement.probability > SURE or numbered):
        return found.replaced(kind="identifier", metric=False)
    if found.kind == "numeric" and judgement.meaning == "count" and numbered and first_column and _is_late(found):
        return found.replaced(kind="identifier", metric=False, adds_up=False, meaning="id", reason=_NUMBERED)
    if found.kind == "ordinal" and judgement.adds_up and (found.minimum, found.maximum) == (0, 1):
        return found.replaced(kind="numeric")  # none or one of a thing in each row are no two classes of rows
    return found


def _is_late(found: ColumnProfile) -> bool:
    """Whether numbers begin far from one: builds 1201 to 1600, where minutes or laps begin with the first."""
    return isinstance(found.minimum, int) and found.minimum >= LEAST_NUMBER


def _numbers_the_rows(found: ColumnProfile) -> bool:
    """Whether every row has a number of its own, and none is left out between the first and the last."""
    match found.minimum, found.maximum:
        case int() as first, int() as last:
            return last - first + 1 == found.distinct == found.rows > 1
    return False


def shown_of(found: ColumnProfile, counts: pd.Series[Any], content: str, first_column: bool = False) -> Shown:
    """What the judge gets to see of a column."""
    typed = found.kind == "temporal" and (found.dates is None or found.dates.format == TYPED)
    numbers, times = _numbers(counts) if content == "number" and not typed else (None, None)
    texts = () if numbers is not None or typed else tuple(str(value) for value in counts.index[:TEXTS_SEEN])
    return Shown(
        name=found.name,
        content="typed date" if typed else "date" if found.kind == "temporal" else content,
        kind=found.kind,
        present=int(counts.sum()) if found.distinct == len(counts) else found.rows - found.missing,
        distinct=found.distinct or 0,
        numbers=numbers,
        times=times,
        texts=texts,
        minimum=_float(found.minimum),
        maximum=_float(found.maximum),
        first_column=first_column,
        unit=found.numbers.unit if found.numbers else "",
        description=found.description,
    )


def _numbers(counts: pd.Series[Any]) -> tuple[Any, Any]:
    """The most frequent numbers and how often they are there."""
    numbers = counts.index[:NUMBERS_SEEN].to_numpy(dtype=float)
    finite = np.isfinite(numbers)
    return numbers[finite], counts.to_numpy()[:NUMBERS_SEEN][finite]


def _codes(counts: pd.Series[Any]) -> tuple[Any, ...]:
    numbers = counts.index.to_numpy(dtype=float)
    finite = np.isfinite(numbers)
    return sentinels(numbers[finite], counts.to_numpy()[finite])


def _float(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
