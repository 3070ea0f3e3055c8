"""Work in a thread of its own: told stage by stage, stopped at once, and placed when it fails."""

from __future__ import annotations

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
