"""`autoviz eval` and `autoviz ask` on a published data source: strategies stand side by side as on a table."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from autoviz.cli import main
from autoviz.samples import SALES, load_sales
from tests.published.server import SESSION, TOKEN
from tests.readers.llm.conftest import PlayedServer
from tests.readers.llm.test_reader import GOOD, QUESTION, STAGES, stage_of

BUILT = {"requirements": GOOD["requirements"], **GOOD["adaptation"]}


@pytest.fixture
def published(server, monkeypatch):
    if not any(item.name == "sales" for item in server.sources.values()):
        table = load_sales()
        server.publish("sales", table.assign(date=pd.to_datetime(table["date"])))
    given = {"SERVER": server.url, "TOKEN_NAME": "me", "TOKEN": TOKEN}
    for name, value in given.items():
        monkeypatch.setenv(f"AUTOVIZ_TABLEAU_{name}", value)
    server.requests.clear()
    return server


@pytest.fixture
def model(published, monkeypatch):
    """A language model that answers each stage of both strategies, a build among them."""
    played = PlayedServer()

    def play(body):
        staged = any(words in body["messages"][0]["content"] for words in STAGES)
        return {"text": json.dumps(GOOD[stage_of(body)] if staged else BUILT)}

    played.by_request = play
    monkeypatch.setenv("AUTOVIZ_LLM_URL", played.url)
    yield played
    played.close()


@pytest.fixture
def suite(tmp_path):
    (tmp_path / "sales.csv").write_bytes(SALES.read_bytes())
    expect = {"charts": ["bar"], "x": {"column": "region"}, "y": {"column": "revenue", "aggregate": "mean"}}
    path = tmp_path / "suite.jsonl"
    path.write_text(json.dumps({"id": "1", "table": "sales.csv", "question": QUESTION, "expect": expect}))
    return path


def test_strategies_are_compared_on_a_published_source_as_on_a_table(published, model, suite, tmp_path, capsys):
    out = tmp_path / "out.json"
    ways = ["--reader", "embedded", "--reader", "llm", "--strategy", "staged", "--strategy", "streamlined"]
    assert main(["eval", str(suite), *ways, "--source", "tableau:{table}", "--json", str(out)]) == 0
    reports = json.loads(out.read_text())
    names = ("embedded", "llm", "llm streamlined")
    assert [report["way"] for report in reports] == [f"{name} on tableau:{{table}}" for name in names]
    assert all(outcome["measures"]["roles"] for report in reports for outcome in report["outcomes"])
    tokens = [report["outcomes"][0]["metrics"]["tokens"] for report in reports]
    assert tokens[0] == 0 < tokens[2] < tokens[1], "one request builds what three stages say"
    averages = [body["query"]["fields"][1].get("function") for body in published.queries() if _by_region(body)]
    assert averages == ["AVG"] * 3
    assert [path for path, _ in published.requests].count("read-metadata") == 3, "once a way"
    assert "Side by side" in capsys.readouterr().out
    assert all(secret not in out.read_text() for secret in (TOKEN, SESSION))
    assert main(["eval", str(suite), "--compare", str(out)]) == 0, "the table itself does no worse"


def _by_region(body):
    names = [field.get("fieldAlias") for field in body["query"]["fields"]]
    return len(names) == 2 and names[0] == "region" and "rows alike" not in names


def test_a_place_that_stands_for_several_tables_is_refused(published, suite, capsys):
    case = json.loads(suite.read_text())
    suite.write_text(json.dumps(case) + "\n" + json.dumps({**case, "id": "2", "table": "other.csv"}))
    assert main(["eval", str(suite), "--source", "tableau:sales"]) == 1
    assert "Write {table}" in capsys.readouterr().err


def test_a_question_on_the_command_line(published, capsys):
    assert main(["ask", "tableau:sales", "total revenue by region"]) == 0
    assert "revenue" in capsys.readouterr().out
    assert main(["ask", "tableau:sails", "total revenue by region"]) == 1
    assert "'sales'" in capsys.readouterr().err
