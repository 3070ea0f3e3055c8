"""Run: a suite is put to any way of asking, and a wrong answer says what kind of error it makes."""

import io
import json
from dataclasses import dataclass, field
from typing import Any

import plotly.graph_objects as go
import pytest
from rich.console import Console

from autoviz.errors import FileError, QuestionError
from autoviz.evaluation.run import evaluate
from autoviz.evaluation.suites import load_suite
from autoviz.model.chart import Chart
from autoviz.model.provenance import Metrics
from autoviz.model.requirements import Aggregation, Filter, Limit, Requirements, Sort

QUESTION = "total revenue by region for web orders"
CASE = {
    "id": "shop/1",
    "table": "shop.csv",
    "question": QUESTION,
    "kind": "no_chart",
    "topic": "compare",
    "expect": {
        "charts": ["bar"],
        "x": {"column": "region"},
        "y": {"column": "revenue", "aggregate": "sum"},
        "filters": [{"column": "channel", "op": "==", "value": "web"}],
    },
    "gold": [["East", 3], ["West", 4]],
}
READ = Requirements(
    metrics=("revenue",),
    group_by=("region",),
    analysis=("compare",),
    constraints=(
        Aggregation(metric="revenue", func="sum"),
        Filter(column="channel", op="=", value="web"),
    ),
)


@dataclass
class Answered:
    """A stand-in for an Analysis with what evaluation reads of it."""

    charts: tuple[Chart, ...] = (Chart(mark="bar", x="region", y="revenue", aggregate="sum"),)
    figures: tuple[go.Figure, ...] = field(default_factory=lambda: (go.Figure(go.Bar(x=["East", "West"], y=[3, 4])),))
    requirements: Requirements = READ
    confidence: float = 0.9
    clarification: Any = None
    metrics: Metrics = field(default_factory=lambda: Metrics(tokens=7))


def chart(**changes):
    return {"charts": (Chart(**{"mark": "bar", "x": "region", "y": "revenue", "aggregate": "sum", **changes}),)}


def with_constraints(*constraints):
    return READ.replaced(constraints=constraints)


@pytest.fixture
def suite(tmp_path):
    return lambda *cases: load_suite(written(tmp_path, cases or (CASE,)))


def written(folder, cases):
    (folder / "shop.csv").write_text("region,channel,revenue\nEast,web,3\nWest,web,4\nWest,shop,5\n")
    path = folder / "shop.jsonl"
    path.write_text("\n".join(json.dumps(case) for case in cases))
    return path


def test_the_frame_and_the_question_are_what_the_case_names(suite):
    asked = []

    def ask(frame, question):
        asked.append((list(frame.columns), len(frame), question))
        return Answered()

    evaluate(suite(), ask)
    assert asked == [(["region", "channel", "revenue"], 3, QUESTION)]


def test_a_right_answer_is_right_in_every_measure(suite):
    (outcome,) = evaluate(suite(), lambda frame, question: Answered()).outcomes
    assert outcome.right
    assert outcome.measures == dict.fromkeys(("mark", "attributes", "mark+attributes", "roles", "data"), True)
    assert outcome.errors == ()
    assert (outcome.metrics.tokens, outcome.metrics.latencies) == (7, (outcome.seconds,))
    assert outcome.got["x"] == "region"


@pytest.mark.parametrize(
    ("changes", "kinds"),
    [
        (chart(mark="pie"), ("mark",)),
        (chart(x="channel"), ("linking",)),
        (chart(aggregate="mean"), ("aggregate",)),
        (chart(x=None, color="region"), ("role",)),
        (chart(color="channel"), ("linking",)),
        ({"figures": ()}, ("other",)),
        ({"requirements": with_constraints(), "figures": ()}, ("filter",)),
        ({"requirements": with_constraints(*READ.constraints, Limit(n=1)), "figures": ()}, ("sort/limit",)),
        ({"requirements": with_constraints(*READ.constraints, Sort(by="x")), "figures": ()}, ("sort/limit",)),
        ({"charts": (), "figures": ()}, ("mark",)),
    ],
)
def test_a_wrong_answer_says_its_kind_of_error(suite, changes, kinds):
    (outcome,) = evaluate(suite(), lambda frame, question: Answered(**changes)).outcomes
    assert not outcome.right
    assert outcome.errors == kinds


def test_a_wrong_grain_is_an_error_of_time(suite):
    monthly = {**CASE, "expect": {**CASE["expect"], "time_bin": "month"}}
    (outcome,) = evaluate(suite(monthly), lambda frame, question: Answered(**chart(grain="week"))).outcomes
    assert outcome.errors == ("time",)


def test_expected_requirements_are_measured_field_by_field(suite):
    known = {**CASE, "requirements": READ.model_dump(mode="json")}
    other = READ.replaced(analysis=("rank",), constraints=READ.constraints[:1])
    (outcome,) = evaluate(suite(known), lambda frame, question: Answered(requirements=other)).outcomes
    assert outcome.measures["mark+attributes"] and not outcome.measures["requirements"]
    assert {name for name, right in outcome.fields.items() if not right} == {"analysis", "filter"}
    assert outcome.errors == ("filter",)


def test_a_question_that_raises_is_wrong_and_the_run_goes_on(suite):
    def ask(frame, question):
        if question == QUESTION:
            raise QuestionError("The question is empty")
        return Answered()

    known = {**CASE, "requirements": READ.model_dump(mode="json")}
    report = evaluate(suite(known, {**CASE, "id": "shop/2", "question": "again"}), ask)
    first, second = report.outcomes
    assert first.errors == ("failed",)
    assert first.message == "QuestionError: The question is empty"
    assert not any(first.measures.values()) and {"data", "requirements"} <= set(first.measures)
    assert second.right


def test_a_question_that_is_asked_back_is_not_right(suite):
    (outcome,) = evaluate(suite(), lambda frame, question: Answered(charts=(), clarification="which?")).outcomes
    assert outcome.errors == ("clarification",)
    assert not outcome.measures["mark"]


def test_any_chart_of_a_question_with_several_answers_may_be_the_one(suite):
    charts = (Chart(mark="line", x="day", y="units"), *chart()["charts"])
    figures = (go.Figure(), *Answered().figures)
    ask = lambda frame, question: Answered(charts=charts, figures=figures)  # noqa: E731
    assert not evaluate(suite(), ask).outcomes[0].right
    several = {**CASE, "expect": {**CASE["expect"], "any_chart": True}}
    assert evaluate(suite(several), ask).outcomes[0].right


def test_a_table_answers_a_question_that_needs_no_chart(suite):
    plain = {**CASE, "gold": [], "expect": {**CASE["expect"], "charts": ["table"]}}
    (outcome,) = evaluate(suite(plain), lambda frame, question: Answered(charts=(), figures=())).outcomes
    assert outcome.right
    assert outcome.got == {"mark": "table"}


def test_a_missing_table_is_reported_before_anything_is_asked(suite):
    with pytest.raises(FileError, match="There is no table"):
        evaluate(suite({**CASE, "table": "gone.csv"}), lambda frame, question: pytest.fail("asked"))


def test_progress_is_shown_on_the_console_that_is_given(suite):
    text = io.StringIO()
    console = Console(file=text, force_terminal=True, width=100)
    evaluate(suite(), lambda frame, question: Answered(), console=console)
    assert "shop" in text.getvalue()
