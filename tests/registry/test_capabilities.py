"""CapabilityMap: which capabilities serve a requirement, under their own names and under aliases."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from autoviz.registry.capabilities import CapabilityMap

MAP = CapabilityMap(
    version=1,
    core=("aggregate",),
    aliases={"groupby": "group_by"},
    requirements={"group_by": ("groupby", "segment"), "analysis.trend": ("line",)},
    justified_by={"line": ("trend", "change")},
)


def test_an_alias_stands_for_the_capability():
    assert MAP.canonical("groupby") == "group_by"
    assert MAP.canonical("segment") == "segment"


def test_any_listed_capability_serves_a_requirement():
    assert MAP.serving("group_by") == {"group_by", "segment"}


def test_an_unknown_requirement_is_served_by_nothing():
    assert MAP.serving("constraints.magic") == frozenset()


@pytest.mark.parametrize(
    ("labels", "expected"), [(["trend"], True), (["total", "change"], True), (["total"], False), ([], False)]
)
def test_an_analysis_of_its_own_needs_one_of_its_labels(labels, expected):
    assert MAP.justifies("line", labels) is expected


def test_a_capability_that_is_no_analysis_needs_no_label():
    assert MAP.justifies("group_by", [])


@pytest.mark.parametrize("change", [{"version": 0}, {"core": ()}, {"requirement": {}}])
def test_a_map_of_another_shape_is_refused(change):
    with pytest.raises(ValidationError):
        MAP.replaced(**change)


def test_aliases_and_their_targets_are_chained_no_further(world):
    world.capabilities["aliases"] = {"sum_up": "summarize", "summarize": "aggregate"}
    world.capabilities["requirements"]["analysis.total"] = ["sum_up"]
    from autoviz.errors import RegistryError

    with pytest.raises(RegistryError, match="alias"):
        world.catalog()


def test_a_tool_serves_by_its_capabilities(world):
    catalog = world.catalog()
    assert catalog.serves("summarise", "outputs.chart")
    assert catalog.tools_serving("analysis.total") == ("summarise", "summarise_stacked")
    assert not catalog.serves("summarise", "constraints.window")
