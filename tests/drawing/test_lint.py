"""Each rule of chart lint finds what it describes, and leaves sound charts alone."""

from __future__ import annotations

import narwhals.stable.v2 as nw
import pandas as pd
import pytest

from autoviz.drawing.lint import RULES, lint
from autoviz.model.chart import Chart
from autoviz.registry.catalog import default_catalog
from autoviz.table import Lineage, Table


def table(values: dict[str, list[object]], **lineage: Lineage) -> Table:
    return Table(nw.from_native(pd.DataFrame(values)), lineage)


CITIES = {"city": ["Bonn", "Paris"], "kind": ["a", "b"], "v": [1.0, 2.0]}
SUM, MEAN = Lineage("v", "sum"), Lineage("v", "mean")


@pytest.mark.parametrize(("rule", "chart", "data"), [
    ("sum_of_mean", Chart(mark="pie", x="city", y="v"), table(CITIES, v=MEAN)),
    ("sum_of_mean", Chart(mark="bar", x="city", y="v", color="kind", layout="stacked"), table(CITIES, v=MEAN)),
    ("sum_of_mean", Chart(mark="bar", x="city", y="v"), table(CITIES, v=Lineage("v", "sum", made_by="sum of mean"))),
    ("pie_slices", Chart(mark="pie", x="n", y="v"), table({"n": list("abcdefghi"), "v": [1] * 9}, v=SUM)),
    ("negative_parts", Chart(mark="treemap", x="city", y="v"), table({"city": ["a", "b"], "v": [1, -1]}, v=SUM)),
    ("unordered_line", Chart(mark="line", x="city", y="v"), table(CITIES, v=SUM)),
    ("mixed_signs", Chart(mark="bar", x="city", y="v", color="kind", layout="stacked"),
     table({"city": ["a", "a"], "kind": ["x", "y"], "v": [1, -1]}, v=SUM)),
    ("repeated_places", Chart(mark="line", x="n", y="v"), table({"n": [1, 1], "v": [1, 2]})),
    ("dual_axes", Chart(mark="line", x="n", y="v", more_y=("w",)), table({"n": [1, 2], "v": [1, 2], "w": [900, 800]})),
])  # fmt: skip
def test_a_rule_finds_what_it_describes(rule: str, chart: Chart, data: Table) -> None:
    assert rule in [finding.rule for finding in lint(chart, data)]


@pytest.mark.parametrize(("chart", "data"), [
    (Chart(mark="pie", x="city", y="v"), table(CITIES, v=SUM)),
    (Chart(mark="bar", x="city", y="v", color="kind", layout="stacked"), table(CITIES, v=SUM)),
    (Chart(mark="bar", x="city", y="v", color="kind", layout="grouped"), table(CITIES, v=MEAN)),
    (Chart(mark="bar", x="city", y="v", color="city", layout="stacked"), table(CITIES, v=MEAN)),
    (Chart(mark="line", x="day", y="v"), table({"day": ["Mon", "Tue"], "v": [1, 2]}, v=MEAN)),
    (Chart(mark="line", x="n", y="v", more_y=("w",)), table({"n": [1, 2], "v": [1, 2], "w": [9, 8]})),
    (Chart(mark="scatter", x="v", y="v"), table(CITIES)),
    (Chart(mark="histogram", x="v", aggregate="count"), table(CITIES)),
])  # fmt: skip
def test_a_sound_chart_breaks_no_rule(chart: Chart, data: Table) -> None:
    assert lint(chart, data) == ()


def test_a_chart_is_found_in_a_table_by_the_names_of_the_user() -> None:
    counted = table({"bucket": list("abcdefghi"), "n": [1] * 9}, bucket=Lineage("city"), n=Lineage("", "count"))
    findings = lint(Chart(mark="pie", x="city", aggregate="count"), counted)
    assert [(found.rule, found.blocking, found.better) for found in findings] == [("pie_slices", True, "plot_bar")]


def test_every_rule_is_described_and_points_to_a_tool() -> None:
    tools = default_catalog().tools
    assert len({rule.name for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert rule.description.endswith(".")
        assert set(rule.better.values()) <= set(tools)
