"""Standing: a run is worse than an earlier one only where more questions turned than chance turns."""

import json
import re

import pytest

from autoviz.errors import FileError
from autoviz.evaluation.outcomes import Outcome
from autoviz.evaluation.page import as_page
from autoviz.evaluation.report import Report, load_reports
from autoviz.evaluation.standing import baseline_of, earlier, load_baselines, standings, write_baselines


def report(wrong=(), count=20, **more):
    outcomes = tuple(
        Outcome(
            id=f"q{number}",
            question=f"<question {number}>",
            table="t.csv",
            seconds=0.1,
            confidence=0.9,
            measures={"mark+attributes": True, "data": number not in wrong},
            errors=("filter",) if number in wrong else (),
        )
        for number in range(count)
    )
    return Report(suite="mine", outcomes=outcomes, **more)


def standing(before, now):
    return next(item for item in standings(report(now), baseline_of(report(before))) if item.measure == "data")


@pytest.mark.parametrize(
    ("before", "now", "verdict"),
    [
        ((), (), "the same"),
        ((), (1, 2, 3, 4), "within noise"),
        ((), (1, 2, 3, 4, 5), "worse"),
        ((1, 2, 3, 4, 5), (), "better"),
        ((1, 2), (3, 4, 5, 6, 7, 8), "within noise"),
        ((1, 2), (3, 4, 5, 6, 7, 8, 9, 10, 11, 12), "worse"),
    ],
)
def test_the_verdict_is_that_of_a_sign_test(before, now, verdict):
    assert standing(before, now).verdict == verdict


def test_the_chance_is_exact():
    assert standing((), (1, 2, 3, 4, 5)).chance == 1 / 32
    assert standing((1,), (2, 3)).chance == 4 / 8


def test_a_question_that_one_run_was_not_asked_counts_for_nothing():
    (data,) = [i for i in standings(report((19,)), baseline_of(report(count=15))) if i.measure == "data"]
    assert (data.of, data.before, data.now, data.lost) == (15, 15, 15, ())


def test_a_baseline_is_written_and_read_and_a_report_serves_as_one(tmp_path):
    run = report((3,))
    write_baselines(tmp_path / "base.json", [run])
    (tmp_path / "report.json").write_text(json.dumps([run.to_dict()]))
    for name in ("base.json", "report.json"):
        assert load_baselines(tmp_path / name) == [baseline_of(run)]
    assert load_reports(tmp_path / "report.json") == [run]


def test_the_baseline_of_the_same_way_is_taken(tmp_path):
    known = [baseline_of(report(way="llm")), baseline_of(report())]
    assert earlier(report(), known).way == "embedded"
    assert earlier(report(way="llm streamlined"), known).way == "llm"
    with pytest.raises(FileError, match="Nothing is known"):
        earlier(report().replaced(suite="other"), known)


@pytest.mark.parametrize("text", ["", "{}", "[]", "[1]", '[{"suite": "x"}]'])
def test_a_file_without_a_baseline_is_refused(tmp_path, text):
    (tmp_path / "odd.json").write_text(text)
    with pytest.raises(FileError, match="holds nothing to compare with"):
        load_baselines(tmp_path / "odd.json")


def test_the_page_shows_both_ways_and_what_was_lost_and_asks_for_no_network():
    first, second = report((1,)), report((2, 3, 4, 5, 6, 7), way="llm")
    page = as_page([first, second], [("base.json", standings(second, baseline_of(report())))])
    assert "llm against embedded" in page and "Against base.json" in page
    assert "&lt;question 7&gt;" in page and "<question 7>" not in page
    assert "worse" in page and "within noise" in page
    assert page.count('role="figure"') == 4
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=", page)
