"""Work in a thread of its own: told stage by stage, stopped at once, and placed when it fails."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from autoviz.errors import ColumnError, StageError
from autoviz.notebook.running import StoppedError, run_watched


def test_stages_are_told_in_order():
    told = []

    def work(watch):
        watch("profile", None)
        watch("intent", None)
        return 3

    assert run_watched(work, lambda stage, record: told.append(stage)) == 3
    assert told == ["profile", "intent"]


def test_stop_answers_while_the_work_goes_on_and_the_work_ends_at_its_next_stage():
    ended = threading.Event()

    def work(watch):
        watch("execution", None)
        time.sleep(0.5)
        try:
            watch("answer", None)
        finally:
            ended.set()

    def tell(stage, record):
        raise KeyboardInterrupt

    with pytest.raises(StoppedError, match="Stopped in the stage execution"):
        run_watched(work, tell)
    assert not ended.is_set(), "it did not wait"
    assert ended.wait(5)


def test_stop_ends_a_long_query_of_duckdb_and_the_next_one_runs():
    import duckdb

    started, ended = threading.Event(), threading.Event()

    def work(watch):
        watch("execution", None)
        started.set()
        try:
            duckdb.sql("select count(*) from range(1000000) a, range(1000000) b where a.range * b.range % 7 = 3").df()
        finally:
            ended.set()

    def tell(stage, record):
        started.wait()
        time.sleep(0.3)
        raise KeyboardInterrupt

    with pytest.raises(StoppedError):
        run_watched(work, tell)
    assert ended.wait(20), "the query would take hours"
    assert duckdb.sql("select 1").fetchall() == [(1,)]


def test_between_two_steps_the_abandoned_work_ends(monkeypatch):
    import autoviz
    from autoviz.samples import load_sales
    from autoviz.stages import execution

    run: list[str] = []
    step = execution._run_step

    def slowly(made, *given):
        run.append(made.tool)
        time.sleep(0.3)
        return step(made, *given)

    def tell(stage, record):
        if stage == "execution":
            raise KeyboardInterrupt

    monkeypatch.setattr(execution, "_run_step", slowly)
    with pytest.raises(StoppedError, match="the stage execution"):
        run_watched(lambda watch: autoviz.ask(load_sales(), "total revenue by month", watch=watch), tell)
    for thread in threading.enumerate():
        if thread.name == "autoviz":
            thread.join(20)
    assert len(run) <= 1


def test_an_error_of_ours_keeps_its_kind_and_gets_its_place():
    def work(watch):
        watch("execution", None)
        raise ColumnError("no such column")

    with pytest.raises(ColumnError) as caught:
        run_watched(work, lambda stage, record: None)
    assert caught.value.where == "the stage execution"


def test_any_other_error_is_a_fault_of_ours():
    def work(watch):
        raise ZeroDivisionError("oh")

    with pytest.raises(StageError, match="ZeroDivisionError"):
        run_watched(work, lambda stage, record: None)


AFTER_STOP = """
import sys, time
from autoviz.notebook import running
running._GRACE = {grace}
def work(watch):
    watch("execution", None)
    time.sleep(1)
    sys.stdout.write("step over")
def stop(stage, record):
    raise KeyboardInterrupt
try:
    running.run_watched(work, stop)
except running.StoppedError:
    pass
"""


@pytest.mark.parametrize(("grace", "told"), [(30, "step over"), (0.01, "")])
def test_a_process_that_ends_after_stop_gives_the_step_a_moment_since_cutting_it_off_aborts(grace, told):
    code = AFTER_STOP.format(grace=grace)
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.returncode) == (told, 0), done.stderr
