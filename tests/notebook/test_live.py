"""Clicks as the kernel hears them: once each, on the bar as it is, and never half done."""

from __future__ import annotations

import threading

import pandas as pd
import pytest

import autoviz
from autoviz.analysis import Analysis
from autoviz.editing import Edits, edits_from
from autoviz.export.details import assumptions, steps_told
from autoviz.notebook.assumed import assumed_chips
from autoviz.notebook.chips import chips_for
from autoviz.notebook.live import Live
from autoviz.notebook.marks import marks_for
from autoviz.notebook.running import StoppedError
from autoviz.notebook.theme import Theme
from autoviz.notebook.view import Look, Slots
from autoviz.notebook.widget import Panel
from autoviz.pipeline import Finished
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


def test_rows_are_filtered_by_what_is_typed(live):
    click(live, "filter", "a", value="region = West; units > 5")
    assert set(live.analysis.table["region"]) == {"West"}
    assert [item["text"] for item in live._panel.bar["conditions"]] == ["region = West", "units > 5"]
    click(live, "filter", "b", value="region West")
    assert "no condition" in live._panel.status and set(live.analysis.table["region"]) == {"West"}
    click(live, "filter", "c", value="")
    assert live._panel.bar["conditions"] == [] and len(set(live.analysis.table["region"])) > 1


def test_clicks_reach_the_part_of_the_question_that_was_turned_to(analysis, shell, capsys):
    other = autoviz.ask(load_sales(), "total units by region over time")
    both = Analysis(Finished(analysis._finished.read, (*analysis._finished.parts, *other._finished.parts)))
    live = Live(both, both, Edits(), Slots(), Look(), theme=Theme(), panel=Panel())
    live.show()
    assert live._panel.bar["parts"] == ["1: total revenue by region over date", "2: total units by region over date"]
    click(live, "grain", "a", value="quarter")
    click(live, "part", "b", number=2)
    assert live._panel.bar["part"] == 2 and live._panel.bar["time"]["value"] == "month"
    click(live, "grain", "c", value="year")
    assert [chart.grain for chart in live.analysis.charts] == ["quarter", "year"]
    click(live, "part", "d", number=3)
    assert "no part 3" in live._panel.status
    live.freeze()


def test_conditions_of_a_plan_can_be_edited_before_it_runs(shell, capsys):
    sales = load_sales()
    planned = autoviz.ask(sales, "total revenue by product category for region West", only_plan=True)
    live = Live(planned, planned, Edits(), Slots(), Look(), theme=Theme(), confirm=True, panel=Panel())
    live.show()
    step = next(step for step in live._panel.bar["steps"] if step["tool"] == "filter_rows")
    param = next(param for param in step["params"] if param["name"] == "filters")
    assert (param["value"], param["asked"]) == ("region = West", True)
    click(live, "filter", "a", value="region = East")
    assert live.confirm and live._panel.bar["coverage"]["complete"]
    click(live, "run", "b")
    assert live.analysis.table["revenue"].sum() == pytest.approx(sales.loc[sales["region"] == "East", "revenue"].sum())
    live.freeze()


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


def test_the_bar_offers_what_makes_sense(live):
    bar = live._panel.bar
    assert bar["mode"] == "answer" and bar["chart"]["value"] == "line"
    assert bar["time"]["value"] == "month" and bar["time"]["assumed"], "the question leaves the periods open"
    assert bar["time"]["options"] == ["day", "week", "month", "quarter", "year", "weekday", "month_of_year"][1:], (
        "no hours, where dates have none, and no more days than a line can show"
    )
    assert bar["groups"] == ["region"] and bar["more_groups"] == ["product_category"]
    assert bar["measures"][0]["func"] == "sum" and {"mean", "median", "count"} <= set(bar["measures"][0]["functions"])
    assert {reading["target"] for reading in bar["readings"]} <= set(bar["columns"])
    assert any("70 of 'revenue'" in item["text"] for item in bar["assumed"])


@pytest.mark.parametrize(("name", "offered"), [("unit_price", True), ("rating", False)])
def test_prices_may_be_added_up_by_a_click_and_ratings_may_not(name, offered):
    frame = pd.DataFrame({"shop": ["a", "b"] * 30, name: [1.5, 2.5, 4.0] * 20})
    record = autoviz.ask(frame, f"average {name} by shop").record
    functions = chips_for(record.parts[0], record.profile)["measures"][0]["functions"]
    assert ("sum" in functions) is offered and "median" in functions


