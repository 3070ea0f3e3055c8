"""Canaries: without share_values no cell and no date of the frame is in any prompt, of any turn, stage or strategy."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import autoviz
from autoviz.model.question import Question
from autoviz.readers.llm.prompts import Names
from autoviz.readers.llm.veiling import Veiled
from tests.readers.llm.test_reader import GOOD, script

SECRETS = ("zq81", "zq82", "zebra7", "918273", "1987")
OTHERS = {"answer": {"sentences": ["Fine."]}, "critique": {"missing": [], "reason": "ok"},
          "task_analysis": {"complexity": "simple", "needs": []}}  # fmt: skip
TURNS = (
    ("average revenue by region", "only canarycell", "now by month", "only the last 2 months", "top 1"),
    ("average revenue by region in canarycell", "and for otherbird", "as a table", "since the first of march"),
    ("average revenue by region where the note is zebra", "without canarycell", "compare with the month before"),
    ("average revenue by region above the average revenue", "only the best one", "why is it so high?"),
)


@pytest.fixture
def frame():
    return pd.DataFrame(
        {"region": ["Canarycell zq81", "Otherbird zq82"] * 40, "revenue": [918273.25 + n for n in range(80)],
         "note": ["zebra7", "other"] * 40, "date": pd.date_range("1987-03-04", periods=80).astype(str)}
    )  # fmt: skip


def leaked(server):
    sent = b"".join(server.raw).decode()
    return [secret for secret in SECRETS if secret in sent]


@pytest.mark.parametrize("turns", TURNS, ids=lambda turns: turns[1])
def test_no_turn_sends_a_cell(server, frame, turns):
    # The second reply of a stage is refused, so that problems go back to the model as well.
    script(server, GOOD | OTHERS | {"adaptation": [GOOD["adaptation"], "no JSON", GOOD["adaptation"]]})
    session = autoviz.Session(
        frame, reader="llm", model_url=server.url, model_cache=False, model_critique=True, task_analysis=True
    )
    for question in turns:
        try:
            session.ask(question)
        except autoviz.AutovizError as error:
            assert error.what
    assert len(server.raw) > len(turns)
    assert leaked(server) == []


def test_nor_does_the_streamlined_strategy(server, frame):
    plan = {"requirements": GOOD["requirements"], **GOOD["adaptation"]}
    server.say(json.dumps({"call": "get_prior_plan"}), json.dumps({"call": "get_metadata"}), json.dumps(plan))
    session = autoviz.Session(frame, reader="llm", strategy="streamlined", model_url=server.url, model_cache=False)
    for question in ("average revenue by region", "only canarycell", "only the last 2 months", "now by month"):
        session.ask(question)
    assert leaked(server) == []


def test_what_may_be_shared_is_sent(server, frame):
    script(server, GOOD | OTHERS)
    session = autoviz.Session(frame, reader="llm", model_url=server.url, model_cache=False, share_values=True)
    session.ask("average revenue by region")
    session.ask("only canarycell")
    assert "zq81" in leaked(server)


def test_a_plan_that_was_rated_well_shows_no_value_of_its_query(server, frame):
    script(server, GOOD)
    found = autoviz.ask(frame, "average revenue by region in canarycell")
    found.rate(True)
    autoviz.ask(frame, "average revenue by region", reader="llm", model_url=server.url, model_cache=False)
    assert leaked(server) == []


def test_marks_are_lifted_in_the_reply():
    names = Veiled(["region"], Question(text="only west", normalised="only west"), ["region"])
    shown = names.show({"filters": [{"column": "region", "op": "in", "value": ["West", "Eastern", 7.5]}]})
    assert shown == {"filters": [{"column": "region", "op": "in", "value": ["West", "‹1›", "‹2›"]}]}
    assert names.real(shown)["filters"][0]["value"] == ["West", "Eastern", 7.5]
    assert names.real("region = '‹1›' or x > '‹2›'") == "region = 'Eastern' or x > 7.5"
    assert names.told("no rows where region is Eastern") == "no rows where region is ‹1›"
    assert Names(["region"]).show(shown) == shown


def test_names_that_are_made_of_cells_are_hidden_too():
    names = Veiled(["region"], Question(text="by month", normalised="by month"), ["region"])
    names.constant("O'Hare")
    shown = names.show({"name": "total_where_region_is_o'hare", "columns": ["region", "total"]})
    assert shown == {"name": "‹2›", "columns": ["region", "total"]}
    assert names.real(shown)["name"] == "total_where_region_is_o'hare"
    assert names.real("x = '‹1›'") == "x = 'O''Hare'"
