"""The installed catalog: nothing is switched off, every tool can be reached, and its parts name each other."""

from __future__ import annotations

import warnings

import pytest

from autoviz.model.labels import ANALYSIS_LABELS
from autoviz.registry.catalog import SAFETY_TOOLS, Catalog, default_catalog

TEMPLATES = {
    "time_series_grouped", "time_series", "comparative", "ranking", "composition", "distribution", "correlation",
    "anomaly", "lookup", "general_eda",
}  # fmt: skip


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        default_catalog.cache_clear()
        return default_catalog()


def test_nothing_is_switched_off(catalog):
    assert catalog.off == {}


def test_the_templates_of_the_design_are_there(catalog):
    assert set(catalog.templates) >= TEMPLATES


def test_the_first_tools_and_the_safety_set_are_there(catalog):
    assert {"parse_datetime", *SAFETY_TOOLS} <= set(catalog.tools)


def test_every_tool_can_be_reached_from_some_requirement(catalog):
    keys, preparatory = catalog.capabilities.requirements, set(catalog.capabilities.preparatory)
    reachable = {name for key in keys for name in catalog.tools_serving(key)}
    feeding = {name for name in catalog.tools if catalog.capabilities_of(name) & preparatory}
    assert not set(catalog.tools) - reachable - feeding, "no requirement leads there"


def test_every_capability_of_the_map_is_some_tools(catalog):
    offered = {capability for name in catalog.tools for capability in catalog.capabilities_of(name)}
    asked = {
        capability for key in catalog.capabilities.requirements for capability in catalog.capabilities.serving(key)
    }
    asked |= {catalog.capabilities.canonical(name) for name in catalog.capabilities.justified_by}
    asked |= set(catalog.capabilities.aliases.values())
    assert not asked - offered, "the map names capabilities that no tool has"


def test_every_label_that_justifies_is_a_label(catalog):
    for capability, labels in catalog.capabilities.justified_by.items():
        assert set(labels) <= set(ANALYSIS_LABELS), capability


def test_every_analysis_label_is_served_and_belongs_to_an_intent(catalog):
    belonging = {label for intent in catalog.intents.values() for label in intent.analysis}
    assert belonging == set(ANALYSIS_LABELS)
    for label in ANALYSIS_LABELS:
        assert catalog.tools_serving(f"analysis.{label}"), label


def test_every_constraint_has_a_line_in_the_map(catalog):
    from typing import get_args

    from autoviz.model.requirements import Constraint

    for kind in get_args(get_args(Constraint)[0]):
        for name in get_args(kind.model_fields["kind"].annotation):
            assert f"constraints.{name}" in catalog.capabilities.requirements


def test_priorities_decide_the_order_of_intents(catalog):
    priorities = [intent.priority for intent in catalog.intents.values()]
    assert len(set(priorities)) > 1


def test_every_template_belongs_to_an_intent(catalog):
    named = {name for intent in catalog.intents.values() for name in intent.family}
    assert named == set(catalog.templates)
