"""Requirement words: what the key of a requirement is called where people read it."""

from __future__ import annotations

from autoviz.model.coverage import Gap

_CALLED = {
    "metrics": "the measure", "group_by": "the groups", "time": "the time",
    "analysis.compare": "the comparison", "analysis.lookup": "the rows", "analysis.rank": "the ranking",
    "analysis.anomaly": "what stands out",
    "query.source": "the inner question", "query.where": "the conditions", "query.group": "the groups and measures",
    "query.having": "the conditions on groups", "query.then": "what is computed from them",
    "query.kept": "which of them are kept", "query.order": "the order", "query.limit": "how many",
    "query.shown": "the columns",
    "constraints.filter": "the condition", "constraints.any_of": "the condition",
    "constraints.having": "the condition on groups", "constraints.limit": "how many", "constraints.sort": "the order",
    "constraints.aggregate": "how it is summed up", "constraints.derive": "the computed column",
    "constraints.chart": "the kind of chart", "constraints.distinct": "each row once",
    "constraints.against_rest": "the rest to compare with", "constraints.cumulative": "the running total",
    "constraints.window": "the moving window", "constraints.missing": "what becomes of missing values",
    "constraints.completeness": "how complete it is", "constraints.significance": "whether it is more than chance",
    "constraints.without_outliers": "leaving outliers out", "constraints.save": "the file to write",
    "constraints.relation": "how they go together", "constraints.association": "how they go together",
    "constraints.standing": "at which percentile it lies",
}  # fmt: skip


def requirement_words(key: str) -> str:
    """A requirement in plain words; one that has no words of its own is called by its label."""
    kind, _, label = key.rpartition(".")
    plain = label.replace("_", " ")
    return _CALLED.get(key) or (f"a {plain}" if kind == "outputs" else f"the {plain}")


def gap_words(gap: Gap) -> str:
    """A gap of a plan in plain words: what is missing, or the step that should not be as it is, and why."""
    if gap.kind != "missing":
        return f"{gap.kind}: {gap.key}: {gap.message}"
    return f"missing: {requirement_words(gap.key)}: {gap.message.replace(f'serves {gap.key}', 'serves it')}"
