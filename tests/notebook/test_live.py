"""Clicks as the kernel hears them: once each, on the bar as it is, and never half done."""

from __future__ import annotations

import threading

import pytest

import autoviz
from autoviz.editing import Edits
from autoviz.notebook.live import Live
from autoviz.notebook.running import StoppedError
from autoviz.notebook.theme import Theme
from autoviz.notebook.view import Look, Slots
from autoviz.notebook.widget import Panel
from autoviz.samples import load_sales


@pytest.fixture(scope="module")
def analysis():
    return autoviz.ask(load_sales(), "total revenue by region over time")


@pytest.fixture
def live(analysis, shell, capsys):
    panel = Panel()
    made = Live(analysis, analysis, Edits(), Slots(), Look(), theme=Theme(), panel=panel)
    made.show()
    yield made
    made.freeze()


def click(live, action, token, **content):
    live.hear({"action": action, "token": token, "version": live._panel.bar["version"], **content})


def test_a_click_is_done_once_however_often_it_comes(live):
    version = live._panel.bar["version"]
    message = {"action": "grain", "value": "quarter", "token": "a", "version": version}
    threads = [threading.Thread(target=live.hear, args=(message,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert live.analysis.charts[0].grain == "quarter"
    assert live._panel.bar["version"] == version + 1


def test_a_click_on_an_old_bar_is_not_done(live):
    live.hear({"action": "grain", "value": "quarter", "token": "a", "version": 0})
    assert live.analysis.charts[0].grain == "month"


def test_what_fails_is_told_and_leaves_the_answer(live):
    before = live.analysis
    click(live, "read", "a", phrase="revenue", column="nothing")
    assert live.analysis is before
    assert "no column 'nothing'" in live._panel.status
    click(live, "chart", "b", value="pyramid")
    assert live.analysis is before and "no chart 'pyramid'" in live._panel.status


def test_a_click_that_is_stopped_leaves_the_answer(live, monkeypatch):
    before = live.analysis

    def stopped(work, tell):
        raise StoppedError("Stopped in the stage execution", "Nothing was changed.")

    monkeypatch.setattr("autoviz.notebook.live.run_watched", stopped)
    click(live, "grain", "s", value="quarter")
    assert live.analysis is before and "Stopped" in live._panel.status


def test_rows_are_sorted_over_the_whole_table(live):
    told = live.rows({"table": 0, "column": 2, "descending": True, "count": 1})
    top = live.analysis.table["revenue"].max()
    assert told["rows"][0][2] == f"{top:,.2f}" and told["total"] == len(live.analysis.table)


def test_the_theme_of_the_browser_is_followed(live):
    live.hear({"action": "theme", "mode": "dark", "token": "t"})
    assert live._look.mode == "dark"


def test_a_frozen_bar_hears_nothing(live):
    live.freeze()
    live.hear({"action": "grain", "value": "quarter", "token": "a", "version": 1})
    assert live.analysis.charts[0].grain == "month"


def test_every_control_has_a_command(live):
    bar = live._panel.bar
    assert bar["mode"] == "answer" and bar["grain"]["value"] == "month" and bar["chart"]["value"] == "line"
    assert {reading["target"] for reading in bar["readings"]} <= set(bar["columns"])
