"""The code that is copied from an answer draws the picture that was shown, and leaves nothing else behind."""

from __future__ import annotations

import builtins
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from autoviz.export.code import _Names, _tidied
from autoviz.export.look import look_lines
from autoviz.registry.catalog import default_catalog
from autoviz.registry.code import render
from autoviz.table import Lineage, Table

SALES = pd.DataFrame({
    "region": ["West", "East", "North"] * 4,
    "day": ["Mon", "Thur", "Sun"] * 4,
    "kind": ["a", "b"] * 6,
    "revenue": [float(value) for value in range(10, 130, 10)],
    "profit": [1.5, 2.5, 9.0, 4.0, 3.0, 2.0, 7.0, 8.0, 5.5, 1.0, 6.5, 4.5],
    "year": [2001, 2002, 2003, 2004] * 3,
})  # fmt: skip
BY_REGION = SALES.groupby("region", as_index=False)["revenue"].sum()
BY_BOTH = SALES.groupby(["region", "kind"], as_index=False)["revenue"].sum()
MANY = pd.DataFrame({"name": [f"a long name number {place}" for place in range(40)], "revenue": np.arange(40.0)})
TOTAL = {"revenue": Lineage("revenue", aggregate="sum")}


@pytest.mark.parametrize(("tool", "frame", "params"), [
    ("plot_bar", BY_REGION, {"x": "region", "y": "revenue"}),
    ("plot_bar", BY_BOTH, {"x": "region", "y": "revenue", "color": "kind"}),
    ("plot_grouped_bar", BY_BOTH, {"x": "region", "y": "revenue", "color": "kind"}),
    ("plot_bar", MANY, {"x": "name", "y": "revenue"}),
    ("plot_line", SALES.groupby("year", as_index=False)["revenue"].sum(), {"x": "year", "y": "revenue"}),
    ("plot_scatter", SALES, {"x": "revenue", "y": "profit", "color": "kind"}),
    ("plot_histogram", SALES, {"x": "profit"}),
    ("plot_box", SALES, {"x": "region", "y": "profit"}),
    ("plot_violin", SALES, {"x": "region", "y": "profit"}),
    ("plot_pie", BY_REGION, {"x": "region", "y": "revenue"}),
    ("plot_heatmap", BY_BOTH, {"x": "region", "y": "revenue", "color": "kind"}),
    ("plot_heatmap", SALES, {"columns": ["revenue", "profit", "year"]}),
])  # fmt: skip
def test_the_exported_figure_looks_like_the_one_shown(tool: str, frame: pd.DataFrame, params: dict[str, Any]) -> None:
    catalog = default_catalog()
    outcome = catalog.functions[tool](Table(nw.from_native(frame), TOTAL), **catalog.validated(tool, dict(params)))
    entry = catalog.tool(tool)
    lines = render(
        entry, {**catalog.validated(tool, dict(params)), **outcome.resolved, **entry.fixed}, {"df": "df"}, "fig"
    )
    code = "\n".join([lines, *_tidied(lines.splitlines(), "fig"), *look_lines("fig", outcome.figure)])
    names: dict[str, Any] = {"pd": pd, "df": frame}
    exec(compile(code, tool, "exec"), names)
    assert set(names) - {"pd", "df", "fig", "px", "np", "__builtins__"} == set()
    _assert_same(names["fig"], outcome.figure)


def _assert_same(found: go.Figure, shown: go.Figure) -> None:
    assert found.layout.title.text == shown.layout.title.text
    assert found.layout.height == shown.layout.height
    assert found.layout.coloraxis.colorscale == shown.layout.coloraxis.colorscale
    for one, other in ((found.layout.xaxis, shown.layout.xaxis), (found.layout.yaxis, shown.layout.yaxis)):
        for part in ("title.text", "type", "autorange", "categoryarray", "tickformat", "dtick", "rangemode"):
            assert other[part] is None or one[part] == other[part], part
    drawn = {"" if trace.type == "heatmap" else trace.name or "": trace for trace in found.data}
    for trace in shown.data:
        assert _colour(drawn[trace.name or ""]) == _colour(trace)
        assert drawn[trace.name or ""].type == trace.type
    assert found.layout.barmode == shown.layout.barmode


def _colour(trace: Any) -> Any:
    if trace.type in ("pie", "heatmap"):
        return trace.marker.colors if trace.type == "pie" else trace.coloraxis
    return trace.marker.color if trace.type in ("bar", "scatter") else trace.line.color


def test_a_heatmap_reads_from_top_to_bottom_in_the_colours_that_were_shown() -> None:
    catalog = default_catalog()
    params = catalog.validated("plot_heatmap", {"x": "region", "y": "revenue", "color": "kind"})
    shown = catalog.functions["plot_heatmap"](Table(nw.from_native(BY_BOTH), TOTAL), **params).figure
    told = "\n".join(look_lines("fig", shown))
    assert "'autorange': 'reversed'" in told and "'colorscale'" in told


@pytest.mark.parametrize("step", ["filter", "sum", "sorted", "min", "class"])
def test_no_builtin_is_shadowed(step: str) -> None:
    name = _Names("df", "").new(step, figure=False)
    assert name != step and not hasattr(builtins, name)


def test_names_that_only_helped_are_taken_away() -> None:
    assert _tidied(["fig_rows = df.copy()", "fig_rows['a'] = 1", "fig = 2"], "fig") == ["del fig_rows"]
