"""Retrying: what goes back shows the refused plan and the number of the try; no reader keeps anything in between."""

import json

from autoviz.analysis import opening
from autoviz.model.coverage import Coverage, Gap
from autoviz.model.plan import Plan, Step
from autoviz.pipeline import run
from autoviz.readers.base import Refused
from autoviz.readers.llm.prompts import Names
from autoviz.readers.llm.telling import gaps_text
from tests.readers.llm.test_reader import ASKED, CHANGES, GOOD, MEAN, QUESTION, ask, script
from tests.readers.llm.test_sql import requests_for

SUMMED = {"changes": [{**MEAN, "params": {**MEAN["params"], "agg_func": "sum"}}], "rationale": "A sum."}


def test_every_kind_of_gap_the_plan_and_the_try_are_told():
    gaps = Coverage(served={}, gaps=(
        Gap(kind="missing", key="time", message="no step serves time"),
        Gap(kind="unjustified", key="extra", message="nobody asked for this"),
        Gap(kind="misordered", key="draw", message="drawn before it is grouped"),
        Gap(kind="refused", key="plot_area", message="areas of means mislead"),
    ))  # fmt: skip
    plan = Plan(template="time_series", steps=(Step(id="draw", tool="plot_bar", params={"x": "long name"}),))
    told = gaps_text(gaps, Refused(plan, 2, 3), Names(["long name"]))
    assert told.startswith("This is try 2 of 3. A plan before was refused:\n- draw: plot_bar ")
    for line in ("- missing time: ", "- unjustified extra: ", "- misordered draw: ", "- refused plot_area: "):
        assert line in told
    assert gaps_text(None, None, Names([])) == gaps_text(Coverage(served={}), None, Names([])) == ""


def test_the_refused_plan_and_the_number_of_the_try_go_back(server, sales):
    script(server, GOOD | {"adaptation": [SUMMED, SUMMED, CHANGES]})
    found = ask(server, sales, model_only=True, model_cache=False)
    first, second, third = (body["messages"][-1]["content"] for body in requests_for(server, "adaptation"))
    assert "refused" not in first
    assert "This is try 2 of 3." in second
    assert "This is try 3 of 3." in third
    assert '"agg_func":"sum"' in second.partition("refused:")[2]
    assert "- missing constraints.aggregate" in second
    assert found.coverage.complete


def test_a_build_is_told_the_same(server, sales):
    plan = {"requirements": ASKED, **CHANGES}
    server.say(json.dumps({"requirements": ASKED, **SUMMED}), json.dumps(plan))
    ask(server, sales, strategy="streamlined")
    told = server.requests[1]["messages"][-1]["content"]
    assert "This is try 2 of 3." in told
    assert '"agg_func":"sum"' in told.partition("refused:")[2]


def test_a_reader_keeps_nothing_between_stages(server, sales):
    """What a reader holds is the same before and after; requests are counted in its dialogue."""
    script(server, GOOD | {"task_analysis": {"complexity": "simple", "needs": []}})
    settings = {"reader": "llm", "model_url": server.url, "task_analysis": True}
    state = opening(sales, QUESTION, **settings)
    before = dict(vars(state.reader))
    finished = run(state)
    assert vars(state.reader) == before
    assert set(before) == {"dialogue", "_embedded", "_encoder"}
    assert "The task is simple" in finished.read.context.task
    plan = {"requirements": ASKED, **CHANGES}
    server.by_request = None
    server.say(json.dumps(plan))
    built = run(opening(sales, QUESTION, strategy="streamlined", **settings))
    assert set(vars(built.read.reader)) == set(before)
    assert built.read.built.steps


def test_a_critique_knows_the_question(server, sales):
    script(server, GOOD | {"critique": {"missing": [], "reason": "ok"}})
    ask(server, sales, model_critique=True)
    (body,) = requests_for(server, "critique")
    assert f"Question: {QUESTION}" in body["messages"][-1]["content"]