def test_an_assumption_says_which_control_settles_it(live):
    bar = live._panel.bar
    control = {item["text"].split()[0]: (item["control"], item["without"]) for item in bar["assumed"]}
    assert control == {"Shown": ("grain", ""), "Missing": ("", ""), "Rows": ("", "region is given")}
    click(live, "filter", "a", value="region is given")
    assert live.analysis.table["region"].notna().all()
    assert not any(item["without"] for item in live._panel.bar["assumed"])
    (filled,) = (item["instead"] for item in live._panel.bar["assumed"] if item["text"].startswith("Missing"))
    assert filled == "fill missing revenue with the mean", "with 0 a sum stays as it is"
    click(live, "function", "b", value="mean")
    (told,) = (item["instead"] for item in live._panel.bar["assumed"] if item["text"].startswith("Missing"))
    assert told == "treat missing revenue as 0"
    session = autoviz.Session(load_sales())
    session.ask("average revenue by region")
    assert session.refers(told) and session.refers(filled), "the click asks what a session takes for a follow-up"


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("how many different regions are there", "see how"),
        ("histogram of revenue", "change"),
        ("average revenue by region", "count as 0"),
        ("total revenue by region", "fill with the average"),
        ("which three regions have the highest average revenue", "keep them"),
    ],
)
def test_every_assumption_has_a_click(question, label):
    record = autoviz.ask(load_sales(), question).record
    chips = assumed_chips(record, chips_for(record.parts[0], record.profile))
    assert all(chip["control"] or chip["without"] or chip["instead"] or chip["correct"] for chip in chips)
    assert label in {chip["label"] for chip in chips}


def test_a_click_keeps_rows_that_were_left_out_for_having_no_group(asked):
    (left_out,) = (item for item in asked._panel.bar["assumed"] if item["label"] == "keep them")
    (condition,) = asked._panel.bar["conditions"]
    assert (left_out["control"], condition["text"]) == ("filter-0-away", "region is given")
    assert asked.analysis.table["region"].notna().all()
    click(asked, "filter", "a", value="")  # as the cross of the only condition does
    click(asked, "limit", "b", value=0)
    assert asked.analysis.table["region"].isna().any()
    assert not any("left out: they name none" in item["text"] for item in asked._panel.bar["assumed"])


def test_chips_say_functions_and_periods_in_plain_words():
    record = autoviz.ask(load_sales(), "number of different regions by weekday").record
    chips = chips_for(record.parts[0], record.profile)
    (measure,) = chips["measures"]
    assert measure["called"][measure["func"]] == "number of different" and measure["called"]["mean"] == "average"
    assert chips["time"]["called"][chips["time"]["value"]] == "day of the week"
    planned = autoviz.ask(load_sales(), "revenue over time", only_plan=True).record
    assert chips_for(planned.parts[0], planned.profile)["time"]["called"]["unknown"] == "auto"
    assert "by suiting periods of date" in " ".join(steps_told(planned.parts[0], planned))
    record = autoviz.ask(load_sales(), "number of rows by region").record
    (counted,) = chips_for(record.parts[0], record.profile)["measures"]
    assert counted["called"]["count"] == "number of", "number of rows"


def test_what_is_typed_about_a_column_is_no_longer_assumed_of_it():
    rows = [(f"Land {land}", year, 100 * land + year) for land in range(12) for year in range(2000, 2006)]
    panel = pd.DataFrame(rows, columns=["country", "year", "population"])
    asked = autoviz.ask(panel, "population by country")
    assert any("2005, the last one" in item.sentence for item in assumptions(asked.record))
    edited = asked.revised(edits_from(filters="year = 2002"))
    assert edited.answer.startswith("Total population in 2002")
    assert not any("the last one" in item.sentence for item in assumptions(edited.record))
    assert not any("the last one" in note for note in edited.record.notes)


def dated_orders():
    days = pd.date_range("2023-01-01", periods=300)
    return pd.DataFrame({"order_date": days, "ship_date": days + pd.Timedelta(days=40), "amount": range(300)})


def test_dates_and_periods_that_were_assumed_can_be_chosen(shell, capsys):
    first = autoviz.ask(dated_orders(), "total amount by month")
    live = Live(first, first, Edits(), Slots(), Look(), theme=Theme(), panel=Panel())
    live.show()
    (only,) = live._panel.bar["assumed"]
    assert only["control"] == "dates" and live._panel.bar["time"]["columns"] == ["order_date", "ship_date"]
    click(live, "groups", "a", value=["ship_date"])
    assert live._panel.bar["time"]["column"] == "ship_date" and live._panel.bar["time"]["value"] == "month"
    told = [item["text"] for item in live._panel.bar["assumed"]]
    assert told == ["Time is that of ship_date; order_date would be another."]
    live.freeze()


def test_a_box_plot_adds_nothing_up():
    told = [item.sentence for item in assumptions(autoviz.ask(load_sales(), "box plot of revenue by region").record)]
    assert told and not any("added up" in sentence for sentence in told)


@pytest.fixture
def asked(shell, capsys):
    session = autoviz.Session(load_sales())
    first = session.ask("which three regions have the highest average revenue")
    live = Live(
        first, first, Edits(), Slots(), Look(), theme=Theme(), panel=Panel(), session=session, changed=session.adopt
    )
    live.show()
    yield live
    live.freeze()


