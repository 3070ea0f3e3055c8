"""Dates: reading them by evidence, calendar arithmetic on every engine, and the choice of a grain."""

from __future__ import annotations

from autoviz.frames.dates.grain import (
    GrainChoice,
    GrainPolicy,
    Incomplete,
    choose_grain,
    grain_policy,
    incomplete_periods,
)
from autoviz.frames.dates.periods import (
    CYCLE_LABELS,
    add_periods,
    cyclic,
    period_range,
    period_start,
    periods_later,
    previous_year,
    truncate,
)
from autoviz.frames.dates.reading import TYPED, local_time, parse_column, propose_format, read_dates

__all__ = [
    "CYCLE_LABELS",
    "TYPED",
    "GrainChoice",
    "GrainPolicy",
    "Incomplete",
    "add_periods",
    "choose_grain",
    "cyclic",
    "grain_policy",
    "incomplete_periods",
    "local_time",
    "parse_column",
    "period_range",
    "period_start",
    "periods_later",
    "previous_year",
    "propose_format",
    "read_dates",
    "truncate",
]
