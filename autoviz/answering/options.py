"""Options: a reading told in one line, so that a user can choose between two."""

from __future__ import annotations

from autoviz.drawing.numbers import listed
from autoviz.drawing.titles import readable
from autoviz.model.requirements import Aggregation, AnyOf, ChartWish, Filter, Requirements


def option_label(requirements: Requirements) -> str:
    """What a reading would show: 'mean of price by region where year = 2020, as a bar chart'."""
    parts = [_measures(requirements)]
    if requirements.group_by:
        parts.append(f"by {listed([readable(name) for name in requirements.group_by])}")
    if requirements.time:
        parts.append(f"over {readable(requirements.time.column)}")
    filters = [*requirements.all(Filter), *(item for group in requirements.all(AnyOf) for item in group.filters)]
    if filters:
        parts.append("where " + listed([f"{readable(item.column)} {item.op} {item.value}" for item in filters]))
    wish = requirements.constraint(ChartWish)
    label = " ".join(part for part in parts if part)
    return f"{label}, as a {wish.mark} chart" if wish and wish.mark else label


def _measures(requirements: Requirements) -> str:
    stated = {item.metric: item.func for item in requirements.all(Aggregation)}
    if not requirements.metrics:
        return "number of rows"
    words = [
        f"{stated[name]} of {readable(name)}" if name in stated else readable(name) for name in requirements.metrics
    ]
    kind = next((label for label in requirements.analysis if label in ("distribution", "correlation", "anomaly")), None)
    return f"{kind} of {listed(words)}" if kind else listed(words)
