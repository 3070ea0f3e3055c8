"""Measured: the metrics that are summarised, each with its function, as many in one step as go together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from autoviz.model.requirements import Aggregation, Cumulative, Requirements, Window


@dataclass(frozen=True)
class Measured:
    """Metrics that one function summarises in one step; no metric counts rows."""

    metrics: tuple[str, ...]
    func: str
    quantile: float | None = None


def measured_together(asked: Requirements, default_aggregate: Callable[[str], str]) -> list[Measured]:
    """Metrics of the same function share one step and one chart, unless something is worked out from each."""
    worked_out = asked.constraint(Window) or asked.constraint(Cumulative)
    apart = {"share", "change", "rank"} & set(asked.analysis) or worked_out
    result: list[Measured] = []
    for item in measured(asked, default_aggregate):
        last = result[-1] if result else None
        if last and item.metrics and not apart and (last.func, last.quantile) == (item.func, item.quantile):
            result[-1] = replace(last, metrics=(*last.metrics, *item.metrics))
        else:
            result.append(item)
    return result


def measured(asked: Requirements, default_aggregate: Callable[[str], str]) -> list[Measured]:
    """Each metric with its function: the stated one, else the one that suits it; no metric counts rows."""
    stated = {item.metric: item for item in asked.all(Aggregation)}
    if not asked.metrics:
        return [Measured((), "count")]
    result: list[Measured] = []
    for metric in asked.metrics:
        item = stated.get(metric) or (stated.get(None) if len(stated) == 1 else None)
        func = item.func if item else default_aggregate(metric)
        result.append(Measured((metric,), func, item.quantile if item else None))
    return result
