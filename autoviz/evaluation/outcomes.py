"""Outcomes: how one answer measures against its case, and what kind of error a wrong one makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from autoviz.evaluation.comparison import (
    aggregate_matches,
    attributes_match,
    grain_matches,
    mark_matches,
    mark_of,
    roles_match,
    split_matches,
)
from autoviz.evaluation.conditions import canonical
from autoviz.evaluation.drawn import data_matches
from autoviz.evaluation.readings import conditions, fields_right, orders
from autoviz.evaluation.suites import Case
from autoviz.model.base import Value
from autoviz.model.chart import Chart
from autoviz.model.provenance import Metrics
from autoviz.model.requirements import Requirements

MEASURES = ("mark", "attributes", "mark+attributes", "roles", "data", "requirements")
ERROR_KINDS = (
    "failed", "clarification", "linking", "role", "mark", "aggregate", "filter", "time", "sort/limit", "other",
)
_KIND_OF_FIELD = {"filter": "filter", "time": "time", "order": "sort/limit", "aggregate": "aggregate", "chart": "mark"}
_SHOWN = ("mark", "x", "y", "aggregate", "color", "facet", "grain")


class Answer(Protocol):
    """What evaluation needs of an Analysis."""

    @property
    def charts(self) -> Sequence[Chart]: ...

    @property
    def figures(self) -> Sequence[Any]: ...

    @property
    def requirements(self) -> Requirements: ...

    @property
    def confidence(self) -> float: ...

    @property
    def clarification(self) -> Any: ...

    @property
    def metrics(self) -> Metrics: ...


class Outcome(Value):
    """One question, how it was answered and how that measures."""

    id: str
    question: str
    table: str
    kind: str = ""
    topic: str = ""
    seconds: float
    confidence: float | None = None
    """How sure the reader was; None where nothing was answered."""
    measures: dict[str, bool]
    """Only the measures that the case allows: data needs gold numbers, requirements needs expected ones."""
    fields: dict[str, bool] = {}
    """The requirements field by field."""
    errors: tuple[str, ...] = ()
    """The kinds of error, none where every measure is right."""
    got: dict[str, str | None] = {}
    message: str = ""
    """What was raised, where the question failed."""
    metrics: Metrics = Metrics()
    """How it was planned, how long it took as a caller waits for it, and what it cost."""

    @property
    def right(self) -> bool:
        return all(self.measures.values())


def judged(case: Case, answer: Answer, seconds: float) -> Outcome:
    """An answer measured against its case; one that asks back is not right, but says so."""
    metrics = answer.metrics.replaced(latencies=(seconds,))
    if answer.clarification is not None:
        return _unanswered(case, seconds, "clarification", metrics=metrics)
    position, chart = _chart_to_judge(case, answer)
    measures = _measures(case, answer, position, chart)
    fields = fields_right(answer.requirements, case) if case.requirements else {}
    if fields:
        measures["requirements"] = all(fields.values())
    errors = () if all(measures.values()) else _errors(case, chart, answer.requirements, measures, fields)
    shown = {name: _text(getattr(chart, name)) for name in _SHOWN} if chart else {"mark": mark_of(chart)}
    return _outcome(
        case,
        seconds,
        confidence=answer.confidence,
        measures=measures,
        fields=fields,
        errors=errors,
        got=shown,
        metrics=metrics,
    )


def failed(case: Case, error: Exception, seconds: float) -> Outcome:
    """A question that raised is a wrong answer."""
    metrics = Metrics(latencies=(seconds,))
    return _unanswered(case, seconds, "failed", f"{type(error).__name__}: {error}", metrics=metrics)


def _outcome(case: Case, seconds: float, **findings: Any) -> Outcome:
    about = {name: getattr(case, name) for name in ("id", "question", "table", "kind", "topic")}
    return Outcome.model_validate({**about, "seconds": seconds, **findings})


def _unanswered(case: Case, seconds: float, error: str, message: str = "", *, metrics: Metrics) -> Outcome:
    names = [name for name in MEASURES if name not in ("data", "requirements")]
    names += (["data"] if case.gold else []) + (["requirements"] if case.requirements else [])
    wrong = dict.fromkeys(names, False)
    return _outcome(case, seconds, measures=wrong, errors=(error,), message=message, metrics=metrics)


def _chart_to_judge(case: Case, answer: Answer) -> tuple[int, Chart | None]:
    """The first chart, or where a case allows any the one that fits best."""
    if not answer.charts:
        return 0, None
    if not case.expect.any_chart:
        return 0, answer.charts[0]
    scores = [mark_matches(chart, case.expect) + 2 * attributes_match(chart, case.expect) for chart in answer.charts]
    best = scores.index(max(scores))
    return best, answer.charts[best]


def _measures(case: Case, answer: Answer, position: int, chart: Chart | None) -> dict[str, bool]:
    expect = case.expect
    mark = mark_matches(chart, expect)
    attributes = attributes_match(chart, expect, answer.requirements.columns)
    both = mark and attributes
    found = {"mark": mark, "attributes": attributes, "mark+attributes": both}
    found["roles"] = both and roles_match(chart, expect)
    if case.gold:
        figures = answer.figures[position : position + 1]
        found["data"] = bool(figures) and data_matches(figures[0], case.gold)
    return found


def _errors(
    case: Case, chart: Chart | None, read: Requirements, measures: dict[str, bool], fields: dict[str, bool]
) -> tuple[str, ...]:
    """Every kind of error that a wrong answer makes, in a fixed order."""
    expect = case.expect
    kinds = {_KIND_OF_FIELD[name] for name, right in fields.items() if not right and name in _KIND_OF_FIELD}
    if not measures["mark"]:
        kinds.add("mark")
    if not measures["attributes"]:
        kinds.add("linking")
    if chart is not None:
        kinds |= {"aggregate"} if not aggregate_matches(chart, expect) else set()
        kinds |= {"time"} if not grain_matches(chart, expect) else set()
        kinds |= {"role"} if measures["attributes"] and not split_matches(chart, expect) else set()
    if not fields:
        kinds |= _constraint_errors(case, read)
    return tuple(kind for kind in ERROR_KINDS if kind in kinds) or ("other",)


def _constraint_errors(case: Case, read: Requirements) -> set[str]:
    """Filters, sort and limit against the expected chart, for a case that carries no requirements."""
    expect, kinds = case.expect, set()
    if canonical(expect.conditions) != conditions(read):
        kinds.add("filter")
    wanted = {("sort", expect.sort.by, expect.sort.order)} if expect.sort else set()
    found = {item for item in orders(read) if item[0] == "sort"}
    limits = {item[1] for item in orders(read) if item[0] == "limit"}
    if wanted != found or limits != ({expect.limit} if expect.limit else set()):
        kinds.add("sort/limit")
    return kinds


def _text(value: object) -> str | None:
    return None if value is None else str(value)
