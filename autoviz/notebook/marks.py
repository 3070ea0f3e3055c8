"""Marks: the charts that can show what was asked, so that every choice under an answer draws what it says."""

from __future__ import annotations

from collections.abc import Set

from autoviz.drawing.encoding import ADDITIVE
from autoviz.follow_ups.understood import Understood, understood
from autoviz.model.labels import CYCLIC_GRAINS, MARKS
from autoviz.model.profile import DatasetProfile
from autoviz.model.record import Part
from autoviz.planning.charting import PIE_SLICES, distinct

SPREADS = frozenset({"histogram", "box", "violin"})
RELATIONS = frozenset({"scatter", "heatmap"})


def marks_for(part: Part, profile: DatasetProfile, drawn: str) -> list[str]:
    """What the chart that is drawn may become: itself, a table, and what shows the same."""
    fitting = {drawn, "table", *_fitting(part, profile)}
    return [mark for mark in MARKS if mark in fitting]


def _fitting(part: Part, profile: DatasetProfile) -> Set[str]:
    labels = set(part.requirements.analysis)
    if labels & {"correlation", "distribution", "anomaly"}:
        return RELATIONS if "correlation" in labels else SPREADS if "distribution" in labels else frozenset()
    found = understood(part.requirements, profile)
    return _of_groups(found, profile) if found.measures and (found.groups or found.period) else frozenset()


def _of_groups(found: Understood, profile: DatasetProfile) -> Set[str]:
    """What shows a number for each group: a course along time, the parts of a whole, shades where two groups meet."""
    keys = len(found.groups) + (found.period is not None)
    course = found.period is not None and found.period[1] not in CYCLIC_GRAINS
    marks = {"bar", *(("line", "area") if course else ()), *(("heatmap",) if keys == 2 else ())}
    if found.period is not None or len(found.measures) > 1 or found.measures[0].func not in ADDITIVE:
        return marks
    few = keys == 1 and (distinct(found.groups[0], profile) or PIE_SLICES + 1) <= PIE_SLICES
    return marks | ({"pie", "treemap"} if few else {"treemap"} if keys <= 2 else set())
