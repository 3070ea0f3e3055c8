"""Cells that refer back: one session per frame, a fresh start said aloud, history, back and alias."""

from __future__ import annotations

import pandas as pd
import pytest


@pytest.fixture(autouse=True)
def own_project(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(tmp_path / "project"))


def test_the_next_cell_may_refer_back(run):
    run("%%autoviz sales\ntotal revenue by region")
    cell = run("%%autoviz sales\nnow by month")
    asked = cell.result.requirements
    assert (asked.group_by, asked.time.grain) == (("region",), "month")
    assert "Follow-up to" in cell.html
    assert "Against the earlier plan" in cell.html


def test_a_fresh_start_is_said_aloud(run):
    run("%%autoviz sales\ntotal revenue by region")
    run("%%autoviz sales\nonly the West")
    assert "Taken as a new question" in run("%%autoviz sales\naverage units by product").html


def test_a_question_that_failed_leaves_the_latest_one_in_place(run):
    run("%%autoviz sales\ntotal revenue by region")
    assert "There is no file" in run("%%autoviz nowhere.csv\nrevenue by region").printed
    assert "revenue" in run("%autoviz profile").html, "the frame that was asked last"
    assert "Follow-up to" in run("%%autoviz\nnow by month").html


def test_without_a_name_a_follow_up_stays_with_its_frame(run, shell):
    run("%%autoviz sales\ntotal revenue by region")
    shell.user_ns["weather"] = pd.DataFrame(
        {"month": ["May", "June"] * 10, "rain": range(20), "date": pd.date_range("2024-01-01", periods=20)}
    )
    cell = run("%%autoviz\nnow by month")
    assert cell.result.record.profile.name == "sales"
    assert "as before" in cell.html


def test_a_correction_by_command_is_what_a_follow_up_starts_from(run):
    run("%%autoviz sales\ntotal revenue by region")
    run("%autoviz chart pie")
    asked = run("%%autoviz sales\nonly the West and the East").result.requirements
    assert any(item.kind == "chart" and item.mark == "pie" for item in asked.constraints)


def test_a_frame_of_other_columns_begins_anew(run, shell):
    run("%%autoviz sales\ntotal revenue by region")
    shell.user_ns["sales"] = shell.user_ns["sales"].rename(columns={"region": "area"})
    cell = run("%%autoviz sales\ntotal revenue by area")
    assert "Taken as a new question" not in cell.html
    assert "1. total revenue by area" in run("%autoviz history").shown[0]["text/plain"]


def test_a_filtered_frame_of_the_same_name_goes_on(run, shell):
    run("%%autoviz sales\ntotal revenue by region")
    shell.user_ns["sales"] = shell.user_ns["sales"].dropna()
    cell = run("%%autoviz sales\nas a table")
    assert "Follow-up to" in cell.html
    assert cell.result.table["region"].notna().all()


def test_history_and_back(run):
    run("%%autoviz sales\ntotal revenue by region")
    run("%%autoviz sales\nnow by month")
    shown = run("%autoviz history").shown[0]
    assert "→ 2. now by month (follow-up)" in shown["text/plain"]
    assert "An earlier plan served 1 of 2 questions, an earlier result " in shown["text/html"]
    first = run("%autoviz back").result
    assert first.record.question.text == "total revenue by region"
    assert run("%autoviz history").shown[0]["text/plain"].startswith("→ 1.")
    assert run("%autoviz back 2").result.requirements.time is not None
    assert not run("%autoviz back 9").succeeded


def test_undo_in_a_cell_shows_the_answer_before(run):
    run("%%autoviz sales\ntotal revenue by region")
    run("%%autoviz sales\nnow by month")
    cell = run("%%autoviz sales\nundo")
    assert cell.result.requirements.time is None
    assert "Back at question 1" in cell.html


def test_alias_keeps_what_a_word_means(run):
    run("%%autoviz sales\ntotal revenue by region")
    assert "takings → revenue" in run('%autoviz alias "takings" = revenue').shown[0]["text/plain"]
    run('%autoviz alias "west coast" = region: West')
    asked = run("%%autoviz sales\ntotal takings by product for the west coast").result.requirements
    assert asked.metrics == ("revenue",)
    assert any(item.kind == "filter" and item.value == "West" for item in asked.constraints)
    assert not run("%autoviz alias takings").succeeded


def test_before_any_question_there_is_no_history(run):
    for command in ("history", "back", 'alias "a" = revenue'):
        cell = run(f"%autoviz {command}")
        assert not cell.succeeded and "Nothing has been asked yet" in cell.printed


def test_a_follow_up_that_leaves_nothing_leaves_the_history(run):
    run("%%autoviz sales\ntotal revenue by region")
    assert "nothing to show" in run("%%autoviz sales\nonly where revenue is above 10000000").result.answer
    assert len(run("%autoviz history").shown[0]["text/plain"].splitlines()) == 1
