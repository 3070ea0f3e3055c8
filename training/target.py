"""Target: what a training question asks for, and the labels that follow from it."""

from __future__ import annotations

from dataclasses import dataclass, field

INTENT_OF_FORM = {
    "trend": "time_series_investigation",
    "change": "time_series_investigation",
    "window": "time_series_investigation",
    "group": "comparative_analysis",
    "count": "comparative_analysis",
    "relation": "comparative_analysis",
    "compare": "comparative_analysis",
    "heatmap": "comparative_analysis",
    "number": "lookup",
    "rank": "ranking",
    "share": "composition",
    "histogram": "distribution_analysis",
    "box": "distribution_analysis",
    "scatter": "correlation_analysis",
    "matrix": "correlation_analysis",
    "anomaly": "anomaly_detection",
    "lookup": "lookup",
    "summary": "general_eda",
}


@dataclass(frozen=True)
class Span:
    """A place of the question that holds a value: what it is used for, with which operator, on which column."""

    start: int
    end: int
    use: str
    operator: str = "="
    column: str | None = None
    value: object = None


@dataclass
class Target:
    """What the right reading of one question is."""

    form: str
    mark: str
    metrics: list[str] = field(default_factory=list)
    aggregates: dict[str, str] = field(default_factory=dict)
    x: str | None = None
    color: str | None = None
    facet: str | None = None
    size: str | None = None
    filters: set[str] = field(default_factory=set)
    nulls: dict[str, str] = field(default_factory=dict)
    sort_column: str | None = None
    derive_columns: tuple[str, str] | None = None
    analysis: set[str] = field(default_factory=set)
    intents: list[str] = field(default_factory=list)
    layout: str = "none"
    grain: str = "none"
    sort: str = "none"
    limit: str = "none"
    change: str = "none"
    derive: str = "none"
    flags: set[str] = field(default_factory=set)
    spans: list[Span] = field(default_factory=list)

    def settled(self) -> Target:
        """The same with intent and analysis labels that follow from the form and the roles."""
        if not self.intents:
            self.intents = [INTENT_OF_FORM[self.form]]
        self.analysis |= self._analysis()
        return self

    def _analysis(self) -> set[str]:
        fixed = {
            "scatter": {"correlation"},
            "matrix": {"correlation"},
            "histogram": {"distribution"},
            "box": {"distribution"},
            "anomaly": {"anomaly"},
            "summary": {"summary"},
            "lookup": {"lookup"},
            "share": {"share"},
        }
        found = set(fixed.get(self.form, set()))
        summed = any(func == "sum" for func in self.aggregates.values())
        if self.form == "number":
            counted = "count_rows" in self.flags or "nunique" in self.aggregates.values()
            return {"total"} if summed or counted else {"summary"}
        if summed and self.form not in ("share", "lookup"):
            found.add("total")
        if self.form in ("trend", "change", "window"):
            found.add("trend")
        if self.form == "change":
            found.add("change")
        if self.form == "rank":
            found.add("rank")
        grouped = self.form in ("group", "count", "relation", "compare", "heatmap")
        if grouped or (self.form == "trend" and (self.color or self.facet)):
            found.add("compare")
        return found