def test_chips_change_function_measure_groups_and_number_and_undo_takes_each_back(asked):
    sales = load_sales()
    assert asked._panel.bar["limit"] == 3 and not asked._panel.bar["undo"]
    click(asked, "function", "a", value="count")
    click(asked, "measure", "b", old="", value="units")
    click(asked, "function", "c", value="median")
    click(asked, "groups", "d", value=["product_category"])
    click(asked, "limit", "e", value=0)
    wanted = sales.groupby("product_category")["units"].median()
    told = asked.analysis.table.set_index("product_category")["units"]
    assert told.to_dict() == pytest.approx(wanted.to_dict())
    click(asked, "undo", "f")
    assert len(asked.analysis.table) == 3 and asked._panel.bar["groups"] == ["product_category"]
    click(asked, "groups", "g", value=[])
    assert asked.analysis.table["units"].iloc[0] == pytest.approx(sales["units"].median())
    for token in ("h", "i", "j", "k", "l"):
        click(asked, "undo", token)
    assert not asked._panel.bar["undo"] and "verage revenue" in asked.analysis.answer


def test_a_next_question_is_answered_in_place_and_can_be_taken_back(asked):
    offered = asked._panel.bar["next"]
    assert len(offered) == 3 and len(set(offered)) == 3
    click(asked, "ask", "a", question=offered[0])
    assert asked.analysis.record.question.text == offered[0] and asked.analysis.answer
    assert offered[0] not in asked._panel.bar["next"]
    click(asked, "undo", "b")
    assert "verage revenue" in asked.analysis.answer
    click(asked, "undo", "c")
    assert "nothing to take back" in asked._panel.status


def answered(frame, question):
    session = autoviz.Session(frame)
    first = session.ask(question)
    made = Live(
        first, first, Edits(), Slots(), Look(), theme=Theme(), panel=Panel(), session=session, changed=session.adopt
    )
    made.show()
    return made


@pytest.mark.parametrize(
    ("ages", "command", "before", "after"),
    [
        ([*range(20, 60), *([999] * 5)], "%autoviz column age missing=999", 6575 / 45, 39.5),
        (["1,250", "2,125", "3,375", "1,250"], "%autoviz column age written=1.234,5", 2000.0, 2.0),
    ],
)
def test_what_a_column_leaves_open_is_settled_by_a_click(
    shell, capsys, tmp_path, monkeypatch, ages, command, before, after
):
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(tmp_path))
    live = answered(pd.DataFrame({"person": [f"p{n}" for n in range(len(ages))], "age": ages}), "average age")
    assert live.analysis.table.iloc[0, -1] == pytest.approx(before)
    offer = next(item["correct"] for item in live._panel.bar["assumed"] if item["correct"])
    assert offer["command"] == command
    click(live, "correct", "a", **offer)
    assert live.analysis.table.iloc[0, -1] == pytest.approx(after)
    live.freeze()


def test_rows_that_stand_for_many_count_alike_by_a_click(shell, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(tmp_path))
    cells = [(sex, age) for sex in ("men", "women") for age in (20, 40, 60)]
    frame = pd.DataFrame(cells, columns=["sex", "age"]).assign(Freq=[1, 2, 9, 4, 3, 7])
    live = answered(frame, "average age")
    assert live.analysis.table.iloc[0, -1] == pytest.approx((frame["age"] * frame["Freq"]).sum() / 26)
    offer = next(item["correct"] for item in live._panel.bar["assumed"] if item["correct"])
    assert offer["command"] == "%autoviz column Freq weighs=no"
    click(live, "correct", "a", **offer)
    assert live.analysis.table.iloc[0, -1] == pytest.approx(40)
    live.freeze()


def test_groups_that_are_only_written_differently_are_told():
    frame = pd.DataFrame({"client": ["Acme", "acme ", "Zhou", "ACME"] * 9, "paid": range(36)})
    (told,) = (item.sentence for item in assumptions(autoviz.ask(frame, "average paid by client").record))
    assert told == "Client is written in several ways that count as groups of their own: 'ACME', 'Acme' and 'acme '."
    told = [item.sentence for item in assumptions(autoviz.ask(frame, "average paid").record)]
    assert not any("written" in item for item in told), "what makes no groups is not told"


@pytest.mark.parametrize(("question", "offered"), [
    ("revenue by region", {"bar", "pie", "treemap", "table"}),
    ("average unit price by region", {"bar", "table"}),
    ("monthly revenue by region", {"bar", "line", "area", "heatmap", "table"}),
    ("box plot of revenue by region", {"histogram", "box", "violin", "table"}),
    ("total revenue in the West", {"table"}),
])  # fmt: skip
def test_every_chart_that_is_offered_is_drawn(question, offered):
    asked = autoviz.ask(load_sales(), question)
    drawn = asked.charts[0].mark if asked.charts else "table"
    assert set(marks_for(asked.record.parts[0], asked.record.profile, drawn)) == offered
    for mark in offered - {drawn, "table"}:
        again = asked.revised(Edits(mark=mark))
        assert [chart.mark for chart in again.charts] == [mark] and "Not done" not in again.answer
