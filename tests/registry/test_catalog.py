"""Catalog: families, capabilities, intents and templates loaded together, and what points nowhere refused."""

from __future__ import annotations

import pytest

from autoviz.errors import ParameterError, RegistryError
from autoviz.registry.catalog import load_catalog
from autoviz.registry.files import read_yaml


def _refused(world, *expected: str, more=()) -> None:
    with pytest.raises(RegistryError) as caught:
        world.catalog(*more)
    for words in expected:
        assert words in str(caught.value), str(caught.value)
    assert caught.value.hint


def test_a_sound_registry_loads(world):
    catalog = world.catalog()
    assert list(catalog.tools) == ["summarise", "summarise_stacked"]
    assert list(catalog.functions) == list(catalog.tools)
    assert list(catalog.intents) == ["comparison"]
    assert list(catalog.templates) == ["compare"]
    assert catalog.off == {}


def test_a_module_without_a_file(world):
    lonely = world.folder / "registry" / "tools" / "lonely.yaml"
    _refused(world, "The module world_lonely has no lonely.yaml", more=[(lonely, world.code("", "lonely"))])


def test_a_file_without_a_module(world):
    world.family_file({"family": "orphans", "description": "No module.", "tools": {}})
    _refused(world, "orphans.yaml describes a family that no module is registered for", "autoviz.tools")


def test_a_tool_name_in_two_files(world):
    other = {**world.family, "family": "doubles", "tools": {"summarise": world.family["tools"]["summarise"]}}
    more = [(world.family_file(other), world.code(name="doubles"))]
    _refused(world, "'summarise' stands in shapes.yaml and in doubles.yaml", more=more)


def test_a_broken_core_set(world):
    world.capabilities["core"] = ["aggregate", "time_travel"]
    _refused(world, "No tool has the core capability 'time_travel'")


def test_a_core_capability_may_be_named_by_its_alias(world):
    world.capabilities["core"] = ["summarize"]
    assert world.catalog().capabilities.core == ("summarize",)


def test_a_label_without_a_tool_is_switched_off_with_a_warning(world):
    world.capabilities["requirements"]["constraints.window"] = ["rolling"]
    with pytest.warns(UserWarning, match=r"constraints\.window is switched off: no tool has any of rolling"):
        catalog = world.catalog()
    assert catalog.off == {"constraints.window": "no tool has any of rolling"}
    assert catalog.tools_serving("constraints.window") == ()


@pytest.mark.parametrize(
    "tag",
    ["!!python/object/apply:os.system ['true']", "!!python/name:os.system", "!!python/object:os.Popen {}", "!shell x"],
)
def test_an_unsafe_tag_is_refused(world, tag):
    path = world.write("registry/tools/evil.yaml", f"family: {tag}\n")
    with pytest.raises(RegistryError, match=r"evil\.yaml is not valid YAML"):
        read_yaml(path)


def test_a_key_that_is_there_twice_is_refused(world):
    path = world.write("registry/doubled.yaml", "version: 1\ntools:\n  a: {x: 1}\n  a: {x: 2}\n")
    with pytest.raises(RegistryError, match=r"(?s)doubled\.yaml is not valid YAML.*'a'"):
        read_yaml(path)


@pytest.mark.parametrize("content", ["", "[1, 2]", "just text"])
def test_a_file_that_holds_no_mapping_is_refused(world, content):
    with pytest.raises(RegistryError, match=r"bad\.yaml must hold a mapping"):
        read_yaml(world.write("bad.yaml", content))


def test_a_file_that_is_not_there_is_named(world):
    with pytest.raises(RegistryError, match=r"nowhere\.yaml is missing"):
        read_yaml(world.folder / "nowhere.yaml")


def test_a_requirement_for_an_unknown_label(world):
    world.capabilities["requirements"]["analysis.magic"] = ["aggregate"]
    _refused(world, "analysis.magic, which is no analysis label")


def test_a_slip_in_a_constraint_or_a_section(world):
    world.capabilities["requirements"]["constraints.fliter"] = ["aggregate"]
    _refused(world, "constraints.fliter, which is no constraints label", "'filter'")
    del world.capabilities["requirements"]["constraints.fliter"]
    world.capabilities["requirements"]["constraint.filter"] = ["aggregate"]
    _refused(world, "constraint.filter, which is no requirement key", "'constraints'")


def test_a_slip_in_a_capability(world):
    world.capabilities["requirements"]["analysis.total"] = ["agregate"]
    _refused(world, "names the capability 'agregate'", "Did you mean 'aggregate'?")


