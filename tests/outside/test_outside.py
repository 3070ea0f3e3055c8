"""Questions by somebody who had not seen the reader: most of them must get the right chart."""

from pathlib import Path

import pytest

import autoviz
from autoviz.evaluation.run import evaluate
from autoviz.evaluation.suites import load_suite

FLOOR = 0.85
EVERY = 4
"""Every so many-th question is asked here; `autoviz eval tests/outside/*.jsonl` asks them all."""


@pytest.mark.parametrize("table", ["films", "orders", "players", "clinic"])
def test_most_questions_get_the_right_chart(table):
    suite = load_suite(Path(__file__).parent / f"{table}.jsonl")
    report = evaluate(suite.replaced(cases=suite.cases[::EVERY]), autoviz.ask)
    assert report.measure("mark+attributes").share >= FLOOR, str(report.measure("mark+attributes"))
