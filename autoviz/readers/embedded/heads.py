"""The closed sets that the trained reader chooses from; their order is part of the weights."""

from __future__ import annotations

from autoviz.model.labels import ANALYSIS_LABELS, CALENDAR_GRAINS, CYCLIC_GRAINS, MARKS, OPERATORS

POINTERS: tuple[str, ...] = ("x", "color", "facet", "size", "sort", "derive_first", "derive_second")
"""Roles that at most one column plays: a choice among the columns and none."""
MEMBERSHIPS: tuple[str, ...] = ("metric", "filter")
"""Roles that several columns may play."""
AGGREGATES: tuple[str, ...] = ("none", "sum", "mean", "median", "min", "max", "count", "nunique", "std", "quantile")
DEFAULTS: tuple[str, ...] = ("sum", "mean")
"""What suits a metric when the question names no aggregate."""
NULLS: tuple[str, ...] = ("none", "is null", "not null")
CHOICES: dict[str, tuple[str, ...]] = {
    "mark": MARKS,
    "layout": ("none", "stacked", "grouped", "horizontal"),
    "grain": ("none", "unknown", *CALENDAR_GRAINS, *CYCLIC_GRAINS),
    "sort": ("none", "x asc", "x desc", "y asc", "y desc", "column asc", "column desc"),
    "limit": ("none", "asc", "desc"),
    "change": ("none", "previous period", "previous year"),
    "derive": ("none", "sum", "difference", "product", "ratio"),
}
"""One answer per question."""
INTENTS: tuple[str, ...] = (
    "time_series_investigation",
    "comparative_analysis",
    "ranking",
    "composition",
    "distribution_analysis",
    "correlation_analysis",
    "anomaly_detection",
    "lookup",
    "general_eda",
)
FLAGS: tuple[str, ...] = (
    "chart_stated",
    "axes_stated",
    "color_stated",
    "count_rows",
    "relative",
    "wants_table",
    "table_only",
    "any_of",
    "single_number",
    "two_analyses",
    "trend_line",
)
LABELS: tuple[str, ...] = ANALYSIS_LABELS
USES: tuple[str, ...] = ("none", "filter", "having", "limit", "bins", "window", "quantile")
SPAN_OPERATORS: tuple[str, ...] = OPERATORS
MEANINGS: tuple[str, ...] = ("none", "absent")
"""What a word that no link explains may mean beside a column: nothing of its own, or what the table lacks."""
MAX_COLUMNS = 32
MAX_TOKENS = 256
MAX_QUESTION_TOKENS = 96


def sizes() -> dict[str, int]:
    """How many outputs each head has."""
    fixed = {
        "aggregate": len(AGGREGATES),
        "default": len(DEFAULTS),
        "null": len(NULLS),
        "intent": len(INTENTS),
        "flags": len(FLAGS),
        "labels": len(LABELS),
        "use": len(USES),
        "operator": len(SPAN_OPERATORS),
        "meaning": len(MEANINGS),
        "pointers": len(POINTERS),
        "memberships": len(MEMBERSHIPS),
    }
    return {**fixed, **{name: len(options) for name, options in CHOICES.items()}}
