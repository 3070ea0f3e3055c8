"""`autoviz eval --reader llm` with a model server: the model's own readings are judged, beside another reader's."""

import json

from autoviz.cli import main
from autoviz.evaluation.report import load_reports
from autoviz.samples import SALES
from tests.readers.llm.test_reader import GOOD, script

EXPECT = {"charts": ["bar"], "x": {"column": "region"}, "y": {"column": "revenue", "aggregate": "mean"}}


def test_a_model_is_measured_beside_the_embedded_reader(server, monkeypatch, tmp_path, capsys):
    (tmp_path / "sales.csv").write_bytes(SALES.read_bytes())
    suite = tmp_path / "suite.jsonl"
    case = {"id": "1", "table": "sales.csv", "question": "revenue by region", "expect": EXPECT}
    suite.write_text(json.dumps(case), "utf-8")
    monkeypatch.setenv("AUTOVIZ_LLM_URL", server.url)
    script(server, GOOD)
    files = {name: tmp_path / f"out.{name}" for name in ("html", "json")}
    written = [part for name, path in files.items() for part in (f"--{name}", str(path))]
    assert main(["eval", str(suite), "--reader", "embedded", "--reader", "llm", *written]) == 0
    told = capsys.readouterr().out
    assert "0.0% (0/1" in told and "100.0% (1/1" in told, "the embedded reader adds up, and the model takes the mean"
    assert "not its own" not in told and "llm against embedded" in files["html"].read_text("utf-8")
    embedded, llm = (report.metrics.tokens for report in load_reports(files["json"]))
    assert embedded == 0 and llm >= 3 * 120, "three stages ask the model"

    monkeypatch.setenv("AUTOVIZ_CACHE", str(tmp_path / "empty"))  # replies of before are kept in the other
    server.by_request = lambda body: {"status": 500}
    assert main(["eval", str(suite), "--reader", "llm"]) == 0
    assert "figures of llm are not its own" in " ".join(capsys.readouterr().out.split())
