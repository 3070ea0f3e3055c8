"""Params: the closed model that an entry implies, and messages that name what does not fit."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from autoviz.errors import ParameterError
from autoviz.model.requirements import AnyOf, Filter
from autoviz.model.tool import Param

GIVEN = {"metric": "revenue"}


def _param(**changes) -> Param:
    return Param.model_validate({"type": "text", "description": "A text.", **changes})


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("group_by", ["region", "year"], ("region", "year")),
        ("layout", "stacked", "stacked"),
        ("limit", 7, 7),
        ("limit", None, None),
    ],
)
def test_a_value_of_the_type_is_kept(world, name, value, kept):
    assert world.catalog().validated("summarise", {**GIVEN, name: value})[name] == kept


def test_filters_become_typed_conditions(world):
    condition = {"kind": "filter", "column": "region", "op": "=", "value": "West"}
    either = {"kind": "any_of", "filters": [condition, {**condition, "value": "East"}]}
    kept = world.catalog().validated("summarise", {**GIVEN, "filters": [condition, either]})["filters"]
    assert [type(item) for item in kept] == [Filter, AnyOf]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("metric", None),
        ("metric", 3),
        ("group_by", "region"),
        ("layout", "sideways"),
        ("layout", None),
        ("limit", 0),
        ("limit", 100),
        ("limit", "many"),
        ("filters", [{"kind": "filter", "column": "a", "op": "~", "value": 1}]),
        ("filters", [{"column": "a"}]),
    ],
)
def test_a_value_outside_the_type_is_refused_by_name(world, name, value):
    with pytest.raises(ParameterError) as caught:
        world.catalog().validated("summarise", {**GIVEN, name: value})
    assert name in caught.value.what
    assert "It takes metric (What is summed.)" in caught.value.hint


def test_a_missing_param_is_named(world):
    with pytest.raises(ParameterError, match="metric: Field required"):
        world.catalog().validated("summarise", {})


def test_an_unknown_param_is_answered_with_near_ones(world):
    with pytest.raises(ParameterError, match=r"(?s)no param 'metrc'.*Did you mean 'metric'\?"):
        world.catalog().validated("summarise", {"metrc": "revenue"})


def test_the_json_schema_is_closed_and_carries_the_descriptions(world):
    schema = world.catalog().params_model("summarise").model_json_schema()
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["metric"]
    assert schema["properties"]["metric"]["description"] == "What is summed."
    assert schema["properties"]["layout"]["enum"] == ["stacked", "grouped"]


def test_no_default_means_required_and_a_null_default_means_optional():
    assert _param().required
    assert not _param(default="x").nullable
    assert _param(default=None).nullable


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "choice"},
        {"choices": ["a"]},
        {"type": "choice", "choices": ["a"], "default": "b"},
        {"type": "list"},
        {"helptext": "x"},
    ],
)
def test_a_param_that_contradicts_itself_is_refused(changes):
    with pytest.raises(ValidationError):
        _param(**changes)


@pytest.mark.parametrize("default", [0, 100, "many", 2.5])
def test_a_default_outside_its_own_type_is_refused_at_load(world, default):
    world.family["tools"]["summarise"]["params"]["limit"]["default"] = default
    from autoviz.errors import RegistryError

    world.module = world.module.replace("int | None", "int")
    with pytest.raises(RegistryError, match="limit"):
        world.catalog()
