"""Contracts: placeholders, strict schemas, the fields that must not change, and how long the prompts are."""

import json
import re
from typing import get_args

import pytest

from autoviz.model.labels import ANALYSIS_LABELS
from autoviz.model.requirements import Method
from autoviz.readers.llm.building import KEYS
from autoviz.readers.llm.changing import change_schema
from autoviz.readers.llm.contracts import ADAPTATION, ANSWER, CONTRACTS, INTENT, REQUIREMENTS, build_schema
from autoviz.readers.llm.prompts import Names, load_prompt, messages
from autoviz.registry.catalog import default_catalog
from autoviz.registry.examples import examples
from autoviz.resources import templates_folder


def objects(schema):
    """Every object inside a schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for value in schema.values():
            yield from objects(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from objects(value)


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.prompt)
def test_a_prompt_holds_exactly_the_placeholders_that_are_supplied(contract):
    asked = load_prompt(contract.prompt)
    assert asked.placeholders == contract.placeholders


def test_every_prompt_file_belongs_to_a_contract():
    files = {path.stem for path in (templates_folder() / "prompts").glob("*.md")}
    assert files == {contract.prompt for contract in CONTRACTS}


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.prompt)
def test_every_object_of_a_schema_is_closed(contract):
    found = list(objects(contract.schema({})))
    assert found
    assert all(item["additionalProperties"] is False for item in found)
    assert "$ref" not in json.dumps(contract.schema({}))


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.prompt)
def test_every_text_and_every_list_of_a_schema_ends(contract):
    def check(node):
        if isinstance(node, list):
            return all(map(check, node))
        if not isinstance(node, dict):
            return True
        if node.get("type") == "string" and not {"enum", "const", "maxLength"} & set(node):
            return False
        if node.get("type") == "array" and "maxItems" not in node:
            return False
        return all(map(check, node.values()))

    assert check(contract.schema({}))


def test_the_intent_contract_keeps_its_fields():
    schema = INTENT.schema({"primary": ("a", "b")})
    assert schema == {
        "type": "object",
        "properties": {
            "primary": {"type": "string", "enum": ["a", "b"]},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "reasoning": {"type": "string", "maxLength": 200},
        },
        "required": ["primary", "confidence", "reasoning"],
        "additionalProperties": False,
    }


def test_the_adaptation_contract_keeps_its_fields():
    schema = ADAPTATION.schema({})
    assert list(schema["properties"]) == schema["required"] == ["changes", "rationale"]
    change = schema["properties"]["changes"]["items"]
    assert list(change["properties"]) == ["action", "step_id", "tool", "description", "params", "satisfies"]
    assert change["required"] == list(change["properties"])
    assert change["properties"]["action"]["enum"] == ["add", "remove", "modify"]


def test_a_change_names_the_params_of_its_own_tool_and_of_the_shortlist_alone():
    catalog = default_catalog()
    schema = change_schema(
        ("aggregate", "plot_line"), catalog.templates["time_series"].steps, ("metrics",), ("day", "steps"), catalog
    )
    offered = [item["properties"] for item in schema["anyOf"]]
    by_tool = {item["tool"]["const"]: item["params"] for item in offered if item["action"]["const"] == "add"}
    assert set(by_tool) == {"aggregate", "plot_line"}
    changed = {item["tool"]["const"] for item in offered if item["action"]["const"] == "modify"}
    assert changed == {step.tool for step in catalog.templates["time_series"].steps}
    assert set(by_tool["aggregate"]["properties"]) == set(catalog.tool("aggregate").params)
    assert by_tool["aggregate"]["properties"]["metrics"]["items"]["enum"] == ["day", "steps"]
    assert "mean" in by_tool["aggregate"]["properties"]["agg_func"]["enum"]


def test_a_frame_without_dates_can_not_get_a_time_axis():
    schema = REQUIREMENTS.schema({"metrics": ("a",), "Time.column": ()})
    assert schema["properties"]["time"] == {"type": "null"}


def test_a_build_may_look_up_only_what_is_left():
    plan = build_schema({}, {"type": "object"}, ())
    either = build_schema({}, {"type": "object"}, ("get_profile",))
    assert "anyOf" not in plan
    assert either["anyOf"][1]["properties"]["call"]["enum"] == ["get_profile"]


def test_what_is_not_supplied_is_an_error():
    with pytest.raises(Exception, match="question"):
        messages(ANSWER, {"limit": "3", "stricter": "", "facts": ""})


def test_a_value_can_not_bring_in_a_placeholder():
    values = dict.fromkeys(INTENT.placeholders, "x") | {"columns": '"{{ question }}"', "question": "secret"}
    assert '"{{ question }}"' in messages(INTENT, values)[-1]["content"]


def test_names_are_short_on_one_line_and_come_back():
    odd = ["a" * 500, "a" * 400, "two\nlines\u202e", "plain", ""]
    names = Names(odd)
    assert len(set(names.shown)) == len(odd)
    assert all(len(name) <= 70 and name.isprintable() for name in names.shown)
    assert names.real(names.show(odd)) == odd
    assert names.show("plain") == "plain"


def test_every_example_is_about_its_own_columns_and_labels():
    for entry in examples():
        assert set(entry.requirements.columns) <= set(entry.columns)
        assert set(entry.requirements.analysis) <= set(ANALYSIS_LABELS)
        assert entry.requirements.outputs


def test_a_build_may_cite_every_requirement_that_there_is():
    """All but the stations of a Query, which is compiled."""
    stated = {key for key in default_catalog().capabilities.requirements if not key.startswith("query.")}
    assert stated == set(KEYS)


def test_the_prompt_names_every_kind_of_constraint_and_every_method():
    told = load_prompt(REQUIREMENTS.prompt).system
    kinds = [key.removeprefix("constraints.") for key in KEYS if key.startswith("constraints.")]
    methods = get_args(Method)
    assert kinds and methods
    assert [word for word in (*kinds, *methods) if not re.search(rf"\b{word}\b", told)] == []
