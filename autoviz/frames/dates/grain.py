"""Choosing the grain of a time axis when the question does not state one, by the policy in time_grain.yaml."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any, NamedTuple, Self

import numpy as np
import pandas as pd
import yaml
from pydantic import Field, ValidationError, model_validator

from autoviz.errors import RegistryError
from autoviz.frames.dates.periods import add_periods, period_start
from autoviz.model.base import Value
from autoviz.model.labels import CALENDAR_GRAINS
from autoviz.resources import registry_folder


class GrainStep(Value):
    """A grain and the span in days up to which it is chosen; the last one has no bound."""

    grain: str
    below_days: float | None = None
    up_to_days: float | None = None

    def holds(self, days: float) -> bool:
        """Whether a span of so many days is within the bound."""
        if self.below_days is not None:
            return days < self.below_days
        return self.up_to_days is None or days <= self.up_to_days


class GrainPolicy(Value):
    """The numbers behind the choice of a grain."""

    version: int = Field(ge=1)
    spans: tuple[GrainStep, ...] = Field(min_length=1)
    longest_days: dict[str, float]
    """The length of the longest period of each grain: data spaced wider than this are coarser than the grain."""
    max_points: int = Field(ge=10)

    @model_validator(mode="after")
    def _complete_and_ordered(self) -> Self:
        if tuple(self.longest_days) != CALENDAR_GRAINS:
            raise ValueError(f"longest_days must name {list(CALENDAR_GRAINS)} in this order")
        grains = [step.grain for step in self.spans]
        if grains != [grain for grain in CALENDAR_GRAINS if grain in grains]:
            raise ValueError("spans must go from the finest grain to the coarsest, each once")
        last = self.spans[-1]
        if last.below_days is not None or last.up_to_days is not None:
            raise ValueError("the last of the spans must have no bound")
        return self


class GrainChoice(Value):
    """The chosen grain, what spoke for it, and the others that the data would allow."""

    grain: str
    evidence: str
    alternatives: tuple[str, ...] = ()


SLIGHT = 0.05
"""What a period may miss of itself and still count as complete."""


class Incomplete(NamedTuple):
    """Whether the data leave out the start of the first period or the end of the last."""

    first: bool
    last: bool


@cache
def grain_policy() -> GrainPolicy:
    """The policy file, checked."""
    path = registry_folder() / "time_grain.yaml"
    try:
        return GrainPolicy.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise RegistryError(
            f"registry/time_grain.yaml cannot be used: {error}", "Compare it with the file as installed."
        ) from error


def choose_grain(first: Any, last: Any, distinct: int | None = None, spacing_days: float | None = None) -> GrainChoice:
    """A grain by the span of the dates: not finer than the data's own spacing, not more points than a line can show."""
    policy = grain_policy()
    days = (pd.Timestamp(last) - pd.Timestamp(first)) / pd.Timedelta(days=1)
    by_span = next(step.grain for step in policy.spans if step.holds(days))
    reasons = []
    allowed = _not_finer(policy, spacing_days)
    grain = by_span if by_span in allowed else allowed[0]
    if CALENDAR_GRAINS.index(grain) < CALENDAR_GRAINS.index(by_span):
        grain = by_span
    if grain != by_span and spacing_days is not None:
        reasons.append(f"they lie {_spelled(spacing_days)} apart, so by {grain}")
    shown = _few_enough(policy, grain, days, distinct)
    if shown != grain:
        reasons.append(f"more than {policy.max_points} points, so by {shown}")
    span = f"the dates span {_spelled(days)}" + (f", which would be shown by {by_span}" if reasons else "")
    others = [item for item in allowed if item != shown and _points(policy, item, days, distinct) <= policy.max_points]
    return GrainChoice(
        grain=shown,
        evidence="; ".join((span, *reasons)),
        alternatives=tuple(sorted(others, key=lambda item: _apart(item, shown))),
    )


def incomplete_periods(first: Any, last: Any, grain: str, spacing_days: float | None = None) -> Incomplete:
    """Whether the first and the last period are incomplete, given how densely the data lie.

    A period that misses nothing but Saturdays and Sundays is complete, and so is one that holds a single date anyway,
    or that misses so little of itself as a day of a month: rows that come as they come leave that much out anywhere.
    """
    start, end = pd.Timestamp(first), pd.Timestamp(last)
    spacing = spacing_days if spacing_days is not None else 1.0
    lower = period_start(start, grain)
    upper = add_periods(period_start(end, grain), 1, grain)
    if grain == "hour" or spacing >= 0.9 * ((upper - period_start(end, grain)) / pd.Timedelta(days=1)):
        return Incomplete(False, False)
    if grain == "day":
        half = pd.Timedelta(hours=12)
        return Incomplete(spacing < 0.25 and start - lower > half, spacing < 0.25 and upper - end > half)
    first_days, last_days = add_periods(lower, 1, grain) - lower, upper - period_start(end, grain)
    return Incomplete(
        _misses(lower, start.normalize(), spacing, SLIGHT * first_days),
        _misses(end.normalize() + pd.Timedelta(days=1), upper, spacing, SLIGHT * last_days),
    )


def unfilled(lower: date, upper: date, first: date, last: date, spacing_days: float | None = None) -> Incomplete:
    """Whether data from a first to a last day begin or end within a span of days, the upper one not counted."""
    start, end, spacing = pd.Timestamp(lower), pd.Timestamp(upper), spacing_days if spacing_days is not None else 1.0
    slight, behind = SLIGHT * (end - start), pd.Timestamp(last) + pd.Timedelta(days=1)
    if spacing >= 0.9 * ((end - start) / pd.Timedelta(days=1)):
        return Incomplete(False, False)
    return Incomplete(
        lower < first <= upper and _misses(start, pd.Timestamp(first), spacing, slight),
        lower <= last < upper and _misses(behind, end, spacing, slight),
    )


def _misses(lower: pd.Timestamp, upper: pd.Timestamp, spacing: float, slight: pd.Timedelta) -> bool:
    """Whether dates of the data's spacing would have fallen between two days, the upper one not counted, in more than a
    slight part of the period."""
    gap = (upper - lower) / pd.Timedelta(days=1)
    if upper - lower < slight:
        return False
    if spacing > 1.5:
        return bool(gap >= spacing)
    return bool(np.busday_count(lower.date(), upper.date()) > 0) if gap > 0 else False


def _not_finer(policy: GrainPolicy, spacing_days: float | None) -> list[str]:
    if spacing_days is None:
        return [grain for grain in CALENDAR_GRAINS if grain != "hour"]
    wide_enough = [grain for grain, longest in policy.longest_days.items() if spacing_days <= longest * 1.01]
    return wide_enough or [CALENDAR_GRAINS[-1]]


def _few_enough(policy: GrainPolicy, grain: str, days: float, distinct: int | None) -> str:
    coarser = CALENDAR_GRAINS[CALENDAR_GRAINS.index(grain) :]
    fitting = (item for item in coarser if _points(policy, item, days, distinct) <= policy.max_points)
    return next(fitting, CALENDAR_GRAINS[-1])


def _points(policy: GrainPolicy, grain: str, days: float, distinct: int | None) -> float:
    periods = days / policy.longest_days[grain] + 1
    return periods if distinct is None else min(periods, distinct)


def _apart(grain: str, other: str) -> int:
    return abs(CALENDAR_GRAINS.index(grain) - CALENDAR_GRAINS.index(other))


def _spelled(days: float) -> str:
    if days < 2:
        hours = days * 24
        return f"{hours:.0f} hours" if hours >= 1 else f"{hours * 60:.0f} minutes"
    return f"{days:,.0f} days"
