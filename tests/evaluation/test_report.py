"""Report: shares with Wilson intervals, kinds of error, latency, and the same figures in every form."""

import io
import json

import pytest
from rich.console import Console

from autoviz.evaluation.outcomes import Outcome
from autoviz.evaluation.report import Report, as_markdown, as_tables, wilson


def outcome(number, right=True, **more):
    given = {
        "id": str(number),
        "question": "q",
        "table": "t.csv",
        "kind": "terse" if number % 2 else "chatty",
        "topic": "trend",
        "seconds": number / 100,
        "measures": {"mark": True, "mark+attributes": right},
        "errors": () if right else ("linking", "time"),
        **more,
    }
    return Outcome(**given)


@pytest.fixture
def report():
    return Report(suite="mine", outcomes=tuple(outcome(number, right=number > 5) for number in range(1, 21)))


def test_the_interval_is_wilsons():
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)


def test_the_interval_stays_between_nothing_and_everything():
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 5)[0] == 0.0 and wilson(0, 5)[1] < 1
    assert wilson(5, 5)[1] == pytest.approx(1.0) and wilson(5, 5)[0] > 0


def test_a_measure_counts_only_the_cases_that_allow_it(report):
    with_gold = report.replaced(outcomes=(*report.outcomes, outcome(30, measures={"mark": False, "data": True})))
    assert (with_gold.measure("data").right, with_gold.measure("data").of) == (1, 1)
    assert (with_gold.measure("mark").right, with_gold.measure("mark").of) == (20, 21)
    assert with_gold.measure("requirements").of == 0
    assert [item.name for item in with_gold.measures] == ["mark", "mark+attributes", "data"]


def test_a_share_is_shown_with_its_counts_and_interval(report):
    assert str(report.measure("mark+attributes")) == "75.0% (15/20; 53.1%–88.8%)"


def test_fields_of_unanswered_questions_are_wrong():
    measures = {"mark": False, "requirements": False}
    answered = outcome(1, measures={**measures, "requirements": True}, fields={"metrics": True, "time": False})
    report = Report(suite="s", outcomes=(answered, outcome(2, measures=measures, fields={})))
    shares = {item.name: (item.right, item.of) for item in report.fields}
    assert shares["metrics"] == (1, 2)
    assert shares["time"] == (0, 2)


def test_one_answer_may_show_several_kinds_of_error(report):
    assert report.errors == {"linking": 5, "time": 5}
    assert len(report.wrong) == 5


def test_latency_is_by_nearest_rank(report):
    assert report.latency(0.5) == 0.10
    assert report.latency(0.95) == 0.19
    assert Report(suite="s", outcomes=()).latency(0.5) == 0.0


def test_parts_are_reports_of_their_own(report):
    parts = report.parts("kind")
    assert set(parts) == {"terse", "chatty"}
    assert sum(len(part.outcomes) for part in parts.values()) == 20
    assert parts["terse"].measure("mark+attributes").right == 7


def test_the_json_form_holds_every_figure_and_every_outcome(report):
    plain = json.loads(json.dumps(report.to_dict()))
    assert plain["cases"] == 20
    assert plain["measures"]["mark+attributes"]["share"] == 0.75
    assert plain["errors"] == {"linking": 5, "time": 5}
    assert plain["latency_seconds"] == {"p50": 0.10, "p95": 0.19}
    assert len(plain["outcomes"]) == 20
    assert plain["by_kind"]["terse"]["mark+attributes"] == 0.7


def test_the_terminal_and_the_document_show_the_same_figures(report):
    text = io.StringIO()
    Console(file=text, width=120).print(as_tables(report))
    for figure in ("75.0% (15/20; 53.1%–88.8%)", "P50 100 ms", "P95 190 ms", "linking", "terse"):
        assert figure in text.getvalue()
        assert figure in as_markdown(report)


def test_a_report_of_nothing_can_be_shown():
    empty = Report(suite="s", outcomes=())
    assert empty.measures == () and empty.fields == ()
    assert as_markdown(empty).startswith("### s")


def test_sureness_is_held_against_what_was_right():
    sure = [outcome(number, right=number <= 9, confidence=0.92) for number in range(1, 11)]
    unsure = [outcome(number, right=number <= 13, confidence=0.6) for number in range(11, 16)]
    report = Report(suite="mine", outcomes=(*sure, *unsure, outcome(99, confidence=None)))
    (low, doubtful), (high, certain) = report.calibration
    assert (round(low, 2), doubtful.right, doubtful.of) == (0.6, 3, 5)
    assert (round(high, 2), certain.right, certain.of) == (0.92, 9, 10)
    assert round(report.calibration_error, 4) == round((10 * 0.02 + 5 * 0.0) / 15, 4)
    assert "Calibration error" in as_markdown(report)
