"""Tracking: what was asked is counted in a local file, without its words, and told by `autoviz metrics`."""

import json
import logging

import pytest

import autoviz
from autoviz.cli import main
from autoviz.export.metrics_table import metric_rows
from autoviz.feedback import satisfaction
from autoviz.model.provenance import Metrics
from autoviz.samples import load_sales
from autoviz.tracking import metrics_file, total, track, tracked


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("AUTOVIZ_DATA", str(tmp_path / "data"))


@pytest.fixture
def sales_file(tmp_path):
    path = tmp_path / "sales.csv"
    load_sales().to_csv(path, index=False)
    return str(path)


def test_a_question_of_the_terminal_is_counted_without_its_words(sales_file, capsys):
    assert main(["ask", sales_file, "total revenue by region"]) == 0
    assert main(["metrics"]) == 0
    shown = capsys.readouterr().out
    for part in ("Requirement coverage", "100.0%", "Latency P95", "not rated", "1 question"):
        assert part in shown
    assert "revenue" not in metrics_file().read_text("utf-8")
    assert main(["metrics", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["questions"], told["first_tries"], told["tokens"]) == (1, 1, 0)


def test_the_library_itself_writes_nothing():
    autoviz.ask(load_sales(), "total revenue by region")
    assert tracked() == ()


def test_it_can_be_switched_off(monkeypatch):
    monkeypatch.setenv("AUTOVIZ_METRICS", "0")
    track(Metrics())
    assert not metrics_file().exists()


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail(monkeypatch, tmp_path):
    (tmp_path / "data").write_text("a file, not a folder")
    track(Metrics())


def test_a_damaged_line_counts_for_nothing():
    track(Metrics(steps=3))
    with metrics_file().open("a") as file:
        file.write('{"when": 1}\nhalf a li')
    assert total(tracked()).steps == 3


def test_the_older_half_is_forgotten_when_the_file_grows(monkeypatch):
    monkeypatch.setattr("autoviz.tracking.LARGEST", 200)
    for number in range(40):
        track(Metrics(steps=number))
    kept = [item.metrics.steps for item in tracked()]
    assert kept[-1] == 39 and 0 not in kept and len(kept) < 10


def test_a_session_counts_what_it_used_again():
    session = autoviz.Session(load_sales())
    session.ask("total revenue by region")
    session.ask("only the West")
    session.ask("revenue totals by region").rate(True)
    metrics = session.metrics
    assert (metrics.questions, metrics.reused_questions, metrics.first_tries) == (3, 2, 3)
    assert metrics.reuse_rate == 2 / 3
    assert len(metrics.latencies) == 3 and 0 < metrics.latency(0.5) <= metrics.latency(0.95)
    assert satisfaction().satisfaction == 1.0
    assert {"Satisfaction", "Plans reused", "First plan was enough"} <= {name for name, *_ in metric_rows(metrics)}


def test_a_question_that_is_asked_back_has_no_first_try():
    asked_back = autoviz.ask(load_sales(), "revenue by humidity")
    assert asked_back.clarification is not None
    assert (asked_back.metrics.answered, asked_back.metrics.first_tries) == (0, 0)


def test_the_log_tells_each_question_and_on_demand_each_stage(caplog):
    with caplog.at_level(logging.DEBUG, logger="autoviz"):
        answer = autoviz.ask(load_sales(), "total revenue by region")
    told = {(record.levelname, record.getMessage().split(" (")[0].split(":")[0]) for record in caplog.records}
    assert {("INFO", "total revenue by region"), ("DEBUG", "profile"), ("DEBUG", "proof")} <= told
    largest = str(answer.table["revenue"].max())
    assert not any(largest in record.getMessage() for record in caplog.records), "no cell belongs into a log"


def test_a_program_that_asks_for_no_log_gets_none(capfd):
    autoviz.ask(load_sales(), "total revenue by region")
    assert capfd.readouterr() == ("", "")


def test_what_went_wrong_is_a_warning(caplog):
    with caplog.at_level(logging.WARNING, logger="autoviz"):
        autoviz.ask(load_sales(), "total revenue by region")
        assert not caplog.records
        url = "http://127.0.0.1:9/v1"
        other = autoviz.ask(load_sales(), "total revenue by region", reader="llm", model_url=url, tries=1)
    assert (other.metrics.taken_over, other.metrics.first_tries) == (1, 0)
    assert any("embedded reader took over" in record.getMessage() for record in caplog.records)
