"""The family transform: rows grouped, ranked, spread, filled and joined into the table that a chart is drawn from."""

from __future__ import annotations

from autoviz.shaping.periods import time_axis
from autoviz.shaping.summaries import (
    aggregated,
    check_measures,
    in_order,
    measures_of,
    missing_keys_note,
    missing_note,
    summarised,
)
from autoviz.table import Outcome, Table


def aggregate(
    df: Table,
    *,
    group_by: tuple[str, ...],
    metrics: tuple[str, ...],
    agg_func: str,
    quantile: float | None,
    time: str | None,
    grain: str | None,
) -> Outcome:
    """Summarise metrics per group and period."""
    axis = time_axis(df, time, group_by, grain)
    measures = measures_of(metrics, tuple(axis.keys), agg_func, quantile)
    check_measures(df, measures)
    result = in_order(axis.labelled(summarised(axis.frame, axis.keys, measures)), axis.keys, df)
    lineage = {measure.name: aggregated(df, measure) for measure in measures}
    notes = (*axis.notes, *missing_note(df.frame, measures), *missing_keys_note(result, axis.keys))
    table = df.having(result).described({**axis.lineage, **lineage})
    return Outcome(table, notes=notes, resolved=axis.resolved)
