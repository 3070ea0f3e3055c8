"""Fact: one value of a result with what it measures, the only thing an answer may be made of."""

from __future__ import annotations

from autoviz.model.base import Value
from autoviz.model.profile import Scalar


class Fact(Value):
    """A number or a name from a step's result, with its metric, group and period."""

    name: str
    """What it is: total, mean, maximum, minimum, share, change, count, anomaly, correlation …"""
    value: Scalar
    metric: str | None = None
    group: dict[str, Scalar] = {}
    period: str | None = None
    unit: str | None = None
    step_id: str
