"""Faults from outside: interrupts at each stage, no memory, another zone and clock, two kernels, damaged caches."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

import autoviz
from autoviz.errors import AutovizError
from autoviz.registry import index
from autoviz.registry.catalog import default_catalog
from autoviz.samples import load_sales

QUESTION = "total revenue by month"
STAGES = (
    "profile", "intent", "requirements", "template", "narrowing", "adaptation", "coverage", "execution", "proof",
    "answer",
)  # fmt: skip
FIRST = f"import autoviz; from autoviz.samples import load_sales; print(autoviz.ask(load_sales(), {QUESTION!r}).answer)"


@pytest.fixture(scope="module")
def sales():
    return load_sales().head(300)


def told(found):
    return found.answer, found.table.to_csv(), found.proof.verdict


def test_every_stage_is_named_here(sales):
    assert tuple(record.stage for record in autoviz.ask(sales, QUESTION).provenance.stages) == STAGES


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("stage", STAGES)
def test_an_interrupt_at_any_stage_leaves_frame_and_session_as_they_were(sales, stage, done):
    def stop(name, record):
        if name == stage and (record is not None) == done:
            raise KeyboardInterrupt

    before, session = sales.copy(), autoviz.Session(sales)
    session.ask("how many rows are there?")
    earlier = session.current
    with pytest.raises(KeyboardInterrupt):
        session.ask(QUESTION, watch=stop)
    assert session.current is earlier
    assert sales.equals(before)
    assert told(session.ask(QUESTION)) == told(autoviz.ask(sales, QUESTION))


@pytest.mark.parametrize("tool", ["aggregate", "plot_line"])
def test_too_little_memory_is_told_with_a_way_out(sales, monkeypatch, tool):
    def greedy(*tables, **params):
        raise MemoryError("Unable to allocate 7.45 TiB")

    whole = told(autoviz.ask(sales, QUESTION))
    with monkeypatch.context() as patched:
        patched.setitem(default_catalog().functions, tool, greedy)
        with pytest.raises(AutovizError, match="memory") as caught:
            autoviz.ask(sales, QUESTION)
    assert caught.value.hint
    assert told(autoviz.ask(sales, QUESTION)) == whole


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/St_Johns", "Asia/Kolkata"])
def test_the_zone_of_the_machine_changes_nothing(sales, monkeypatch, zone):
    whole = told(autoviz.ask(sales, f"{QUESTION} in 2023"))
    try:
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert told(autoviz.ask(sales.copy(), f"{QUESTION} in 2023")) == whole
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("now", [0.0, 4e9, -1e6])
def test_a_clock_that_is_wrong_changes_nothing(sales, monkeypatch, now):
    whole = told(autoviz.ask(sales, f"{QUESTION} in the last 2 months"))
    monkeypatch.setattr(time, "time", lambda: now)
    assert told(autoviz.ask(sales.copy(), f"{QUESTION} in the last 2 months")) == whole


def test_two_kernels_that_start_with_one_empty_cache_answer_alike(tmp_path):
    place = {**os.environ, "AUTOVIZ_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", FIRST]
    kernels = [subprocess.Popen(command, env=place, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    answers = [kernel.communicate(timeout=300)[0] for kernel in kernels]
    assert answers[0] == answers[1] != ""
    assert [kernel.returncode for kernel in kernels] == [0, 0]
    assert [path.suffix for path in (tmp_path / "tool_index").iterdir()] == [".npz"]


@pytest.mark.parametrize("cut", [False, True])
def test_a_cache_damaged_at_any_byte_is_built_again_or_says_the_same(tmp_path, cut):
    catalog = default_catalog()
    few = replace(catalog, tools=dict(list(catalog.tools.items())[:2]))
    path, names = tmp_path / "index.npz", tuple(few.tools)
    vectors = np.arange(len(names) * 4, dtype=np.float32).reshape(len(names), 4)
    index._write(path, names, vectors, few.digest, "counting")
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] if cut else whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        found = index._cached(path, names, few.digest, "counting")
        assert found is None or (found == vectors).all(), place

