"""Mending: what a model writes almost right is mended and logged; what would change the question is refused."""

import json

import pytest

import autoviz
from autoviz.model.plan import Step
from autoviz.registry.catalog import default_catalog
from autoviz.registry.repairs import mended, repaired
from tests.readers.llm.test_reader import ASKED, CHANGES, GOOD, MEAN, ask, script
from tests.readers.llm.test_sql import requests_for


def changes(params, **others):
    return {"changes": [{**MEAN, "params": params, **others}], "rationale": "The mean."}


def repairs_of(found):
    return [
        (item.step_id, item.param, item.before, item.after) for step in found.provenance.steps for item in step.repairs
    ]


def test_the_casing_of_a_column_is_mended_and_logged(server, sales):
    said = {"group_by": ["Region"], "metrics": ["REVENUE"], "agg_func": "mean"}
    script(server, GOOD | {"adaptation": changes(said)})
    found = ask(server, sales, model_only=True)
    assert len(requests_for(server, "adaptation")) == 1
    assert found.coverage.complete
    aggregate = next(step for step in found.plan.steps if step.tool == "aggregate")
    assert (list(aggregate.params["group_by"]), list(aggregate.params["metrics"])) == (["region"], ["revenue"])
    assert repairs_of(found) == [
        (aggregate.id, "group_by", "Region", "region"), (aggregate.id, "metrics", "REVENUE", "revenue")
    ]  # fmt: skip
    assert found.metrics.repairs == 2
    assert "the frame spells it so" in found.to_html()


def test_a_kept_reply_is_mended_and_logged_again(server, sales):
    said = {"group_by": ["Region"], "metrics": ["revenue"], "agg_func": "mean"}
    script(server, GOOD | {"adaptation": changes(said)})
    first, again = ask(server, sales), ask(server, sales)
    assert all(call.cached for call in again.provenance.calls)
    assert repairs_of(again) == repairs_of(first) != []


def test_a_param_that_the_tool_does_not_have_is_dropped_and_logged(server, sales):
    script(server, GOOD | {"adaptation": changes({**MEAN["params"], "colour": "red"})})
    found = ask(server, sales, model_only=True)
    assert len(requests_for(server, "adaptation")) == 1
    assert [(param, before, after) for _, param, before, after in repairs_of(found)] == [("colour", "red", None)]


def test_a_tool_that_does_not_work_without_it_is_refused(server, sales):
    draw = {**MEAN, "action": "add", "step_id": "draw", "tool": "plot_bar", "satisfies": ["outputs.chart"],
            "params": {"horizontal": "region", "vertical": "revenue"}}  # fmt: skip
    script(server, GOOD | {"adaptation": [{"changes": [MEAN, draw], "rationale": "Bars."}, CHANGES]})
    found = ask(server, sales, model_only=True)
    sent_back = requests_for(server, "adaptation")[1]["messages"][-1]["content"]
    assert "params.x: is required" in sent_back
    assert found.coverage.complete


def test_a_column_that_is_not_there_goes_back_with_the_nearest(server, sales):
    script(server, GOOD | {"adaptation": [changes({**MEAN["params"], "group_by": ["regoin"]}), CHANGES]})
    found = ask(server, sales, model_only=True)
    sent_back = requests_for(server, "adaptation")[1]["messages"][-1]["content"]
    assert "'regoin', which is not there" in sent_back
    assert "'region'" in sent_back
    assert not repairs_of(found)


def test_the_server_is_still_asked_to_force_the_strict_schema(server, sales):
    script(server, GOOD)
    ask(server, sales)
    schema = requests_for(server, "adaptation")[0]["response_format"]["json_schema"]["schema"]
    assert '"additionalProperties": true' not in json.dumps(schema)
    added = next(item for item in schema["properties"]["changes"]["items"]["anyOf"]
                 if item["properties"]["tool"].get("const") == "aggregate")  # fmt: skip
    assert "region" in added["properties"]["params"]["properties"]["group_by"]["items"]["enum"]


def test_what_the_streamlined_strategy_builds_is_mended_too(server, sales):
    said = {"group_by": ["REGION"], "metrics": ["revenue"], "agg_func": "mean", "sorted": True}
    server.say(json.dumps({"requirements": ASKED, **changes(said)}))
    found = autoviz.ask(sales, "average revenue by region", reader="llm", strategy="streamlined", model_url=server.url)
    assert len(server.requests) == 1
    assert {(param, before, after) for _, param, before, after in repairs_of(found)} == {
        ("group_by", "REGION", "region"), ("sorted", True, None)
    }  # fmt: skip


def test_the_column_of_a_condition_is_mended_as_well():
    west = {"kind": "filter", "column": "Region", "op": "=", "value": "West"}
    either = {"kind": "any_of", "filters": [west, {**west, "column": "UNITS", "value": 5}]}
    step = Step(id="filter", tool="filter_rows", params={"filters": [west, either]})
    fixed, repairs = mended(step, ["region", "units"], default_catalog())
    assert fixed.params["filters"][0]["column"] == "region"
    assert [item["column"] for item in fixed.params["filters"][1]["filters"]] == ["region", "units"]
    assert [item.after for item in repairs] == ["region", "region", "units"]
    assert step.params["filters"] == [west, either]


@pytest.mark.parametrize(("tool", "params", "filled"), [
    ("aggregate", {"group_by": ["a"], "metrics": ["b"]}, {"agg_func": "sum"}),
    ("aggregate", {"group_by": ["a"], "metrics": ["b"], "agg_func": "mean"}, {}),
    ("rolling_average", {"metric": "b"}, {"window": 3}),
    ("show_table", {}, {}),
])  # fmt: skip
def test_a_default_that_carries_meaning_is_logged_where_it_is_filled_in(tool, params, filled):
    _, repairs = repaired(Step(id="step", tool=tool, params=params), ["a", "b"], default_catalog())
    assert {item.param: item.after for item in repairs} == filled
    assert all(item.before is None and "default" in item.reason for item in repairs)