def test_a_slip_in_what_a_tool_says_of_itself(world):
    entry = world.family["tools"]["summarise"]
    entry["capabilities"] = [*entry["capabilities"], "agregate"]
    _refused(world, "shapes.yaml, summarise has the capability 'agregate'", "Did you mean 'aggregate'?")
    entry["capabilities"] = entry["capabilities"][:-1]
    entry["serves"] = {"aggregate": ["metrc"]}
    _refused(world, "shapes.yaml, summarise serves 'aggregate' with a param 'metrc'", "Did you mean 'metric'?")
    entry["serves"] = {"aggregate": ["metric"]}
    other = {**entry, "serves": {"agregate": ["metric"]}}
    doubles = world.family_file({**world.family, "family": "doubles", "tools": {"total": other}})
    more = [(doubles, world.code(world.module.replace("def summarise(", "def total("), "doubles"))]
    _refused(world, "doubles.yaml, total serves 'agregate'", "Did you mean 'aggregate'?", more=more)


def test_a_label_without_a_line(world):
    del world.capabilities["requirements"]["analysis.trend"]
    _refused(world, "no line for analysis.trend")


def test_an_unknown_key_in_the_capabilities(world):
    world.capabilities["cores"] = []
    _refused(world, "capabilities.yaml: cores")


def test_an_intent_with_an_unknown_template(world):
    world.intents["intents"]["comparison"]["family"] = ["comparee"]
    _refused(world, "comparison: there is no template 'comparee'", "Did you mean 'compare'?")


def test_an_intent_with_an_unknown_label(world):
    world.intents["intents"]["comparison"]["analysis"] = ["magic"]
    _refused(world, "comparison: 'magic' is no analysis label")


def test_an_unknown_key_of_an_intent(world):
    world.intents["intents"]["comparison"]["prioritee"] = 3
    _refused(world, "intents.yaml, comparison: prioritee")


def test_an_unknown_key_beside_the_intents(world):
    world.intents["intentions"] = {}
    _refused(world, "intents.yaml", "intentions")


def test_a_template_of_an_intent_that_does_not_name_it(world):
    world.template["intents"] = ["ranking"]
    _refused(world, "compare.yaml names the intent 'ranking'")


def test_a_template_with_an_unknown_tool(world):
    world.template["tools"] = ["summarise", "summarize"]
    _refused(world, "compare.yaml: there is no tool 'summarize'", "Did you mean 'summarise'")


def test_a_step_whose_tool_is_not_curated(world):
    world.template["tools"] = ["summarise_stacked"]
    _refused(world, "step 'sum' uses 'summarise', which is not in its tools")


def test_a_step_with_an_unknown_param(world):
    world.template["steps"][0]["params"] = {"metrc": "$metric"}
    _refused(world, "gives summarise a param 'metrc'", "Did you mean 'metric'?")


def test_defaults_of_an_unknown_tool_or_param(world):
    world.template["defaults"] = {"summarize": {"metric": "$metric"}}
    _refused(world, "compare.yaml: there is no tool 'summarize'", "Did you mean 'summarise'")
    world.template["defaults"] = {"summarise": {"metrc": "x"}}
    _refused(world, "compare.yaml: the defaults give summarise a param 'metrc'", "Did you mean 'metric'?")


def test_a_step_that_reads_from_no_earlier_step(world):
    world.template["steps"][0]["inputs"] = ["parse"]
    _refused(world, "compare.yaml", "'sum'", "'parse'")


def test_two_steps_of_one_name(world):
    world.template["steps"] *= 2
    _refused(world, "compare.yaml", "two steps are called 'sum'")


def test_an_unknown_tool_is_answered_with_near_ones(world):
    with pytest.raises(RegistryError, match="Did you mean 'summarise'"):
        world.catalog().tool("sumarise")


def test_params_are_checked_and_filled_in(world):
    given = world.catalog().validated("summarise", {"metric": "revenue"})
    assert given == {"metric": "revenue", "group_by": (), "layout": "grouped", "limit": None, "filters": ()}


def test_a_preset_fills_in_what_it_fixes_and_no_longer_offers_it(world):
    catalog = world.catalog()
    assert catalog.validated("summarise_stacked", {"metric": "revenue"})["layout"] == "stacked"
    with pytest.raises(ParameterError, match="no param 'layout'"):
        catalog.validated("summarise_stacked", {"metric": "revenue", "layout": "grouped"})


def test_loading_changes_nothing_on_disk(world):
    world.catalog()
    before = {path: path.read_bytes() for path in sorted(world.folder.rglob("*.yaml"))}
    load_catalog([(world.family_file(), world.code())], world.folder / "registry", world.folder / "plans")
    assert {path: path.read_bytes() for path in sorted(world.folder.rglob("*.yaml"))} == before


def test_the_digest_follows_what_is_embedded(world):
    before = world.catalog().digest
    assert world.catalog().digest == before
    world.family["tools"]["summarise"]["description"] = "Add a column up per group."
    assert world.catalog().digest != before
