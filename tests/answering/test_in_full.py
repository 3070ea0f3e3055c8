"""Answers of whole questions: facts behind every result, styles, limits as settings, and the record of each stage."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.errors import SettingsError
from autoviz.model.settings import Settings
from autoviz.samples import load_sales

SALES = load_sales()


def ask(question, **settings):
    return autoviz.ask(SALES, question, **settings)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("total revenue by region", "sum"),
        ("share of revenue by region", "share"),
        ("month over month change in revenue", "change"),
        ("correlation between units and revenue", "correlation"),
        ("any unusual values in revenue?", "anomaly"),
        ("summarise the data", "mean"),
        ("list the orders above 2500 revenue", "value"),
        ("distribution of revenue", "median"),
    ],
)
def test_every_result_yields_facts(question, name):
    analysis = ask(question)
    found = [fact for fact in analysis.facts if fact.name == name]
    assert found and all(fact.step_id in {step.id for step in analysis.plan.steps} for fact in found)


def test_a_share_is_told_where_a_share_was_asked_for():
    answer = ask("share of revenue by region").answer
    assert answer.startswith("Share of revenue: East 27.5%") and "%" in answer
    assert "%" not in ask("total revenue by region").answer


def test_only_what_was_asked_is_notable():
    answer = ask("total revenue by region").answer.lower()
    assert not any(word in answer for word in ("highest", "largest", "lowest", "unusual", "rose", "change"))


@pytest.mark.parametrize("style", ("short", "bullets", "grouped", "table"))
def test_a_style_can_be_asked_for(style):
    answer = ask("total revenue by region and product category", answer_style=style, max_items=3).answer
    marks = {
        "short": ": East, Clothing",
        "bullets": "\n- East, Clothing: ",
        "grouped": "\n- East: Clothing",
        "table": "| --- |",
    }
    assert marks[style] in answer
    assert "more" in answer


def test_a_table_in_an_answer_is_drawn_as_one():
    page = ask("total revenue by region", answer_style="table").to_html()
    assert "| --- |" not in page and "total revenue</th>" in page


def test_a_long_course_is_told_to_its_end():
    days = pd.date_range("2015-01-01", "2019-12-31", freq="D")
    frame = pd.DataFrame({"day": days, "value": np.arange(len(days), dtype=float)})
    analysis = autoviz.ask(frame, "total value by day")
    assert "31 Dec 2019" in analysis.answer and len(analysis.facts) <= 1000


def test_what_is_shown_in_part_is_told_whole():
    answer = ask("total revenue by region and month as a table").answer
    assert "Dec 2024" in answer
    assert "are shown" in ask("list the orders above 500 revenue").answer


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("max_items", 0), ("max_groups", 0), ("max_paragraphs", 0), ("max_steps", 0), ("tries", 0),
        ("confidence_threshold", 1.5), ("answer_style", "poem"), ("follow_threshold", -1), ("reuse_similarity", 2),
    ],
)  # fmt: skip
def test_limits_are_settings_and_validated(name, wrong):
    with pytest.raises(SettingsError, match=name):
        ask("total revenue", **{name: wrong})


def test_the_limits_have_their_defaults():
    chosen = Settings()
    assert (chosen.max_items, chosen.max_groups, chosen.max_paragraphs, chosen.max_steps) == (10, 4, 4, 40)
    assert (chosen.confidence_threshold, chosen.tries, chosen.reuse_similarity) == (0.5, 3, 0.8)


def test_every_stage_says_what_went_in_what_came_out_and_why():
    analysis = ask("total revenue by region")
    stages = analysis.to_dict()["provenance"]["stages"]
    names = [stage["stage"] for stage in stages]
    assert names[0] == "profile" and names[-1] == "answer"
    assert all(stage["received"] and stage["summary"] and stage["seconds"] >= 0 for stage in stages)
    told = {stage["stage"]: stage["reason"] for stage in stages}
    assert "revenue → revenue" in told["requirements"]
    assert told["answer"].startswith("short style")
    page = analysis.to_html()
    assert "What went in" in page and "short style" in page


def test_names_of_a_scale_are_told_along_it_and_many_names_from_the_highest_down() -> None:
    tips = pd.DataFrame({"day": ["Sat", "Thur", "Sun", "Fri"] * 3, "tip": [3.0, 2.0, 4.0, 1.0] * 3})
    assert autoviz.ask(tips, "average tip by day", reader="embedded").answer.startswith(
        "Average tip: Thur 2, Fri 1, Sat 3 and Sun 4."
    )
    served = pd.concat([tips.assign(meal="Lunch"), tips.assign(meal="Dinner", tip=tips.tip + 1)])
    both = autoviz.ask(served, "average tip by meal and day", reader="embedded").answer
    assert both.splitlines()[1].endswith("Thur 3, Fri 2, Sat 4 and Sun 5"), both
    spread = autoviz.ask(tips, "box plot of tip by day", reader="embedded").answer
    assert [spread.find(f"({day})") for day in ("Thur", "Fri", "Sat", "Sun")] == sorted(
        spread.find(f"({day})") for day in ("Thur", "Fri", "Sat", "Sun")
    )
    names = [f"{first}{last}" for first in ("Ash", "Bay", "Elm", "Oak") for last in ("by", "den", "ford", "ham", "ton")]
    shops = pd.DataFrame({"shop": names, "sales": range(20)})
    said = autoviz.ask(shops, "total sales by shop", reader="embedded").answer
    assert said.startswith("Sales: Oakton 19, Oakham 18, ") and "10 more" in said
