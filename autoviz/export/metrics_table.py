"""The metrics as rows for people: what each is, its value and what it is counted over."""

from __future__ import annotations

from autoviz.listing import counted
from autoviz.model.provenance import Metrics

HEAD = ("Metric", "Value", "Counted over")
NOT_RATED = "not rated"


def metric_rows(metrics: Metrics) -> list[tuple[str, str, str]]:
    """How well questions were planned, how fast, and what they cost; nothing is told of no questions."""
    if not metrics.questions:
        return []
    satisfied = metrics.satisfaction
    return [
        ("Requirement coverage", f"{metrics.coverage_rate:.1%}", _of(metrics.covered, metrics.requirements, "part")),
        ("Unjustified steps", f"{metrics.unjustified_rate:.1%}", _of(metrics.unjustified, metrics.steps, "step")),
        (
            "Tool retrieval misses",
            f"{metrics.retrieval_miss_rate:.1%}",
            _of(metrics.retrieval_misses, metrics.needed_tools, "tool"),
        ),
        ("Plan repairs", f"{metrics.repair_rate:.1%}", _of(metrics.repairs, metrics.steps, "step")),
        (
            "Satisfaction",
            NOT_RATED if satisfied is None else f"{satisfied:.1%}",
            _of(metrics.good_ratings, metrics.ratings, "rating"),
        ),
        ("Latency P50", f"{metrics.latency(0.5) * 1000:,.0f} ms", counted(len(metrics.latencies), "question")),
        ("Latency P95", f"{metrics.latency(0.95) * 1000:,.0f} ms", counted(len(metrics.latencies), "question")),
        ("Profiles fetched", f"{metrics.profile_fetch_rate:.1%}", _asked(metrics.profile_fetches, metrics)),
        ("Plans reused", f"{metrics.reuse_rate:.1%}", _asked(metrics.reused_questions, metrics)),
        ("First plan was enough", f"{metrics.first_try_rate:.1%}", _asked(metrics.first_tries, metrics)),
        ("Another reader took over", f"{metrics.taken_over_rate:.1%}", _asked(metrics.taken_over, metrics)),
        ("Tokens per question", f"{metrics.tokens_per_question:,.0f}", f"{metrics.tokens:,} in all"),
    ]


def _asked(count: int, metrics: Metrics) -> str:
    return _of(count, metrics.questions, "question")


def _of(count: int, whole: int, what: str) -> str:
    return f"{count:,} of {counted(whole, what)}"
