"""Clauses: a question that asks for two analyses cut where each half reads well on its own."""

from __future__ import annotations

from collections.abc import Callable

from autoviz.linking.joints import halves
from autoviz.model.reading import Reading


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
