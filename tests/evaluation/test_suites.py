"""Suites: cases are read from JSONL, ours and foreign ones, and a bad line is named."""

import json

import pytest

from autoviz.errors import FileError
from autoviz.evaluation.suites import Case, load_suite
from autoviz.model.requirements import AnyOf, Filter

LINE = {
    "id": "a/1",
    "table": "t.csv",
    "question": "sales by region",
    "expect": {"charts": ["bar"], "x": {"column": "region"}, "y": {"column": "sales", "aggregate": "sum"}},
}


def write(tmp_path, *lines):
    path = tmp_path / "mine.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return path


def test_a_suite_is_named_by_its_file_and_finds_its_tables(tmp_path):
    suite = load_suite(write(tmp_path, LINE))
    assert suite.name == "mine"
    assert suite.table_path(suite.cases[0]) == tmp_path / "t.csv"


def test_keys_that_we_have_no_use_for_are_let_pass(tmp_path):
    foreign = {**LINE, "note": "seen", "expect": {**LINE["expect"], "x": {"column": "region", "bin": True}}}
    assert load_suite(write(tmp_path, foreign)).cases[0].expect.x.column == "region"


def test_empty_lines_are_let_pass(tmp_path):
    assert len(load_suite(write(tmp_path, LINE, "", {**LINE, "id": "a/2"})).cases) == 2


def test_a_suite_can_be_thinned(tmp_path):
    suite = load_suite(write(tmp_path, *({**LINE, "id": str(n)} for n in range(10))))
    assert [case.id for case in suite.thinned(every=3, limit=2).cases] == ["0", "3"]


def test_a_missing_file_is_reported(tmp_path):
    with pytest.raises(FileError, match="There is no suite"):
        load_suite(tmp_path / "none.jsonl")


def test_an_empty_file_is_reported(tmp_path):
    with pytest.raises(FileError, match="is empty"):
        load_suite(write(tmp_path, ""))


def test_a_line_that_is_not_json_is_reported_by_its_number(tmp_path):
    with pytest.raises(FileError, match=r"mine\.jsonl:2 is not JSON"):
        load_suite(write(tmp_path, LINE, "{oops"))


def test_a_line_without_a_chart_is_reported_by_its_field(tmp_path):
    with pytest.raises(FileError, match=r"mine\.jsonl:1 is not a case: expect\.charts"):
        load_suite(write(tmp_path, {**LINE, "expect": {"charts": []}}))


def test_a_label_outside_the_closed_sets_is_reported(tmp_path):
    with pytest.raises(FileError, match=r"requirements\.analysis"):
        load_suite(write(tmp_path, {**LINE, "requirements": {"analysis": ["forecast"]}}))


def test_a_named_chart_is_the_only_right_one():
    lenient = {**LINE["expect"], "charts_lenient": ["bar", "pie"]}
    assert Case(**{**LINE, "expect": lenient}).expect.accepted_charts == ("bar", "pie")
    assert Case(**{**LINE, "expect": {**lenient, "chart_stated": True}}).expect.accepted_charts == ("bar",)


def test_further_readings_change_only_the_fields_that_they_name():
    case = Case(
        **LINE,
        requirements={"metrics": ["sales"], "group_by": ["region"], "analysis": ["compare"]},
        also_right=[{"analysis": ["total"]}],
    )
    assert [reading.analysis for reading in case.readings] == [("compare",), ("total",)]
    assert {reading.metrics for reading in case.readings} == {("sales",)}


def test_foreign_filters_are_read_as_our_own():
    filters = [
        {"column": "name", "op": "like", "value": "%D%"},
        {"column": "name", "op": "like", "value": "S%", "joined_by": "or"},
        {"column": "age", "op": "==", "value": 18, "joined_by": "and"},
        {"column": "pay", "op": "between", "value": [1, 2]},
        {"column": "town", "op": "not like", "value": "%ham%"},
    ]
    either, *rest = Case(**{**LINE, "expect": {**LINE["expect"], "filters": filters}}).expect.conditions
    assert either == AnyOf(
        filters=(Filter(column="name", op="contains", value="D"), Filter(column="name", op="starts with", value="S"))
    )
    assert [(item.op, item.value) for item in rest] == [("=", 18), ("between", (1, 2)), ("not contains", "ham")]
