"""The streamlined strategy in a session: a follow-up changes the plan before, which the model is shown."""

import json

import autoviz

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
WEST = {
    "action": "add", "step_id": "filter", "tool": "filter_rows", "description": "the West alone",
    "params": {"filters": [{"kind": "filter", "column": "region", "op": "=", "value": "West"}]},
    "satisfies": ["constraints.filter"],
}  # fmt: skip
CHANGED = {"changes": [WEST], "rationale": "One step more."}


def session_on(server, frame, **settings):
    return autoviz.Session(frame, reader="llm", strategy="streamlined", model_url=server.url, **settings)


def test_a_follow_up_is_planned_in_one_request_from_the_plan_before(server, sales):
    session = session_on(server, sales)
    server.say(json.dumps(PLAN), json.dumps(CHANGED))
    first = session.ask(QUESTION)
    second = session.ask("only the West")
    assert len(server.requests) == 2
    told = server.requests[1]["messages"][-1]["content"].partition("Steps:")[2]
    assert all(f"- {step.id}: {step.tool}" in told for step in first.plan.steps)
    assert not any("took over" in note for note in second.record.notes)
    assert [step.tool for step in second.plan.steps] == ["filter_rows", *(step.tool for step in first.plan.steps)]
    assert second.diff.base == "the earlier plan"
    assert set(second.table["region"]) == {"West"}
    assert second.coverage.complete


def test_what_the_follow_up_lacks_is_asked_for_again_with_the_refused_plan(server, sales):
    session = session_on(server, sales)
    lacking = {"changes": [], "rationale": "Nothing to do."}
    server.say(json.dumps(PLAN), json.dumps(lacking), json.dumps(CHANGED))
    session.ask(QUESTION)
    second = session.ask("only the West")
    told = server.requests[2]["messages"][-1]["content"]
    assert "try 2 of 3" in told
    assert "constraints.filter" in told
    assert set(second.table["region"]) == {"West"}


def test_a_correction_of_a_built_plan_is_planned_anew(server, sales):
    server.say(json.dumps(PLAN), json.dumps({"changes": [MEAN], "rationale": "As before."}))
    found = autoviz.ask(sales, QUESTION, reader="llm", strategy="streamlined", model_url=server.url)
    edited = found.edited(chart="pie")
    assert edited.charts[0].mark == "pie"


def test_where_the_model_fails_in_a_follow_up_the_next_reader_plans_it(server, sales):
    session = session_on(server, sales)
    server.say(json.dumps(PLAN), "I would rather not.")
    session.ask(QUESTION)
    second = session.ask("only the West")
    assert any("embedded reader took over" in note for note in second.record.notes)
    assert set(second.table["region"]) == {"West"}
