"""Binding: a tool's entry and its function agree, and every kind of drift is refused by a message naming both sides."""

from __future__ import annotations

import pytest

from autoviz.errors import RegistryError
from autoviz.registry.binding import load_family


def _refused(world, *expected: str, source: str | None = None) -> str:
    """Load the family as it now is; the message must hold each of these words."""
    path, module = world.family_file(), world.code(source)
    with pytest.raises(RegistryError) as caught:
        load_family(path, module)
    told = str(caught.value)
    for words in expected:
        assert words in told, told
    assert caught.value.hint, "a hint says what to do"
    return told


def test_an_entry_and_its_function_are_bound(world):
    module = world.code()
    tools, functions = load_family(world.family_file(), module)
    assert [tool.name for tool in tools] == ["summarise", "summarise_stacked"]
    assert functions == {"summarise": module.summarise, "summarise_stacked": module.summarise}


def test_a_param_renamed_in_the_code(world):
    _refused(
        world, "shapes.yaml, summarise", "'measure'", "'metric'", source=world.module.replace("metric:", "measure:")
    )


def test_a_param_renamed_in_the_file(world):
    params = world.family["tools"]["summarise"]["params"]
    params["measure"] = params.pop("metric")
    _refused(world, "shapes.yaml, summarise", "'measure'", "'metric'")


def test_a_type_that_does_not_match(world):
    world.family["tools"]["summarise"]["params"]["limit"]["type"] = "number"
    _refused(world, "'limit' is of type number in the file", "float | None", "int | None")


def test_a_nullable_param_that_the_code_does_not_take_as_none(world):
    _refused(world, "'limit'", "int | None", source=world.module.replace("int | None", "int"))


def test_a_param_without_annotation(world):
    _refused(world, "'metric' is of type column", "str", source=world.module.replace("metric: str", "metric"))


def test_a_default_in_the_code(world):
    _refused(
        world,
        "gives 'layout' the default 'grouped'",
        "YAML",
        source=world.module.replace("layout: str", "layout: str = 'grouped'"),
    )


@pytest.mark.parametrize("key", ["colour", "import_path", "module"])
def test_an_unknown_key_of_a_tool(world, key):
    world.family["tools"]["summarise"][key] = "os.system"
    _refused(world, f"shapes.yaml, summarise: {key}", "Known fields are")


def test_an_unknown_key_of_a_param(world):
    world.family["tools"]["summarise"]["params"]["metric"]["defualt"] = 3
    _refused(world, "params.metric.defualt")


def test_an_unknown_key_of_the_file(world):
    world.family["author"] = "me"
    _refused(world, "shapes.yaml: author")


def test_an_unknown_type_of_a_param(world):
    world.family["tools"]["summarise"]["params"]["metric"]["type"] = "dataframe"
    _refused(world, "params.metric.type", "'column'")


@pytest.mark.parametrize("key", ["description", "version", "capabilities", "inputs", "outputs", "params", "code"])
def test_a_missing_key_of_a_tool(world, key):
    del world.family["tools"]["summarise"][key]
    _refused(world, f"shapes.yaml, summarise: {key}")


def test_an_entry_without_a_function(world):
    _refused(world, "shapes.yaml describes summarise", "world_shapes has no function of that name",
             source=world.module.replace("def summarise", "def summarize"))  # fmt: skip


def test_an_entry_whose_name_is_no_function_of_the_module(world):
    _refused(world, "world_shapes has no function of that name", source="summarise = 3\n")


def test_a_function_without_an_entry(world):
    more = world.module + "\n\ndef extra(df: Table) -> Outcome:\n    return Outcome()\n"
    _refused(world, "world_shapes has a function extra that shapes.yaml does not describe", source=more)


def test_an_imported_function_needs_no_entry(world):
    load_family(world.family_file(), world.code(world.module + "\nfrom textwrap import dedent\n"))


def test_inputs_that_are_not_the_positional_arguments(world):
    world.family["tools"]["summarise"]["inputs"] = ["left", "right"]
    _refused(world, "['left', 'right']", "['df']")


def test_a_function_that_returns_something_else(world):
    _refused(
        world,
        "must return Outcome",
        source=world.module.replace("-> Outcome:\n    return _kept", "-> Table:\n    return _kept"),
    )


def test_a_file_that_names_another_family(world):
    path = world.family_file()
    world.family["family"] = "charts"
    path.write_text(world.write("other.yaml", world.family).read_text("utf-8"), "utf-8")
    with pytest.raises(RegistryError, match=r"shapes\.yaml says family 'charts'"):
        load_family(path, world.code())


def test_a_preset_that_also_offers_what_it_fixes(world):
    preset = world.family["tools"]["summarise_stacked"]
    preset["params"] = {"layout": {"type": "text", "default": "stacked", "description": "Layout."}}
    _refused(world, "summarise_stacked fixes 'layout' and offers it as a param too")


def test_a_preset_that_fixes_an_unknown_param(world):
    world.family["tools"]["summarise_stacked"]["fixed"] = {"lay_out": "stacked"}
    _refused(world, "fixes 'lay_out', which summarise does not take", "layout")


def test_a_preset_that_offers_an_unknown_param(world):
    world.family["tools"]["summarise_stacked"]["params"] = {"colour": {"type": "text", "description": "Colour."}}
    _refused(world, "summarise_stacked", "'colour'", "summarise")


def test_a_preset_that_changes_the_type_of_a_param(world):
    offered = {"limit": {"type": "text", "default": None, "description": "Rows."}}
    world.family["tools"]["summarise_stacked"]["params"] = offered
    _refused(world, "summarise_stacked", "'limit'", "integer", "text")


@pytest.mark.parametrize("value", ["sideways", 3, None])
def test_a_preset_that_fixes_a_param_at_a_value_outside_its_type(world, value):
    world.family["tools"]["summarise_stacked"]["fixed"] = {"layout": value}
    _refused(world, "summarise_stacked", "layout", "'stacked'")


def test_a_preset_of_an_unknown_tool(world):
    world.family["tools"]["summarise_stacked"]["function"] = "sumarise"
    _refused(world, "the preset's function 'sumarise' is no tool of this file", "summarise")


def test_a_preset_of_a_preset(world):
    world.family["tools"]["again"] = {"function": "summarise_stacked", "fixed": {}, "description": "Again."}
    _refused(world, "'summarise_stacked' is no tool of this file")


def test_a_function_of_the_presets_name_is_undescribed(world):
    more = world.module + "\n\ndef summarise_stacked(df: Table) -> Outcome:\n    return Outcome()\n"
    _refused(world, "has a function summarise_stacked that shapes.yaml does not describe", source=more)


def test_a_preset_inherits_what_it_does_not_say(world):
    tools = {tool.name: tool for tool in load_family(world.family_file(), world.code())[0]}
    base, preset = tools["summarise"], tools["summarise_stacked"]
    assert (preset.function, preset.fixed) == ("summarise", {"layout": "stacked"})
    assert "layout" not in preset.params
    assert preset.params == {name: param for name, param in base.params.items() if name != "layout"}
    assert (preset.capabilities, preset.code, preset.version) == (base.capabilities, base.code, base.version)
    assert preset.description == "The same, stacked."


def test_a_preset_may_give_another_default(world):
    offered = {"limit": {"type": "integer", "default": 5, "description": "Rows."}}
    world.family["tools"]["summarise_stacked"]["params"] = offered
    preset = load_family(world.family_file(), world.code())[0][1]
    assert preset.params["limit"].default == 5
    assert list(preset.params) == ["metric", "group_by", "limit", "filters"]
