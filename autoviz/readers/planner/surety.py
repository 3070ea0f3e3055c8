"""Surety: how likely a reading by the planner is right, from what the model and the question say of it."""

from __future__ import annotations

import math

from autoviz.readers.embedded.arbiter import Weights
from autoviz.readers.embedded.asking import LeftOver
from autoviz.readers.embedded.writing import Written

WEIGHTS = {
    "log-probability": 0.285, "unused number": -0.217, "unused date": -0.657, "unused name": 0.072,
    "column not named": -0.267,
}  # fmt: skip
"""What speaks for a reading and against it, fitted on 1,162 questions over tables kept apart (training/README.md)."""
BIAS = 0.904
BESIDE_EMBEDDED: Weights = {
    "heads": 0.068, "decoder": 0.705, "chart stated": -0.676, "open words": -0.033, "as rows": 0.428,
    "tens of words": -1.031, "bias": 0.67,
}  # fmt: skip
"""The same with what the embedded reader says of the question; a little too low, because being wrong costs more."""
BELOW_EVEN, ABOVE_EVEN = 0.6, 1.3
"""By how much the odds are drawn out to what such readings are worth, fitted on 763 answers: they lie too far down
below even, and too close to it above. Which readings are called unsure stays as it is (training/README.md)."""
ALL_BUT_SURE = 0.9
"""From this confidence on the embedded reader's reading is taken without asking the planner."""
LEAST = -15.0
"""A reply that is less likely than that is no more doubtful."""


def features(one: Written, left: LeftOver) -> dict[str, float]:
    """What is known of a reading before its answer is."""
    return {
        "log-probability": max(sum(one.scores), LEAST),
        "unused number": min(len(left.numbers), 3), "unused date": min(len(left.dates), 2),
        "unused name": min(len(left.names), 3), "column not named": min(left.unnamed, 4),
    }  # fmt: skip


def worth(probability: float) -> float:
    """How often a reading that is held for so likely turns out right."""
    probability = min(max(probability, 0.001), 0.999)
    odds = math.log(probability / (1 - probability))
    return 1 / (1 + math.exp(-odds * (ABOVE_EVEN if odds > 0 else BELOW_EVEN)))


def sure(seen: dict[str, float]) -> float:
    """How often a reading of which this is seen is right."""
    return 1 / (1 + math.exp(-BIAS - sum(WEIGHTS[name] * value for name, value in seen.items())))
