"""`autoviz eval`: a suite is asked in each way that is named, written down and held against an earlier run."""

import json

import pytest

from autoviz.cli import main
from autoviz.commands.evaluate import _ways
from autoviz.samples import SALES

CASES = [
    ("total revenue by region", "region"),
    ("total revenue by product category", "product_category"),
]


@pytest.fixture
def suite(tmp_path):
    (tmp_path / "sales.csv").write_bytes(SALES.read_bytes())
    cases = [
        {
            "id": f"sales/{number}",
            "table": "sales.csv",
            "question": question,
            "expect": {"charts": ["bar"], "x": {"column": x}, "y": {"column": "revenue", "aggregate": "sum"}},
        }
        for number, (question, x) in enumerate(CASES)
    ]
    path = tmp_path / "suite.jsonl"
    path.write_text("\n".join(map(json.dumps, cases)))
    return path


def test_a_run_is_written_compared_and_told_in_metrics(suite, tmp_path, capsys):
    files = {name: str(tmp_path / f"out.{name}") for name in ("html", "json", "markdown", "baseline")}
    assert main(["eval", str(suite), *(part for name, path in files.items() for part in (f"--{name}", path))]) == 0
    assert "100.0% (2/2" in capsys.readouterr().out
    for name in ("baseline", "json"):
        assert main(["eval", str(suite), "--limit", "1", "--compare", files[name]]) == 0
        assert "the same" in capsys.readouterr().out
    assert main(["metrics", files["json"]]) == 0
    assert "suite, embedded" in capsys.readouterr().out
    assert main(["eval", str(suite), "--limit", "1", "--compare", str(suite)]) == 1
    assert "holds nothing to compare with" in capsys.readouterr().err


def test_every_way_is_asked_once_and_only_a_model_builds_in_one_step(capsys, suite):
    from autoviz.cli import parser

    def ways(*words):
        return list(_ways(parser().parse_args(["eval", "suite.jsonl", *words])))

    assert ways() == ["embedded"]
    assert ways("--reader", "embedded", "--reader", "llm", "--reader", "llm") == ["embedded", "llm"]
    both = ("--strategy", "staged", "--strategy", "streamlined")
    assert ways("--reader", "llm", *both) == ["llm", "llm streamlined"]
    assert ways("--reader", "embedded", "--reader", "llm", *both) == ["embedded", "llm", "llm streamlined"]
    assert main(["eval", str(suite), "--strategy", "streamlined"]) == 1
    assert "needs a language model" in capsys.readouterr().err
