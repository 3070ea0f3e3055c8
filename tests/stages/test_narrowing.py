"""Narrowing: template tools always in, retrieved ones up to the cap, safety tools beside them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from autoviz.analysis import opening
from autoviz.model.coverage import Coverage, Gap
from autoviz.model.intent import Intent
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.question import Question
from autoviz.model.reading import Reading
from autoviz.model.requirements import Cumulative, Distinct, Filter, Requirements, Sample, Time, Window
from autoviz.model.settings import Settings
from autoviz.readers.base import Context
from autoviz.registry.catalog import SAFETY_TOOLS, default_catalog
from autoviz.registry.index import tool_index
from autoviz.stages.base import State
from autoviz.stages.narrowing import narrow, queries

ASKED = Requirements(metrics=("a",), group_by=("b",), analysis=("compare",), outputs=("chart",))
KNOWN = DatasetProfile(
    engine="pandas",
    rows=9,
    fingerprint="invented",
    columns=(
        ColumnProfile(name="a", dtype="float64", kind="numeric", rows=9, metric=True),
        ColumnProfile(name="b", dtype="str", kind="categorical", rows=9, distinct=3, values=("x", "y", "z")),
        ColumnProfile(name="day", dtype="datetime64[us]", kind="temporal", rows=9),
    ),
)


class HashEncoder:
    name = "hash"

    def encode(self, texts):
        rows = [np.random.default_rng(sum(text.encode()) % 2**32).normal(size=32) for text in texts]
        return np.array([row / np.linalg.norm(row) for row in rows], dtype=np.float32)


def state(tmp_path, template: str, cap: int = 10, catalog=None, coverage=None, asked=ASKED) -> State:
    catalog = catalog or default_catalog()
    encoder = HashEncoder()
    index = tool_index(catalog, encoder, tmp_path)
    intent = Intent(primary="comparative_analysis", confidence=0.9, reasoning="")
    return State(
        question=Question(text="q", normalised="q"),
        frames={},
        context=Context(catalog, Settings(shortlist_cap=cap)),
        reader=None,
        profile=KNOWN,
        index=lambda: index,
        embed=encoder.encode,
        reading=Reading(requirements=asked, intent=intent, confidence=0.9),
        template=catalog.templates[template],
        coverage=coverage,
    )


@pytest.mark.parametrize("cap", [8, 10, 12])
@pytest.mark.parametrize("template", sorted(default_catalog().templates))
def test_the_cap_holds_and_template_and_safety_tools_are_in(tmp_path, template, cap):
    shortlist = narrow(state(tmp_path, template, cap)).shortlist
    assert cap <= len(shortlist.tools) <= cap + 2
    assert set(default_catalog().templates[template].tools) <= set(shortlist.names)
    assert set(SAFETY_TOOLS) <= set(shortlist.names)
    assert len(set(shortlist.names)) == len(shortlist.names)


def test_each_requirement_has_a_query_and_all_have_one_together():
    asked = queries(ASKED, default_catalog())
    assert set(asked) == {*ASKED.keys, "all"}


def test_the_lowest_scores_are_left_out(tmp_path):
    shortlist = narrow(state(tmp_path, "comparative", 8)).shortlist
    scores = [item.score for item in shortlist.tools if item.origin == "retrieved"]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) >= max(item.score for item in shortlist.left_out)


@pytest.fixture(scope="module")
def meaning():
    """The index and the encoder that know what words mean."""
    opened = opening(pd.DataFrame({"a": [1.0, 2.0]}), "q")
    return {"index": opened.index, "embed": opened.embed}


def test_every_requirement_has_a_tool_that_can_serve_it(tmp_path, meaning):
    wanted = (Filter(column="b", op="=", value="x"), Cumulative(), Distinct(), Window(n=3), Sample(n=5))
    asked = ASKED.replaced(constraints=wanted, time=Time(column="day"), analysis=("trend",))
    catalog = default_catalog()
    for template in catalog.templates:
        names = narrow(replace(state(tmp_path, template, 8, asked=asked), **meaning)).shortlist.names
        unserved = [key for key in asked.keys if not any(catalog.serves(name, key) for name in names)]
        assert unserved == [], template


def test_what_was_missing_widens_the_shortlist_for_that_alone(tmp_path, meaning):
    gap = Gap(kind="missing", key="analysis.anomaly", message="")
    lacking = state(tmp_path, "comparative", coverage=Coverage(served={}, gaps=(gap,)))
    shortlist = narrow(replace(lacking, **meaning)).shortlist
    widened = [item.tool for item in shortlist.tools if item.origin == "widened"]
    assert widened == ["detect_anomalies"]


def test_ten_thousand_tools_are_narrowed_like_forty(tmp_path):
    catalog = default_catalog()
    base = catalog.tools["aggregate"]
    many = {f"tool_{n}": base.replaced(name=f"tool_{n}", description=f"variant {n}") for n in range(10_000)}
    large = replace(catalog, tools={**catalog.tools, **many})
    shortlist = narrow(state(tmp_path, "comparative", catalog=large)).shortlist
    assert 10 <= len(shortlist.tools) <= 12
