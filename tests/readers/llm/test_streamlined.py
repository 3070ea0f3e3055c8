"""The streamlined strategy: one build step, look-ups only where they are wanted, retried as the rest."""

import json
from dataclasses import replace

import pytest

import autoviz
from autoviz.analysis import Analysis, opening
from autoviz.errors import AutovizError
from autoviz.pipeline import run
from autoviz.profile import profile

QUESTION = "average revenue by region"
ASKED = {
    "metrics": ["revenue"], "group_by": ["region"], "time": None, "analysis": ["compare"], "outputs": ["chart"],
    "constraints": [{"kind": "aggregate", "metric": "revenue", "func": "mean"}],
}  # fmt: skip
MEAN = {
    "action": "modify", "step_id": "aggregate", "tool": "aggregate", "description": "the mean",
    "params": {"group_by": ["region"], "metrics": ["revenue"], "agg_func": "mean"},
    "satisfies": ["metrics", "group_by", "analysis.compare", "constraints.aggregate"],
}  # fmt: skip
PLAN = {"requirements": ASKED, "changes": [MEAN], "rationale": "The mean per region."}
SUM = {**PLAN, "changes": [{**MEAN, "params": {**MEAN["params"], "agg_func": "sum"}}]}


def call(name):
    return json.dumps({"call": name})


def ask(server, frame, question=QUESTION, **settings):
    return autoviz.ask(frame, question, reader="llm", strategy="streamlined", model_url=server.url, **settings)


@pytest.fixture
def profiles(monkeypatch):
    """The frames that were profiled by the build."""
    seen = []

    def watched(frame, name, **more):
        seen.append(name)
        return profile(frame, name, **more)

    monkeypatch.setattr("autoviz.stages.build.profile", watched)
    return seen


def test_one_request_is_enough_and_nothing_is_profiled(server, sales, profiles):
    server.say(json.dumps(PLAN))
    found = ask(server, sales)
    assert len(server.requests) == 1
    assert not profiles
    assert [stage.stage for stage in found.provenance.stages if stage.needs_model] == ["build", "rebuild", "adaptation"]
    expected = sales.groupby("region")["revenue"].mean().round(6).to_dict()
    assert found.table.dropna().set_index("region")["revenue"].round(6).to_dict() == expected
    assert found.coverage.complete
    assert not found.record.notes


def test_what_the_model_looks_up_is_fetched_once_and_told(server, sales, profiles):
    server.say(call("get_profile"), call("get_metadata"), json.dumps(PLAN))
    found = ask(server, sales)
    assert profiles == ["df"]
    first, second, third = (body["messages"][-1]["content"] for body in server.requests)
    assert '"region" categorical' in first
    assert "get_profile" in second
    assert f"rows {len(sales)}" in third
    assert found.record.notes == ("Looked up before building: get_profile, get_metadata.",)
    assert [item.reply for item in found.provenance.calls][:2] == [call("get_profile"), call("get_metadata")]


def test_nothing_can_be_looked_up_twice_and_at_most_so_often(server, sales):
    server.say(call("get_profile"), call("get_metadata"), json.dumps(PLAN))
    ask(server, sales, model_calls=1, model_cache=False)
    schemas = [json.dumps(body["response_format"]) for body in server.requests]
    assert "get_profile" in schemas[0]
    assert "get_metadata" not in schemas[1]
    assert "call" not in server.requests[2]["response_format"]["json_schema"]["schema"].get("properties", {})


def test_an_earlier_plan_is_changed_instead_of_built(server, sales):
    earlier = autoviz.ask(sales, "total units by region").plan
    change = {**MEAN, "step_id": next(step.id for step in earlier.steps if step.tool == "aggregate")}
    draw = {"action": "modify", "step_id": next(step.id for step in earlier.steps if step.tool == "plot_bar"),
            "tool": "plot_bar", "description": "draw it", "params": {"y": "revenue"},
            "satisfies": ["outputs.chart"]}  # fmt: skip
    server.say(call("get_prior_plan"), json.dumps({**PLAN, "changes": [change, draw]}))
    state = opening(sales, QUESTION, reader="llm", strategy="streamlined", model_url=server.url)
    found = Analysis(run(replace(state, context=replace(state.context, earlier=earlier))))
    assert "units" in server.requests[1]["messages"][-1]["content"]
    assert "An earlier plan was changed instead of a template." in found.record.notes
    assert "revenue" in found.table.columns
    assert found.coverage.complete


def test_no_earlier_plan_is_said(server, sales):
    server.say(call("get_prior_plan"), json.dumps(PLAN))
    ask(server, sales)
    assert "there is none" in server.requests[1]["messages"][-1]["content"]


def test_a_plan_with_gaps_is_built_again_with_what_is_wrong(server, sales):
    server.say(json.dumps(SUM), json.dumps(PLAN))
    found = ask(server, sales)
    assert "A plan before was refused" in server.requests[1]["messages"][-1]["content"]
    assert "constraints.aggregate" in server.requests[1]["messages"][-1]["content"]
    assert found.coverage.complete
    assert not found.record.notes


def test_three_attempts_then_a_helpful_error_or_the_next_reader(server, sales):
    server.say(json.dumps(SUM))
    with pytest.raises(AutovizError, match=r"constraints\.aggregate") as caught:
        ask(server, sales, model_only=True, model_cache=False)
    assert caught.value.hint
    assert len(server.requests) == 3
    found = ask(server, sales, model_cache=False)
    assert "embedded reader took over" in found.record.notes[0]
    assert found.coverage.complete


def test_dates_in_text_are_found_out_before_the_plan_runs(server, sales, profiles):
    asked = {**ASKED, "group_by": [], "time": {"column": "date", "grain": "month"}, "analysis": ["trend"]}
    frame = sales.assign(date=sales["date"].astype(str))
    plan = {"requirements": asked, "rationale": "Monthly.", "changes": [
        {**MEAN, "params": {"group_by": ["date"], "metrics": ["revenue"], "agg_func": "mean", "grain": "month"},
         "satisfies": ["metrics", "time"]},
    ]}  # fmt: skip
    server.say(call("get_profile"), json.dumps(plan))
    found = ask(server, frame, "monthly average revenue")
    assert profiles
    assert found.table["date"].dt.day.eq(1).all()


def test_the_stages_are_its_own(server, sales):
    server.say(json.dumps(PLAN))
    stages = [stage.stage for stage in ask(server, sales).provenance.stages]
    assert stages == [
        "schema",
        "build",
        "template",
        "rebuild",
        "adaptation",
        "coverage",
        "execution",
        "proof",
        "answer",
    ]


def test_no_cell_value_is_looked_up(server, sales):
    frame = sales.assign(region="canary7", revenue=918273.0)
    server.say(call("get_profile"), call("get_metadata"), call("get_prior_plan"), json.dumps(PLAN))
    ask(server, frame)
    everything = b"".join(server.raw)
    assert len(server.requests) == 4
    assert b"canary7" not in everything
    assert b"918273" not in everything
