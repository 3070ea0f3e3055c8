"""Surety: how likely a reading by the planner is right, from what the model and the question say of it."""

from __future__ import annotations

import math

from autoviz.readers.embedded.arbiter import Contest
from autoviz.readers.embedded.asking import LeftOver
from autoviz.readers.embedded.writing import Written

WEIGHTS = {
    "mean log-probability": 8.0, "least log-probability": 0.5, "unused number": -0.4, "unused date": -0.6,
    "unused name": -0.8, "column not named": -0.15,
}  # fmt: skip
"""What speaks for a reading and against it."""
BIAS = 2.0
BESIDE_EMBEDDED: Contest = (
    {
        "heads": 0.5, "decoder": -0.3, "chart stated": 0.0, "open words": 0.0, "as rows": 0.0, "tens of words": 0.0,
        "bias": -1.0,
    },
    {
        "heads": 0.0, "decoder": 1.0, "chart stated": 0.0, "open words": 0.0, "as rows": 0.0, "tens of words": 0.0,
        "bias": 0.0,
    },
)  # fmt: skip
"""What speaks for the embedded reader's reading and for the planner's where they differ."""
ALL_BUT_SURE = 0.9
"""From this confidence on the embedded reader's reading is taken without asking the planner."""
LEAST = -20.0


def features(one: Written, left: LeftOver) -> dict[str, float]:
    """What is known of a reading before its answer is."""
    scores = [max(score, LEAST) for score in one.scores] or [0.0]
    return {
        "mean log-probability": sum(scores) / len(scores), "least log-probability": min(scores),
        "unused number": min(len(left.numbers), 3), "unused date": min(len(left.dates), 2),
        "unused name": min(len(left.names), 3), "column not named": min(left.unnamed, 4),
    }  # fmt: skip


def sure(seen: dict[str, float]) -> float:
    """How often a reading of which this is seen is right."""
    return 1 / (1 + math.exp(-BIAS - sum(WEIGHTS[name] * value for name, value in seen.items())))
