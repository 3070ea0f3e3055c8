"""Surety: how likely a reading by the planner is right, from what the model and the question say of it."""

from __future__ import annotations

import math

from autoviz.readers.embedded.arbiter import Contest
from autoviz.readers.embedded.asking import LeftOver
from autoviz.readers.embedded.writing import Written

WEIGHTS = {
    "log-probability": 0.334, "unused number": -0.111, "unused date": -0.354, "unused name": 0.034,
    "column not named": -0.24,
}  # fmt: skip
"""What speaks for a reading and against it, fitted on 1,162 questions over tables kept apart (training/README.md)."""
BIAS = 0.882
BESIDE_EMBEDDED: Contest = (
    {
        "heads": 0.338, "decoder": 0.02, "chart stated": -0.293, "open words": -0.137, "as rows": 0.96,
        "tens of words": -1.248, "bias": 0.443,
    },
    {
        "heads": 0.084, "decoder": 0.696, "chart stated": -0.575, "open words": -0.036, "as rows": 0.448,
        "tens of words": -0.804, "bias": 0.737,
    },
)  # fmt: skip
"""What speaks for the embedded reader's reading and for the planner's where they differ."""
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


def sure(seen: dict[str, float]) -> float:
    """How often a reading of which this is seen is right."""
    return 1 / (1 + math.exp(-BIAS - sum(WEIGHTS[name] * value for name, value in seen.items())))
