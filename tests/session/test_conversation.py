"""Conversation: follow-ups change only what they name, unchanged steps are not run again, and one can go back."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import autoviz
from autoviz.errors import FileError, FrameError, QuestionError, SettingsError
from autoviz.model.requirements import Aggregation, Filter
from autoviz.readers.embedded.network import Network


def statuses(analysis):
    return {record.tool: record.status for record in analysis.provenance.steps}


def test_a_follow_up_changes_only_what_it_names(sales):
    session = autoviz.Session(sales)
    first = session.ask("total revenue by region")
    monthly = session.ask("now by month")
    west = session.ask("only the West")
    units = session.ask("same for units")
    assert monthly.requirements.group_by == first.requirements.group_by == ("region",)
    assert monthly.requirements.time.grain == "month"
    assert west.requirements.time == monthly.requirements.time
    assert units.requirements.metrics == ("units",)
    assert [item for item in units.requirements.constraints if item.kind == "filter"] == [
        item for item in west.requirements.constraints if item.kind == "filter"
    ]
    assert [turn.kind for turn in session.history] == ["fresh", "follow-up", "follow-up", "follow-up"]


def test_the_numbers_of_a_follow_up_are_right(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    table = session.ask("only the West and the East").table
    wanted = sales[sales["region"].isin(["West", "East"])].groupby("region")["revenue"].sum()
    assert dict(zip(table["region"], table["revenue"].round(6), strict=True)) == wanted.round(6).to_dict()


def test_unchanged_steps_are_not_run_again(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region as a bar chart")
    pie = session.ask("as a pie chart")
    assert statuses(pie) == {"aggregate": "reused", "plot_pie": "done"}
    assert session.reuse.reused_steps == 1


def test_the_diff_is_against_the_earlier_plan(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by month")
    diff = session.ask("only the West").diff
    assert diff.base == "the earlier plan"
    actions = {step.step_id: step.action for step in diff.steps}
    assert actions["filter"] == "added" and actions["aggregate"] == "unchanged"


def test_an_edit_in_place_between_two_questions_is_seen(sales):
    session = autoviz.Session(sales)
    before = session.ask("total revenue by region").table
    sales.loc[:, "revenue"] = 1.0
    after = session.ask("as a table").table
    assert before["revenue"].sum() > 1000 and after["revenue"].sum() == len(sales)


@pytest.mark.parametrize("question", ("what do you think?", "and now?"))
def test_what_neither_refers_back_nor_asks_for_anything_is_refused_and_changes_nothing(sales, question):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    with pytest.raises(QuestionError, match="asks nothing of the table"):
        session.ask(question)
    assert session.current.question == "total revenue by region"


def test_in_doubt_it_starts_fresh_and_says_so(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    analysis = session.ask("is it all in the data")
    assert session.current.kind == "fresh"
    assert any(note.startswith("Taken as a new question") for note in analysis.record.notes)
    assert "revenue" not in analysis.requirements.metrics


def test_a_new_question_is_called_so_only_where_it_matters(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    assert session.ask("average units by product category").record.notes == ()
    session.ask("only the West")
    (told,) = session.ask("number of rows by product category").record.notes
    assert told.startswith("Taken as a new question") and "conditions of the one before no longer hold" in told


@pytest.mark.parametrize(
    "question", ("change in revenue against the month before", "how many values are missing", "units by region")
)
def test_a_plain_question_is_not_called_new(sales, question):
    session = autoviz.Session(sales)
    session.ask("total revenue by product category in the West")
    told = session.ask(question).record.notes
    assert session.current.kind == "fresh" and not any("new question" in note for note in told)


def test_the_first_question_says_nothing_of_that(sales):
    assert autoviz.Session(sales).ask("total revenue by region").record.notes == ()


def test_why_tells_what_a_value_is_made_of(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by month")
    analysis = session.ask("why is March so high?")
    (condition,) = [item for item in analysis.requirements.constraints if item.kind == "filter"]
    assert condition.column == "order_date" and condition.value[0][5:] == "03-01"
    assert analysis.requirements.group_by and not analysis.requirements.time
    assert any("does not tell why" in note for note in analysis.record.notes)


def test_two_changes_in_one_question(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    asked = session.ask("only the West, by month").requirements
    assert asked.time.grain == "month" and any(item.kind == "filter" for item in asked.constraints)


def test_undo_and_branch(sales):
    session = autoviz.Session(sales)
    first = session.ask("total revenue by region")
    session.ask("now by month")
    assert session.ask("undo") is first
    assert session.current.number == 1
    session.ask("as a table")
    assert [turn.parent for turn in session.history] == [None, 1, 1]
    assert session.back() is first
    with pytest.raises(QuestionError, match="nothing to go back to"):
        session.back()
    assert session.go(2).requirements.time is not None


def test_the_same_in_other_words_uses_the_plan_again(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    session.ask("units by product")
    again = session.ask("total revenue for each region")
    assert session.current.kind == "reused"
    assert any("used again" in note for note in again.record.notes)
    assert set(statuses(again).values()) == {"reused"}
    assert [record.stage for record in again.provenance.stages if record.stage in ("recall", "adaptation")] == [
        "recall"
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("average revenue by region", "revenue by region"),
        ("total revenue by region", "average revenue by region"),
        ("total revenue of West by product", "total revenue of East by product"),
        ("top 2 regions by revenue", "top 3 regions by revenue"),
        ("which region has the highest revenue", "which region has the lowest revenue"),
        ("total revenue by month", "total revenue by quarter"),
    ],
)
def test_what_only_looks_alike_is_not_reused(sales, first, second):
    session = autoviz.Session(sales)
    session.ask(first)
    analysis = session.ask(second)
    assert session.current.kind != "reused"
    assert analysis.answer == autoviz.ask(sales, second).answer


def test_a_plan_that_was_rated_well_is_used_in_the_next_session(sales):
    autoviz.Session(sales).ask("total revenue by region").rate(True)
    session = autoviz.Session(sales)
    session.ask("total revenue for each region")
    assert session.current.kind == "reused"
    other = autoviz.Session(sales.drop(columns="units"))
    other.ask("total revenue for each region")
    assert other.current.kind == "fresh"


def test_a_plan_that_was_rated_badly_since_is_not(sales):
    analysis = autoviz.Session(sales).ask("total revenue by region")
    analysis.rate(True)
    analysis.rate(False)
    session = autoviz.Session(sales)
    session.ask("total revenue for each region")
    assert session.current.kind == "fresh"


def test_what_fails_leaves_the_session_as_it_was(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    assert "nothing to show" in session.ask("only where revenue is above 100000").answer
    assert len(session.history) == 1 and session.current.number == 1


def test_a_session_survives_a_save_and_a_load(sales, tmp_path):
    session = autoviz.Session(sales, max_items=5)
    session.ask("total revenue by region")
    monthly = session.ask("now by month")
    session.save(tmp_path / "s.json")
    again = autoviz.Session.load(tmp_path / "s.json", sales)
    assert again.history == session.history
    assert again.settings == {"max_items": 5}
    assert again.analysis.answer == monthly.answer
    assert again.ask("only the West").requirements.time.grain == "month"
    assert again.back().answer == monthly.answer


def test_a_key_is_never_written(sales, tmp_path):
    session = autoviz.Session(sales, model_key="sk-hidden", max_items=5)
    session.ask("total revenue by region")
    path = session.save(tmp_path / "s.json")
    assert "sk-hidden" not in path.read_text("utf-8") and "sk-hidden" not in repr(session)
    assert autoviz.Session.load(path, sales).settings == {"max_items": 5}


def test_a_damaged_file_is_refused(sales, tmp_path):
    path = tmp_path / "s.json"
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    content = json.loads(session.save(path).read_text("utf-8"))
    for damage in ({"format": "other"}, {"at": 7}, {"extra": 1}, {"turns": [{**content["turns"][0], "number": 3}]}):
        path.write_text(json.dumps({**content, **damage}), "utf-8")
        with pytest.raises(FileError, match="no valid session"):
            autoviz.Session.load(path, sales)
    path.write_text("{", "utf-8")
    with pytest.raises(FileError):
        autoviz.Session.load(path, sales)
    with pytest.raises(FileError, match="cannot be read"):
        autoviz.Session.load(tmp_path / "none.json", sales)


def test_a_frame_without_the_columns_is_refused(sales, tmp_path):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    path = session.save(tmp_path / "s.json")
    with pytest.raises(FrameError, match="no column 'region'"):
        autoviz.Session.load(path, sales.drop(columns="region"))


def test_a_tie_is_answered_by_number():
    frame = pd.DataFrame(
        {"gross_sales": [1.0, 2.0] * 20, "net_sales": [3.0, 4.0] * 20, "region": ["West", "East"] * 20}
    )
    session = autoviz.Session(frame, tie_margin=1.0)
    asked = session.ask("sales by region")
    assert asked.clarification is not None and 2 <= len(asked.clarification.options) <= 4
    chosen = session.answer(2)
    assert chosen.requirements == asked.clarification.options[1].requirements
    assert session.ask("as a table").requirements.metrics == chosen.requirements.metrics
    with pytest.raises(QuestionError, match="Nothing was asked back"):
        session.answer(1)


def test_settings_are_checked_at_once(sales):
    with pytest.raises(SettingsError):
        autoviz.Session(sales, max_items=0)
    with pytest.raises(SettingsError):
        autoviz.Session(sales, no_such_setting=1)


def test_several_frames_keep_to_the_one_that_was_asked(sales):
    stores = pd.DataFrame({"region": ["West", "East", "North"], "staff": [3, 4, 5]})
    session = autoviz.Session({"stores": stores, "sales": sales})
    assert session.ask("total revenue by product").record.profile.name == "sales"
    assert session.ask("as a table").record.profile.name == "sales"
    assert session.ask("staff by region").record.profile.name == "stores"


def test_the_record_tells_of_the_follow_up(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    stages = {record.stage: record for record in session.ask("now by month").provenance.stages}
    assert stages["follow-up"].summary == "periods"
    assert "total revenue by region" in stages["follow-up"].reason
    assert all(record.received for record in stages.values())


def test_a_follow_up_asks_no_network(sales, monkeypatch):
    session = autoviz.Session(sales)
    session.ask("average revenue by region")
    monkeypatch.setattr(Network, "answers", lambda *asked: pytest.fail("the network was asked"))
    for question in ("sort it ascending", "top 2", "now as a line chart by month", "only the West"):
        assert session.ask(question).requirements.constraint(Aggregation).func == "mean"
        assert session.current.kind == "follow-up"


def test_every_part_of_a_question_is_followed_up(sales):
    session = autoviz.Session(sales)
    first = session.ask("revenue by region, total units by product, and the average net revenue per month")
    assert [part.requirements.metrics for part in first.record.parts] == [("revenue",), ("units",), ("net_revenue",)]
    parts = session.ask("only in 2023").record.parts
    assert [part.requirements.metrics for part in parts] == [("revenue",), ("units",), ("net_revenue",)]
    assert all(part.requirements.constraint(Filter) for part in parts)


def test_a_question_that_found_no_row_stands_for_no_other(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    empty = session.ask("how many rows had a revenue below -5")
    assert empty.nothing_left
    session.adopt(empty)  # as a notebook does with whatever it shows
    assert session.history[0].answer == session.analysis.answer != empty.answer
    assert session.undo() is session.analysis_of(1), "undo leads back to what was there before it"

    again = session.ask("how many rows had a revenue below -5")
    found = again.edited(filters="revenue < 300")
    session.adopt(found)
    assert [turn.answer for turn in session.history][1:] == [found.answer], "one that finds rows is a turn"
    assert session.history[1].question == "how many rows had a revenue below -5"
    assert session.undo().answer == session.history[0].answer


def test_missing_values_are_treated_otherwise_in_what_was_asked_before(sales):
    session = autoviz.Session(sales)
    session.ask("average revenue by region")
    zero = session.ask("treat missing revenue as 0")
    wanted = sales.fillna({"revenue": 0}).groupby("region", dropna=False)["revenue"].mean()
    assert list(zero.table.sort_values("region")["revenue"].round(6)) == list(wanted.round(6))
    named = session.ask("now leave out rows without region")
    assert dict(zip(named.table["region"], named.table["revenue"].round(6), strict=True)) == (
        wanted[wanted.index.notna()].round(6).to_dict()
    )
    assert [turn.changes for turn in session.history] == [(), ("clean",), ("clean",)]
    assert session.ask("show the rows without duplicates").requirements.analysis == ("lookup",), "rows are asked for"


@pytest.mark.parametrize("question", ["total revenue by region", "average units by region"])
def test_bars_lie_where_it_is_asked_for_however_the_question_was_read(sales, question):
    session = autoviz.Session(sales)
    session.ask(question)
    lying = session.ask("make it horizontal")
    assert lying.charts[0].layout == "horizontal" and lying.figure.data[0].orientation == "h"
    assert session.ask("sort by name").charts[0].layout == "horizontal"


def test_bars_that_cannot_stand_as_asked_are_told(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    assert "The chart stays as it is: stacked bars do not suit what it shows." in session.ask("stack them").record.notes
    assert session.ask("split it by product").charts[0].color == "product"
    assert session.ask("side by side").charts[0].layout == "grouped"


def test_a_follow_up_that_is_asked_again_starts_from_where_it_started(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    first = session.ask("reverse the order")
    session.adopt(first.edited(chart="pie"))
    again = session.ask("reverse the order")
    assert again.charts[0].mark == "bar" and again.table.equals(first.table)
    assert session.current.parent == 1
    with pytest.raises(QuestionError):
        session.ask("only the red ones")
    assert session.current.question == "reverse the order"


def test_a_question_that_is_asked_again_is_answered_as_at_first(sales):
    session = autoviz.Session(sales)
    first = session.ask("total revenue by region")
    session.adopt(first.edited(chart="pie"))
    again = session.ask("total revenue by region")
    assert again.charts == first.charts and again.answer == first.answer and again.record.notes == first.record.notes


def test_what_follows_on_a_guess_is_no_surer():
    frame = pd.DataFrame({"team": ["A", "B"] * 40, "site": list("xyzw") * 20, "minutes": range(80)})
    session = autoviz.Session(frame)
    first = session.ask("how often did teams get worse")
    assert first.confidence < 0.5 and session.ask("by site").confidence <= first.confidence
