"""Clauses: a question that asks for two analyses cut where each half reads well on its own."""

from __future__ import annotations

import re
from collections.abc import Callable

from autoviz.model.reading import Reading

_JOINT = re.compile(r"\s*(?:[;.?!]\s+|,?\s+(?:and|then|plus|also|as well as)\s+)", re.IGNORECASE)
MAX_JOINTS = 4


def halves(question: str) -> list[tuple[str, str]]:
    """The question cut in two at each place where a second request may start."""
    cuts = list(_JOINT.finditer(question))[:MAX_JOINTS]
    found = [(question[: cut.start()].strip(), question[cut.end() :].strip()) for cut in cuts]
    return [(first, second) for first, second in found if len(first.split()) >= 2 and len(second.split()) >= 2]


def two_readings(
    question: str, whole: Reading, read: Callable[[str], Reading], threshold: float
) -> tuple[Reading, ...]:
    """Both halves as readings of their own where they ask for different analyses; else the whole."""
    best: tuple[float, tuple[Reading, ...]] = (0.0, (whole,))
    for first, second in halves(question):
        pair = (read(first), read(second))
        weaker = min(item.confidence for item in pair)
        if weaker > max(best[0], threshold) and _differ(*pair):
            best = (weaker, pair)
    return best[1]


def _differ(first: Reading, second: Reading) -> bool:
    """Each asks for something of its own: another kind of analysis, or other columns altogether."""
    asked = (first.requirements, second.requirements)
    if not all(item.columns for item in asked):
        return False
    kinds_differ = not set(asked[0].analysis) & set(asked[1].analysis)
    return (first.intent.primary != second.intent.primary and kinds_differ) or not (
        set(asked[0].columns) & set(asked[1].columns)
    )
