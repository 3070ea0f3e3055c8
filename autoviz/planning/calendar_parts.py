"""Calendar parts: which rows lie in a time that comes round, as a condition on the part of a date that tells it."""

from __future__ import annotations

from autoviz.linking.recurring import Recurring
from autoviz.query.language import Call, Column, Constant


def comes_in(one: Recurring, column: str) -> Call:
    """The condition that a date lies in a recurring time: on a weekend, in the evening, in summer."""
    part = part_of(one, column)
    values = tuple(Constant(value=value) for value in one.values)
    return Call(op="=", args=(part, *values)) if len(values) == 1 else Call(op="in", args=(part, *values))


def part_of(one: Recurring, column: str) -> Call:
    """The part of a date that tells a recurring time."""
    return Call(op="date part", args=(Constant(value=one.part), Column(name=column)))
