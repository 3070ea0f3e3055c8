"""The regression suite put to autoviz itself: no measure may fall below its floor."""

from pathlib import Path

import pytest

import autoviz
from autoviz.evaluation.run import evaluate
from autoviz.evaluation.suites import load_suite

FLOORS = {"mark+attributes": 0.86, "roles": 0.82, "data": 0.80, "requirements": 0.77}
"""The share of questions that must be right; raise a floor when the reader gets better, never lower it."""


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

    return evaluate(load_suite(Path(__file__).parent / "questions.jsonl"), ask)


@pytest.mark.parametrize("name", FLOORS)
def test_a_measure_stays_above_its_floor(report, name):
    wrong = [f"{item.id}: {item.question} -> {item.got or item.message}" for item in report.wrong]
    assert report.measure(name).share >= FLOORS[name], "\n".join([str(report.measure(name)), *wrong[:40]])


def test_no_question_fails(report):
    assert not [f"{item.id}: {item.question}: {item.message}" for item in report.outcomes if item.message]


def test_no_plan_is_refused_by_coverage_or_refuted_by_its_proof(report, parts):
    planned = [(question, part) for question, found in parts.items() for part in found]
    assert len(planned) > 200
    assert not {question: part.coverage.gaps for question, part in planned if part.coverage.gaps}
    proofs = [(question, part.proof) for question, part in planned if part.proof is not None]
    assert not {question: proof.line for question, proof in proofs if proof.verdict == "differs"}
