"""The report of the benchmarks: what it calls linear, and what it says where an engine is not here."""

from __future__ import annotations

import base64
import json
from types import SimpleNamespace

import numpy as np
import pytest

from autoviz.evaluation.suites import load_suite
from benchmarks import asking, growth, on_spark, planning, report
from benchmarks.asking import Asked
from benchmarks.growth import Growth
from benchmarks.proving import Proven


def test_growth_is_held_against_the_size_of_the_line_before():
    lines = [Growth("rows", 10, 1.0, 1.0, 0), Growth("rows", 100, 9.0, 2.0, 1), Growth("rows", 200, 9.5, 4.5, 1)]
    rows = report._growths([*lines, Growth("turns", 1, 99.0, 99.0, 0)]).splitlines()[-4:]
    assert [row.split(" | ")[-1].strip(" |") for row in rows] == ["", "met", "**missed**", ""]


def test_an_engine_that_is_not_here_is_left_out_with_a_word(monkeypatch):
    monkeypatch.setattr(on_spark.shutil, "which", lambda name: None)
    assert on_spark.missing() == "no Java runtime here"
    page = report._askings([Asked("q", "pandas", 1000, 0.1, 0.2, 0.1, 0.0)])
    assert "Spark was left out of this run: no Java runtime here." in page


def test_by_hand_each_engine_gives_what_pandas_gives(tmp_path):
    """Bars and lines to the last letter; of the rows that are found their number, since engines keep no order."""
    frame = asking.sales(100)
    path = tmp_path / "sales.parquet"
    frame.to_parquet(path)
    for name in ("Polars, lazy", "DuckDB relation"):
        made = asking.ENGINES[name].make(100)
        for question, job in asking.ENGINES[name].jobs.items():
            assert _shown(job(made)) == _shown(asking.ON_PANDAS[question](frame))
    for question, job in asking.ENGINES["parquet file"].jobs.items():
        assert job(path) == asking.ON_PANDAS[question](frame)


def _shown(made):
    """The number of rows, or the points of each trace; totals to the digits that all engines share."""
    if isinstance(made, tuple):
        return made[0]
    traces = json.loads(made)["data"]
    return [(trace["name"], list(trace["x"]), _numbers(trace["y"]).round(6).tolist()) for trace in traces]


def _numbers(packed):
    return np.frombuffer(base64.b64decode(packed["bdata"]), packed["dtype"])


def test_a_proof_may_take_a_tenth_of_an_answer_or_fifty_milliseconds():
    costs = [(0.2, 0.05), (0.2, 0.06), (2.0, 0.19), (2.0, 0.21)]
    lines = [Proven("q", "pandas", 1000, asked, proof, "proven") for asked, proof in costs]
    rows = report._proofs(lines).splitlines()[-4:]
    assert [row.split(" | ")[-1].strip(" |") for row in rows] == ["met", "**missed**", "met", "**missed**"]


def test_each_growth_is_there_as_soon_as_it_is_measured(monkeypatch):
    monkeypatch.setattr(growth, "LENGTHS", (10, 20))
    assert next(iter(growth.growths(quick=True))).size == 10


def test_reading_and_planning_are_timed_apart(monkeypatch):
    suite = load_suite(planning.SUITE)
    monkeypatch.setattr(planning, "load_suite", lambda path: suite.thinned(limit=1))
    clock = iter((0.0, 10.0))
    monkeypatch.setattr(planning.time, "perf_counter", lambda: next(clock))
    seconds = (("profile", 1.0), ("intent", 2.0), ("requirements", 3.0), ("narrowing", 0.5))
    stages = [SimpleNamespace(stage=stage, seconds=taken) for stage, taken in seconds]
    made = SimpleNamespace(provenance=SimpleNamespace(stages=stages), plan="a plan")
    monkeypatch.setattr(planning.autoviz, "ask", lambda frame, question, only_plan: made)
    assert planning._planning() == ([5000.0], [5000.0])


def test_a_first_answer_is_timed_with_its_bytecode_written(monkeypatch):
    told = []
    monkeypatch.setattr(planning, "_first_answer", lambda env: told.append(env) or len(told))
    assert planning._cold() == 2000
    assert len(told) == planning.COLD_ROUNDS + 1
    assert all(not env["PYTHONDONTWRITEBYTECODE"] and env["PYTHONPYCACHEPREFIX"] for env in told)


def test_a_first_answer_is_there_before_its_process_ends(monkeypatch):
    monkeypatch.setattr(planning, "FIRST", "import time; print('told', flush=True); time.sleep(3)")
    assert planning._first_answer({}) < 3
    monkeypatch.setattr(planning, "FIRST", "")
    with pytest.raises(AssertionError, match="has no answer"):
        planning._first_answer({})


def test_a_part_that_is_measured_again_stays_where_it_stood():
    old = "# Page\n\n## One\n\n1\n\n## Two\n\n2\n\n## Three\n\n3\n"
    new = "# Page, again\n\n## Two\n\n22\n\n## Four\n\n4\n"
    page = report.merged(old, new)
    assert page == "# Page, again\n\n## One\n\n1\n\n## Two\n\n22\n\n## Three\n\n3\n\n## Four\n\n4\n"
    assert report.merged("", new) == new
