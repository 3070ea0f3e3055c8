"""The regression suite put to autoviz itself: no measure falls behind the baseline by more than chance explains."""

from pathlib import Path

import pytest

import autoviz
from autoviz.evaluation.run import evaluate
from autoviz.evaluation.standing import earlier, load_baselines, standings
from autoviz.evaluation.suites import load_suite

FOLDER = Path(__file__).parent
BASELINES = load_baselines(FOLDER / "baseline.json")
"""Which questions were right; where autoviz gets better, keep it so:

autoviz eval tests/regression/questions.jsonl --baseline tests/regression/baseline.json
"""
MEASURES = ("mark+attributes", "roles", "data", "requirements")


@pytest.fixture(scope="module")
def parts():
    """Question → its analyses, filled as the questions are asked."""
    return {}


@pytest.fixture(scope="module")
def report(parts):
    def ask(frame, question):
        analysis = autoviz.ask(frame, question)
        parts[question] = analysis.record.parts
        return analysis

    return evaluate(load_suite(FOLDER / "questions.jsonl"), ask)


@pytest.fixture(scope="module")
def compared(report):
    return {item.measure: item for item in standings(report, earlier(report, BASELINES))}


@pytest.mark.parametrize("name", MEASURES)
def test_a_measure_is_not_worse_than_the_baseline(report, compared, name):
    standing = compared[name]
    asked = {item.id: item for item in report.outcomes}
    lost = [f"{key}: {asked[key].question} -> {asked[key].got or asked[key].message}" for key in standing.lost]
    told = f"{name}: {standing.before} of {standing.of} were right, now {standing.now}; {len(standing.won)} won, lost:"
    assert not standing.worse, "\n".join([told, *lost])


def test_the_baseline_is_of_these_questions(report):
    assert set(earlier(report, BASELINES).questions) == {item.id for item in report.outcomes}


def test_the_metrics_of_planning_hold(report):
    metrics = report.metrics
    assert metrics.questions == len(report.outcomes)
    assert metrics.coverage_rate > 0.99
    assert metrics.unjustified_rate == 0.0
    assert metrics.first_try_rate > 0.95
    assert metrics.tokens == 0


def test_no_question_fails(report):
    assert not [f"{item.id}: {item.question}: {item.message}" for item in report.outcomes if item.message]


def test_no_plan_is_refused_by_coverage_or_refuted_by_its_proof(report, parts):
    planned = [(question, part) for question, found in parts.items() for part in found]
    assert len(planned) > 200
    assert not {question: part.coverage.gaps for question, part in planned if part.coverage.gaps}
    proofs = [(question, part.proof) for question, part in planned if part.proof is not None]
    assert not {question: proof.line for question, proof in proofs if proof.verdict == "differs"}
